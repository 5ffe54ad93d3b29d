import { Suspense, useDeferredValue, useEffect, useRef, type KeyboardEvent } from 'react';
import type { InspectorTab } from '../state/state';
import { ChangesTab } from './ChangesTab';
import { useApp, useAppState } from '../kit/context';
import { FieldTab } from './FieldTab';
import { FindingsTab } from './FindingsTab';
import { HeatTab } from '../heat/HeatTab';
import { Icon } from '../kit/Icon';
import { ShareTab } from '../share/ShareTab';
import controls from '../kit/controls.module.css';
import { lazyPart } from '../kit/lazyPart';
import { PredictPanel, SuggestPanel } from '../predict/panels';
import { useSettledView } from '../kit/useInView';
import { Told } from './Told';
import { InspectorTabs } from './InspectorTabs';
import { TAB_TITLES } from './tabTitles';
import { Waiting } from '../kit/Waiting';
import styles from './Inspector.module.css';

const PatchTab = lazyPart(async () => (await import('../patch/PatchTab')).PatchTab);

/** Each tab is a component of its own, which asks the state for what it shows. */
const PANELS: Readonly<Record<InspectorTab, React.ComponentType>> = {
  findings: FindingsTab,
  field: FieldTab,
  heat: HeatTab,
  predict: PredictPanel,
  suggest: SuggestPanel,
  changes: ChangesTab,
  patch: PatchTab,
  share: ShareTab,
};

/** What is told of the layout, what is known of the selected field, and what was changed. */
export function Inspector({ isOver }: { readonly isOver: boolean }) {
  const app = useApp();
  // The first struct of all brings the inspector along: its grid is painted first.
  const filled = useDeferredValue(true, false);
  const aside = useRef<HTMLElement>(null);
  const tab = useAppState((state) => state.inspector);
  const isWanted = useRef(false);
  useEffect(() => {
    const focusInspector = () => {
      const panel = aside.current?.querySelector<HTMLElement>('[role=tabpanel]');
      panel?.focus();
      isWanted.current = panel === null;
      return true;
    };
    // Over the grid it hides what has the keyboard.
    const isHiding = isOver && aside.current?.contains(document.activeElement) === false;
    if (filled && (isWanted.current || isHiding)) focusInspector();
    return app.provide({ focusInspector });
  }, [app, isOver, filled, tab]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isOver) return;
    event.preventDefault();
    app.togglePanel('right');
    app.host.focusGridSoon();
  };
  return (
    // What is typed into it bubbles here; it is no control itself.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside ref={aside} className={styles.inspector} aria-label="Inspector" onKeyDown={onKeyDown}>
      {filled && (
        <>
          <div className={styles.told}>
            <Told />
          </div>
          <Tabs />
        </>
      )}
    </aside>
  );
}

function Tabs() {
  const app = useApp();
  const tab = useAppState((state) => state.inspector);
  const view = useSettledView();
  const changes = view?.changeCount ?? 0;
  const Panel = PANELS[tab];
  return (
    <InspectorTabs
      label="Inspector"
      tabs={TAB_TITLES.map(({ id, title }) => ({
        id,
        title: (
          <>
            {title}
            {id === 'changes' && changes > 0 && <span className={styles.badge}>{changes}</span>}
          </>
        ),
      }))}
      selected={tab}
      onSelect={(id) => app.showInspector(id)}
      aside={
        <button
          type="button"
          className={`${controls.iconButton} ${styles.close}`}
          aria-label="Close the inspector"
          title="Close the inspector"
          onClick={() => app.togglePanel('right')}
        >
          <Icon name="close" />
        </button>
      }
    >
      <Suspense fallback={<Waiting className={styles.loading}>Loading…</Waiting>}>
        <Panel />
      </Suspense>
    </InspectorTabs>
  );
}

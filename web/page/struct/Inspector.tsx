import {
  Suspense,
  useDeferredValue,
  useEffect,
  useRef,
  useId,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { InspectorPart } from '../state/state';
import { INSPECTOR_TABS, tabOfPart, type InspectorTab } from '../state/inspectorTabs';
import { documentInView } from '../state/inView';
import { ChangesTab } from './ChangesTab';
import { PanelEdge } from '../kit/PanelEdge';
import { useApp, useAppState } from '../kit/context';
import { FieldTab } from './FieldTab';
import { FindingsTab } from './FindingsTab';
import { HeatTab } from '../heat/HeatTab';
import { Icon } from '../kit/Icon';
import { ShareTab } from '../share/ShareTab';
import controls from '../kit/controls.module.css';
import { lazyPart } from '../kit/lazyPart';
import { PredictPanel, SuggestPanel } from '../predict/panels';
import { Introduction } from './Introduction';
import { Waiting } from '../kit/Waiting';
import styles from '../kit/inspector.module.css';
import { CommandButton } from '../kit/CommandButton';

const PatchTab = lazyPart(async () => (await import('../patch/PatchTab')).PatchTab);

/** Each part is a component of its own, which asks the state for what it shows. */
const PARTS: Readonly<Record<InspectorPart, React.ComponentType>> = {
  findings: FindingsTab,
  field: FieldTab,
  heat: HeatTab,
  predict: PredictPanel,
  suggest: SuggestOnDemand,
  changes: ChangesTab,
  patch: PatchTab,
  share: ShareTab,
};

/** A search takes a processor for as long as it is looked at: it begins where somebody asks for it. */
function SuggestOnDemand() {
  const isAsked = useAppState((state) => state.inspector === 'suggest');
  const [isOpen, setOpen] = useState(isAsked);
  if (isAsked && !isOpen) setOpen(true);
  if (isOpen) return <SuggestPanel />;
  return (
    <div className={styles.section}>
      <CommandButton command="view.suggest" className={controls.smallButton} ownName>
        <Icon name="bulb" size={14} />
        Suggest an order
      </CommandButton>
    </div>
  );
}

/** What is known of the layout, what is known of the selected field, and what was changed. */
export function Inspector({ isOver }: { readonly isOver: boolean }) {
  const app = useApp();
  // The first struct of all brings the inspector along: its grid is painted first.
  const filled = useDeferredValue(true, false);
  const aside = useRef<HTMLElement>(null);
  const tab = useAppState((state) => tabOfPart(state.inspector).id);
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
      <PanelEdge side="right" name="Width of the inspector" />
      {filled && (
        <>
          <div className={styles.introduction}>
            <Introduction />
          </div>
          <Tabs />
        </>
      )}
    </aside>
  );
}

function Tabs() {
  const app = useApp();
  const part = useAppState((state) => state.inspector);
  const id = useAppState((state) => documentInView(state)?.open.id);
  const tab = tabOfPart(part);
  return (
    <InspectorTabs
      label="Inspector"
      tabs={INSPECTOR_TABS}
      selected={tab.id}
      onSelect={(to) => app.showInspector(INSPECTOR_TABS.find((each) => each.id === to)!.parts[0])}
      aside={
        <button
          type="button"
          className={controls.iconButton}
          aria-label="Close the inspector"
          title="Close the inspector"
          onClick={() => app.togglePanel('right')}
        >
          <Icon name="close" />
        </button>
      }
    >
      <Suspense fallback={<Waiting className={styles.loading}>Loading…</Waiting>}>
        <Parts key={id} tab={tab} part={part} />
      </Suspense>
    </InspectorTabs>
  );
}

/** By then all of a tab is there. */
const SETTLED_MS = 1500;

/** The parts of a tab under each other; the one that was asked for comes into view. */
function Parts({ tab, part }: { tab: InspectorTab; part: InspectorPart }) {
  const shownPart = useRef<HTMLDivElement>(null);
  const asks = useAppState((state) => state.inspectorAsks);
  useEffect(() => {
    const shown = shownPart.current;
    if (!shown) return undefined;
    const show = () => shown.scrollIntoView({ block: 'start' });
    show();
    // What is above it may come later than it does; who scrolls by then has seen enough.
    const above = new ResizeObserver(show);
    const stop = () => above.disconnect();
    for (let each = shown.previousElementSibling; each; each = each.previousElementSibling) {
      above.observe(each);
    }
    const panel = shown.parentElement;
    panel?.addEventListener('wheel', stop, { passive: true });
    panel?.addEventListener('pointerdown', stop);
    const timer = setTimeout(stop, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      stop();
      panel?.removeEventListener('wheel', stop);
      panel?.removeEventListener('pointerdown', stop);
    };
  }, [part, asks]);
  return tab.parts.map((each) => {
    const Part = PARTS[each];
    return (
      <div key={each} ref={each === part ? shownPart : undefined} className={styles.part}>
        <Part />
      </div>
    );
  });
}

/**
 * Tabs by the pattern of WAI-ARIA: one stop for Tab, arrows, Home and End walk and choose. Not those of
 * react-aria: their panel looks through all that is in it, with its styles computed, whenever any of it
 * changes, and that is in each frame of a drag.
 */
function InspectorTabs<Id extends string>(props: {
  label: string;
  tabs: readonly { readonly id: Id; readonly title: string }[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** What is beside the tabs. */
  aside: ReactNode;
  /** What the selected tab shows. */
  children: ReactNode;
}) {
  const { tabs, selected, onSelect } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const now = tabs.findIndex((tab) => tab.id === selected);
    const to = {
      ArrowRight: now + 1,
      ArrowDown: now + 1,
      ArrowLeft: now - 1,
      ArrowUp: now - 1,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    const withOther = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    if (to === undefined || withOther) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    onSelect(tabs[index]!.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };

  return (
    <div className={styles.tabs}>
      <div className={styles.head}>
        <div
          ref={list}
          className={styles.list}
          role="tablist"
          tabIndex={-1}
          aria-label={props.label}
          onKeyDown={onKeyDown}
        >
          {tabs.map((tab) => {
            const isSelected = tab.id === selected;
            return (
              <button
                key={tab.id}
                type="button"
                id={`${id}-${tab.id}`}
                className={styles.tab}
                role="tab"
                tabIndex={isSelected ? 0 : -1}
                aria-selected={isSelected}
                aria-controls={isSelected ? `${id}-panel` : undefined}
                onClick={() => onSelect(tab.id)}
              >
                {tab.title}
              </button>
            );
          })}
        </div>
        {props.aside}
      </div>
      <div className={styles.panelPlace}>
        {/* It scrolls, and its first content is seldom something to focus. */}
        <div
          key={selected}
          id={`${id}-panel`}
          className={styles.panel}
          role="tabpanel"
          tabIndex={0}
          aria-labelledby={`${id}-${selected}`}
        >
          {props.children}
        </div>
      </div>
    </div>
  );
}

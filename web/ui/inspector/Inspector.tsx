import { lazy, Suspense, useDeferredValue } from 'react';
import type { InspectorTab } from '../../app/state';
import { changesMade } from '../../edit/layoutEdits';
import { ChangesTab } from './ChangesTab';
import { useApp, useAppState } from '../kit/context';
import { FieldTab } from './FieldTab';
import { FindingsTab } from './FindingsTab';
import { HeatTab } from '../heat/HeatTab';
import { Icon } from '../kit/Icon';
import { ShareTab } from '../share/ShareTab';
import controls from '../kit/controls.module.css';
import { PredictPanel, SuggestPanel } from '../predict/panels';
import { loadPatchTab } from '../patch/load';
import { useSettledView } from '../kit/useInView';
import { Told } from './Told';
import { InspectorTabs } from './InspectorTabs';
import { TAB_TITLES } from './tabTitles';
import styles from './Inspector.module.css';

const PatchTab = lazy(loadPatchTab);

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
export function Inspector() {
  // The first struct of all brings the inspector along: its grid is painted first.
  const filled = useDeferredValue(true, false);
  return (
    <aside className={styles.inspector} aria-label="Inspector">
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
  const changes = view === null ? 0 : changesMade(view.document).length;
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
      <Suspense fallback={<p className={styles.loading}>Loading…</p>}>
        <Panel />
      </Suspense>
    </InspectorTabs>
  );
}

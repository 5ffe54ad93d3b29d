import { lazy, Suspense } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { InspectorTab } from '../../app/state';
import { ChangesTab } from './ChangesTab';
import { useApp, useAppState } from '../kit/context';
import { FieldTab } from './FieldTab';
import { HeatTab } from '../heat/HeatTab';
import { Icon } from '../kit/Icon';
import { ShareTab } from '../share/ShareTab';
import controls from '../kit/controls.module.css';
import { PredictPanel, SuggestPanel } from '../predict/panels';
import { loadPatchTab } from '../patch/load';
import { useSettledView } from '../kit/useInView';
import styles from './Inspector.module.css';

const PatchTab = lazy(loadPatchTab);

/** Each tab is a component of its own, which asks the state for what it shows. */
const TABS: readonly {
  readonly id: InspectorTab;
  readonly title: string;
  readonly Panel: React.ComponentType;
}[] = [
  { id: 'field', title: 'Field', Panel: FieldTab },
  { id: 'heat', title: 'Heat', Panel: HeatTab },
  { id: 'predict', title: 'Predict', Panel: PredictPanel },
  { id: 'suggest', title: 'Suggest', Panel: SuggestPanel },
  { id: 'changes', title: 'Changes', Panel: ChangesTab },
  { id: 'patch', title: 'Patch', Panel: PatchTab },
  { id: 'share', title: 'Share', Panel: ShareTab },
];

/** What is known of the selected field, and what was changed. */
export function Inspector() {
  const app = useApp();
  const tab = useAppState((state) => state.inspector);
  const changes = useSettledView()?.document.edits.length ?? 0;
  return (
    <aside className={styles.inspector} aria-label="Inspector">
      <Tabs
        className={styles.tabs ?? ''}
        selectedKey={tab}
        onSelectionChange={(key) => app.showInspector(key as InspectorTab)}
      >
        <div className={styles.head}>
          <TabList className={styles.list ?? ''} aria-label="Inspector">
            {TABS.map(({ id, title }) => (
              <Tab key={id} id={id} className={styles.tab ?? ''}>
                {title}
                {id === 'changes' && changes > 0 && <span className={styles.badge}>{changes}</span>}
              </Tab>
            ))}
          </TabList>
          <button
            type="button"
            className={`${controls.iconButton} ${styles.close}`}
            aria-label="Close the inspector"
            onClick={() => app.togglePanel('right')}
          >
            <Icon name="close" />
          </button>
        </div>
        {TABS.map(({ id, Panel }) => (
          <TabPanel key={id} id={id} className={styles.panel ?? ''}>
            <Suspense fallback={<p className={styles.loading}>Loading…</p>}>
              <Panel />
            </Suspense>
          </TabPanel>
        ))}
      </Tabs>
    </aside>
  );
}

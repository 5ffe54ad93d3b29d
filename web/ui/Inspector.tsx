import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { InspectorTab } from '../app/state';
import { ChangesTab } from './ChangesTab';
import { useApp, useAppState } from './context';
import { FieldTab } from './FieldTab';
import { Icon } from './Icon';
import controls from './controls.module.css';
import { useSettledView } from './useInView';
import styles from './Inspector.module.css';

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
            <Tab id="field" className={styles.tab ?? ''}>
              Field
            </Tab>
            <Tab id="changes" className={styles.tab ?? ''}>
              Changes
              {changes > 0 && <span className={styles.badge}>{changes}</span>}
            </Tab>
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
        <TabPanel id="field" className={styles.panel ?? ''}>
          <FieldTab />
        </TabPanel>
        <TabPanel id="changes" className={styles.panel ?? ''}>
          <ChangesTab />
        </TabPanel>
      </Tabs>
    </aside>
  );
}

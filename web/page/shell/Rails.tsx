import { Suspense } from 'react';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Icon } from '../kit/Icon';
import { INSPECTOR_TABS } from '../state/inspectorTabs';
import { lazyPart } from '../kit/lazyPart';
import styles from './Rails.module.css';

const RailStructs = lazyPart(async () => (await import('../list/RailStructs')).RailStructs);

/** What is left of the list while it is closed, and stays beside it where it lies over the centre. */
export function ListRail({ isOpen }: { readonly isOpen: boolean }) {
  const app = useApp();
  const title = isOpen ? 'Close the struct list' : 'Open the struct list';
  return (
    <nav className={styles.left} aria-label="Struct list, on the side">
      <button
        type="button"
        className={controls.iconButton}
        aria-label={title}
        title={title}
        aria-expanded={isOpen}
        onClick={() => app.togglePanel('left')}
      >
        <Icon name="list" />
      </button>
      {!isOpen && (
        <Suspense>
          <RailStructs />
        </Suspense>
      )}
    </nav>
  );
}

/** What is left of the inspector while it is closed: a button for each of its tabs. */
export function InspectorRail() {
  const app = useApp();
  return (
    <nav className={styles.right} aria-label="Inspector, closed">
      {INSPECTOR_TABS.map(({ id, title, parts }) => (
        <button
          key={id}
          type="button"
          aria-label={`${title}: open the inspector`}
          onClick={() => app.showInspector(parts[0])}
        >
          {title}
        </button>
      ))}
    </nav>
  );
}

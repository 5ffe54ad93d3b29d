import { documentInView, selectionInView } from '../../app/document/inView';
import { TAG_ROLES } from '../../edit/limits';
import type { AppState } from '../../app/state';
import { CommandButton } from '../kit/CommandButton';
import { useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import inspector from '../inspector/Inspector.module.css';
import styles from './Predict.module.css';

/** What the user knows of the selected fields: who uses them, and whether they may move. */
export function FieldRole() {
  const role = useAppState(roleInView);
  const pinned = useAppState(isPinnedInView);
  return (
    <section className={inspector.section} aria-label="Who uses it">
      <h2>Who uses it</h2>
      <div className={styles.roles} role="group" aria-label="Tag">
        {TAG_ROLES.map((each) => (
          <CommandButton
            key={each}
            command={each === role ? 'field.untag' : `field.tag.${each}`}
            className={styles.role}
            pressed={each === role}
            ownName
          >
            {each}
          </CommandButton>
        ))}
      </div>
      <div className={inspector.actions}>
        <CommandButton
          command={pinned ? 'field.unpin' : 'field.pin'}
          className={controls.smallButton}
          ownName
        >
          {pinned ? 'Remove the pin' : 'Pin in place'}
        </CommandButton>
      </div>
    </section>
  );
}

/** The role that all selected fields share. */
function roleInView(state: AppState): string | null {
  const tags = documentInView(state)?.edited.applied.state.tags ?? [];
  const roles = new Set(
    selectionInView(state).map((path) => tags.find((tag) => tag.member === path)?.role ?? null),
  );
  const [role] = roles;
  return roles.size === 1 ? (role ?? null) : null;
}

function isPinnedInView(state: AppState): boolean {
  const pins = documentInView(state)?.edited.applied.state.pins ?? [];
  const selection = selectionInView(state);
  return selection.length > 0 && selection.every((path) => pins.includes(path));
}

import { isPinned, roleChoices, sharedRole } from './fieldRole';
import { CommandButton } from '../kit/CommandButton';
import { useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import inspector from '../kit/inspector.module.css';
import styles from './Predict.module.css';

/** What the user knows of the selected fields: who uses them, and whether they may move. */
export function FieldRole() {
  const now = useAppState(sharedRole);
  const pinned = useAppState(isPinned);
  return (
    <section className={inspector.section} aria-label="Who uses it">
      <h2>Who uses it</h2>
      <div className={styles.roles} role="group" aria-label="Tag">
        {roleChoices(now).map(({ role, command, isTheirs }) => (
          <CommandButton
            key={role}
            command={command}
            className={styles.role}
            pressed={isTheirs}
            ownName
          >
            {role}
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

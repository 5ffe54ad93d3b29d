import { useState } from 'react';
import { plural } from '../../core/base/prose';
import { CommandButton } from '../kit/CommandButton';
import { Icon } from '../kit/Icon';
import { Sentence } from '../kit/Sentence';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import styles from '../kit/inspector.module.css';
import { useSettledView } from '../kit/useInView';
import { removeEditInView } from '../state/documentReducers';
import { changesList, type ChangeInWords } from './changesList';
import { unstatedWords } from './unstatedWords';

/** How many are listed at once: each is drawn again with each change. */
const AT_ONCE = 200;

/** All that was done to the struct, in words, the latest last; each can be taken out by itself. Nothing where nothing was. */
export function ChangesTab() {
  const inView = useSettledView();
  const [most, setMost] = useState(AT_ONCE);
  if (!inView) return null;
  const { earlier, changes } = changesList(inView, most);
  if (changes.length === 0) return null;
  const unstated = unstatedWords(inView, 'edited');
  return (
    <section className={styles.section} aria-label="Changes made">
      <h2>Changes</h2>
      {unstated !== null && (
        <p className={styles.note} role="note">
          <Sentence text={unstated.sentence} />
        </p>
      )}
      {earlier > 0 && (
        <button
          type="button"
          className={controls.smallButton}
          onClick={() => setMost(most + AT_ONCE)}
        >
          Show {Math.min(AT_ONCE, earlier)} of the {plural(earlier, 'earlier change')}
        </button>
      )}
      <ol className={styles.changes} aria-label="Changes" start={earlier + 1}>
        {changes.map((change) => (
          <Change key={change.index} change={change} />
        ))}
      </ol>
      <div className={styles.foot}>
        <CommandButton command="edit.copyChanges" className={controls.smallButton} ownName>
          <Icon name="copy" size={14} />
          Copy as words
        </CommandButton>
        <CommandButton command="edit.reset" className={controls.smallButton}>
          Reset
        </CommandButton>
      </div>
    </section>
  );
}

function Change({ change }: { change: ChangeInWords }) {
  const app = useApp();
  const { members } = change;
  const jump = () => {
    if (members.length === 0) return;
    app.showFields(members);
    app.host.focusGrid();
  };
  return (
    <li className={styles.change} data-skipped={change.skipped !== null || undefined}>
      <button type="button" onClick={jump}>
        <span>{change.sentence}</span>
        {change.words !== null && <code>{change.words}</code>}
        {change.skipped !== null && (
          <span className={styles.why}>
            <Icon name="warning" size={14} />
            <span>
              Skipped. <Sentence text={change.skipped} />
            </span>
          </span>
        )}
      </button>
      <button
        type="button"
        className={controls.iconButton}
        aria-label={`Remove the change: ${change.sentence}`}
        title="Remove the change"
        onClick={() => app.update((state) => removeEditInView(state, change.index))}
      >
        <Icon name="close" size={13} />
      </button>
    </li>
  );
}

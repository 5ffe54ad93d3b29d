import { useId, useState } from 'react';
import type { MemberPath } from '../../layout/ids';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import inspector from '../inspector/Inspector.module.css';
import styles from './ShareTab.module.css';

/** A reviewer's note on a field: an edit like any other, so that it travels in links and can be undone. */
export function NoteField({ member, note }: { member: MemberPath; note: string }) {
  const app = useApp();
  const id = useId();
  const [text, setText] = useState(note);
  const isChanged = text.trim() !== note;
  return (
    <form
      className={inspector.section}
      aria-label="Note"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) app.edit([{ kind: 'note', member, text: text.trim() }]);
      }}
    >
      <div className={styles.note}>
        <label htmlFor={id}>Note on {member}</label>
        <textarea
          id={id}
          className={controls.field}
          rows={2}
          maxLength={2000}
          placeholder="For whoever opens the link"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {isChanged && (
        <button type="submit" className={controls.smallButton}>
          {text.trim() === '' ? 'Remove note' : 'Keep note'}
        </button>
      )}
    </form>
  );
}

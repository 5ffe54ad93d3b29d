import { useId, useState } from 'react';
import { isUnanswered } from '../source/unanswered';
import { keepSize } from './addRule';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { useSettledView } from '../kit/useInView';
import styles from './Rules.module.css';

/** The largest size: what it is now, unless something else is typed. */
export function SizeRule() {
  const app = useApp();
  const id = useId();
  const view = useSettledView();
  const [typed, setTyped] = useState<string | null>(null);
  // A struct that still asks for sizes has none of its own.
  const unanswered = useAppState((state) => view !== null && isUnanswered(state, view.open));
  if (view === null) return null;
  const text = typed ?? (unanswered ? '' : `${view.edited.layout.sizeBits / 8}`);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (keepSize(app, Number(text))) setTyped(null);
      }}
    >
      <label htmlFor={id}>At most</label>
      <input
        id={id}
        className={controls.field}
        type="number"
        min={1}
        required
        value={text}
        onChange={(event) => setTyped(event.target.value)}
      />
      bytes
      <button type="submit" className={controls.smallButton}>
        Keep the size
      </button>
    </form>
  );
}

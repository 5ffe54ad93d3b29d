import { useEffect, useId, useRef, useState } from 'react';
import controls from '../kit/controls.module.css';
import styles from './Notes.module.css';

/** Where a note is written: an edit like any other, so that it travels in links and can be undone. */
export function NoteForm(props: {
  /** What the note is on, for the field's label: "Note on f_ref". */
  label: string;
  placeholder: string;
  /** What is written there already. */
  text: string;
  /** A command asked for it: it takes the keyboard. */
  isAsked: boolean;
  onKeep: (text: string) => void;
  onCancel: () => void;
}) {
  const { label, placeholder, isAsked, onKeep, onCancel } = props;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(props.text);
  const isChanged = text.trim() !== props.text;
  useEffect(() => {
    const element = area.current;
    if (!isAsked || element === null) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, [isAsked]);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) onKeep(text.trim());
      }}
    >
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={area}
        id={id}
        className={controls.field}
        rows={2}
        maxLength={2000}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.currentTarget.form?.requestSubmit();
          }
        }}
      />
      {(isChanged || isAsked) && (
        <div className={styles.actions}>
          <button type="submit" className={controls.smallButton} disabled={!isChanged}>
            {text.trim() === '' && props.text !== '' ? 'Remove note' : 'Keep note'}
          </button>
          {isAsked && (
            <button type="button" className={controls.smallButton} onClick={onCancel}>
              Cancel
            </button>
          )}
        </div>
      )}
    </form>
  );
}

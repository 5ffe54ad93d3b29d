import { useId, useState } from 'react';
import { isOfThisMachine, isPage } from './linkPage';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import inspector from '../struct/Inspector.module.css';
import styles from './ShareTab.module.css';

/** Which page a link opens on: asked for where this one is of this machine alone. */
export function LinkPage() {
  const app = useApp();
  const id = useId();
  const kept = useAppState(({ settings }) => settings.linkPage);
  const [text, setText] = useState(kept);
  if (!isOfThisMachine(app.host.pageAddress()) && kept === '') return null;
  const isWrong = text !== '' && !isPage(text);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Page that links open on</label>
      <input
        id={id}
        type="url"
        className={controls.field}
        placeholder="https://…"
        spellCheck={false}
        maxLength={500}
        value={text}
        aria-invalid={isWrong}
        aria-describedby={`${id}-help`}
        onChange={({ target: { value } }) => {
          setText(value);
          if (value === '' || isPage(value)) app.setSettings({ linkPage: value });
        }}
      />
      <p id={`${id}-help`} className={inspector.quiet}>
        {isWrong
          ? 'This is no address of a page: it begins with https:// or http://.'
          : kept === ''
            ? 'This page runs on your machine: others cannot open its address. They can paste the link into any Hitmap, also into hitmap.html, the whole page as one file that each release has, or read the text of “Copy as” without any. Name a page that others can reach, and the link begins with its address.'
            : 'Links begin with this address, until you empty the field.'}
      </p>
    </div>
  );
}

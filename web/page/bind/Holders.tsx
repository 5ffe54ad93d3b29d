import { useState } from 'react';
import { holdersOf, type Holder } from './holders';
import { openOnTheWay } from '../state/ways';
import type { InView } from '../state/inView';
import type { FileId } from '../../core/layout/ids';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { plural } from '../../core/base/prose';
import { useAnswer } from '../kit/useAnswer';
import { Waiting } from '../kit/Waiting';
import styles from './Holders.module.css';

const FIRST = 12;

/** The structs that hold the one in view: its base offset from there, or the holder itself. */
export function Holders(props: { file: FileId; inView: InView }) {
  const { file, inView } = props;
  const [open, setOpen] = useState(false);
  const { name } = inView.document.struct;
  return (
    <details className={styles.holders} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Inside other structs</summary>
      {open && <List file={file} name={name} inView={inView} />}
    </details>
  );
}

function List({ file, name, inView }: { file: FileId; name: string; inView: InView }) {
  const app = useApp();
  const [all, setAll] = useState(false);
  const holders = useAnswer(() => holdersOf(app, file, name), `${file} ${name}`);
  if (holders === null) return <Waiting isAnswer>Asking the file…</Waiting>;
  if (holders.length === 0) return <p>No struct of this file holds one by value.</p>;
  const { lineBytes, baseBytes } = inView.edited.applied.state;
  const shown = all ? holders : holders.slice(0, FIRST);
  return (
    <>
      <ul>
        {shown.map((holder) => (
          <li key={`${holder.name} ${holder.sizeBytes}`}>
            <button
              type="button"
              className={controls.link}
              aria-label={`Open ${holder.name}`}
              onClick={() => void openOnTheWay(app, holder, null)}
            >
              <code>{holder.name}</code>
            </button>
            <span>{placeText(holder)}</span>
            <button
              type="button"
              className={controls.smallButton}
              aria-pressed={holder.offsetBytes % lineBytes === baseBytes}
              aria-label={`Base ${holder.offsetBytes % lineBytes}, as in ${holder.name} where that begins on a line`}
              onClick={() => app.edit([{ kind: 'base', bytes: holder.offsetBytes % lineBytes }])}
            >
              Base {holder.offsetBytes % lineBytes}
            </button>
          </li>
        ))}
      </ul>
      {shown.length < holders.length && (
        <button type="button" className={controls.link} onClick={() => setAll(true)}>
          {plural(holders.length - shown.length, 'more struct')}
        </button>
      )}
    </>
  );
}

function placeText({ offsetBytes, places, direct, sizeBytes }: Holder): string {
  const more = places > 1 ? ` and ${plural(places - 1, 'more place')}` : '';
  return `at ${offsetBytes}${more} of ${sizeBytes} bytes${direct ? '' : ', inside another'}`;
}

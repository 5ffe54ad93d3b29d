import { useState } from 'react';
import { containersOf, type Container } from './containers';
import { openOnTheWay } from '../state/ways';
import type { InView } from '../state/inView';
import type { FileId } from '../../core/layout/ids';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { plural } from '../../core/base/prose';
import { useAnswer } from '../kit/useAnswer';
import { Waiting } from '../kit/Waiting';
import styles from './Containers.module.css';

const FIRST = 12;

/** The structs that hold the one in view: its base offset from there, or the container itself. */
export function Containers(props: { file: FileId; inView: InView }) {
  const { file, inView } = props;
  const [open, setOpen] = useState(false);
  const { name } = inView.document.struct;
  return (
    <details className={styles.containers} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Inside other structs</summary>
      {open && <List file={file} name={name} inView={inView} />}
    </details>
  );
}

function List({ file, name, inView }: { file: FileId; name: string; inView: InView }) {
  const app = useApp();
  const [all, setAll] = useState(false);
  const containers = useAnswer(() => containersOf(app, file, name), `${file} ${name}`);
  if (containers === null) return <Waiting isAnswer>Asking the file…</Waiting>;
  if (containers.length === 0) return <p>No struct of this file holds one by value.</p>;
  const { lineBytes, baseBytes } = inView.edited.applied.state;
  const shown = all ? containers : containers.slice(0, FIRST);
  return (
    <>
      <ul>
        {shown.map((container) => (
          <li key={`${container.name} ${container.sizeBytes}`}>
            <button
              type="button"
              className={controls.link}
              aria-label={`Open ${container.name}`}
              onClick={() => void openOnTheWay(app, container, null)}
            >
              <code>{container.name}</code>
            </button>
            <span>{placeText(container)}</span>
            <button
              type="button"
              className={controls.smallButton}
              aria-pressed={container.offsetBytes % lineBytes === baseBytes}
              aria-label={`Base ${container.offsetBytes % lineBytes}, as in ${container.name} where that begins on a line`}
              onClick={() => app.edit([{ kind: 'base', bytes: container.offsetBytes % lineBytes }])}
            >
              Base {container.offsetBytes % lineBytes}
            </button>
          </li>
        ))}
      </ul>
      {shown.length < containers.length && (
        <button type="button" className={controls.link} onClick={() => setAll(true)}>
          {plural(containers.length - shown.length, 'more struct')}
        </button>
      )}
    </>
  );
}

function placeText({ offsetBytes, places, direct, sizeBytes }: Container): string {
  const more = places > 1 ? ` and ${plural(places - 1, 'more place')}` : '';
  return `at ${offsetBytes}${more} of ${sizeBytes} bytes${direct ? '' : ', inside another'}`;
}

import { assertNever } from '../../base/assert';
import { presentOf } from '../../app/document/inView';
import type { Origin } from '../../app/state';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { plural } from '../../base/prose';
import { Icon } from '../kit/Icon';
import styles from './StructPanel.module.css';

/** The structs that are open, with how much was changed in each: none of it is lost by opening another. */
export function OpenStructs() {
  const app = useApp();
  const documents = useAppState((state) => state.documents);
  const centre = useAppState((state) => state.centre);
  if (documents.length === 0) return null;
  return (
    <section className={styles.open} aria-label="Open structs">
      <h2>Open</h2>
      <ul>
        {documents.map((open) => {
          const current = centre.kind === 'document' && centre.id === open.id;
          const { struct, edits } = presentOf(open);
          return (
            <li key={open.id} className={styles.openRow} data-current={current || undefined}>
              <button
                type="button"
                aria-current={current || undefined}
                onClick={() => app.show(open.id)}
              >
                <b>{struct.name}</b>
                <small>{originWord(open.origin)}</small>
                {edits.length > 0 && (
                  <span className={styles.edits} title={plural(edits.length, 'change')}>
                    {edits.length}
                    <span className={controls.visuallyHidden}> changes</span>
                  </span>
                )}
              </button>
              <button
                type="button"
                className={controls.iconButton}
                aria-label={`Close ${struct.name}`}
                onClick={() => app.close(open.id)}
              >
                <Icon name="close" size={13} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function originWord(origin: Origin): string {
  switch (origin.kind) {
    case 'file':
      return origin.fileName;
    case 'study':
      return 'example';
    case 'text':
      return origin.from;
    default:
      return assertNever(origin);
  }
}

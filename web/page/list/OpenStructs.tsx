import { memo } from 'react';
import type { DocumentOrigin } from '../state/state';
import type { LayoutDocument } from '../../core/edit/document';
import type { StructId } from '../../core/layout/ids';
import { openStructWords } from './openStructWords';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Icon } from '../kit/Icon';
import styles from './StructPanel.module.css';

/** The structs that are open, with how much was changed in each: none of it is lost by opening another. */
export function OpenStructs() {
  const documents = useAppState((state) => state.documents);
  const centre = useAppState((state) => state.centre);
  if (documents.length === 0) return null;
  return (
    <section className={styles.open} aria-label="Open structs">
      <h2>Open</h2>
      <ul>
        {documents.map(({ id, origin, history }) => (
          <OpenRow
            key={id}
            id={id}
            origin={origin}
            document={history.document}
            current={centre.kind === 'document' && centre.id === id}
          />
        ))}
      </ul>
    </section>
  );
}

/** Drawn again when it changes itself: a field that is held changes the documents in each frame. */
const OpenRow = memo(function OpenRow(props: {
  id: StructId;
  origin: DocumentOrigin;
  document: LayoutDocument;
  current: boolean;
}) {
  const { id, current } = props;
  const app = useApp();
  const { name, from, changes } = openStructWords(props.document, props.origin);
  return (
    <li className={styles.openRow} data-current={current || undefined}>
      <button
        type="button"
        aria-current={current || undefined}
        title={`${name}, ${from}`}
        onClick={() => app.show(id)}
      >
        <b>{name}</b>
        <small>{from}</small>
        {changes !== null && (
          <span className={styles.edits} title={changes.title}>
            {changes.count}
            <span className={controls.visuallyHidden}> {changes.unit}</span>
          </span>
        )}
      </button>
      <button
        type="button"
        className={controls.iconButton}
        aria-label={`Close ${name}`}
        title={`Close ${name}`}
        onClick={() => app.close(id)}
      >
        <Icon name="close" size={13} />
      </button>
    </li>
  );
});

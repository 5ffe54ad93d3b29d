import { memo } from 'react';
import { assertNever } from '../../base/assert';
import type { DocumentOrigin } from '../../app/state';
import type { LayoutDocument } from '../../edit/document';
import { changesMade } from '../../edit/layoutEdits';
import type { StructId } from '../../layout/ids';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { plural } from '../../base/prose';
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
  const { id, origin, current } = props;
  const app = useApp();
  const { struct } = props.document;
  const changes = changesMade(props.document).length;
  return (
    <li className={styles.openRow} data-current={current || undefined}>
      <button
        type="button"
        aria-current={current || undefined}
        title={`${struct.name}, ${originWord(origin)}`}
        onClick={() => app.show(id)}
      >
        <b>{struct.name}</b>
        <small>{originWord(origin)}</small>
        {changes > 0 && (
          <span className={styles.edits} title={plural(changes, 'change')}>
            {changes}
            <span className={controls.visuallyHidden}> {changes === 1 ? 'change' : 'changes'}</span>
          </span>
        )}
      </button>
      <button
        type="button"
        className={controls.iconButton}
        aria-label={`Close ${struct.name}`}
        title={`Close ${struct.name}`}
        onClick={() => app.close(id)}
      >
        <Icon name="close" size={13} />
      </button>
    </li>
  );
});

function originWord(origin: DocumentOrigin): string {
  switch (origin.kind) {
    case 'file':
      return origin.fileName;
    case 'study':
      return 'example';
    case 'text':
      return origin.from === 'draft' ? origin.title : origin.from;
    default:
      return assertNever(origin);
  }
}

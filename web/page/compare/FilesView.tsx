import { sentence } from '../../core/base/messages';
import { useMemo } from 'react';
import { openWithEdits } from './openWithEdits';
import { filesKey, structInFiles } from '../state/otherFiles';
import type { InView } from '../state/inView';
import { filesTable, type Applies, type FileRow, type HotNeighbours } from './fileRows';
import { useAnswer } from '../kit/useAnswer';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Sentence } from '../kit/Sentence';
import { Change } from './Change';
import { Waiting } from '../kit/Waiting';
import styles from './Files.module.css';

/** The changes of the struct in view, in every loaded file that has it: one row each. */
export function FilesView({ inView }: { inView: InView }) {
  const app = useApp();
  const key = useAppState((state) => filesKey(state.files));
  const { name } = inView.document.struct;
  const { keyword } = inView.original.applied.struct.root;
  const found = useAnswer(() => structInFiles(app, keyword, name), `${key} ${keyword} ${name}`);
  const table = useMemo(() => found && filesTable(found, inView), [found, inView]);
  if (table === null) return <Waiting className={styles.note}>Asking the loaded files…</Waiting>;
  const { title, hotHead, rows, hasRules, hasOthers, without } = table;
  return (
    <section className={styles.files} aria-label="In every loaded file">
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Applies</th>
            <th scope="col">Size</th>
            <th scope="col">Lines</th>
            <th scope="col">Holes</th>
            <th scope="col">{hotHead}</th>
            {hasRules && <th scope="col">Rules</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} withRules={hasRules} />
          ))}
        </tbody>
      </table>
      {without.map(({ file, text }) => (
        <p key={file} className={styles.note}>
          {text}
        </p>
      ))}
      {!hasOthers && (
        <p className={styles.note}>
          Open other kernels, or builds of the same one with another config or machine, to see where
          these changes break. Each is a row here.
        </p>
      )}
    </section>
  );
}

function Row({ row, withRules }: { row: FileRow; withRules: boolean }) {
  const app = useApp();
  const { title, facts, document, place, before, after } = row;
  return (
    <tr>
      <th scope="row">
        {place === null ? (
          <span className={styles.own}>{title}</span>
        ) : (
          <button
            type="button"
            className={controls.link}
            aria-label={`Open the struct of ${title} with these changes`}
            onClick={() => app.update((state) => openWithEdits(state, place, document))}
          >
            {title}
          </button>
        )}
        <span className={styles.facts}>
          {facts}
          {place === null && ' · in view'}
        </span>
      </th>
      <td className={styles.applies}>
        <Applicable applies={row.applies} />
      </td>
      <td>
        <Change before={before.sizeBytes} after={after.sizeBytes} />
      </td>
      <td>
        <Change before={before.lines} after={after.lines} />
      </td>
      <td>
        <Change before={before.holes} after={after.holes} />
      </td>
      <td className={styles.hot}>
        {row.hot.map((field) => (
          <Neighbours key={field.path} field={field} />
        ))}
      </td>
      {withRules && (
        <td className={styles.applies}>
          {row.rules.map(({ words, broken }) => (
            <span key={words} className={broken === null ? undefined : styles.fails}>
              {broken === null ? (
                `kept: ${words}`
              ) : (
                <Sentence text={`broken: ${words}: ${sentence(broken.why)}`} />
              )}
            </span>
          ))}
        </td>
      )}
    </tr>
  );
}

function Applicable({ applies: { summary, isWhole, fails } }: { applies: Applies }) {
  return (
    <>
      {isWhole ? summary : summary !== null && <span className={styles.fails}>{summary}</span>}
      {fails.map(({ key, words, why }) => (
        <Fails key={key} words={words} why={why} />
      ))}
    </>
  );
}

function Fails({ words, why }: { words: string; why: string }) {
  return (
    <span className={styles.why}>
      <code>{words}</code> <Sentence text={why} />
    </span>
  );
}

function Neighbours({ field: { path, others, more } }: { field: HotNeighbours }) {
  if (others === null) {
    return (
      <span className={styles.neighbours}>
        <code>{path}</code> <span className={styles.fails}>is not in it</span>
      </span>
    );
  }
  return (
    <span className={styles.neighbours}>
      <code>{path}</code> {others.length === 0 ? 'shares its line with no other' : 'with '}
      {others.map((other, at) => (
        <span key={other.path}>
          {at > 0 && ', '}
          <code className={other.hasArrived ? styles.changed : undefined}>{other.path}</code>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </span>
  );
}

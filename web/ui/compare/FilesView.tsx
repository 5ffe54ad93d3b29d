import { useMemo } from 'react';
import { carriedTo, configOf, type Config, type HotField } from '../../analysis/compare/config';
import { hotFields, type HotFields } from '../../app/compare/hotFields';
import { openWithEdits } from '../../app/compare/openWithEdits';
import { filesKey, structInFiles, type InFile } from '../../app/compare/otherFiles';
import type { InView } from '../../app/document/inView';
import { formatEdit } from '../../edit/words';
import type { FileId } from '../../layout/ids';
import { useAnswer } from '../bind/useAnswer';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { plural } from '../../base/prose';
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
  const rows = useMemo(() => (found === null ? [] : rowsOf(found, inView)), [found, inView]);
  const hot = useMemo(() => hotFields(inView), [inView]);
  if (found === null) return <Waiting className={styles.note}>Asking the loaded files…</Waiting>;
  const edits = inView.document.edits.length;
  const withRules = rows.some(({ config }) => config.rules.length > 0);
  const asked = rows.filter(({ place }) => place !== null).length;
  return (
    <section className={styles.files} aria-label="In every loaded file">
      <h2>
        {edits === 0 ? 'The untouched order' : plural(edits, 'change')} of {name},{' '}
        {asked === 0 ? 'in view' : `in ${plural(asked, 'other layout')}`}
      </h2>
      <table>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Applies</th>
            <th scope="col">Size</th>
            <th scope="col">Lines</th>
            <th scope="col">Holes</th>
            <th scope="col">{hotHead(hot)}</th>
            {withRules && <th scope="col">Rules</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <FileRow key={row.key} row={row} withRules={withRules} />
          ))}
        </tbody>
      </table>
      {found.flatMap(({ file, fileName, structs, failure }) =>
        structs.length > 0 ? (
          []
        ) : (
          <p key={file} className={styles.note}>
            {fileName}: {failure ?? `no ${keyword} ${name}.`}
          </p>
        ),
      )}
      {asked === 0 && (
        <p className={styles.note}>
          Open other kernels, or builds of the same one with another config or machine, to see where
          these changes break. Each is a row here.
        </p>
      )}
    </section>
  );
}

interface Row {
  readonly key: string;
  readonly title: string;
  readonly facts: string;
  readonly config: Config;
  /** Where it is opened from; null for what is in view. */
  readonly place: FileId | null;
}

function rowsOf(found: readonly InFile[], inView: InView): readonly Row[] {
  const { document, open } = inView;
  const hot = hotFields(inView).paths;
  const own = open.origin.kind === 'file' ? open.origin.file : null;
  const target = (struct: typeof document.struct, release: string | null, lineBytes: number) =>
    [release, struct.target.machine, `${lineBytes}-byte lines`].filter(Boolean).join(' · ');
  const title = open.origin.kind === 'file' ? open.origin.fileName : open.origin.title;
  const first: Row = {
    key: open.id,
    title,
    facts: target(
      document.struct,
      found.find(({ file }) => file === own)?.release ?? null,
      inView.edited.applied.state.lineBytes,
    ),
    config: configOf(document, hot),
    place: null,
  };
  const others = found.flatMap(({ file, fileName, release, structs }) =>
    structs
      .filter((struct) => file !== own || struct.key !== document.struct.key)
      .map((struct, at): Row => {
        const config = configOf(carriedTo(struct, document), hot);
        const line = config.document.edits.findLast((edit) => edit.kind === 'line');
        const lineBytes = line?.kind === 'line' ? line.bytes : config.document.lineBytes;
        return {
          key: `${file}/${struct.key}`,
          title: structs.length > 1 ? `${fileName} #${at + 1}` : fileName,
          facts: target(struct, release, lineBytes),
          config,
          place: file,
        };
      }),
  );
  return [first, ...others];
}

function FileRow({ row, withRules }: { row: Row; withRules: boolean }) {
  const app = useApp();
  const { title, facts, config, place } = row;
  const { before, after } = config;
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
            onClick={() => app.update((state) => openWithEdits(state, place, config.document))}
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
        <Applies config={config} />
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
        {config.hot.map((field) => (
          <Neighbours key={field.path} field={field} />
        ))}
      </td>
      {withRules && (
        <td className={styles.applies}>
          {config.rules.map(({ words, broken }) => (
            <span key={words} className={broken === null ? undefined : styles.fails}>
              {broken === null ? (
                `kept: ${words}`
              ) : (
                <Sentence text={`broken: ${words}: ${broken.why}`} />
              )}
            </span>
          ))}
        </td>
      )}
    </tr>
  );
}

function Applies({ config: { readOnly, skipped, document } }: { config: Config }) {
  const total = document.edits.length;
  if (readOnly !== null) return <Fails words="cannot be edited" why={readOnly} />;
  if (total === 0) return <>–</>;
  if (skipped.length === 0) return <>{total === 1 ? 'yes' : `all ${total}`}</>;
  return (
    <>
      <span className={styles.fails}>
        {skipped.length === total ? 'no' : `${total - skipped.length} of ${total}`}
      </span>
      {skipped.map(({ index, edit, reason }) => (
        <Fails key={index} words={formatEdit(edit)} why={reason} />
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

/** More neighbours than this are counted. */
const SHOWN = 8;

function Neighbours({ field: { path, neighbours, arrived } }: { field: HotField }) {
  if (neighbours === null) {
    return (
      <span className={styles.neighbours}>
        <code>{path}</code> <span className={styles.fails}>is not in it</span>
      </span>
    );
  }
  // What the changes brought there comes first.
  const sorted = [...neighbours].sort((a, b) => Number(arrived.has(b)) - Number(arrived.has(a)));
  const rest = sorted.length - SHOWN;
  return (
    <span className={styles.neighbours}>
      <code>{path}</code> {neighbours.length === 0 ? 'shares its line with no other' : 'with '}
      {sorted.slice(0, SHOWN).map((other, at) => (
        <span key={other}>
          {at > 0 && ', '}
          <code className={arrived.has(other) ? styles.changed : undefined}>{other}</code>
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}
    </span>
  );
}

function hotHead({ from }: HotFields): string {
  switch (from) {
    case 'measured':
      return 'Hottest fields share a line';
    case 'tagged':
      return 'Tagged fields share a line';
    case 'moved':
      return 'Changed fields share a line';
  }
}

import { useMemo, useState } from 'react';
import { holderChanges, describedHolders, type HolderChange } from './holders';
import type { InView } from '../struct/inView';
import type { FileId } from '../../core/layout/ids';
import { holderRow } from './holderRow';
import { useAnswer } from '../bind/useAnswer';
import { useApp, useAppState } from '../kit/context';
import { useSlabCaches } from './useSlabCaches';
import controls from '../kit/controls.module.css';
import { plural } from '../../core/base/prose';
import { Sentence } from '../kit/Sentence';
import { Change } from './Change';
import { SlabCosts } from './SlabCosts';
import { Waiting } from '../kit/Waiting';
import styles from './Files.module.css';

/** What a layout costs around it: what the allocators take, and what becomes of the structs that hold it. */
export function CostView({ inView }: { inView: InView }) {
  const { origin } = inView.open;
  const file = origin.kind === 'file' ? origin.file : null;
  const asks = useAppState(
    ({ files }) => files.find(({ id }) => id === file)?.phase.kind === 'ready',
  );
  return (
    <>
      <SlabCosts inView={inView} />
      <section className={styles.files} aria-label="Structs that hold it">
        <h2>Structs that hold it by value</h2>
        {file !== null && asks ? (
          <Holders file={file} inView={inView} />
        ) : (
          <p className={styles.note}>
            Only a loaded file can tell: open the kernel, then this struct from its list.
          </p>
        )}
      </section>
    </>
  );
}

const FIRST = 20;

function Holders({ file, inView }: { file: FileId; inView: InView }) {
  const app = useApp();
  const [all, setAll] = useState(false);
  const { struct } = inView.document;
  const found = useAnswer(() => describedHolders(app, file, struct.name), `${file} ${struct.key}`);
  const { layout } = inView.edited;
  const changes = useMemo(
    () => (found === null ? [] : holderChanges(found.holders, struct, layout)),
    [found, struct, layout],
  );
  if (found === null) return <Waiting className={styles.note}>Asking the file…</Waiting>;
  if (changes.length === 0) {
    return <p className={styles.note}>No struct of this file holds one.</p>;
  }
  const shown = all ? changes : changes.slice(0, FIRST);
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Struct</th>
            <th scope="col">Size</th>
            <th scope="col">Lines</th>
            <th scope="col">Its fields that shift</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((change) => (
            <HolderLine key={change.holder.desc.key} file={file} change={change} />
          ))}
        </tbody>
      </table>
      {shown.length < changes.length && (
        <button type="button" className={controls.link} onClick={() => setAll(true)}>
          {plural(changes.length - shown.length, 'more struct')}
        </button>
      )}
      <p className={styles.note}>
        Per-CPU variables are known from the file’s BTF, slab caches from an open /proc/slabinfo.
      </p>
      {found.more > 0 && (
        <p className={styles.note}>
          {plural(found.more, 'more struct')} that hold it deeper, or are larger, are not laid out
          here.
        </p>
      )}
    </>
  );
}

function HolderLine({ file, change }: { file: FileId; change: HolderChange }) {
  const app = useApp();
  const { holder } = change;
  const { facts, change: changed } = holderRow(change, useSlabCaches());
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className={controls.link}
          aria-label={`Open ${holder.name}`}
          onClick={() => void app.openNamed(file, holder.name, holder.sizeBytes)}
        >
          <code>{holder.name}</code>
        </button>
        {facts.map((words) => (
          <span key={words} className={styles.facts}>
            {words}
          </span>
        ))}
      </th>
      {changed.kind === 'refused' ? (
        <td colSpan={3} className={styles.applies}>
          <Sentence text={changed.why} />
        </td>
      ) : (
        <>
          <td>
            <Change {...changed.sizeBytes} />
          </td>
          <td>
            <Change {...changed.lines} />
          </td>
          <td className={styles.applies}>
            {changed.shifted.length === 0 ? (
              'none'
            ) : (
              <span>
                {changed.shifted.map((path, at) => (
                  <span key={path}>
                    {at > 0 && ', '}
                    <code>{path}</code>
                  </span>
                ))}
                {changed.moreShifted > 0 && ` and ${changed.moreShifted} more`}
                {changed.crossed > 0 && `; ${changed.crossed} to another line`}
              </span>
            )}
          </td>
        </>
      )}
    </tr>
  );
}

import { useMemo, useState } from 'react';
import { cacheOf, type SlabCache } from '../../analysis/compare/slabinfo';
import {
  holderChanges,
  describedHolders,
  type DescribedHolder,
  type HolderChange,
} from '../../app/compare/holders';
import type { InView } from '../../app/document/inView';
import type { FileId } from '../../layout/ids';
import { useAnswer } from '../bind/useAnswer';
import { useApp, useAppState } from '../kit/context';
import { useSlabCaches } from './useSlabCaches';
import controls from '../kit/controls.module.css';
import { grouped, plural } from '../../base/prose';
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

const FEW_FIELDS = 6;

function HolderLine({ file, change }: { file: FileId; change: HolderChange }) {
  const app = useApp();
  const { holder, diff, refused } = change;
  const caches = useSlabCaches();
  const shifted = diff?.fields.filter(({ movedBits }) => movedBits !== 0) ?? [];
  const crossed = shifted.filter(({ changedLines }) => changedLines).length;
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
        <span className={styles.facts}>
          at {holder.offsetBytes}
          {holder.places > 1 && ` and ${plural(holder.places - 1, 'more place')}`}
          {!holder.direct && ', inside another'}
        </span>
        {memoryOf(holder, caches).map((words) => (
          <span key={words} className={styles.facts}>
            {words}
          </span>
        ))}
      </th>
      {diff === null ? (
        <td colSpan={3} className={styles.applies}>
          <Sentence text={`Cannot be recomputed. ${refused ?? ''}`} />
        </td>
      ) : (
        <>
          <td>
            <Change before={diff.sizeBits.before / 8} after={diff.sizeBits.after / 8} />
          </td>
          <td>
            <Change before={diff.lines.before} after={diff.lines.after} />
          </td>
          <td className={styles.applies}>
            {shifted.length === 0 ? (
              'none'
            ) : (
              <span>
                {shifted.slice(0, FEW_FIELDS).map(({ path }, at) => (
                  <span key={path}>
                    {at > 0 && ', '}
                    <code>{path}</code>
                  </span>
                ))}
                {shifted.length > FEW_FIELDS && ` and ${shifted.length - FEW_FIELDS} more`}
                {crossed > 0 && `; ${crossed} to another line`}
              </span>
            )}
          </td>
        </>
      )}
    </tr>
  );
}

/** Where objects of a holder lie, as far as a loaded file says. */
function memoryOf(
  { name, perCpu }: DescribedHolder,
  caches: readonly SlabCache[],
): readonly string[] {
  const cache = cacheOf(caches, name);
  const more = perCpu === null ? 0 : perCpu.count - perCpu.variables.length;
  return [
    ...(perCpu === null
      ? []
      : [`per-CPU: ${perCpu.variables.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]),
    ...(cache === null ? [] : [`slab cache ${cache.name}: ${grouped(cache.activeObjects)} in use`]),
  ];
}

import { useMemo, useState } from 'react';
import { slabRows, type SlabRow } from '../../analysis/compare/slabRows';
import { machineOf } from '../../analysis/predict/allocation';
import { holderChanges, holdersOf, type HolderChange } from '../../app/compare/embedders';
import type { SettledView } from '../../app/document/inView';
import type { FileId } from '../../layout/ids';
import { useAnswer } from '../bind/useAnswer';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { grouped, plural } from '../../base/prose';
import { Sentence } from '../kit/Sentence';
import { Change } from './Change';
import styles from './Files.module.css';

/** What a layout costs around it: what the allocators take, and what becomes of the structs that hold it. */
export function CostView({ inView }: { inView: SettledView }) {
  const { origin } = inView.open;
  const file = origin.kind === 'file' ? origin.file : null;
  const asks = useAppState(
    ({ files }) => files.find(({ id }) => id === file)?.phase.kind === 'ready',
  );
  return (
    <>
      <Slab inView={inView} />
      <section className={styles.files} aria-label="Structs that hold it">
        <h2>Structs that hold it by value</h2>
        {file !== null && asks ? (
          <Holders file={file} inView={inView} />
        ) : (
          <p className={styles.note}>
            Known only of a struct that a loaded binary has: open the kernel, and the struct from
            its list.
          </p>
        )}
      </section>
    </>
  );
}

const COUNTS = [1_000, 100_000, 1_000_000, 10_000_000];
const CPUS = [1, 8, 64, 256];

function Slab({ inView: { original, edited } }: { inView: SettledView }) {
  const [objects, setObjects] = useState(1_000_000);
  const [cpus, setCpus] = useState(64);
  const machine = { ...machineOf(edited.applied), cpus };
  const flexible = edited.applied.struct.root.members.at(-1)?.flexible === true;
  const tailBytes = flexible ? machine.pointerBytes : 0;
  const rows = slabRows(original.layout, edited.layout, machine, { objects, tailBytes });
  return (
    <section className={styles.files} aria-label="What the allocators take">
      <h2>What the allocators take</h2>
      <p className={styles.choices}>
        <label>
          Objects{' '}
          <select
            className={controls.field}
            value={objects}
            onChange={(event) => setObjects(Number(event.target.value))}
          >
            {COUNTS.map((count) => (
              <option key={count} value={count}>
                {grouped(count)}
              </option>
            ))}
          </select>
        </label>
        <label>
          CPUs{' '}
          <select
            className={controls.field}
            value={cpus}
            onChange={(event) => setCpus(Number(event.target.value))}
          >
            {CPUS.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </select>
        </label>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Allocated by</th>
            <th scope="col">Each takes, bytes</th>
            <th scope="col">Per slab</th>
            <th scope="col">Order</th>
            <th scope="col">{grouped(objects)} take, KiB</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <SlabLine key={row.name} row={row} />
          ))}
        </tbody>
      </table>
      <p className={styles.note}>
        By the rules of SLUB with its defaults: pages of {grouped(machine.pageBytes)} bytes, lines
        of {machine.lineBytes}.{' '}
        {flexible && `kmalloc with one element of ${tailBytes} bytes in the flexible array.`}
      </p>
    </section>
  );
}

function SlabLine({ row: { name, before, after } }: { row: SlabRow }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Change before={before.strideBytes} after={after.strideBytes} />
      </td>
      <td>
        <Change before={before.objectsPerSlab} after={after.objectsPerSlab} />
      </td>
      <td>
        <Change before={before.order} after={after.order} />
      </td>
      <td>
        <Change
          before={Math.round(before.totalBytes / 1024)}
          after={Math.round(after.totalBytes / 1024)}
        />
      </td>
    </tr>
  );
}

const FIRST = 20;

function Holders({ file, inView }: { file: FileId; inView: SettledView }) {
  const app = useApp();
  const [all, setAll] = useState(false);
  const { struct } = inView.document;
  const found = useAnswer(() => holdersOf(app, file, struct.name), `${file} ${struct.key}`);
  const { layout } = inView.edited;
  const changes = useMemo(
    () => (found === null ? [] : holderChanges(found.holders, struct, layout)),
    [found, struct, layout],
  );
  if (found === null) return <p className={styles.note}>Asking the file…</p>;
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

import { useMemo, useState } from 'react';
import { containerChanges, describedContainers, type ContainerChange } from './containers';
import type { InView } from '../state/inView';
import type { FileId } from '../../core/layout/ids';
import { containerRow } from './containerRow';
import { useAnswer } from '../kit/useAnswer';
import { useApp, useAppState } from '../kit/context';
import { useSlabCaches } from './useSlabCaches';
import controls from '../kit/controls.module.css';
import { plural } from '../../core/base/prose';
import { Sentence } from '../kit/Sentence';
import { Change } from './Change';
import { Waiting } from '../kit/Waiting';
import styles from './Files.module.css';
import { slabTable, type SlabTableRow } from './slabTable';

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
          <Containers file={file} inView={inView} />
        ) : (
          <p className={styles.note}>
            Only a loaded file has this: open the kernel, then this struct from its list.
          </p>
        )}
      </section>
    </>
  );
}

const FIRST = 20;

function Containers({ file, inView }: { file: FileId; inView: InView }) {
  const app = useApp();
  const [all, setAll] = useState(false);
  const { struct } = inView.document;
  const found = useAnswer(
    () => describedContainers(app, file, struct.name),
    `${file} ${struct.key}`,
  );
  const { layout } = inView.edited;
  const changes = useMemo(
    () => (found === null ? [] : containerChanges(found.containers, struct, layout)),
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
            <ContainerLine key={change.container.desc.key} file={file} change={change} />
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

function ContainerLine({ file, change }: { file: FileId; change: ContainerChange }) {
  const app = useApp();
  const { container } = change;
  const { facts, change: changed } = containerRow(change, useSlabCaches());
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className={controls.link}
          aria-label={`Open ${container.name}`}
          onClick={() => void app.openNamed(file, container.name, container.sizeBytes)}
        >
          <code>{container.name}</code>
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

const CPUS = [1, 8, 64, 256];

/** What objects of a layout take from the allocators; of a machine whose /proc/slabinfo is open, as it says. */
function SlabCosts({ inView }: { inView: InView }) {
  const caches = useSlabCaches();
  const [chosen, setChosen] = useState<number | null>(null);
  const [cpus, setCpus] = useState(64);
  const table = slabTable(inView, caches, chosen, cpus);
  return (
    <section className={styles.files} aria-label="What the allocators take">
      <h2>What the allocators take</h2>
      <p className={styles.choices}>
        <label>
          Objects{' '}
          <select
            className={controls.field}
            value={table.objects}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {table.objectChoices.map(({ value, words }) => (
              <option key={value} value={value}>
                {words}
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
            <th scope="col">{table.totalHead}</th>
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <SlabLine key={row.name} row={row} />
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{table.rules}</p>
      <p className={styles.note}>
        <Sentence text={table.machine} />
      </p>
    </section>
  );
}

function SlabLine({ row }: { row: SlabTableRow }) {
  return (
    <tr>
      <th scope="row">
        {row.name}
        {row.way !== null && <span className={styles.facts}>{row.way}</span>}
      </th>
      <td>
        <Change {...row.strideBytes} />
      </td>
      <td>
        <Change {...row.objectsPerSlab} />
      </td>
      <td>
        <Change {...row.order} />
      </td>
      <td>
        <Change {...row.totalKib} />
      </td>
    </tr>
  );
}

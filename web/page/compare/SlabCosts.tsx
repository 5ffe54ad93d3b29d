import { useState } from 'react';
import type { InView } from '../struct/inView';
import { slabTable, type SlabTableRow } from './slabTable';
import controls from '../kit/controls.module.css';
import { Sentence } from '../kit/Sentence';
import { Change } from './Change';
import styles from './Files.module.css';
import { useSlabCaches } from './useSlabCaches';

const CPUS = [1, 8, 64, 256];

/** What objects of a layout take from the allocators; of a machine whose /proc/slabinfo is open, as it says. */
export function SlabCosts({ inView }: { inView: InView }) {
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

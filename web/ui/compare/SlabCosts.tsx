import { useState } from 'react';
import {
  cacheOf,
  cacheRow,
  wayOf,
  type CacheWay,
  type SlabCache,
} from '../../analysis/compare/slabinfo';
import { slabRows, type SlabRow } from '../../analysis/compare/slabRows';
import { machineOf } from '../../analysis/predict/allocation';
import type { SlabMachine } from '../../analysis/slab';
import type { InView } from '../../app/document/inView';
import { assertNever } from '../../base/assert';
import { grouped, plural } from '../../base/prose';
import type { Layout } from '../../layout/layout';
import controls from '../kit/controls.module.css';
import { Sentence } from '../kit/Sentence';
import { Change } from './Change';
import styles from './Files.module.css';
import { useSlabCaches } from './useSlabCaches';

const COUNTS = [1_000, 100_000, 1_000_000, 10_000_000];
const CPUS = [1, 8, 64, 256];

/** What objects of a layout take from the allocators; of a machine whose /proc/slabinfo is open, as it says. */
export function SlabCosts({ inView: { original, edited, document } }: { inView: InView }) {
  const caches = useSlabCaches();
  const cache = cacheOf(caches, document.struct.name);
  const [chosen, setChosen] = useState<number | null>(null);
  const inUse = cache === null || cache.activeObjects === 0 ? null : cache.activeObjects;
  const objects = chosen ?? inUse ?? 1_000_000;
  const [cpus, setCpus] = useState(64);
  const machine = { ...machineOf(edited.applied), cpus };
  const flexible = edited.applied.struct.root.members.at(-1)?.flexible === true;
  const tailBytes = flexible ? machine.pointerBytes : 0;
  const rows = slabRows(original.layout, edited.layout, machine, { objects, tailBytes });
  const way = cache === null ? null : wayOf(cache, measuresOf(original.layout), machine);
  return (
    <section className={styles.files} aria-label="What the allocators take">
      <h2>What the allocators take</h2>
      <p className={styles.choices}>
        <label>
          Objects{' '}
          <select
            className={controls.field}
            value={objects}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {inUse !== null && (
              <option value={inUse}>
                {grouped(inUse)}, in use in {cache?.name}
              </option>
            )}
            {COUNTS.filter((count) => count !== inUse).map((count) => (
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
            <th scope="col">KiB per {plural(objects, 'object')}</th>
          </tr>
        </thead>
        <tbody>
          {cache && way && (
            <SlabLine row={cacheRow(cache, way, measuresOf(edited.layout), machine, objects)}>
              {wayText(way)}
            </SlabLine>
          )}
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
      <p className={styles.note}>
        <Sentence
          text={slabinfoText(document.struct.name, caches, cache, original.layout, machine)}
        />
      </p>
    </section>
  );
}

function measuresOf({ sizeBits, alignBits }: Layout) {
  return { sizeBytes: sizeBits / 8, alignBytes: alignBits / 8 };
}

/** What the machine's own figures say, or why there are none. */
function slabinfoText(
  struct: string,
  caches: readonly SlabCache[],
  cache: SlabCache | null,
  before: Layout,
  machine: SlabMachine,
): string {
  if (caches.length === 0) {
    return 'For the objects that a machine has in use, open its slabinfo: `sudo cat /proc/slabinfo > slabinfo.txt`';
  }
  if (cache === null) {
    return `The slabinfo has no cache for \`${struct}\` by a name that Hitmap knows: its objects come from kmalloc or lie inside others, or its cache was merged with one of the same size.`;
  }
  if (wayOf(cache, measuresOf(before), machine) === null) {
    return `Objects of the slabinfo’s \`${cache.name}\` take ${grouped(cache.strideBytes)} bytes, less than this struct: it is of another kernel or config, and not counted.`;
  }
  return `\`${cache.name}\` before is what the machine states: ${grouped(cache.activeObjects)} objects in use, ${grouped(cache.objectsPerSlab)} in a slab of ${plural(cache.pagesPerSlab, 'page')}. After is computed.`;
}

function wayText(way: CacheWay): string {
  switch (way.kind) {
    case 'hwcacheAlign':
      return 'of this machine, line-aligned';
    case 'plain':
      return 'of this machine';
    case 'larger':
      return `of this machine; ${grouped(way.bytes)} bytes more than the struct`;
    default:
      return assertNever(way);
  }
}

function SlabLine(props: { row: SlabRow; children?: string }) {
  const { name, before, after } = props.row;
  return (
    <tr>
      <th scope="row">
        {name}
        {props.children !== undefined && <span className={styles.facts}>{props.children}</span>}
      </th>
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

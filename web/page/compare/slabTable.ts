import {
  cacheOf,
  cacheRow,
  wayOf,
  type CacheWay,
  type SlabCache,
} from '../../core/compare/slabinfo';
import { slabRows, type SlabRow } from '../../core/compare/slabRows';
import { machineOf } from '../../core/model/allocation';
import type { InView } from '../state/inView';
import { assertNever } from '../../core/base/assert';
import { grouped, plural } from '../../core/base/prose';
import type { Layout } from '../../core/layout/layout';
import type { BeforeAfter } from './containerRow';

/** What objects of a layout take from the allocators. */
export interface SlabTable {
  /** How many objects are counted, and what can be chosen instead. */
  readonly objects: number;
  readonly objectChoices: readonly { readonly value: number; readonly words: string }[];
  readonly totalHead: string;
  readonly rows: readonly SlabTableRow[];
  /** By which rules it is computed. */
  readonly rules: string;
  /** What the machine's own figures say, or why there are none. Names stand in backquotes. */
  readonly machine: string;
}

export interface SlabTableRow {
  readonly name: string;
  /** How a cache of the machine gives its objects; null for what is computed alone. */
  readonly way: string | null;
  readonly strideBytes: BeforeAfter;
  readonly objectsPerSlab: BeforeAfter;
  readonly order: BeforeAfter;
  readonly totalKib: BeforeAfter;
}

const COUNTS = [1_000, 100_000, 1_000_000, 10_000_000];
const USUAL_COUNT = 1_000_000;

/**
 * @param caches of the machine whose /proc/slabinfo is open; none where none is
 * @param chosen how many objects; null for those in use, as far as that is known
 */
export function slabTable(
  { original, edited, document }: InView,
  caches: readonly SlabCache[],
  chosen: number | null,
  cpus: number,
): SlabTable {
  const { name } = document.struct;
  const cache = cacheOf(caches, name);
  const inUse = cache === null || cache.activeObjects === 0 ? null : cache.activeObjects;
  const objects = chosen ?? inUse ?? USUAL_COUNT;
  const machine = { ...machineOf(edited.applied), cpus };
  const isFlexible = edited.applied.struct.root.members.at(-1)?.flexible === true;
  const tailBytes = isFlexible ? machine.pointerBytes : 0;
  const before = measuresOf(original.layout);
  const way = cache === null ? null : wayOf(cache, before, machine);
  return {
    objects,
    objectChoices: [
      ...(inUse === null
        ? []
        : [{ value: inUse, words: `${grouped(inUse)}, in use in ${cache?.name ?? ''}` }]),
      ...COUNTS.filter((count) => count !== inUse).map((value) => ({
        value,
        words: grouped(value),
      })),
    ],
    totalHead: `KiB per ${plural(objects, 'object')}`,
    rows: [
      ...(cache && way
        ? [
            tableRow(
              cacheRow(cache, way, measuresOf(edited.layout), machine, objects),
              wayText(way),
            ),
          ]
        : []),
      ...slabRows(original.layout, edited.layout, machine, { objects, tailBytes }).map((row) =>
        tableRow(row, null),
      ),
    ],
    rules: [
      `By the rules of SLUB with its defaults: pages of ${grouped(machine.pageBytes)} bytes, lines of ${machine.lineBytes}.`,
      ...(isFlexible
        ? [`kmalloc with one element of ${tailBytes} bytes in the flexible array.`]
        : []),
    ].join(' '),
    machine: machineText(name, caches, cache, way),
  };
}

function measuresOf({ sizeBits, alignBits }: Layout) {
  return { sizeBytes: sizeBits / 8, alignBytes: alignBits / 8 };
}

function tableRow({ name, before, after }: SlabRow, way: string | null): SlabTableRow {
  const both = (of: (cost: SlabRow['before']) => number): BeforeAfter => ({
    before: of(before),
    after: of(after),
  });
  return {
    name,
    way,
    strideBytes: both((cost) => cost.strideBytes),
    objectsPerSlab: both((cost) => cost.objectsPerSlab),
    order: both((cost) => cost.order),
    totalKib: both((cost) => Math.round(cost.totalBytes / 1024)),
  };
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

function machineText(
  struct: string,
  caches: readonly SlabCache[],
  cache: SlabCache | null,
  way: CacheWay | null,
): string {
  if (caches.length === 0) {
    return 'For the objects that a machine has in use, open its slabinfo: `sudo cat /proc/slabinfo > slabinfo.txt`';
  }
  if (cache === null) {
    return `The slabinfo has no cache for \`${struct}\` by a name that Hitmap knows. Its objects come from kmalloc or are inside others, or its cache was merged with one of the same size.`;
  }
  if (way === null) {
    return `Objects of the slabinfo’s \`${cache.name}\` take ${grouped(cache.strideBytes)} bytes, less than this struct: it belongs to another kernel or config, and is not counted.`;
  }
  return `\`${cache.name}\` before is what the machine states: ${grouped(cache.activeObjects)} objects in use, ${grouped(cache.objectsPerSlab)} in a slab of ${plural(cache.pagesPerSlab, 'page')}. After is computed.`;
}

import { cacheOf, type SlabCache } from '../../core/compare/slabinfo';
import type { DescribedContainer, ContainerChange } from './containers';
import { grouped, plural } from '../../core/base/prose';
import type { MemberPath } from '../../core/layout/ids';

/** A struct that holds the one in view by value, and what the changes do to it. */
export interface ContainerRow {
  /** Where the struct lies in it, and where objects of it lie, as far as a loaded file says. */
  readonly facts: readonly string[];
  readonly change: ChangedContainer | { readonly kind: 'refused'; readonly why: string };
}

interface ChangedContainer {
  readonly kind: 'computed';
  readonly sizeBytes: BeforeAfter;
  readonly lines: BeforeAfter;
  /** Its own fields that shift, as many as have room. */
  readonly shifted: readonly MemberPath[];
  readonly moreShifted: number;
  /** How many of all that shift come to another line. */
  readonly crossed: number;
}

export interface BeforeAfter {
  readonly before: number;
  readonly after: number;
}

const MOST_SHIFTED = 6;

export function containerRow(
  { container, diff, refused }: ContainerChange,
  caches: readonly SlabCache[],
): ContainerRow {
  const facts = [offsetText(container), ...memoryOf(container, caches)];
  if (diff === null) {
    return { facts, change: { kind: 'refused', why: `Cannot be recomputed. ${refused ?? ''}` } };
  }
  const { sizeBits, lines, fields } = diff;
  const shifted = fields.filter(({ movedBits }) => movedBits !== 0);
  return {
    facts,
    change: {
      kind: 'computed',
      sizeBytes: { before: sizeBits.before / 8, after: sizeBits.after / 8 },
      lines,
      shifted: shifted.slice(0, MOST_SHIFTED).map(({ path }) => path),
      moreShifted: Math.max(0, shifted.length - MOST_SHIFTED),
      crossed: shifted.filter(({ changedLines }) => changedLines).length,
    },
  };
}

function offsetText({ offsetBytes, places, direct }: DescribedContainer): string {
  const more = places > 1 ? ` and ${plural(places - 1, 'more place')}` : '';
  return `at ${offsetBytes}${more}${direct ? '' : ', inside another'}`;
}

function memoryOf(
  { name, perCpu }: DescribedContainer,
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

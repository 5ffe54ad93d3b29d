import { plural } from '../base/prose';
import { applyEdit } from '../edit/apply';
import type { Applied } from '../edit/applied';
import { computeLayout } from '../layout/compute';
import type { Layout } from '../layout/layout';
import { fieldsOf } from '../layout/walk';
import { scopesOf, type Unit } from '../search/scopes';
import type { Finding } from './finding';

/** How many members are tried in one hole, the largest first. Each takes a layout of the whole struct. */
const MOST_TRIED = 3;
const MOST_HOLES = 4;
/** Members that the layouts of all tries may have together; a struct of a kernel needs a tenth of it. */
const MOST_LAID_OUT = 60_000;

/**
 * Holes that a later field would fill so that the struct shrinks; one that only moves a hole is no news.
 * Pinned fields, forced alignments and what the source marks as a group stay where they are.
 */
export function holeFindings(applied: Applied, layout: Layout): readonly Finding[] {
  if (applied.struct.root.keyword === 'union') return [];
  const before = { sizeBytes: layout.sizeBits / 8 };
  const fields = new Map([...fieldsOf(layout)].map((field) => [field.path, field]));
  const holes = scopesOf(applied.struct, applied.state.together).flatMap(({ path, units }) => {
    const here = path === null ? layout : (fields.get(path)?.inner ?? null);
    return (here?.items ?? []).flatMap((hole, index) => {
      const next = here?.items[index + 1];
      if (hole.kind !== 'hole' || hole.sizeBits < 8 || next?.kind !== 'field') return [];
      return [{ hole, units, next: next.path }];
    });
  });
  const tried = Math.ceil(MOST_LAID_OUT / MOST_TRIED / Math.max(1, fields.size));
  const largest =
    holes.length <= tried
      ? holes
      : [...holes].sort((a, b) => b.hole.sizeBits - a.hole.sizeBits).slice(0, tried);
  const found = largest.flatMap(({ hole, units, next }) => {
    const best = bestFor(applied, before, units, hole.sizeBits, next);
    return best === null ? [] : [{ ...best, hole }];
  });
  return found
    .sort((a, b) => a.sizeBytes - b.sizeBytes || b.unitBytes - a.unitBytes)
    .slice(0, MOST_HOLES)
    .map(({ hole, member, unitBytes, sizeBytes }) => ({
      kind: 'hole',
      title: `Hole of ${plural(Math.floor(hole.sizeBits / 8), 'byte')} at ${Math.floor(hole.offsetBits / 8)}`,
      reason: `\`${member}\` (${plural(unitBytes, 'byte')}, now at ${Math.floor((fields.get(member)?.offsetBits ?? 0) / 8)}) fits: moved there, the struct takes ${sizeBytes} bytes instead of ${before.sizeBytes}.`,
      members: [member],
      lines: [],
      functions: [],
      samples: 0,
    }));
}

/** The later field of the same level that gains most; null where none gains anything. */
function bestFor(
  applied: Applied,
  before: { readonly sizeBytes: number },
  units: readonly Unit[],
  holeBits: number,
  next: string,
) {
  const at = units.findIndex(({ members }) => members.some(({ path }) => path === next));
  const here = units[at];
  const anchor = here?.members[0];
  if (here === undefined || anchor === undefined || anchor.path !== next) return null;
  const fitting = units
    .slice(at + 1)
    .filter((unit) => unit.movable && unit.segment === here.segment && unit.members.length === 1)
    .filter(({ sizeBits, members }) => {
      return sizeBits > 0 && sizeBits <= holeBits && members.every((m) => m.bitField === null);
    })
    .sort((a, b) => b.sizeBits - a.sizeBits)
    .slice(0, MOST_TRIED);
  const outcomes = fitting.flatMap(({ members: [only], sizeBits }) => {
    if (only === undefined) return [];
    const to = { at: 'before', member: anchor.path } as const;
    const moved = applyEdit(applied, { kind: 'move', members: [only.path], to });
    if (!moved.ok) return [];
    const sizeBytes = computeLayout(moved.value.struct).sizeBits / 8;
    return sizeBytes < before.sizeBytes
      ? [{ member: only.path, unitBytes: sizeBits / 8, sizeBytes }]
      : [];
  });
  outcomes.sort((a, b) => a.sizeBytes - b.sizeBytes);
  return outcomes[0] ?? null;
}

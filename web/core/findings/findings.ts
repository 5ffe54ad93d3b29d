import type { Applied } from '../edit/applied';
import type { Layout, FieldItem } from '../layout/layout';
import type { OrderedStruct, OrderedAggregate } from '../layout/order';
import type { Attribution } from '../heat/attribute';
import type { Finding } from './finding';
import { sharingFindings, conflictsOf } from './sharing';
import { usesOf, type Uses, type Use } from './uses';
import { listed, plural } from '../base/prose';
import { runOf } from '../edit/runs';
import type { MemberPath } from '../layout/ids';
import { applyEdit } from '../edit/apply';
import { computeLayout } from '../layout/compute';
import { membersOf, fieldsOf } from '../layout/walk';
import { scopesOf, type Unit } from '../search/scopes';
import { linesOf, shareLine, straddles } from '../layout/lines';
import { lockKind } from '../locks/lockTypes';
import { guardedBy, lockObjects } from '../locks/objects';
import { otherStruct } from '../model/otherStruct';
import { unpredictableMessage } from '../model/flags';
import { sentence } from '../base/messages';
import { sufferedCount, samplesOf } from './words';

/**
 * What is worth looking at in a layout: races that an edit made first, then a line that is bound to the wrong struct, then
 * false sharing, which an order can end, then what else was measured or tagged by its weight, then what costs bytes alone.
 * Where nothing is measured or tagged only the last are looked for: a struct that nobody calls hot has no contention to speak of.
 *
 * @param layout of `applied`
 * @param original the untouched order
 */
export function findingsOf(
  applied: Applied,
  layout: Layout,
  original: OrderedStruct,
  measured: Attribution | null,
): readonly Finding[] {
  const misbound = measured === null ? [] : misboundFindings(applied, layout, measured);
  // Heat that the report's own functions contradict says nothing of the members that it is on.
  const attribution = misbound.length > 0 ? null : measured;
  const uses = usesOf(applied, layout, attribution);
  const bySamples = (a: Finding, b: Finding) => b.samples - a.samples;
  return [
    ...raceFindings(applied.struct, original),
    ...misbound,
    ...[...sharingAtEachBase(applied, layout, attribution, uses)].sort(bySamples),
    ...[...lockFindings(applied, uses), ...straddlingFindings(applied, uses)].sort(bySamples),
    ...alignmentFindings(applied, layout, attribution, uses),
    ...holeFindings(applied, layout),
  ];
}

/** False sharing, where it may begin at several bytes of its line for each of them: what one alone has says so. */
function sharingAtEachBase(
  applied: Applied,
  layout: Layout,
  attribution: Attribution | null,
  uses: Uses,
): readonly Finding[] {
  const { baseBytes, otherBases } = applied.state;
  const all = [baseBytes, ...otherBases].map((base) => {
    const state = { ...applied.state, baseBytes: base };
    const here = base === baseBytes ? uses : usesOf({ ...applied, state }, layout, attribution);
    return { base, found: sharingFindings(here) };
  });
  const keyOf = ({ members }: Finding) => [...members].sort().join();
  const bases = (key: string) =>
    all.filter(({ found }) => found.some((each) => keyOf(each) === key));
  return all.flatMap(({ base, found }) =>
    found.flatMap((each) => {
      const at = bases(keyOf(each));
      if (at[0]?.base !== base) return [];
      if (at.length === all.length) return each;
      const where = at.map((one) => String(one.base)).join(' or ');
      return { ...each, title: `${each.title}, if it begins at byte ${where} of its line` };
    }),
  );
}

/**
 * Bit-fields that came into one memory location (C11 3.14) by an edit: a store to one of them writes the
 * others back too. In the untouched order they are what the source says, and no finding.
 */
function raceFindings(now: OrderedStruct, original: OrderedStruct): readonly Finding[] {
  if (now.root === original.root) return [];
  const runOfMember = new Map<MemberPath, number>();
  for (const [run, members] of runsOf(original.root).entries()) {
    for (const path of members) runOfMember.set(path, run);
  }
  return runsOf(now.root).flatMap((members) => {
    const apart = new Map<number | undefined, MemberPath>();
    for (const path of members)
      if (!apart.has(runOfMember.get(path))) apart.set(runOfMember.get(path), path);
    if (apart.size < 2) return [];
    return {
      kind: 'race',
      title: 'Bit-fields that were apart share a storage unit',
      reason: `${listed([...apart.values()].map((path) => `\`${path}\``))} now share a storage unit: a store to one writes the other back, so two threads without a common lock can lose a store.`,
      members,
      lines: [],
      functions: [],
      samples: 0,
    };
  });
}

/** A line whose functions work on other types than the members that it was bound to. */
function misboundFindings(
  { struct }: Applied,
  layout: Layout,
  attribution: Attribution,
): readonly Finding[] {
  const found = otherStruct(attribution, lockObjects(struct.desc, layout), layout);
  if (found === null) return [];
  return [
    {
      kind: 'misbound',
      title: 'The report does not fit these members',
      reason: sentence(unpredictableMessage(found)),
      members: found.fields,
      lines: [],
      functions: [],
      samples: 0,
    },
  ];
}

/** The named bit-fields of each storage run. */
function runsOf(aggregate: OrderedAggregate): MemberPath[][] {
  const runs: MemberPath[][] = [];
  const { members } = aggregate;
  for (let index = 0; index < members.length;) {
    const { end } = runOf(aggregate, index);
    const run = members.slice(index, end);
    const bits = run.filter(({ bitField, name }) => bitField !== null && name !== null);
    if (bits.length > 0) runs.push(bits.map(({ path }) => path));
    for (const { inner } of run) if (inner !== null) runs.push(...runsOf(inner));
    index = end;
  }
  return runs;
}

/**
 * Forced alignments that make the struct larger and keep nothing apart that is known to conflict. Asked
 * only where something is measured or tagged: without that nobody can say what they are for.
 */
function alignmentFindings(
  applied: Applied,
  layout: Layout,
  attribution: Attribution | null,
  uses: Uses,
): readonly Finding[] {
  if (!uses.all.some(uses.isHot)) return [];
  const forced = [...membersOf(applied.struct.root)].filter(
    ({ align, typeAlign, bitField, inner }) =>
      align !== null && bitField === null && inner === null && align.bytes > typeAlign.bytes,
  );
  const now = troubleOf(applied, uses);
  return forced.flatMap(({ path, align }) => {
    const without = applyEdit(applied, { kind: 'unalign', member: path });
    if (align === null || !without.ok) return [];
    const after = computeLayout(without.value.struct);
    const costBytes = (layout.sizeBits - after.sizeBits) / 8;
    if (costBytes <= 0) return [];
    const then = troubleOf(without.value, usesOf(without.value, after, attribution));
    if (then.pairs > now.pairs || then.samples > now.samples) return [];
    return {
      kind: 'alignment',
      title: `Alignment of ${path} costs ${plural(costBytes, 'byte')}`,
      reason: `Without the ${align.bytes}-byte alignment of \`${path}\` the struct takes ${after.sizeBits / 8} bytes instead of ${layout.sizeBits / 8}, and no more fields that are ${
        uses.measured ? 'measured' : 'tagged'
      } as written and used share a line than now.`,
      members: [path],
      lines: [],
      functions: [],
      samples: 0,
    };
  });
}

/** How much conflicts and straddles, to compare two layouts of the same heat. */
function troubleOf(applied: Applied, uses: Uses) {
  const conflicts = conflictsOf(uses);
  const straddling = straddlingFindings(applied, uses);
  const pairs = conflicts.reduce((sum, { writers, victims }) => {
    return sum + writers.length * victims.length;
  }, straddling.length);
  const victims = conflicts.flatMap((conflict) => conflict.victims);
  const samples = victims.reduce((sum, use) => sum + use.snoops + use.loads, 0);
  return { pairs, samples };
}

/** How many members are tried in one hole, the largest first. Each takes a layout of the whole struct. */
const MOST_TRIED = 3;
const MOST_HOLES = 4;
/** Members that the layouts of all tries may have together; a struct of a kernel needs a tenth of it. */
const MOST_LAID_OUT = 60_000;

/**
 * Holes that a later field would fill so that the struct shrinks; one that only moves a hole is no news.
 * Pinned fields, forced alignments and what the source marks as a group stay where they are.
 */
function holeFindings(applied: Applied, layout: Layout): readonly Finding[] {
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
      reason: `\`${member}\` (${plural(unitBytes, 'byte')}, now at ${Math.floor((fields.get(member)?.offsetBits ?? 0) / 8)}) fits into it: moved there, the struct takes ${sizeBytes} bytes instead of ${before.sizeBytes}.`,
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

const MOST_NAMED = 3;

/**
 * Hot locks beside what they protect, or apart from it. Which fields a lock protects is read off its
 * name (`i_mmap_rwsem` and `i_mmap`): the types do not say, and the sentence says so.
 */
function lockFindings(applied: Applied, uses: Uses): readonly Finding[] {
  const hot = hotMembers(uses);
  return [...hot].flatMap(([path, use]) => {
    const lock = uses.fields.get(path);
    if (lock === undefined || !isLock(lock, use)) return [];
    const spanOf = ({ offsetBits, sizeBits }: FieldItem) =>
      linesOf(offsetBits, sizeBits, applied.state);
    const guarded = protectedBy(lock, uses).filter(
      (field) => !uses.measured || use.tag !== null || uses.all.some((u) => u.path === field.path),
    );
    const beside = guarded.filter((field) => shareLine(spanOf(lock), spanOf(field)));
    const apart = guarded.filter((field) => !beside.includes(field));
    if (beside.length > 0 && (use.snoops > 0 || use.tag === 'lock')) {
      const names = beside.slice(0, MOST_NAMED);
      return finding('Lock beside what it protects', use, names, [
        `\`${path}\` (${sufferedCount(use, uses)}) is on the same cache line as ${quoted(names)}, which it protects, judging by its name.`,
        use.tag === null
          ? 'Waiters take the line from whoever holds the lock.'
          : 'If it is contended, waiters take the line from the owner; if not, one line serves both.',
      ]);
    }
    if (beside.length === 0 && apart.length > 0 && use.snoops === 0) {
      const names = apart.slice(0, MOST_NAMED);
      return finding('Lock apart from what it protects', use, names, [
        `\`${path}\` (${sufferedCount(use, uses)}) is on no cache line of ${quoted(names)}, which it protects, judging by its name.`,
        use.tag === null
          ? 'No other core was seen to fight for it: one line could serve the lock and the data.'
          : 'If it is seldom contended, one line could serve both; if it often is, this is as it should be.',
      ]);
    }
    return [];
  });
}

function finding(
  title: string,
  use: Use,
  others: readonly FieldItem[],
  reason: readonly string[],
): Finding {
  const members = [use.path, ...others.map(({ path }) => path)];
  const samples = use.snoops > 0 ? use.snoops : use.loads + use.stores;
  return {
    kind: 'lock',
    title,
    reason: reason.join(' '),
    members,
    lines: [use.line],
    functions: [],
    samples,
  };
}

function isLock({ member }: FieldItem, use: Use): boolean {
  return use.tag === 'lock' || lockKind(member.typeName) === 'lock';
}

function protectedBy(lock: FieldItem, uses: Uses): readonly FieldItem[] {
  const outside = [...uses.fields.values()].filter(({ inner }) => inner === null);
  const guarded = new Set(guardedBy(lock, outside));
  return outside.filter(({ path }) => guarded.has(path));
}

function quoted(fields: readonly FieldItem[]): string {
  return listed(fields.map(({ path }) => `\`${path}\``));
}

/** Hot members that take more lines than their size needs. */
function straddlingFindings(applied: Applied, uses: Uses): readonly Finding[] {
  return [...hotMembers(uses)].flatMap(([path, use]) => {
    const field = uses.fields.get(path);
    if (field === undefined || !straddles(field, applied.state)) return [];
    // Where nobody was seen to use one end, no second line is fetched.
    if (usedLines(path, uses) < 2) return [];
    const { first, last } = linesOf(field.offsetBits, field.sizeBits, applied.state);
    const heat = use.tag === null ? samplesOf(use, uses) : `tagged ${use.tag}`;
    const isScalar = field.sizeBits !== null && field.sizeBits <= 64;
    return {
      kind: 'straddle',
      title: `${path} straddles`,
      reason: `\`${path}\` (${heat}) lies on lines ${first} to ${last}, one more than its size needs. ${
        isScalar
          ? 'Each access fetches both.'
          : 'Code that uses both ends fetches both lines; where its parts have users of their own, a split can also help.'
      }`,
      members: [path],
      lines: [first, last],
      functions: [],
      samples: use.loads + use.stores,
    };
  });
}

/** On how many lines a member was seen to be used, or is tagged to be. */
function usedLines(path: MemberPath, uses: Uses): number {
  return new Set(
    uses.all.filter((use) => use.path === path && uses.isHot(use)).map(({ line }) => line),
  ).size;
}

/** Each hot member with the sum of its lines. */
function hotMembers(uses: Uses): ReadonlyMap<MemberPath, Use> {
  const hot = new Set(uses.all.filter(uses.isHot).map(({ path }) => path));
  return new Map([...uses.whole].filter(([path]) => hot.has(path)));
}

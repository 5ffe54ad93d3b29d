import type { MemberPath } from '../../layout/ids';
import type { OrderedAggregate, OrderedMember } from '../../layout/order';
import { locate } from '../../edit/tree';
import { sameType } from '../../layout/text/typeText';
import type { HunkOfStruct } from './bodies';
import { aggregateOf, memberNamed } from './names';
import { entriesIn, type Body, type Entry, type GroupEntry, type MemberEntry } from './sides';
import { isOn, type StatedLines } from './statedLines';

/** Which members of the loaded struct a declaration is whose words name none of them; by `aliasKey`. */
export type Aliases = ReadonlyMap<string | MemberEntry, readonly string[]>;

/** The same for a declaration on both sides of a hunk; one that begins above it has no words of its own. */
export function aliasKey(entry: MemberEntry): string | MemberEntry {
  return isBegun(entry) ? entry : (loneMacro(entry) ?? entry.names.join());
}

/** Whether a declaration begins above its hunk. */
function isBegun(entry: MemberEntry): boolean {
  return entry.names.length === 0 && !entry.isUnnamed && loneMacro(entry) === null;
}

/** The declaration of a side that begins above the hunk: there is one at most. */
function begunIn(body: Body | null): MemberEntry | null {
  for (const entry of entriesIn(body?.entries ?? []))
    if (entry.kind === 'member' && isBegun(entry)) return entry;
  return null;
}

/** The declaration that a side ends in the middle of. */
function cutIn(body: Body | null): MemberEntry | null {
  const last = [...entriesIn(body?.entries ?? [])].at(-1);
  if (last?.kind !== 'member') return null;
  const { side, lines } = last;
  return lines.last >= side.lines.length && side.goesOn ? last : null;
}

/** The members that declarations are of which the hunk before shows the beginning, on both sides. */
export function continuedIn(hunks: readonly HunkOfStruct[]): Aliases {
  const found = new Map<MemberEntry, readonly string[]>();
  for (const [at, pair] of hunks.entries()) {
    const before = hunks[at - 1];
    const [was, is] = [cutIn(before?.old ?? null), cutIn(before?.new ?? null)];
    if (was === null || is === null || was.names.length !== 1) continue;
    if (was.names.join() !== is.names.join() || !endsAlike(pair)) continue;
    // A side on which none of its lines changed has no entry of it.
    for (const begun of [begunIn(pair.old), begunIn(pair.new)]) {
      if (begun !== null) found.set(begun, was.names);
    }
  }
  return found;
}

/** Whether what begins above a hunk ends with the same words on both sides. */
function endsAlike({ old, new: now }: HunkOfStruct): boolean {
  const [was, is] = [old, now].map((body) => body?.side.firstEnd ?? null);
  return was !== null && was === is;
}

/** The name of a macro whose text names none of the members that it declares (`UV_REQ_FIELDS`); null for all else. */
function loneMacro({ names, isMacro, piece, declarator }: MemberEntry): string | null {
  if (!isMacro || names.length > 0 || declarator.possibleNames.includes(BEGUN)) return null;
  const member = piece.members.find(({ declarators }) => declarators.includes(declarator));
  return member?.macroName ?? null;
}

/** How the reader of hunks calls a declaration whose beginning is above the hunk. */
const BEGUN = 'hitmap_begun';

/**
 * Members that Linux renamed, and took the place of: patches and kernels of both sides of the change meet. By struct; the
 * version is the first with the new name, as its headers say.
 */
const SUCCESSORS: readonly (readonly [struct: string, old: string, now: string, since: string])[] =
  [
    ['file', 'f_count', 'f_ref', 'Linux 6.13'],
    ['mm_struct', 'mmap_sem', 'mmap_lock', 'Linux 5.8'],
    ['address_space', 'private_lock', 'i_private_lock', 'Linux 6.8'],
    ['address_space', 'private_list', 'i_private_list', 'Linux 6.8'],
    ['address_space', 'private_data', 'i_private_data', 'Linux 6.8'],
  ];

/** What a struct that lacks a member of a name has in its stead, and why; null where nobody knows. */
export function successorOf(
  root: OrderedAggregate,
  struct: string,
  name: string,
): { readonly name: string; readonly since: string } | null {
  if (memberNamed(root, name) !== null) return null;
  for (const [of, old, now, since] of SUCCESSORS) {
    if (of !== struct || (name !== old && name !== now)) continue;
    const other = name === old ? now : old;
    if (memberNamed(root, other) !== null) return { name: other, since };
  }
  return null;
}

/**
 * Declarations that the loaded struct has under another name: a macro renamed it (`rcu_head` is `callback_head`),
 * or declares it (`UV_DIR_PRIVATE_FIELDS`), or its beginning is above the hunk. What stands between the same
 * neighbours there, and is named nowhere in the hunks, is what it declares: of a declaration that changes, where the type
 * is the same, too.
 */
export function aliasesIn(
  root: OrderedAggregate,
  struct: string,
  hunks: readonly HunkOfStruct[],
  asleep: ReadonlySet<Entry>,
): Aliases {
  const named = namedIn(hunks);
  const found = new Map(continuedIn(hunks));
  for (const name of named) {
    const successor = successorOf(root, struct, name);
    if (successor !== null && !named.has(successor.name)) found.set(name, [successor.name]);
  }
  const changedNames = new Set(
    hunks
      .flatMap(({ old, new: now }) => [...(old?.entries ?? []), ...(now?.entries ?? [])])
      .flatMap((entry) => [...entriesIn([entry])])
      .flatMap((entry) => (entry.kind === 'member' && entry.changed ? [aliasKey(entry)] : [])),
  );
  const look = (frame: Body | GroupEntry, own: OrderedAggregate, now: Body | null): void => {
    const entries = frame.entries.filter(
      (entry) => entry.kind !== 'linePadding' && !asleep.has(entry),
    );
    const at = entries.map((entry) => placeIn(own, root, entry));
    for (const [index, entry] of entries.entries()) {
      if (entry.kind === 'group') {
        const path = aggregateOf(root, entry);
        const inner = path === null ? null : (locate(root, path)?.member.inner ?? null);
        if (inner !== null) look(entry, inner, now);
      }
      if (entry.kind !== 'member' || at[index] !== null || found.has(entry)) continue;
      if (found.has(aliasKey(entry))) continue;
      if (entry.names.some((name) => memberNamed(root, name) !== null)) continue;
      const lone = loneMacro(entry) !== null;
      // How many members a macro declares is told by the neighbours on both of its sides alone.
      if (lone && index === 0 && !frame.opens) continue;
      const between = unnamedBetween(own, frame, at, index, named);
      if (between === null) continue;
      const isOne = between.length === 1;
      const begun = isBegun(entry);
      if (begun && !mayEndMember(entry)) continue;
      const members = begun ? between.slice(-1) : between;
      if (begun || entry.isMacro || isOne) {
        const names = members.flatMap(({ name }) => name ?? []);
        if (names.length !== members.length || names.length === 0) continue;
        // What only stands beside a change may be anything of that place; what is changed is of the same type.
        const { declaredType } = entry.declarator;
        const isMeant =
          begun ||
          entry.isMacro ||
          !changedNames.has(aliasKey(entry)) ||
          members.every(({ typeName }) => sameType(declaredType.text, typeName));
        if (!isMeant) continue;
        found.set(aliasKey(entry), names);
        const other = begun ? begunIn(now) : null;
        if (other !== null) found.set(other, names);
      }
    }
  };
  for (const { old, new: now } of hunks) if (old !== null) look(old, root, now);
  return found;
}

/** Whether what began above the hunk is a declaration: `ONE,` and `TWO,` without a `;` are of an enum, or values. */
function mayEndMember({ declarator, piece, side }: MemberEntry): boolean {
  if (!declarator.possibleNames.includes(BEGUN)) return true;
  const end = piece.members.at(-1)?.span.end ?? 0;
  return side.source[end - 1] === ';';
}

/** Where an entry stands in its aggregate; null where its words name nothing there. */
function placeIn(own: OrderedAggregate, root: OrderedAggregate, entry: Entry) {
  const paths: readonly (MemberPath | null)[] =
    entry.kind === 'member'
      ? entry.names.map((name) => memberNamed(root, name)?.path ?? null)
      : entry.kind === 'group'
        ? [aggregateOf(root, entry)]
        : [];
  const places = paths
    .map((path) => own.members.findIndex((member) => member.path === path))
    .filter((place) => place >= 0);
  return places.length === 0 ? null : { first: Math.min(...places), last: Math.max(...places) };
}

/** The members between an entry's neighbours; null where a neighbour is not known or one of them is named. */
function unnamedBetween(
  own: OrderedAggregate,
  frame: Body | GroupEntry,
  at: readonly ({ readonly first: number; readonly last: number } | null)[],
  index: number,
  named: ReadonlySet<string>,
): readonly OrderedMember[] | null {
  const before = index === 0 ? null : (at[index - 1] ?? null);
  const after = index === at.length - 1 ? null : (at[index + 1] ?? null);
  // Where two unknown names follow each other, nothing tells which is which.
  if (index > 0 && before === null) return null;
  if (index < at.length - 1 && after === null) return null;
  const isFirst = index === 0 && !frame.opens;
  if (index === at.length - 1 && !frame.closes) return null;
  const to = after?.first ?? own.members.length;
  // What began above the hunk is the last before its neighbour.
  const from = isFirst ? to - 1 : (before?.last ?? -1) + 1;
  const members = own.members.slice(Math.max(0, from), to);
  if (members.length === 0) return null;
  return members.some(({ name }) => name === null || named.has(name)) ? null : members;
}

/** All names that either side of the hunks shows. */
function namedIn(hunks: readonly HunkOfStruct[]): ReadonlySet<string> {
  return new Set(
    hunks.flatMap(({ old, new: now }) =>
      [old, now].flatMap((body) =>
        [...entriesIn(body?.entries ?? [])].flatMap((entry) =>
          entry.kind === 'member' ? entry.names : entry.kind === 'group' ? [entry.name ?? ''] : [],
        ),
      ),
    ),
  );
}

/**
 * The hunks with declarations that a macro renames (`rcu_head` is `callback_head`) or makes (`UV_REQ_FIELDS`) under the
 * names of the members that the file states on their lines.
 */
export function withStatedNames(
  root: OrderedAggregate,
  hunks: readonly HunkOfStruct[],
  stated: StatedLines | null,
): readonly HunkOfStruct[] {
  if (stated === null) return hunks;
  const named = namedIn(hunks);
  const renamed = new Map<string | MemberEntry, readonly string[]>();
  for (const { old } of hunks) {
    for (const entry of entriesIn(old?.entries ?? [])) {
      if (entry.kind !== 'member') continue;
      if (entry.names.length === 0 && loneMacro(entry) === null) continue;
      if (entry.names.some((name) => memberNamed(root, name) !== null)) continue;
      const there = [...stated.lines]
        .filter(([, line]) => isOn(entry, line))
        .flatMap(([path]) => locate(root, path)?.member.name ?? [])
        .filter((name) => !named.has(name));
      if (there.length > 0) renamed.set(aliasKey(entry), there);
    }
  }
  const over = (entries: readonly Entry[]): readonly Entry[] =>
    entries.map((entry): Entry => {
      if (entry.kind === 'group') return { ...entry, entries: over(entry.entries) };
      if (entry.kind !== 'member') return entry;
      return { ...entry, names: renamed.get(aliasKey(entry)) ?? entry.names };
    });
  const body = (of: Body | null) => (of === null ? null : { ...of, entries: over(of.entries) });
  if (renamed.size === 0) return hunks;
  return hunks.map((each) => ({ ...each, old: body(each.old), new: body(each.new) }));
}

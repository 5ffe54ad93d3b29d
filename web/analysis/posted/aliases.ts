import type { MemberPath } from '../../layout/ids';
import type { OrderedAggregate, OrderedMember } from '../../layout/order';
import { locate } from '../../edit/tree';
import type { HunkOfStruct } from './bodies';
import { aggregateOf, memberNamed } from './names';
import { entriesIn, type Body, type Entry, type GroupEntry, type MemberEntry } from './sides';
import { isOn, type StatedLines } from './statedLines';

/** Which members of the loaded struct a declaration is whose words name none of them; by `aliasKey`. */
export type Aliases = ReadonlyMap<string, readonly string[]>;

/** The same for a declaration on both sides of a hunk. */
export function aliasKey(entry: MemberEntry): string {
  return loneMacro(entry) ?? entry.names.join();
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
 * Declarations that the loaded struct has under another name: a macro renamed it (`rcu_head` is `callback_head`),
 * or declares it (`UV_DIR_PRIVATE_FIELDS`), or its beginning is above the hunk. What stands between the same
 * neighbours there, and is named nowhere in the hunks, is what it declares.
 */
export function aliasesIn(
  root: OrderedAggregate,
  hunks: readonly HunkOfStruct[],
  asleep: ReadonlySet<Entry>,
): Aliases {
  const named = namedIn(hunks);
  const found = new Map<string, readonly string[]>();
  const look = (frame: Body | GroupEntry, own: OrderedAggregate): void => {
    const entries = frame.entries.filter(
      (entry) => entry.kind !== 'linePadding' && !asleep.has(entry),
    );
    const at = entries.map((entry) => placeIn(own, root, entry));
    for (const [index, entry] of entries.entries()) {
      if (entry.kind === 'group') {
        const path = aggregateOf(root, entry);
        const inner = path === null ? null : (locate(root, path)?.member.inner ?? null);
        if (inner !== null) look(entry, inner);
      }
      if (entry.kind !== 'member' || at[index] !== null) continue;
      if (entry.names.some((name) => memberNamed(root, name) !== null)) continue;
      const lone = loneMacro(entry) !== null;
      // How many members a macro declares is told by the neighbours on both of its sides alone.
      if (lone && index === 0 && !frame.opens) continue;
      const between = unnamedBetween(own, frame, at, index, named);
      if (between === null) continue;
      const isOne = between.length === 1;
      const begun = entry.names.length === 0 && !lone;
      if (begun && !mayEndMember(entry)) continue;
      const members = begun ? between.slice(-1) : between;
      if (begun || entry.isMacro || isOne) {
        const names = members.flatMap(({ name }) => name ?? []);
        if (names.length === members.length && names.length > 0) found.set(aliasKey(entry), names);
      }
    }
  };
  for (const { old } of hunks) if (old !== null) look(old, root);
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
  const renamed = new Map<string, readonly string[]>();
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

import type { StructDesc } from '../facts/generated';
import type { MemberPath } from '../layout/ids';
import type { OrderedAggregate, OrderedMember } from '../layout/order';
import {
  type Body,
  type Entry,
  type GroupEntry,
  type HunkOfStruct,
  type MemberEntry,
  aggregateOf,
  declaredLines,
  entriesIn,
  hasSameMembers,
  isSameGroup,
  leafNames,
  memberNamed,
  namesIn,
  withPaddings,
} from './sides';
import type { TakenFor } from './notes';
import { locate } from '../edit/tree';
import { sameType } from '../layout/text/typeText';
import { orderedFrom } from '../layout/original';

/** What the hunks show of a struct, held against the loaded one as it was before them. */
export class ShownByHunks {
  readonly hunks: readonly HunkOfStruct[];
  readonly stated: StatedLines | null;
  /** Members of a branch that the loaded struct does not have, and whether that is sure. */
  readonly asleep: ReadonlySet<Entry>;
  readonly isSureOfBranches: boolean;
  readonly unnamed: Unnamed;
  /** Types that are declared where their member is, and that both sides show alike. */
  readonly nested: ReadonlySet<GroupEntry>;
  /** Entries with changed lines, by name: before and after. */
  readonly olds = new Map<string, MemberEntry>();
  readonly news = new Map<string, MemberEntry>();
  /** All names that the new sides show. */
  readonly names = new Set<string>();
  readonly oldGroups: GroupEntry[] = [];
  readonly newGroups: GroupEntry[] = [];
  /** Ends of declarations that the hunk before begins. */
  private readonly continued: Aliases;
  private readonly aliases: Aliases;

  constructor(
    private readonly root: OrderedAggregate,
    private readonly struct: StructDesc,
    posted: readonly HunkOfStruct[],
  ) {
    const has = (name: string) => memberNamed(root, name) !== null;
    const withMembers = (body: Body | null) =>
      body === null ? null : { ...body, entries: withPaddings(body.entries, has) };
    const shown = posted.map((each) => ({
      ...each,
      old: withMembers(each.old),
      new: withMembers(each.new),
    }));
    this.stated = statedLines(struct, shown);
    this.hunks = withStatedNames(root, shown, this.stated);
    const others = otherBranches(root, this.hunks, this.stated);
    this.asleep = others.asleep;
    this.isSureOfBranches = others.isSure;
    this.aliases = aliasesIn(root, struct.name, this.hunks, this.asleep);
    this.continued = continuedIn(this.hunks);
    this.unnamed = unnamedIn(this.hunks);
    this.nested = sameNested(this.hunks, (group) => this.nestedType(group) !== null);
    for (const { old, new: now } of this.hunks) {
      for (const entry of this.own(old?.entries ?? [])) this.note(entry, this.olds, this.oldGroups);
      for (const entry of this.own(now?.entries ?? [])) {
        this.note(entry, this.news, this.newGroups);
        if (entry.kind === 'member') for (const name of this.namesOf(entry)) this.names.add(name);
      }
    }
  }

  /** Whether an entry is the end of a declaration that the hunk before begins, and that says the same on both sides. */
  isContinued(entry: MemberEntry): boolean {
    return this.continued.has(entry);
  }

  /** What a declaration declares; of a macro the words that the loaded struct knows as members. */
  namesOf(entry: MemberEntry): readonly string[] {
    const { isMacro, names } = entry;
    const aliases = this.aliases.get(aliasKey(entry));
    if (aliases !== undefined) return aliases;
    if (!isMacro) return names;
    const has = (name: string) => memberNamed(this.root, name) !== null;
    const known = names.filter(has);
    if (known.length > 0) return known;
    // `LIST_FIELDS(Unit, units_by_type)` of systemd pastes its names.
    const pasted = names.flatMap((name) => [`${name}_next`, `${name}_prev`]).filter(has);
    return pasted.length > 0 ? pasted : names.slice(0, 1);
  }

  /** A member that the loaded struct lacks, and the one that is taken for it; null where none is. */
  takenFor(entry: MemberEntry): TakenFor | null {
    const [name] = entry.names;
    if (entry.isMacro || name === undefined || entry.names.length > 1) return null;
    const [taken, ...more] = this.aliases.get(aliasKey(entry)) ?? [];
    if (taken === undefined || more.length > 0 || taken === name) return null;
    const since = successorOf(this.root, this.struct.name, name)?.since ?? null;
    return { member: name, taken, since };
  }

  /** The entries that are the struct's own: what lies in the type of one of its members is not. */
  *own(entries: readonly Entry[]): Generator<Entry> {
    for (const entry of entries) {
      if (this.asleep.has(entry)) continue;
      yield entry;
      if (entry.kind === 'group' && this.typeOfOwn(entry) === null) yield* this.own(entry.entries);
    }
  }

  /** The member of which a group is the type. */
  nestedType({ name }: GroupEntry): MemberPath | null {
    const member = name === null ? null : memberNamed(this.root, name);
    return member !== null && member.inner === null ? member.path : null;
  }

  /**
   * The member or the tag of a group whose members are not the struct's; null for one whose members are. One with a tag
   * is the type of a member, though the hunk ends before that.
   */
  typeOfOwn(group: GroupEntry): string | null {
    const { name, tag, closes } = group;
    return this.nestedType(group) ?? (name === null && !closes ? tag : null);
  }

  /** Whether a line of the same group is changed on the other side, which then says what becomes of it. */
  isMoved(group: GroupEntry, other: 'old' | 'new'): boolean {
    const changed = other === 'old' ? this.oldGroups : this.newGroups;
    return changed.some((each) => isSameGroup(group, each));
  }

  /** The same, or the other side shows it unchanged: of alike groups git takes the braces of one for another's. */
  isThere(group: GroupEntry, other: 'old' | 'new'): boolean {
    if (this.isMoved(group, other)) return true;
    return this.hunks
      .flatMap((each) => [...entriesIn(each[other]?.entries ?? [])])
      .some((each) => each.kind === 'group' && hasSameMembers(group, each));
  }

  /** What a side shows of an aggregate with its `}`, changed or not. */
  groupOf(side: 'old' | 'new', path: MemberPath): GroupEntry | undefined {
    return this.hunks
      .flatMap((each) => [...entriesIn(each[side]?.entries ?? [])])
      .filter((each) => each.kind === 'group')
      .find((each) => each.tail !== null && aggregateOf(this.root, each) === path);
  }

  private note(entry: Entry, members: Map<string, MemberEntry>, groups: GroupEntry[]): void {
    if (!entry.changed) return;
    if (entry.kind === 'group') groups.push(entry);
    if (entry.kind !== 'member') return;
    for (const name of this.namesOf(entry)) members.set(name, entry);
  }
}

/**
 * Members of the hunks that are in a branch of `#if` which the loaded struct does not have, and the groups that hold
 * nothing else. Where the file states the lines of this very text, they tell; else another branch declares the same names,
 * with the order and the unions that the struct has.
 */
function otherBranches(
  root: OrderedAggregate,
  hunks: readonly HunkOfStruct[],
  stated: StatedLines | null,
): OtherBranches {
  const [old, now] = (['old', 'new'] as const).map((side) => membersOfSide(hunks, side)) as [
    readonly Framed[],
    readonly Framed[],
  ];
  const off = broughtWhereOff(root, old, now);
  if (stated === null) {
    const [was, is] = [byOrder(root, old), byOrder(root, now)];
    const asleep = withGroups(hunks, [...was.asleep, ...is.asleep, ...off]);
    return { asleep, isSure: was.isSure && is.isSure };
  }
  const members = old.map(({ entry }) => entry);
  const asleep = members.filter((entry) => {
    const lines = entry.names
      .map((name) => memberNamed(root, name)?.path)
      .flatMap((path) => (path === undefined ? [] : (stated.lines.get(path) ?? [])));
    return (
      conditionOf(entry) !== '' && lines.length > 0 && !lines.some((line) => isOn(entry, line))
    );
  });
  const keys = new Set(asleep.map(branchKey));
  const later = now.map(({ entry }) => entry).filter((entry) => keys.has(branchKey(entry)));
  return { asleep: withGroups(hunks, [...asleep, ...later, ...off]), isSure: true };
}

/** Members that come under a condition of which the old side has others, and the loaded struct none of these. */
function broughtWhereOff(
  root: OrderedAggregate,
  old: readonly Framed[],
  now: readonly Framed[],
): readonly MemberEntry[] {
  const isThere = (entry: MemberEntry) => entry.names.some((name) => memberNamed(root, name));
  return now.flatMap(({ entry }) => {
    const condition = conditionOf(entry);
    const isCut = entry.side.lines[entry.lines.first - 1]?.isCut === true;
    const beside = old.filter((each) => conditionOf(each.entry) === condition);
    const isOff = beside.length > 0 && !beside.some((each) => isThere(each.entry));
    const isNew = !old.some((each) => each.entry.names.some((name) => entry.names.includes(name)));
    const isKnown = condition !== '' && condition !== '?' && !isCut && isOff;
    return entry.changed && isNew && isKnown && !isThere(entry) ? [entry] : [];
  });
}

interface OtherBranches {
  readonly asleep: ReadonlySet<Entry>;
  /** Whether no more than one branch can be the loaded one. */
  readonly isSure: boolean;
}

/** A member with what is around it on its side. */
interface Framed {
  readonly entry: MemberEntry;
  readonly frame: Body | GroupEntry;
}

function membersOfSide(hunks: readonly HunkOfStruct[], side: 'old' | 'new'): readonly Framed[] {
  const inside = (frame: Body | GroupEntry): readonly Framed[] =>
    frame.entries.flatMap((entry) =>
      entry.kind === 'member' ? [{ entry, frame }] : entry.kind === 'group' ? inside(entry) : [],
    );
  return hunks.flatMap((each) => {
    const body = each[side];
    return body === null ? [] : inside(body);
  });
}

function withGroups(
  hunks: readonly HunkOfStruct[],
  members: readonly MemberEntry[],
): ReadonlySet<Entry> {
  const asleep = new Set<Entry>(members);
  const look = (entries: readonly Entry[]): void => {
    for (const entry of entries) {
      if (entry.kind !== 'group') continue;
      look(entry.entries);
      if (entry.entries.length > 0 && entry.entries.every((each) => asleep.has(each)))
        asleep.add(entry);
    }
  };
  for (const { old, new: now } of hunks) for (const body of [old, now]) look(body?.entries ?? []);
  return asleep;
}

function branchKey(entry: MemberEntry): string {
  return `${entry.names.join()} under ${conditionOf(entry)}`;
}

function byOrder(
  root: OrderedAggregate,
  members: readonly Framed[],
): { readonly asleep: readonly MemberEntry[]; readonly isSure: boolean } {
  const byName = new Map<string, Framed[]>();
  for (const each of members) {
    const name = each.entry.names.join();
    byName.set(name, [...(byName.get(name) ?? []), each]);
  }
  const conditionsOf = (all: readonly Framed[]) => [
    ...new Set(all.map(({ entry }) => conditionOf(entry))),
  ];
  const shared = [...byName.values()].filter(
    (same) => conditionsOf(same).length === same.length && same.length > 1,
  );
  const conditions = conditionsOf(shared.flat());
  if (conditions.length < 2) return { asleep: [], isSure: true };
  const order = leafNames(root);
  const isLoaded = (condition: string, isStrict: boolean) => {
    const own = members.filter(({ entry }) => conditionOf(entry) === condition);
    // A name that the struct has under neither condition tells nothing.
    const known = own.filter(({ entry }) => entry.names.some((name) => order.includes(name)));
    const places = known.flatMap(({ entry }) => entry.names).map((name) => order.indexOf(name));
    return (
      known.every(({ entry, frame }) => isFramedSo(root, entry, frame) ?? !isStrict) &&
      places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1))
    );
  };
  const strict = conditions.filter((condition) => isLoaded(condition, true));
  const fitting =
    strict.length > 0 ? strict : conditions.filter((condition) => isLoaded(condition, false));
  const loaded = fitting[0] ?? conditions[0];
  const isSure = fitting.length === 1;
  const all = shared.flat().map(({ entry }) => entry);
  // A change in one of several that fit may be in any of them.
  const isOpen = !isSure && all.some(({ changed }) => changed);
  return { asleep: all.filter((entry) => isOpen || conditionOf(entry) !== loaded), isSure };
}

/** Whether the loaded struct has a member in a union where the text has it in one; null where its frame began above. */
function isFramedSo(
  root: OrderedAggregate,
  { names }: MemberEntry,
  { opens, keyword }: Body | GroupEntry,
): boolean | null {
  const path = memberNamed(root, names[0] ?? '')?.path;
  const container = path === undefined ? null : (locate(root, path)?.parent ?? null);
  if (container === null || !opens) return null;
  return (container.keyword === 'union') === (keyword === 'union');
}

/** Which members of the loaded struct a declaration is whose words name none of them; by `aliasKey`. */
export type Aliases = ReadonlyMap<string | MemberEntry, readonly string[]>;

/** The same for a declaration on both sides of a hunk; one that begins above it has no words of its own. */
function aliasKey(entry: MemberEntry): string | MemberEntry {
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
function continuedIn(hunks: readonly HunkOfStruct[]): Aliases {
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
function successorOf(
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
function aliasesIn(
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
        // What is only context of a change may be anything of that place; what is changed is of the same type.
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
  // Where two unknown names follow each other, which is which is unknown.
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
function withStatedNames(
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

/** Where the debug information says that members are declared, in the very text that a patch is against. */
export interface StatedLines {
  /** Counted from 1. */
  readonly lines: ReadonlyMap<MemberPath, number>;
}

/**
 * Null where the file states no lines, or was made from another text: what the hunks show of the old text without an
 * `#if` around it has to stand on the lines that are stated, and one member at least has to.
 */
function statedLines(struct: StructDesc, hunks: readonly HunkOfStruct[]): StatedLines | null {
  const lines = declaredLines(struct);
  const { root } = orderedFrom(struct);
  let agreed = 0;
  for (const { old } of hunks) {
    for (const entry of entriesIn(old?.entries ?? [])) {
      if (entry.kind !== 'member') continue;
      for (const name of entry.names) {
        const stated = lines.get(memberNamed(root, name)?.path ?? ('' as MemberPath));
        if (stated === undefined) continue;
        if (isOn(entry, stated)) agreed += 1;
        // Another branch of an `#if` may declare it.
        else if (conditionOf(entry) === '') return null;
      }
    }
  }
  return agreed > 0 ? { lines } : null;
}

/** Whether a declaration of the old side stands on a line of the file. */
function isOn({ side, lines }: MemberEntry, line: number): boolean {
  const first = side.firstLine + lines.first - 1;
  return line >= first && line <= first + lines.last - lines.first;
}

/** The `#if`s around a declaration, as far as its side shows them; empty for none. */
export function conditionOf({ side, lines }: MemberEntry): string {
  return side.lines[lines.first - 1]?.condition ?? '';
}

/**
 * Types that are declared where their member is and that both sides show whole and alike: whatever lines of them a diff
 * takes away and adds, it changes nothing in them.
 */
function sameNested(
  hunks: readonly HunkOfStruct[],
  isNested: (group: GroupEntry) => boolean,
): ReadonlySet<GroupEntry> {
  const shownOn = (side: 'old' | 'new') =>
    hunks
      .flatMap((each) => [...entriesIn(each[side]?.entries ?? [])])
      .filter((entry) => entry.kind === 'group')
      .filter(isNested);
  const before = shownOn('old');
  const after = shownOn('new');
  const texts = new Map(before.map((group) => [group, textOf(group)]));
  return new Set(
    after.flatMap((group) => {
      const text = textOf(group);
      const same = before.filter(
        (each) => each.name === group.name && text !== null && texts.get(each) === text,
      );
      return same.length === 0 ? [] : [group, ...same];
    }),
  );
}

/** The code between its braces; null where a brace is outside of the hunk. */
function textOf({ side, head, tail, keyword, record }: GroupEntry): string | null {
  return head === null || tail === null ? null : `${keyword} ${side.inside[record] ?? ''}`;
}

/** What became of bit-fields without a name (`unsigned :0`), of which no debug information says where they are. */
export interface Unnamed {
  /** A sentence where one comes, goes, or leaves the member that it follows; null where it stays in that company. */
  readonly problem: (entry: MemberEntry) => string | null;
}

function unnamedIn(hunks: readonly HunkOfStruct[]): Unnamed {
  const shownOn = (side: 'old' | 'new') => {
    const found = new Map<Entry, string>();
    for (const hunk of hunks) collect(hunk[side]?.entries ?? [], found);
    return found;
  };
  const before = shownOn('old');
  const after = shownOn('new');
  const was = new Set(before.values());
  const is = new Set(after.values());
  return {
    problem: (entry) => {
      const company = before.get(entry) ?? after.get(entry);
      if (company !== undefined && was.has(company) && is.has(company)) return null;
      return 'A bit-field without a name comes, goes or moves, which no debug information states.';
    },
  };
}

/** Each with what it says and the name before it, or where none is shown the one after it. */
function collect(entries: readonly Entry[], found: Map<Entry, string>): void {
  for (const [at, entry] of entries.entries()) {
    if (entry.kind === 'group') collect(entry.entries, found);
    if (entry.kind !== 'member' || !entry.isUnnamed) continue;
    const before = namesIn(entries.slice(0, at)).at(-1);
    const next = namesIn(entries.slice(at + 1))[0];
    const company = before === undefined ? `before ${next ?? ''}` : `after ${before}`;
    found.set(entry, `${entry.declared} ${company}`);
  }
}

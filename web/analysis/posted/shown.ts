import type { StructDesc } from '../../facts/generated';
import type { MemberPath } from '../../layout/ids';
import type { OrderedAggregate } from '../../layout/order';
import {
  aliasesIn,
  aliasKey,
  continuedIn,
  successorOf,
  withStatedNames,
  type Aliases,
} from './aliases';
import type { HunkOfStruct } from './bodies';
import { otherBranches } from './branches';
import { hasSameMembers, isSameGroup } from './groups';
import { aggregateOf, memberNamed } from './names';
import { sameNested } from './nestedTypes';
import type { TakenFor } from './notes';
import {
  entriesIn,
  withPaddings,
  type Body,
  type Entry,
  type GroupEntry,
  type MemberEntry,
} from './sides';
import { statedLines, type StatedLines } from './statedLines';
import { unnamedIn, type Unnamed } from './unnamed';

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

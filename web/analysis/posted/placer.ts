import { applyEdit, withoutEdits } from '../../edit/apply';
import type { Applied } from '../../edit/applied';
import type { LayoutDocument } from '../../edit/document';
import type { AddPlace, Edit } from '../../edit/edit';
import { offsetsOf } from '../../edit/pins';
import { locate } from '../../edit/tree';
import type { MemberPath } from '../../layout/ids';
import type { OrderedMember } from '../../layout/order';
import { membersOf } from '../../layout/walk';
import type { Account } from './account';
import { aliasesIn, aliasKey, withStatedNames, type Aliases } from './aliases';
import { addedType, type KnownTypes } from './addedType';
import { askedBy } from './attributes';
import type { HunkOfStruct } from './bodies';
import { otherBranches } from './branches';
import { settleConditions } from './conditions';
import { aggregateOf, knownIn, leafNames, memberNamed } from './names';
import { sameNested } from './nestedTypes';
import { placeByLine } from './placeByLine';
import {
  changedIn,
  entriesIn,
  namesIn,
  withPaddings,
  type Body,
  type Entry,
  type GroupEntry,
  type MemberEntry,
} from './sides';
import { statedLines, type StatedLines } from './statedLines';
import { unnamedIn, type Unnamed } from './unnamed';

/** The edits that make of a struct as it was found what the hunks make of its source. */
export interface Placed {
  readonly edits: readonly Edit[];
  /** Types that would have told the size of a new member. */
  readonly wanted: readonly string[];
  /** What was taken to hold, as sentences. */
  readonly notes: readonly string[];
}

export function placeStruct(
  document: LayoutDocument,
  hunks: readonly HunkOfStruct[],
  account: Account,
  types: KnownTypes,
): Placed {
  const placer = new Placer(document, hunks, account, types);
  placer.run();
  return placer;
}

/** A body or a group, and what stands around it. */
interface Level {
  readonly siblings: readonly Entry[];
  readonly frame: Body | GroupEntry;
  /** The level that it stands in, and its place there; null for the struct itself. */
  readonly outer: { readonly level: Level; readonly at: number } | null;
}

interface Wrap {
  readonly first: MemberPath;
  last: MemberPath;
  readonly parts: { readonly group: GroupEntry; readonly lines: readonly number[] }[];
}

class Placer implements Placed {
  readonly edits: Edit[] = [];
  readonly wanted: string[] = [];
  readonly notes: string[] = [];
  private applied: Applied;
  private readonly before: Applied;
  /** Members of a branch that the loaded struct does not have. */
  private readonly asleep: ReadonlySet<Entry>;
  private readonly hunks: readonly HunkOfStruct[];
  private readonly stated: StatedLines | null;
  private readonly aliases: Aliases;
  private readonly unnamed: Unnamed;
  /** Types that are declared where their member is, and that both sides show alike. */
  private readonly nested: ReadonlySet<GroupEntry>;
  /** Entries with changed lines, by name: before and after. */
  private readonly olds = new Map<string, MemberEntry>();
  private readonly news = new Map<string, MemberEntry>();
  /** All names that the new sides show. */
  private readonly shown = new Set<string>();
  private readonly oldGroups: GroupEntry[] = [];
  private readonly newGroups: GroupEntry[] = [];
  /** New structs around members that go on into a later hunk. */
  private readonly openWraps: Wrap[] = [];
  private readonly wraps: Wrap[] = [];

  constructor(
    private readonly document: LayoutDocument,
    posted: readonly HunkOfStruct[],
    private readonly account: Account,
    private readonly types: KnownTypes,
  ) {
    this.before = withoutEdits({ ...document, edits: [] });
    this.applied = this.before;
    const { root } = this.before.struct;
    const has = (name: string) => memberNamed(root, name) !== null;
    const withMembers = (body: Body | null) =>
      body === null ? null : { ...body, entries: withPaddings(body.entries, has) };
    const shown = posted.map((each) => ({
      ...each,
      old: withMembers(each.old),
      new: withMembers(each.new),
    }));
    this.stated = statedLines(document.struct, shown);
    const hunks = withStatedNames(root, shown, this.stated);
    this.hunks = hunks;
    this.asleep = otherBranches(root, hunks, this.stated);
    this.aliases = aliasesIn(root, hunks, this.asleep);
    this.unnamed = unnamedIn(hunks);
    this.nested = sameNested(hunks, (group) => this.nestedType(group) !== null);
    for (const { old, new: now } of hunks) {
      for (const entry of this.own(old?.entries ?? [])) this.note(entry, this.olds, this.oldGroups);
      for (const entry of this.own(now?.entries ?? [])) {
        this.note(entry, this.news, this.newGroups);
        if (entry.kind === 'member') for (const name of this.namesOf(entry)) this.shown.add(name);
      }
    }
  }

  run(): void {
    for (const group of this.oldGroups)
      if (!this.isMoved(group, this.newGroups)) this.unwrap(group);
    for (const pair of this.hunks) {
      if (pair.new !== null) {
        this.level({ siblings: pair.new.entries, frame: pair.new, outer: null }, pair);
      }
      this.removals(pair);
      this.frames(pair);
    }
    for (const wrap of this.openWraps)
      this.leaveWrap(wrap, 'Where the new struct around these members ends is not shown.');
    for (const wrap of this.wraps) this.align(wrap);
    for (const entry of this.asleep) {
      if (entry.kind === 'member')
        this.account.leave(entry.side, changedIn(entry.side, entry.lines), OTHER_BRANCH);
    }
    for (const pair of this.hunks) this.verify(pair);
    this.notes.push(...settleConditions(this.hunks, this.account, this.asleep));
  }

  private note(entry: Entry, members: Map<string, MemberEntry>, groups: GroupEntry[]): void {
    if (!entry.changed) return;
    if (entry.kind === 'group') groups.push(entry);
    if (entry.kind !== 'member') return;
    for (const name of this.namesOf(entry)) members.set(name, entry);
  }

  /** What a declaration declares; of a macro the words that the loaded struct knows as members. */
  private namesOf(entry: MemberEntry): readonly string[] {
    const { isMacro, names } = entry;
    const aliases = this.aliases.get(aliasKey(entry));
    if (aliases !== undefined) return aliases;
    if (!isMacro) return names;
    const known = names.filter((name) => memberNamed(this.before.struct.root, name) !== null);
    return known.length > 0 ? known : names.slice(0, 1);
  }

  private level(level: Level, pair: HunkOfStruct): void {
    for (const [at, entry] of level.siblings.entries()) {
      if (this.asleep.has(entry)) continue;
      switch (entry.kind) {
        case 'member':
          if (entry.changed) this.member(entry, level, at, pair);
          break;
        case 'linePadding':
          if (entry.changed) this.alignNext(entry, level, at);
          break;
        case 'group':
          this.group(entry, level, at, pair);
          break;
      }
    }
  }

  private group(group: GroupEntry, level: Level, at: number, pair: HunkOfStruct): void {
    const inner: Level = { siblings: group.entries, frame: group, outer: { level, at } };
    const isNew = group.changed && this.isNewGroup(group);
    if (!isNew && group.changed) this.changedGroup(group, level, at);
    if (this.nested.has(group)) this.account.place(group.side, changedIn(group.side, group.lines));
    else this.level(inner, pair);
    if (isNew) this.wrap(group);
  }

  /** Whether a group is neither one that the loaded struct has nor one that moved. */
  private isNewGroup(group: GroupEntry): boolean {
    const { side, head, tail } = group;
    if (head !== null && changedIn(side, head).length === 0) return false;
    if (head === null && (this.openWraps.length === 0 || tail === null)) return false;
    return !this.isMoved(group, this.oldGroups);
  }

  private isMoved(group: GroupEntry, others: readonly GroupEntry[]): boolean {
    const names = new Set(namesOfGroup(group));
    return others.some(
      (other) =>
        other.keyword === group.keyword &&
        namesOfGroup(other).some((name) => names.has(name)) &&
        depthOf(other) === depthOf(group),
    );
  }

  /** A group that moved, or whose attributes changed. */
  private changedGroup(group: GroupEntry, level: Level, at: number): void {
    const { side, head, tail } = group;
    const lines = frameLines(group);
    const path = aggregateOf(this.applied.struct.root, group);
    if (path === null) {
      this.account.leave(side, lines, 'The loaded struct has no such group of members.');
      return;
    }
    const problems: (string | null)[] = [];
    const isMoved = [...entriesIn(group.entries)].every((each) => each.changed);
    if (head !== null && (isMoved || changedIn(side, head).length > 0)) {
      const to = this.placeOf(level, at, [path]);
      problems.push(to === null ? NOTHING_NEAR : this.move([path], to));
    }
    const old = this.groupOf('old', path);
    if (old !== undefined && tail !== null)
      problems.push(this.attributes(path, old.attributes, group.attributes));
    this.settle(side, lines, problems);
    for (const other of this.oldGroups) {
      const isThis = aggregateOf(this.before.struct.root, other) === path;
      if (isThis) this.settle(other.side, frameLines(other), problems);
    }
  }

  /** A declaration with a line that the diff adds. */
  private member(entry: MemberEntry, level: Level, at: number, pair: HunkOfStruct): void {
    const lines = changedIn(entry.side, entry.lines);
    const nested = this.nestedIn(level);
    if (nested !== null) {
      this.account.leave(entry.side, lines, lies(nested));
      return;
    }
    if (entry.isUnnamed) {
      this.settle(entry.side, lines, [this.unnamed.problem(entry)]);
      return;
    }
    const names = this.namesOf(entry);
    const problems: (string | null)[] = [];
    let anchor: MemberPath | null = null;
    const next = level.siblings[at + 1];
    const before = next === undefined || next.changed ? null : this.pathOf(next, 'first');
    for (const name of names) {
      const known = memberNamed(this.applied.struct.root, name);
      const moved = known === null ? [] : [known.path];
      const to =
        anchor !== null
          ? ({ at: 'after', member: anchor } as const)
          : (this.placeOf(level, at, moved) ??
            placeByLine(this.document, this.stated, pair, moved));
      const [problem, path] = this.declaration(entry, name, known, to, before);
      problems.push(problem);
      anchor = path ?? anchor;
    }
    if (names.length === 0)
      problems.push(`\`${entry.declared}\` declares no member that is known.`);
    this.settle(entry.side, lines, problems);
    for (const name of names) {
      const old = this.olds.get(name);
      if (old !== undefined) this.settle(old.side, changedIn(old.side, old.lines), problems);
    }
  }

  /** What is wrong, and where the member stands now. */
  private declaration(
    entry: MemberEntry,
    name: string,
    known: OrderedMember | null,
    to: AddPlace | null,
    before: MemberPath | null,
  ): readonly [string | null, MemberPath | null] {
    const old = this.olds.get(name);
    if (known === null && old !== undefined) return [this.absent(name, old), null];
    const stays = to === null && old !== undefined && this.staysInHunk(name, old, entry);
    if (to === null && (known === null || old === undefined))
      return [NOTHING_NEAR, known?.path ?? null];
    if (known === null) return this.add(entry, name, to, before);
    if (old !== undefined && old.declared !== entry.declared && !entry.isMacro) {
      return this.retype(entry, known, to);
    }
    const moved = to !== null ? this.move([known.path], to) : stays ? null : NOTHING_NEAR;
    const asked = this.attributes(
      known.path,
      old?.attributes ?? entry.attributes,
      entry.attributes,
    );
    return [moved ?? asked, known.path];
  }

  /** Whether a hunk shows a member between the same members before and after. */
  private staysInHunk(name: string, old: MemberEntry, now: MemberEntry): boolean {
    const pair = this.hunks.find((each) => each.old?.side === old.side);
    if (pair?.new?.side !== now.side) return false;
    const [was, is] = [pair.old, pair.new].map((body) => namesIn(body?.entries ?? []));
    const common = (names: readonly string[] = [], others: readonly string[] = []) =>
      names.filter((each) => others.includes(each)).join(' ');
    return (is?.includes(name) ?? false) && common(was, is) === common(is, was);
  }

  /** The member in whose own type a level lies; null where it is of the struct itself. */
  private nestedIn({ frame, outer }: Level): string | null {
    if (outer === null || !('kind' in frame)) return null;
    return this.nestedType(frame) ?? this.nestedIn(outer.level);
  }

  /** The member of which a group is the type. */
  private nestedType({ name }: GroupEntry): MemberPath | null {
    const member = name === null ? null : memberNamed(this.before.struct.root, name);
    return member !== null && member.inner === null ? member.path : null;
  }

  /** The entries that are the struct's own: what lies in the type of one of its members is not. */
  private *own(entries: readonly Entry[]): Generator<Entry> {
    for (const entry of entries) {
      if (this.asleep.has(entry)) continue;
      yield entry;
      if (entry.kind === 'group' && this.nestedType(entry) === null) yield* this.own(entry.entries);
    }
  }

  private retype(
    entry: MemberEntry,
    known: OrderedMember,
    to: AddPlace | null,
  ): readonly [string | null, MemberPath | null] {
    const type = addedType(this.document.struct, entry, this.types);
    if (!type.ok) {
      this.wanted.push(...type.error.wanted);
      return [`It changes the type of \`${known.path}\`. ${type.error.reason}`, known.path];
    }
    // A typedef that is another name of the same size and alignment changes nothing.
    const found = locate(this.applied.struct.root, known.path);
    const here: AddPlace =
      to ??
      (found?.index === 0
        ? { at: 'first' }
        : {
            at: 'after',
            member: found?.holder.members[(found.index || 1) - 1]?.path ?? known.path,
          });
    const isSame =
      known.sizeBits === (type.value.bits ?? type.value.bytes * 8) &&
      known.typeAlign.bytes === type.value.align &&
      (known.bitField?.unitBits ?? null) ===
        (type.value.bits === null ? null : type.value.bytes * 8);
    if (isSame) {
      const moved = to === null ? null : this.move([known.path], to);
      const old = this.olds.get(known.name ?? '');
      return [
        moved ?? this.attributes(known.path, old?.attributes ?? [], entry.attributes),
        known.path,
      ];
    }
    const problem = this.edit({ kind: 'remove', member: known.path });
    return problem === null ? this.add(entry, known.path, here, null) : [problem, null];
  }

  private add(
    entry: MemberEntry,
    name: string,
    to: AddPlace | null,
    before: MemberPath | null,
  ): readonly [string | null, MemberPath | null] {
    const path = name as MemberPath;
    const type = addedType(this.document.struct, entry, this.types);
    if (!type.ok) {
      this.wanted.push(...type.error.wanted);
      return [type.error.reason, null];
    }
    if (to === null) return [NOTHING_NEAR, null];
    const { typeName, bytes, align, bits, forced } = type.value;
    if (before !== null && forced === null && align === 1 && isPadding(name)) {
      return [this.edit({ kind: 'pad', bytes, before }), null];
    }
    const problem = this.edit({ kind: 'add', name: path, typeName, bytes, align, bits, to });
    if (problem !== null) return [problem, null];
    if (forced === null) return [null, path];
    const asked = askedBy(entry.attributes, this.document.struct).align;
    return [this.edit({ kind: 'align', member: path, bytes: asked ?? forced }), path];
  }

  /** A member that both sides show and the loaded struct lacks. */
  private absent(name: string, old: MemberEntry): string | null {
    const condition = old.side.lines[old.lines.first - 1]?.condition ?? '';
    if (condition !== '' && condition !== '?') {
      this.notes.push(`\`${name}\` is not in the loaded struct: it stands under \`${condition}\`.`);
      return null;
    }
    return notLoaded(name);
  }

  /** Members that stand on no new side. */
  private removals({ old }: HunkOfStruct): void {
    for (const entry of this.own(old?.entries ?? [])) {
      if (entry.kind === 'group' && this.nested.has(entry)) {
        this.account.place(entry.side, changedIn(entry.side, entry.lines));
      } else if (entry.kind === 'group' && old !== null && this.nestedType(entry) !== null) {
        for (const inside of entriesIn(entry.entries)) {
          this.account.leave(old.side, changedIn(old.side, inside.lines), lies(entry.name ?? ''));
        }
      }
      if (!entry.changed) continue;
      if (entry.kind === 'linePadding') {
        const lines = old === null ? [] : changedIn(old.side, entry.lines);
        if (old)
          this.account.leave(
            old.side,
            lines,
            'It takes a padding to the next line away, which the loaded file does not state.',
          );
      }
      if (entry.kind !== 'member') continue;
      if (entry.isUnnamed) {
        this.settle(entry.side, changedIn(entry.side, entry.lines), [this.unnamed.problem(entry)]);
        continue;
      }
      const gone = this.namesOf(entry).filter((name) => !this.shown.has(name));
      const problems = gone.map((name) => {
        const known = memberNamed(this.applied.struct.root, name);
        return known === null ? notLoaded(name) : this.edit({ kind: 'remove', member: known.path });
      });
      this.settle(entry.side, changedIn(entry.side, entry.lines), problems);
    }
  }

  /** The lines with the struct's own braces. */
  private frames({ old, new: now }: HunkOfStruct): void {
    const [was, is] = [old, now].map((body) =>
      body === null
        ? []
        : [body.head, body.tail].flatMap((each) =>
            each === null ? [] : changedIn(body.side, each),
          ),
    );
    if ((was?.length ?? 0) + (is?.length ?? 0) === 0) return;
    const problem = old === null || now === null ? null : this.ownAttributes(old, now);
    if (old !== null) this.settle(old.side, was ?? [], [problem]);
    if (now !== null) this.settle(now.side, is ?? [], [problem]);
  }

  private ownAttributes(old: Body, now: Body): string | null {
    const { struct } = this.document;
    const [was, is] = [askedBy(old.attributes, struct), askedBy(now.attributes, struct)];
    if (was.packed !== is.packed) {
      return is.packed
        ? 'It packs the struct, which is not shown.'
        : 'It no longer packs the struct, which is not shown.';
    }
    const randomized = [old, now].map(({ attributes }) =>
      attributes.some(({ text }) => text === '__randomize_layout'),
    );
    if (randomized[0] !== randomized[1]) return 'It changes whether the order is randomized.';
    if (was.align === is.align) return null;
    if (is.align === undefined) return 'The alignment that it asks for is not known.';
    const first = this.applied.struct.root.members[0];
    if (is.align === null || first === undefined || was.align !== null) {
      return 'It changes the alignment of the struct itself, which is not shown.';
    }
    // The first member's alignment is the struct's, and rounds up its size.
    return this.edit({ kind: 'align', member: first.path, bytes: is.align });
  }

  private attributes(
    member: MemberPath,
    old: MemberEntry['attributes'],
    now: MemberEntry['attributes'],
  ): string | null {
    const { struct } = this.document;
    const [was, is] = [askedBy(old, struct), askedBy(now, struct)];
    if (was.packed !== is.packed)
      return `It packs \`${member}\` or no longer does, which is not shown.`;
    if (was.align === is.align) return null;
    if (is.align === undefined) return `The alignment that it gives to \`${member}\` is not known.`;
    if (is.align === null) return this.edit({ kind: 'unalign', member });
    return this.edit({ kind: 'align', member, bytes: is.align });
  }

  private alignNext(
    entry: Entry & { readonly kind: 'linePadding' },
    level: Level,
    at: number,
  ): void {
    const { side } = level.frame;
    const next = level.siblings
      .slice(at + 1)
      .map((each) => this.pathOf(each, 'first'))
      .find((path) => path !== null);
    const problem =
      next === undefined || next === null
        ? 'It adds a padding to the next line, and nothing known follows it in this hunk.'
        : this.edit({ kind: 'align', member: next, bytes: 'cacheline' });
    this.settle(side, changedIn(side, entry.lines), [problem]);
  }

  /** After the nearest known entry before it, or before the nearest after it. */
  private placeOf(level: Level, at: number, moved: readonly MemberPath[]): AddPlace | null {
    const { siblings, frame, outer } = level;
    for (const entry of siblings.slice(0, at).reverse()) {
      const path = this.pathOf(entry, 'last');
      if (path !== null && !moved.includes(path)) return { at: 'after', member: path };
    }
    const isNew = 'kind' in frame && frame.changed && this.isNewGroup(frame);
    if (isNew && outer !== null) return this.placeOf(outer.level, outer.at, moved);
    const own =
      outer === null || !('kind' in frame)
        ? this.applied.struct.root
        : this.innerOf(aggregateOf(this.applied.struct.root, frame));
    if (frame.opens && own !== null) {
      const first = own.members.find(({ path }) => !moved.includes(path));
      if (first !== undefined) return { at: 'before', member: first.path };
    }
    for (const entry of siblings.slice(at + 1)) {
      if (entry.changed && entry.kind !== 'group') continue;
      const path = this.pathOf(entry, 'first');
      if (path !== null && !moved.includes(path)) return { at: 'before', member: path };
    }
    if (!frame.closes || own === null) return null;
    const last = own.members.findLast(({ path }) => !moved.includes(path));
    if (last === undefined) return null;
    return last.flexible ? { at: 'before', member: last.path } : { at: 'after', member: last.path };
  }

  private innerOf(path: MemberPath | null) {
    return path === null ? null : (locate(this.applied.struct.root, path)?.member.inner ?? null);
  }

  /** Where an entry stands now: of a new group its members, of any other the aggregate. */
  private pathOf(entry: Entry, end: 'first' | 'last'): MemberPath | null {
    const { root } = this.applied.struct;
    if (entry.kind === 'linePadding' || this.asleep.has(entry)) return null;
    if (entry.kind === 'member') {
      const names = this.namesOf(entry);
      const found = names.flatMap((name) => memberNamed(root, name)?.path ?? []);
      return (end === 'first' ? found[0] : found.at(-1)) ?? null;
    }
    if (!(entry.changed && this.isNewGroup(entry))) {
      const path = aggregateOf(root, entry);
      if (path !== null) return path;
    }
    const inside = end === 'first' ? entry.entries : [...entry.entries].reverse();
    for (const each of inside) {
      const path = this.pathOf(each, end);
      if (path !== null) return path;
    }
    return null;
  }

  /** Members that get a struct around them, which the layout shows by their alignment. */
  private wrap(group: GroupEntry): void {
    const { side } = group;
    const lines = frameLines(group);
    const [first, last] = [this.pathOf(group, 'first'), this.pathOf(group, 'last')];
    const isUnion = group.opens && group.keyword === 'union' && !isGroupMacro(group);
    if (isUnion) {
      this.account.leave(side, lines, 'It puts members into a new union, which is not shown.');
      return;
    }
    const open = group.opens ? undefined : this.openWraps.pop();
    const part = { group, lines };
    if (open !== undefined) {
      open.parts.push(part);
      if (last !== null) open.last = last;
      this.wraps.push(open);
      return;
    }
    if (first === null || last === null) {
      this.account.leave(
        side,
        lines,
        'It adds a struct around members that the loaded file does not have.',
      );
      return;
    }
    (group.closes ? this.wraps : this.openWraps).push({ first, last, parts: [part] });
  }

  private align(wrap: Wrap): void {
    const { root } = this.applied.struct;
    const [first, last] = [locate(root, wrap.first), locate(root, wrap.last)];
    if (first === null || last === null || first.holder !== last.holder) {
      return this.leaveWrap(
        wrap,
        'The members in the new struct do not stand side by side in the loaded one.',
      );
    }
    const closing = wrap.parts.at(-1)?.group;
    const asked = askedBy(closing?.attributes ?? [], this.document.struct);
    if (asked.packed || asked.align === undefined) {
      return this.leaveWrap(
        wrap,
        'How the new struct around these members is packed or aligned is not shown.',
      );
    }
    const inside = first.holder.members.slice(first.index, last.index + 1);
    const natural = Math.max(
      1,
      ...inside.map((each) => Math.max(each.typeAlign.bytes, each.align?.bytes ?? 1)),
    );
    const next = first.holder.members[last.index + 1];
    const bytes = asked.align ?? natural;
    const problems = [
      this.alignIfItMatters(wrap.first, bytes, asked.align !== null),
      next === undefined ? null : this.alignIfItMatters(next.path, bytes, false),
    ];
    for (const { group, lines } of wrap.parts) this.settle(group.side, lines, problems);
  }

  private alignIfItMatters(
    member: MemberPath,
    bytes: number | 'cacheline',
    always: boolean,
  ): string | null {
    const next = applyEdit(this.applied, { kind: 'align', member, bytes });
    if (!next.ok) return next.error;
    const { target } = this.document.struct;
    const [now, then] = [this.applied, next.value].map(({ struct }) =>
      [...offsetsOf(struct.root, target)].join(),
    );
    if (!always && now === then) return null;
    return this.edit({ kind: 'align', member, bytes });
  }

  private leaveWrap(wrap: Wrap, reason: string): void {
    for (const { group, lines } of wrap.parts) this.account.leave(group.side, lines, reason);
  }

  /** A group of which the old side takes its `}` line away, for the lines of another one: the new side has it too. */
  private settleTail(group: GroupEntry, lines: readonly number[]): void {
    const path = aggregateOf(this.before.struct.root, group);
    if (path === null || group.tail === null) return;
    const now = this.groupOf('new', path);
    if (now === undefined) return;
    this.settle(group.side, lines, [this.attributes(path, group.attributes, now.attributes)]);
  }

  /** What a side shows of an aggregate with its `}`, changed or not. */
  private groupOf(side: 'old' | 'new', path: MemberPath): GroupEntry | undefined {
    return this.hunks
      .flatMap((each) => [...entriesIn(each[side]?.entries ?? [])])
      .filter((each) => each.kind === 'group')
      .find((each) => each.tail !== null && aggregateOf(this.before.struct.root, each) === path);
  }

  /** Members that lose the struct or union around them. */
  private unwrap(group: GroupEntry): void {
    const { side, head } = group;
    // Where only its attributes changed, both sides have it.
    const isGone = head === null || changedIn(side, head).length > 0;
    const lines = frameLines(group);
    if (!isGone) {
      this.settleTail(group, lines);
      return;
    }
    const path = group.name === null ? aggregateOf(this.applied.struct.root, group) : null;
    const inner = this.innerOf(path);
    const stays = inner?.members.filter(({ name }) => name === null || this.shown.has(name)) ?? [];
    if (knownIn(this.before.struct.root, group).every((name) => !this.shown.has(name))) {
      // It goes with its members.
      this.account.place(side, lines);
      return;
    }
    const problem =
      path === null || inner === null || stays.length === 0
        ? 'It takes away a group that the loaded struct does not have.'
        : this.edit({
            kind: 'move',
            members: inner.members.map((each) => each.path),
            to: { at: 'out' },
          });
    this.settle(side, lines, [problem]);
  }

  /** The members that a hunk shows stand in the layout as they stand in the hunk, or none of its lines is right. */
  private verify({ new: now }: HunkOfStruct): void {
    if (now === null) return;
    const order = new Map(leafNames(this.applied.struct.root).map((name, at) => [name, at]));
    let last = -1;
    for (const entry of this.own(now.entries)) {
      if (entry.kind === 'linePadding') continue;
      const own = entry.kind === 'group' ? (entry.name === null ? [] : [entry.name]) : null;
      for (const name of own ?? (entry.kind === 'member' ? this.namesOf(entry) : [])) {
        const at = order.get(name);
        if (at === undefined) continue;
        if (at > last) {
          last = at;
          continue;
        }
        const lines = [...entriesIn(now.entries)].flatMap((each) =>
          changedIn(now.side, each.lines),
        );
        this.account.leave(
          now.side,
          lines.length > 0 ? lines : allChanged(now.side),
          `In the loaded struct \`${name}\` stands in another order than in this hunk, so its lines cannot be placed.`,
        );
        return;
      }
    }
  }

  private move(members: readonly MemberPath[], to: AddPlace): string | null {
    const { root } = this.applied.struct;
    const anchor = 'member' in to ? locate(root, to.member)?.member : null;
    const first = members[0];
    if (first === undefined || ('member' in to && members.includes(to.member))) return null;
    const moved = locate(root, first)?.member;
    const inBits = [moved, anchor].some((each) => (each?.bitField ?? null) !== null);
    const edit: Edit = inBits
      ? { kind: 'move', members, to, alone: true }
      : { kind: 'move', members, to };
    const next = applyEdit(this.applied, edit);
    if (next.ok && orderOf(next.value) === orderOf(this.applied)) return null;
    return this.edit(edit);
  }

  private edit(edit: Edit): string | null {
    const next = applyEdit(this.applied, edit);
    if (!next.ok) return next.error;
    this.applied = next.value;
    this.edits.push(edit);
    return null;
  }

  private settle(
    side: Body['side'],
    lines: readonly number[],
    problems: readonly (string | null)[],
  ): void {
    const problem = problems.find((each) => each !== null) ?? null;
    if (problem === null) this.account.place(side, lines);
    else this.account.leave(side, lines, problem);
  }
}

const NOTHING_NEAR = 'Nothing that the loaded struct knows stands near it in this hunk.';

const OTHER_BRANCH = 'It stands in a branch of `#if` that the loaded struct does not have.';

function lies(inside: string): string {
  return `It lies inside \`${inside}\`, which is of a type of its own.`;
}

function notLoaded(name: string): string {
  return `\`${name}\` is not in the loaded struct: another version, or a configuration without it.`;
}

/** A member that holds a place and nothing else. */
function isPadding(name: string): boolean {
  return /^_*(?:pad|padding|filler|reserved_pad)(?:\d*_*|_\w*)$/i.test(name);
}

function orderOf({ struct }: Applied): string {
  return [...membersOf(struct.root)].map(({ path }) => path).join(' ');
}

/** The changed lines with the braces of a group. */
function frameLines({ side, head, tail }: GroupEntry): readonly number[] {
  return [head, tail].flatMap((each) => (each === null ? [] : changedIn(side, each)));
}

function allChanged({ lines }: Body['side']): readonly number[] {
  return [...lines.keys()].filter((at) => lines[at]?.says === 'code');
}

function namesOfGroup(group: GroupEntry): readonly string[] {
  return [...entriesIn(group.entries)].flatMap((entry) =>
    entry.kind === 'member' ? entry.names : [],
  );
}

function depthOf({ entries }: GroupEntry): number {
  return 1 + Math.max(0, ...entries.map((each) => (each.kind === 'group' ? depthOf(each) : 0)));
}

/** `struct_group()` is a union with one struct in it here. */
function isGroupMacro({ entries }: GroupEntry): boolean {
  return entries.length === 1 && entries[0]?.kind === 'group';
}

import type { LayoutDocument } from '../edit/document';
import type { AddPlace, Edit } from '../edit/edit';
import { listed } from '../base/prose';
import { offsetsOf } from '../edit/pins';
import { isReserve } from '../edit/runs';
import { locate } from '../edit/tree';
import type { MemberPath } from '../layout/ids';
import type { OrderedMember } from '../layout/order';
import { orderedFrom } from '../layout/original';
import type { LinePlacement } from './placement';
import { type Gap, type KnownTypes, NewMembers } from './newMembers';
import {
  type Entry,
  type GroupEntry,
  type HunkOfStruct,
  type MemberEntry,
  aggregateOf,
  changedIn,
  entriesIn,
  frameLines,
  functionLines,
  goesOnUnseen,
  isOwnStruct,
  knownIn,
  linesOf,
  memberNamed,
} from './sides';
import { PatchedStruct, Wraps, groupAttributes, settleConditions, settleFrames } from './working';
import {
  NOTHING_NEAR,
  OTHER_BRANCH,
  type ReviewNote,
  declaresNothing,
  insideSentence,
  notLoaded,
} from './notes';
import { EntryPlaces, type Level, placeByLine } from './places';
import { type Elsewhere, elsewhereIn, hasSameLayout, isThere } from './verifyOrder';
import { ShownByHunks, conditionOf } from './shown';

/** The edits that make of a struct as it was found what the hunks make of its source. */
export interface Placed {
  readonly edits: readonly Edit[];
  /** Types that would have given the size of a new member. */
  readonly wanted: readonly string[];
  /** What was taken to hold, and what another configuration has. */
  readonly notes: readonly ReviewNote[];
  /** Hunks that do not fit: nothing of them is carried out. */
  readonly elsewhere: readonly Elsewhere[];
  /** The members that its lines are about, as the loaded struct names them. */
  readonly touched: readonly MemberPath[];
}

export function placeStruct(
  document: LayoutDocument,
  hunks: readonly HunkOfStruct[],
  placement: LinePlacement,
  types: KnownTypes,
  /** The order that the hunks are placed in, where it is not the loaded one. */
  order: readonly Edit[] = [],
): Placed {
  const elsewhere: Elsewhere[] = [];
  const start = placement.mark();
  const first = new PatchedStruct(document, placement, order);
  const { root: loaded } = first.before.struct;
  const seen = new ShownByHunks(loaded, document.struct, hunks);
  if (isThere(first.before, seen)) {
    const named = [...seen.news.keys(), ...seen.olds.keys()];
    const touched = named.flatMap((name) => memberNamed(loaded, name)?.path ?? []);
    for (const { hunk } of seen.hunks) {
      for (const side of [hunk.old, hunk.new]) {
        for (const body of seen.hunks.flatMap(({ old, new: now }) => [old, now])) {
          if (body?.side === side) placement.place(side, linesOf(body));
        }
      }
    }
    return { edits: [], wanted: [], notes: [], elsewhere: [], touched: [...new Set(touched)] };
  }
  // A hunk that does not fit is found by its result; then the others are placed without it.
  for (;;) {
    const working = new PatchedStruct(document, placement, order);
    const shown = new ShownByHunks(working.before.struct.root, document.struct, hunks);
    const found = new Placer(working, shown, types, elsewhere).run();
    if (found.length === 0) {
      const { wanted } = working;
      const notes = [...working.notes, ...reservesChanged(shown)];
      const { root } = working.applied.struct;
      const named = [...shown.olds.keys(), ...shown.news.keys()];
      const touched = named.flatMap((name) => memberNamed(root, name)?.path ?? []);
      const edits = unlessIdle(document, order, working.edits);
      return { edits, wanted, notes, elsewhere, touched: [...new Set(touched)] };
    }
    elsewhere.push(...found);
    placement.forget(start);
  }
}

/** The reserves of a stable tree that the patch uses up or takes away. */
function reservesChanged({ olds, news, names }: ShownByHunks): readonly ReviewNote[] {
  return [...olds.keys()].filter(isReserve).flatMap((member): readonly ReviewNote[] => {
    const takenBy = news.get(member)?.takenBy ?? null;
    if (takenBy === null && names.has(member)) return [];
    return [{ kind: 'reserve', member, takenBy }];
  });
}

/** The moves that put what hunks have elsewhere after its neighbour in them: the order of the mail's own kernel. */
export function orderOfHunks(
  document: LayoutDocument,
  hunks: readonly HunkOfStruct[],
  elsewhere: readonly Elsewhere[],
): readonly Edit[] {
  const { root } = orderedFrom(document.struct);
  return elsewhere.flatMap(({ hunk, members }) => {
    const body = hunks.find((each) => each.hunk === hunk)?.new;
    const names = [...entriesIn(body?.entries ?? [])].flatMap((entry) =>
      entry.kind === 'member' ? entry.names : [],
    );
    return members.flatMap((name): readonly Edit[] => {
      const [own, above] = [name, names[names.indexOf(name) - 1]].map((each) =>
        each === undefined ? null : memberNamed(root, each),
      );
      if (!own || !above) return [];
      return [{ kind: 'move', members: [own.path], to: { at: 'after', member: above.path } }];
    });
  });
}

/** None where the loaded struct has all of them already: debug information need not say which member is aligned. */
function unlessIdle(
  document: LayoutDocument,
  order: readonly Edit[],
  edits: readonly Edit[],
): readonly Edit[] {
  const isIdle = edits.every(({ kind }) => kind === 'align');
  const [none, all] = [order, [...order, ...edits]].map((each) => ({ ...document, edits: each }));
  return isIdle && none && all && hasSameLayout(all, none) ? [] : edits;
}

/** Walks over the hunks and carries out what each of their lines changes. */
class Placer {
  private readonly wraps: Wraps;
  private readonly places: EntryPlaces;
  private readonly newMembers: NewMembers;

  constructor(
    private readonly working: PatchedStruct,
    private readonly shown: ShownByHunks,
    types: KnownTypes,
    /** The hunks that are known not to fit. */
    private readonly elsewhere: readonly Elsewhere[],
  ) {
    this.wraps = new Wraps(working);
    this.places = new EntryPlaces(working, shown, this.wraps);
    this.newMembers = new NewMembers(working, shown, types);
  }

  /** The hunks that do not fit, but for those that are known. */
  run(): readonly Elsewhere[] {
    const fitting = this.shown.hunks.filter(({ hunk }) => this.misfit(hunk.new) === null);
    for (const { hunk } of this.shown.hunks) {
      const misfit = this.misfit(hunk.new);
      if (misfit === null) continue;
      for (const side of [hunk.old, hunk.new]) this.working.leave(side, codeOf(side), misfit);
    }
    for (const group of this.shown.oldGroups) {
      if (this.misfit(group.side) === null && !this.shown.isMoved(group, 'new')) this.unwrap(group);
    }
    for (const { hunk } of fitting) {
      for (const side of [hunk.old, hunk.new])
        this.working.placement.place(side, functionLines(side));
    }
    for (const pair of fitting) {
      if (pair.new !== null) {
        this.level({ siblings: pair.new.entries, frame: pair.new, outer: null }, pair);
      }
      this.removals(pair);
    }
    this.wraps.finish();
    settleFrames(this.working, fitting);
    for (const entry of this.shown.asleep) this.otherBranch(entry);
    this.working.notes.push(...settleConditions(fitting, this.working, this.shown.asleep));
    return fitting.flatMap((pair) => elsewhereIn(this.working, this.shown, pair) ?? []);
  }

  /** What is in another branch of `#if` than the loaded one changes nothing of it. */
  private otherBranch(entry: Entry): void {
    if (entry.kind === 'linePadding') return;
    const { side } = entry;
    const lines = entry.kind === 'group' ? frameLines(entry) : changedIn(side, entry.lines);
    if (!this.shown.isSureOfBranches) {
      this.working.leave(side, lines, OTHER_BRANCH);
      return;
    }
    this.working.placement.place(side, lines);
    if (entry.kind !== 'member' || lines.length === 0) return;
    const condition = conditionOf(entry);
    const { root } = this.working.before.struct;
    for (const member of entry.names) {
      const isThere = memberNamed(root, member) !== null;
      const kind = isThere ? 'otherBranch' : 'otherConfiguration';
      if (isThere || entry.changed) this.working.notes.push({ kind, member, condition });
    }
  }

  /** Why nothing of a side is carried out; null where it is. */
  private misfit(side: Side): string | null {
    const found = this.elsewhere.find(({ hunk }) => hunk.old === side || hunk.new === side);
    return found === undefined ? null : this.elsewhereText(found);
  }

  private elsewhereText({ members }: Elsewhere): string {
    const offsets = offsetsOf(this.working.before.struct.root, this.working.document.struct.target);
    const named = members.map((name) => {
      const path = memberNamed(this.working.before.struct.root, name)?.path;
      const bits = path === undefined ? undefined : offsets.get(path);
      return bits === undefined ? `\`${name}\`` : `\`${name}\` (offset ${bits >> 3})`;
    });
    return `In the loaded struct ${listed(named)} ${named.length === 1 ? 'is' : 'are'} not where this hunk has ${named.length === 1 ? 'it' : 'them'}, so nothing of the hunk is carried out.`;
  }

  private level(level: Level, pair: HunkOfStruct): void {
    for (const [at, entry] of level.siblings.entries()) {
      if (this.shown.asleep.has(entry)) continue;
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
    const isNew = group.changed && this.places.isNewGroup(group);
    if (!isNew && this.isStrange(group)) {
      // git may give a new group the lines of one that was there, which then has none that changed.
      this.working.leave(group.side, changedIn(group.side, group.lines), NO_SUCH_GROUP);
    } else if (!isNew && group.changed) this.changedGroup(group, level, at);
    if (this.shown.nested.has(group))
      this.working.placement.place(group.side, changedIn(group.side, group.lines));
    else this.level(inner, pair);
    if (isNew) {
      const last = this.places.pathOf(group, 'last') ?? this.places.pathBefore(level, at);
      this.wraps.add(group, this.places.pathOf(group, 'first'), last);
    }
  }

  /** Whether all members of a group that the loaded struct has lie in fewer groups there than in this one. */
  private isStrange(group: GroupEntry): boolean {
    if (this.shown.nested.has(group) || this.shown.typeOfOwn(group) !== null) return false;
    const known = [...this.depthsIn(group, 1)];
    return known.length > 0 && known.every(([path, depth]) => depth > this.depthOf(path));
  }

  /** The members that a group shows, each with the number of groups around it that are not new, from `depth` on. */
  private *depthsIn(group: GroupEntry, depth: number): Generator<readonly [MemberPath, number]> {
    const { root } = this.working.before.struct;
    for (const entry of group.entries) {
      if (entry.kind === 'member') {
        for (const { path } of this.shown
          .namesOf(entry)
          .flatMap((name) => memberNamed(root, name) ?? []))
          yield [path, depth];
      } else if (entry.kind === 'group') {
        const isNew = entry.changed && this.places.isNewGroup(entry);
        if (this.shown.typeOfOwn(entry) === null)
          yield* this.depthsIn(entry, isNew ? depth : depth + 1);
      }
    }
  }

  private depthOf(path: MemberPath): number {
    const { root } = this.working.before.struct;
    return (locate(root, path)?.chain.length ?? 1) - 1;
  }

  /** A group that moved, or whose attributes changed. */
  private changedGroup(group: GroupEntry, level: Level, at: number): void {
    const { side, head, tail } = group;
    const lines = frameLines(group);
    const path = aggregateOf(this.working.applied.struct.root, group);
    if (path === null) {
      this.working.leave(side, lines, NO_SUCH_GROUP);
      return;
    }
    const problems: (string | null)[] = [];
    const isMoved = [...entriesIn(group.entries)].every((each) => each.changed);
    if (head !== null && (isMoved || changedIn(side, head).length > 0)) {
      const to = this.places.placeOf(level, at, [path]);
      problems.push(to === null ? NOTHING_NEAR : this.working.move([path], to));
    }
    const old = this.shown.groupOf('old', path);
    if (old !== undefined && tail !== null)
      problems.push(groupAttributes(this.working, path, old, group));
    this.working.settle(side, lines, problems);
    for (const other of this.shown.oldGroups) {
      const isThis = aggregateOf(this.working.before.struct.root, other) === path;
      if (isThis) this.working.settle(other.side, frameLines(other), problems);
    }
  }

  /** A declaration with a line that the diff adds. */
  private member(entry: MemberEntry, level: Level, at: number, pair: HunkOfStruct): void {
    const lines = changedIn(entry.side, entry.lines);
    const nested = this.places.nestedIn(level);
    if (nested !== null) {
      if (!isOwnStruct(nested.group))
        this.working.leave(entry.side, lines, insideSentence(nested.name));
      return;
    }
    if (entry.isUnnamed) {
      this.working.settle(entry.side, lines, [this.shown.unnamed.problem(entry)]);
      return;
    }
    if (this.shown.isContinued(entry)) {
      this.working.settle(entry.side, lines, []);
      return;
    }
    const names = this.shown.namesOf(entry);
    const half = names.map((name) => this.shown.olds.get(name)).find((each) => each !== undefined);
    const misfit = half === undefined ? null : this.misfit(half.side);
    if (misfit !== null) {
      this.working.leave(entry.side, lines, misfit);
      return;
    }
    this.sayTakenFor(entry);
    const problems: (string | null)[] = [];
    let anchor: MemberPath | null = null;
    const next = level.siblings[at + 1];
    const before = next === undefined || next.changed ? null : this.places.pathOf(next, 'first');
    const room = this.places.between(level, at);
    for (const name of names) {
      const known = memberNamed(this.working.applied.struct.root, name);
      const moved = known === null ? [] : [known.path];
      const old = this.shown.olds.get(name);
      // Its line in the old text tells nothing where another hunk brought members before it.
      const byLine = () =>
        placeByLine(this.working, this.shown, this.places, { name, pair, moved });
      // Where only its type or its attributes change it stays where the loaded struct has it.
      const stays = old !== undefined && this.staysInHunk(name, old, entry);
      const to = stays
        ? null
        : anchor !== null
          ? ({ at: 'after', member: anchor } as const)
          : (this.places.placeOf(level, at, moved) ?? byLine());
      const [problem, path] = this.declaration(entry, name, known, to, { before, room });
      problems.push(problem);
      anchor = path ?? anchor;
    }
    if (names.length === 0) problems.push(declaresNothing(entry));
    this.working.settle(entry.side, lines, problems);
    for (const name of names) {
      const old = this.shown.olds.get(name);
      if (old !== undefined)
        this.working.settle(old.side, changedIn(old.side, old.lines), problems);
    }
  }

  /** What is wrong, and where the member stands now. */
  private declaration(
    entry: MemberEntry,
    name: string,
    known: OrderedMember | null,
    to: AddPlace | null,
    gap: Gap,
  ): readonly [string | null, MemberPath | null] {
    const old = this.shown.olds.get(name);
    if (known === null && old !== undefined) return [this.absent(name, old), null];
    const stays = to === null && old !== undefined && this.staysInHunk(name, old, entry);
    if (to === null && (known === null || old === undefined))
      return [NOTHING_NEAR, known?.path ?? null];
    if (known === null) return this.newMembers.add(entry, name, to, gap);
    if (old !== undefined && old.declared !== entry.declared && !entry.isMacro) {
      return this.newMembers.retype(entry, known, to);
    }
    const moved = to !== null ? this.working.move([known.path], to) : stays ? null : NOTHING_NEAR;
    const was = old?.attributes ?? entry.attributes;
    // What aligns an array means another thing of a pointer of the same name.
    const { declaredType } = entry.declarator;
    const isOther =
      !entry.isMacro &&
      entry.names.length > 0 &&
      (declaredType.pointer !== known.typeName.includes('*') ||
        declaredType.counts.length > 0 !== known.typeName.includes('['));
    const asked =
      isOther && !isSameAttributes(was, entry.attributes)
        ? `In the loaded struct \`${name}\` is \`${known.typeName}\`, not \`${declaredType.text}\`.`
        : this.working.attributes(known.path, was, entry.attributes);
    return [moved ?? asked, known.path];
  }

  /** Whether a hunk shows a member between the same members before and after. */
  private staysInHunk(name: string, old: MemberEntry, now: MemberEntry): boolean {
    const pair = this.shown.hunks.find((each) => each.old?.side === old.side);
    if (pair?.new?.side !== now.side) return false;
    const [was = [], is = []] = [pair.old, pair.new].map((body) => [
      ...keysIn(body?.entries ?? []),
    ]);
    const common = (keys: readonly string[], others: readonly string[]) =>
      keys.filter((each) => others.includes(each)).join(' ');
    return is.includes(name) && common(was, is) === common(is, was);
  }

  /** A member that is there under another name is changed in place of it, and that is reported. */
  private sayTakenFor(entry: MemberEntry): void {
    const taken = this.shown.takenFor(entry);
    if (taken !== null) this.working.notes.push({ kind: 'takenFor', ...taken });
  }

  /** A member that both sides show and the loaded struct lacks. */
  private absent(name: string, old: MemberEntry): string | null {
    const condition = old.side.lines[old.lines.first - 1]?.condition ?? '';
    if (condition !== '' && condition !== '?') {
      this.working.notes.push({ kind: 'otherConfiguration', member: name, condition });
      return null;
    }
    return notLoaded(name);
  }

  /** Members that stand on no new side. */
  private removals({ old }: HunkOfStruct): void {
    for (const entry of this.shown.own(old?.entries ?? [])) {
      if (entry.kind === 'group' && this.shown.nested.has(entry)) {
        this.working.placement.place(entry.side, changedIn(entry.side, entry.lines));
      } else if (entry.kind === 'group' && old !== null) {
        const type = isOwnStruct(entry) ? null : this.shown.typeOfOwn(entry);
        for (const inside of type === null ? [] : entriesIn(entry.entries)) {
          const lines = changedIn(old.side, inside.lines);
          this.working.leave(old.side, lines, insideSentence(entry.name ?? type ?? ''));
        }
      }
      if (!entry.changed) continue;
      if (entry.kind === 'linePadding') {
        const lines = old === null ? [] : changedIn(old.side, entry.lines);
        if (old)
          this.working.leave(
            old.side,
            lines,
            'It takes a padding to the next line away, which the loaded file does not state.',
          );
      }
      if (entry.kind !== 'member') continue;
      if (entry.isUnnamed) {
        this.working.settle(entry.side, changedIn(entry.side, entry.lines), [
          this.shown.unnamed.problem(entry),
        ]);
        continue;
      }
      const names = this.shown.namesOf(entry);
      const half = names
        .map((name) => this.shown.news.get(name))
        .find((each) => each !== undefined);
      const misfit = this.misfit(half?.side ?? entry.side);
      if (misfit !== null) {
        this.working.leave(entry.side, changedIn(entry.side, entry.lines), misfit);
        continue;
      }
      this.sayTakenFor(entry);
      const gone = names.filter((name) => !this.shown.names.has(name));
      const problems = gone.map((name) => {
        const known = memberNamed(this.working.applied.struct.root, name);
        if (known === null) return notLoaded(name);
        return this.isCut(entry.side)
          ? CUT
          : this.working.edit({ kind: 'remove', member: known.path });
      });
      if (names.length === 0) problems.push(declaresNothing(entry));
      this.working.settle(entry.side, changedIn(entry.side, entry.lines), problems);
    }
  }

  /** What a hunk takes away may come again in the lines that it lacks. */
  private isCut(side: Side): boolean {
    const pair = this.shown.hunks.find((each) => each.old?.side === side);
    return pair !== undefined && goesOnUnseen(pair);
  }

  private alignNext(
    entry: Entry & { readonly kind: 'linePadding' },
    level: Level,
    at: number,
  ): void {
    const { side } = level.frame;
    const next = level.siblings
      .slice(at + 1)
      .map((each) => this.places.pathOf(each, 'first'))
      .find((path) => path !== null);
    const problem =
      next === undefined || next === null
        ? 'It adds a padding to the next line, and nothing known follows it in this hunk.'
        : this.working.edit({ kind: 'align', member: next, bytes: 'cacheline' });
    this.working.settle(side, changedIn(side, entry.lines), [problem]);
  }

  /** A group of which the old side takes its `}` line away, for the lines of another one: the new side has it too. */
  private settleTail(group: GroupEntry, lines: readonly number[]): void {
    const path = aggregateOf(this.working.before.struct.root, group);
    if (path === null || group.tail === null) return;
    const now = this.shown.groupOf('new', path);
    if (now === undefined) return;
    this.working.settle(group.side, lines, [groupAttributes(this.working, path, group, now)]);
  }

  /** The groups, by their paths before the patch, that it takes from around their members. */
  private readonly unwrapped = new Set<MemberPath>();

  /** Members that lose the struct or union around them. */
  private unwrap(group: GroupEntry): void {
    const { side, head } = group;
    // Where only its attributes changed, both sides have it.
    const isGone =
      (head === null || changedIn(side, head).length > 0) && !this.shown.isThere(group, 'new');
    const lines = frameLines(group);
    if (!isGone) {
      this.settleTail(group, lines);
      return;
    }
    // Its other brace is in another hunk: what is around its members now is not it.
    const own = aggregateOf(this.working.before.struct.root, group);
    if (own !== null && this.unwrapped.has(own)) {
      this.working.placement.place(side, lines);
      return;
    }
    if (own !== null) this.unwrapped.add(own);
    const path = group.name === null ? aggregateOf(this.working.applied.struct.root, group) : null;
    const inner = this.working.innerOf(path);
    const stays =
      inner?.members.filter(({ name }) => name === null || this.shown.names.has(name)) ?? [];
    const known = knownIn(this.working.before.struct.root, group);
    if (known.length === 0 && ![...entriesIn(group.entries)].every((each) => each.changed)) {
      this.working.leave(side, lines, MEMBERS_NOT_SEEN);
      return;
    }
    if (known.every((name) => !this.shown.names.has(name))) {
      // It goes with its members.
      this.working.placement.place(side, lines);
      return;
    }
    const problem =
      path === null || inner === null || stays.length === 0
        ? 'It takes away a group that the loaded struct does not have.'
        : this.working.edit({
            kind: 'move',
            members: inner.members.map((each) => each.path),
            to: { at: 'out' },
          });
    this.working.settle(side, lines, [problem]);
  }
}

function isSameAttributes(was: MemberEntry['attributes'], is: MemberEntry['attributes']): boolean {
  const textOf = ({ packed, aligns, unknown }: MemberEntry['attributes']) =>
    [packed, ...aligns.map(({ text }) => text), ...unknown.map(({ name }) => name)].join(' ');
  return textOf(was) === textOf(is);
}

/** What tells the entries of two sides apart and shows which groups they are in. */
function* keysIn(entries: readonly Entry[]): Generator<string> {
  for (const entry of entries) {
    if (entry.kind === 'member') {
      yield* entry.names.length > 0 ? entry.names : [`${entry.declared};`];
    } else if (entry.kind === 'group') {
      yield '{';
      yield* keysIn(entry.entries);
      yield '}';
      if (entry.name !== null) yield entry.name;
    }
  }
}

type Side = MemberEntry['side'];

/** The changed lines of code of a side, from 0. */
function codeOf(side: Side): readonly number[] {
  return changedIn(side, { first: 1, last: side.lines.length });
}

const NO_SUCH_GROUP = 'The loaded struct has no such group of members.';

const CUT =
  'The hunk is cut: whether this goes or only moves is in the lines that are not in the text.';

const MEMBERS_NOT_SEEN =
  'It takes a group away and leaves its members, which the hunk does not show.';

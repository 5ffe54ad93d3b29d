import { sentence } from '../base/messages';
import { applyEdit, applyEdits, withoutEdits } from '../edit/apply';
import type { Applied } from '../edit/applied';
import type { LayoutDocument } from '../edit/document';
import type { AddPlace, Edit } from '../edit/edit';
import { offsetsOf } from '../edit/pins';
import { locate } from '../edit/tree';
import type { MemberPath } from '../layout/ids';
import type { OrderedAggregate } from '../layout/order';
import type {
  AlignmentText,
  ConditionMark,
  LayoutAttributes,
  PostedSide,
  StructDesc,
  Target,
} from '../facts/generated';
import { membersOf } from '../layout/walk';
import type { LinePlacement } from './placement';
import { type ReviewNote, eachOnce } from './notes';
import {
  type Body,
  type Entry,
  type GroupEntry,
  type HunkOfStruct,
  changedIn,
  entriesIn,
  frameLines,
} from './sides';
import { NO_ATTRIBUTES, alignmentBytes } from '../layout/text/attributes';

/** A struct while a patch is carried out on it, edit by edit. What does not apply comes back as a sentence. */
export class PatchedStruct {
  readonly edits: Edit[] = [];
  readonly wanted: string[] = [];
  readonly notes: ReviewNote[] = [];
  readonly before: Applied;
  applied: Applied;

  constructor(
    readonly document: LayoutDocument,
    readonly placement: LinePlacement,
    /** What the struct is given first, as if it were its own order. */
    start: readonly Edit[] = [],
  ) {
    const began = { ...document, edits: start };
    this.before = start.length === 0 ? withoutEdits(began) : applyEdits(began);
    this.applied = this.before;
  }

  /** Carries out what other attributes of a declaration make of its member. */
  attributes(member: MemberPath, old: LayoutAttributes, now: LayoutAttributes): string | null {
    const { struct } = this.document;
    const [was, is] = [askedBy(old, struct), askedBy(now, struct)];
    if (was.packed !== is.packed)
      return `It packs \`${member}\` or no longer does, which is not shown.`;
    const strange = strangeAttribute(was, is);
    if (strange !== null) return notKnown(strange);
    if (was.align === is.align) return null;
    if (is.align === undefined) return `The alignment that it gives to \`${member}\` is not known.`;
    if (is.align === null) return this.edit({ kind: 'unalign', member });
    return this.edit({ kind: 'align', member, bytes: is.align });
  }

  /** An alignment that stands for something else, where it changes an offset; one that the member has already stays. */
  alignIfItMatters(member: MemberPath, bytes: number | 'cacheline'): string | null {
    const asked = bytes === 'cacheline' ? this.document.struct.target.lineBytes : bytes;
    const has = locate(this.applied.struct.root, member)?.member.align?.bytes ?? 0;
    if (has >= asked) return null;
    const next = applyEdit(this.applied, { kind: 'align', member, bytes });
    if (!next.ok) return sentence(next.error);
    const { target } = this.document.struct;
    const [now, then] = [this.applied, next.value].map(({ struct }) =>
      [...offsetsOf(struct.root, target)].join(),
    );
    if (now === then) return null;
    const isAnonymous = (locate(this.applied.struct.root, member)?.member.inner ?? null) !== null;
    return isAnonymous ? GROWS : this.edit({ kind: 'align', member, bytes });
  }

  innerOf(path: MemberPath | null): OrderedAggregate | null {
    return path === null ? null : (locate(this.applied.struct.root, path)?.member.inner ?? null);
  }

  move(members: readonly MemberPath[], to: AddPlace): string | null {
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

  edit(edit: Edit): string | null {
    const next = applyEdit(this.applied, edit);
    if (!next.ok) return sentence(next.error);
    this.applied = next.value;
    this.edits.push(edit);
    return null;
  }

  settle(side: Body['side'], lines: readonly number[], problems: readonly (string | null)[]): void {
    const problem = problems.find((each) => each !== null) ?? null;
    if (problem === null) this.placement.place(side, lines);
    else this.leave(side, lines, problem);
  }

  /** These lines of the struct are not shown. */
  leave(side: Body['side'], lines: readonly number[], reason: string): void {
    this.placement.leave(side, lines, reason, this.document.struct.name);
  }
}

/** An anonymous struct or union that is aligned grows to a multiple of its alignment, which is another thing. */
const GROWS = 'How it moves an anonymous struct or union next to it is not shown.';

function orderOf({ struct }: Applied): string {
  return [...membersOf(struct.root)].map(({ path }) => path).join(' ');
}

/** What the attributes of a declaration ask for that changes a layout. */
export interface AskedByAttributes {
  /** Null for no alignment; undefined where it is unknown. */
  readonly align: number | 'cacheline' | null | undefined;
  readonly packed: boolean;
  /** Words of which nothing says whether they pack or align, in the order of their letters. */
  readonly unknown: readonly string[];
}

export function askedBy(
  { aligns, packed, unknown }: LayoutAttributes,
  { target }: StructDesc,
): AskedByAttributes {
  const found = aligns.map((align) =>
    align.value.kind === 'line'
      ? 'cacheline'
      : (alignmentBytes(align, target, scalarsOf(target)) ?? undefined),
  );
  const names = unknown.map(({ name }) => name).sort();
  // Where there are several, gcc takes the last and clang the largest.
  const isOne = found.every((each) => each === found[0]);
  if (found.includes(undefined) || !isOne) return { align: undefined, packed, unknown: names };
  return { align: found[0] ?? null, packed, unknown: names };
}

/** C's own types, which an alignment may name: `4 * sizeof(long)`. */
function scalarsOf({ pointerBytes }: Target): Parameters<typeof alignmentBytes>[2] {
  const sizes = { char: 1, short: 2, int: 4, long: pointerBytes, 'long long': 8 };
  return new Map(
    Object.entries(sizes).flatMap(([name, bytes]) => {
      const fact = { sizeBytes: bytes, alignBytes: bytes };
      return [[name, fact] as const, [`unsigned ${name}`, fact] as const];
    }),
  );
}

/** Words that only one of two declarations has, and that may pack or align; null for none. */
function strangeAttribute(was: AskedByAttributes, is: AskedByAttributes): string | null {
  const more = (some: readonly string[], than: readonly string[]) =>
    some.find((word, at) => some.indexOf(word) === at && !than.includes(word));
  return more(is.unknown, was.unknown) ?? more(was.unknown, is.unknown) ?? null;
}

export function notKnown(word: string): string {
  return `Whether \`${word}\` packs or aligns is not known.`;
}

/**
 * Carries out what other attributes at the braces of a group make of the member that it is. `} __aligned(64) x;` aligns the
 * type, whose size grows with it, and `} x __aligned(64);` the member alone. Null, or what is wrong, as a sentence.
 */
export function groupAttributes(
  working: PatchedStruct,
  path: MemberPath,
  old: GroupEntry,
  now: GroupEntry,
): string | null {
  if (now.name === null) return working.attributes(path, old.attributes, now.attributes);
  return (
    ofType(working, path, old, now) ??
    working.attributes(path, old.memberAttributes, now.memberAttributes)
  );
}

function ofType(
  working: PatchedStruct,
  path: MemberPath,
  old: GroupEntry,
  now: GroupEntry,
): string | null {
  const { struct } = working.document;
  const [was, is] = [askedBy(old.attributes, struct), askedBy(now.attributes, struct)];
  const strange = strangeAttribute(was, is);
  if (strange !== null) return notKnown(strange);
  if (was.packed !== is.packed)
    return `It packs the type of \`${path}\` or no longer does, which is not shown.`;
  if (was.align === is.align) return null;
  if (is.align === undefined)
    return `The alignment that it gives to the type of \`${path}\` is not known.`;
  if (is.align === null || was.align !== null || now.isArray) {
    return `It changes the alignment of the type of \`${path}\`, which is not shown.`;
  }
  const problem = working.edit({ kind: 'align', member: path, bytes: is.align });
  const found = locate(working.applied.struct.root, path);
  const next = found?.parent.members[found.index + 1];
  // Its size is a multiple of its alignment: what follows begins there.
  return problem ?? (next === undefined ? null : working.alignIfItMatters(next.path, is.align));
}

/**
 * The lines with the struct's own braces. One hunk may take from its head what another gives to its end, so that all of
 * them are read at once.
 */
export function settleFrames(working: PatchedStruct, hunks: readonly HunkOfStruct[]): void {
  const olds = hunks.flatMap(({ old }) => old ?? []);
  const news = hunks.flatMap(({ new: now }) => now ?? []);
  const bodies = [...olds, ...news];
  if (bodies.every((body) => frameLines(body).length === 0)) return;
  // One that only comes is what the loaded file has.
  const problem = olds.length === 0 ? null : ownAttributes(working, olds, news);
  for (const body of bodies) working.settle(body.side, frameLines(body), [problem]);
}

function ownAttributes(
  working: PatchedStruct,
  old: readonly Body[],
  now: readonly Body[],
): string | null {
  const { lost, gained, kept } = exchanged(
    old.flatMap(ownAttributesOf),
    now.flatMap(ownAttributesOf),
  );
  const first = [...lost, ...gained][0];
  if (first === undefined) return null;
  const has = (kind: OwnAttribute['kind']) =>
    [...lost, ...gained].some((each) => each.kind === kind);
  if (has('packed')) {
    return gained.some(({ kind }) => kind === 'packed')
      ? 'It packs the struct, which is not shown.'
      : 'It no longer packs the struct, which is not shown.';
  }
  if (has('randomized')) return 'It changes whether the order is randomized.';
  const unknown = [...lost, ...gained].find(({ kind }) => kind === 'unknown');
  if (unknown !== undefined) return notKnown(unknown.text);
  const aligns = gained.flatMap(({ align }) => align ?? []);
  const asked = askedBy({ packed: false, aligns, unknown: [] }, working.document.struct);
  if (asked.align === undefined) return 'The alignment that it asks for is not known.';
  const start = working.applied.struct.root.members[0];
  const isMore = lost.length > 0 || kept.some(({ kind }) => kind === 'align');
  // An anonymous struct would grow with its alignment.
  if (asked.align === null || isMore || start === undefined || start.inner !== null) {
    return 'It changes the alignment of the struct itself, which is not shown.';
  }
  // The first member's alignment is the struct's, and rounds up its size.
  return working.edit({ kind: 'align', member: start.path, bytes: asked.align });
}

/** A word at the struct's own braces. */
interface OwnAttribute {
  readonly kind: 'packed' | 'align' | 'unknown' | 'randomized';
  readonly text: string;
  readonly align?: AlignmentText;
}

function ownAttributesOf({
  attributes: { packed, aligns, unknown },
  randomized,
}: Body): readonly OwnAttribute[] {
  return [
    ...(packed ? [{ kind: 'packed', text: '' } as const] : []),
    ...(randomized ? [{ kind: 'randomized', text: '' } as const] : []),
    ...aligns.map((align) => ({ kind: 'align', text: align.text, align }) as const),
    ...unknown.map(({ name }) => ({ kind: 'unknown', text: name }) as const),
  ];
}

/** What only one of two lists has, and what both have; each word as often as it is there. */
function exchanged(old: readonly OwnAttribute[], now: readonly OwnAttribute[]) {
  const gained = [...now];
  const kept: OwnAttribute[] = [];
  const lost = old.filter((word) => {
    const at = gained.findIndex(({ kind, text }) => kind === word.kind && text === word.text);
    if (at >= 0) kept.push(...gained.splice(at, 1));
    return at < 0;
  });
  return { lost, gained, kept };
}

interface Wrap {
  readonly first: MemberPath;
  last: MemberPath;
  readonly parts: { readonly group: GroupEntry; readonly lines: readonly number[] }[];
}

interface WrapPlan {
  readonly begin: number | 'cacheline';
  readonly end: number | 'cacheline';
  /** Whether an attribute asks for it. */
  readonly isAsked: boolean;
  readonly isAnonymous: boolean;
  readonly next: MemberPath | null;
}

/** Members that get a struct around them, which the layout shows by their alignment. */
export class Wraps {
  /** Those that go on into a later hunk. */
  private readonly open: Wrap[] = [];
  private readonly closed: Wrap[] = [];

  constructor(private readonly working: PatchedStruct) {}

  /** Whether a new struct began in an earlier hunk and has not ended. */
  get isOpen(): boolean {
    return this.open.length > 0;
  }

  /** A new struct, or the part of it that a hunk shows, with the first and the last member in it. */
  add(group: GroupEntry, first: MemberPath | null, last: MemberPath | null): void {
    const { side } = group;
    const lines = frameLines(group);
    const isUnion = group.opens && group.keyword === 'union' && !isGroupMacro(group);
    if (isUnion) {
      this.working.leave(side, lines, 'It puts members into a new union, which is not shown.');
      return;
    }
    const open = group.opens ? undefined : this.open.pop();
    const part = { group, lines };
    if (open !== undefined && last === null) {
      open.parts.push(part);
      return this.leave(open, ENDS_ELSEWHERE);
    }
    if (open !== undefined) {
      open.parts.push(part);
      if (last !== null) open.last = last;
      this.closed.push(open);
      return;
    }
    if (first === null || last === null) {
      this.working.leave(
        side,
        lines,
        'It adds a struct around members that the loaded file does not have.',
      );
      return;
    }
    (group.closes ? this.closed : this.open).push({ first, last, parts: [part] });
  }

  /** Carries them out, when all hunks were read. */
  finish(): void {
    for (const wrap of this.open) this.leave(wrap, ENDS_ELSEWHERE);
    // What one of them aligns after it says nothing of the next one's own alignment, so all are planned before any is.
    const begins = new Map<MemberPath, number>();
    const planned = this.closed.map((wrap) => ({ wrap, plan: this.planOf(wrap, begins) }));
    for (const { wrap, plan } of planned) {
      if (typeof plan === 'string') this.leave(wrap, plan);
      else this.align(wrap, plan);
    }
  }

  /** How a new struct aligns its first member and what follows it, or why that is not shown; `begins` has those planned so far. */
  private planOf(wrap: Wrap, begins: Map<MemberPath, number>): WrapPlan | string {
    const { root } = this.working.applied.struct;
    const [first, last] = [locate(root, wrap.first), locate(root, wrap.last)];
    if (first === null || last === null || first.parent !== last.parent)
      return 'The members in the new struct are not side by side in the loaded one.';
    if (first.parent.keyword === 'union' && first.index !== last.index)
      return 'It puts members of a union one after the other, which is not shown.';
    const closing = wrap.parts.at(-1)?.group;
    const { struct } = this.working.document;
    const ofType = askedBy(closing?.attributes ?? NO_ATTRIBUTES, struct);
    const ofMember = askedBy(closing?.memberAttributes ?? NO_ATTRIBUTES, struct);
    const isStrange = [ofType, ofMember].some(
      ({ packed, align, unknown }) => packed || align === undefined || unknown.length > 0,
    );
    if (isStrange || closing?.isArray === true)
      return 'How the new struct around these members is packed or aligned is not shown.';
    const inside = first.parent.members.slice(first.index, last.index + 1);
    const aligns = inside.flatMap(({ typeAlign, align, path }) => [
      typeAlign.bytes,
      align?.bytes ?? 1,
      begins.get(path) ?? 1,
    ]);
    const bytesOf = (align: number | 'cacheline') =>
      align === 'cacheline' ? struct.target.lineBytes : align;
    const end = ofType.align ?? Math.max(1, ...aligns);
    const begin = ofMember.align ?? end;
    begins.set(wrap.first, Math.max(bytesOf(begin), begins.get(wrap.first) ?? 1));
    const isAsked = ofType.align !== null || ofMember.align !== null;
    const next = first.parent.members[last.index + 1]?.path ?? null;
    return { begin, end, isAsked, isAnonymous: first.member.inner !== null, next };
  }

  private align(wrap: Wrap, { begin, end, isAsked, isAnonymous, next }: WrapPlan): void {
    const problems = [
      isAsked && isAnonymous
        ? GROWS
        : isAsked
          ? this.working.edit({ kind: 'align', member: wrap.first, bytes: begin })
          : this.working.alignIfItMatters(wrap.first, begin),
      next === null ? null : this.working.alignIfItMatters(next, end),
    ];
    for (const { group, lines } of wrap.parts) this.working.settle(group.side, lines, problems);
  }

  private leave(wrap: Wrap, reason: string): void {
    for (const { group, lines } of wrap.parts) this.working.leave(group.side, lines, reason);
  }
}

const ENDS_ELSEWHERE = 'Where the new struct around these members ends is not shown.';

/** `struct_group()` is a union with one struct in it here. */
function isGroupMacro({ entries }: GroupEntry): boolean {
  return entries.length === 1 && entries[0]?.kind === 'group';
}

/**
 * Says of each changed `#if`, `#else` and `#endif` whether it changes which members there are. Where a member
 * takes its condition along, it does not. Gives what was taken to hold.
 */
export function settleConditions(
  hunks: readonly HunkOfStruct[],
  working: PatchedStruct,
  asleep: ReadonlySet<Entry>,
): readonly ReviewNote[] {
  const before = conditionsOf(hunks, 'old', asleep);
  const after = conditionsOf(hunks, 'new', asleep);
  const notes: ReviewNote[] = [];
  for (const { old, new: now } of hunks) {
    const names = [...namesOf(old), ...namesOf(now)];
    let reason: string | null = null;
    // What is put between the parts of an `#if` takes nothing out of one.
    const takesAway = old !== null && changedConditions(old.side).length > 0;
    for (const name of names) {
      const [was, is] = [before.get(name), after.get(name)];
      notes.push(...takenToHold(name, was, is));
      if (was === undefined || is === undefined) continue;
      if (was.isCut === is.isCut && was.text === is.text) continue;
      const stays = isContext(old, name) && isContext(now, name);
      if (was.isCut !== is.isCut && stays && takesAway) reason ??= HALF;
      if (was.isCut || is.isCut) continue;
      if (was.isSeen || (was.text === '' && is.isOld)) {
        const says =
          is.text === ''
            ? `\`${name}\` no longer depends on \`${was.text}\`: whether that is set is not followed.`
            : `\`${name}\` is now under \`${is.text}\`: whether that is set is not followed.`;
        reason ??= says;
        // It may have crossed a condition that stays.
        for (const body of [old, now]) leaveMember(body, name, says, working);
      } else {
        notes.push(
          is.text === ''
            ? { kind: 'condition', member: name, condition: was.text, change: 'left' }
            : { kind: 'condition', member: name, condition: is.text, change: 'stays' },
        );
      }
    }
    if (halves(old) !== halves(now)) reason ??= HALF;
    for (const body of [old, now]) {
      if (body === null) continue;
      const lines = changedConditions(body.side);
      if (reason === null) working.placement.place(body.side, lines);
      else working.leave(body.side, lines, reason);
    }
  }
  return eachOnce(notes);
}

function leaveMember(
  body: Body | null,
  name: string,
  reason: string,
  working: PatchedStruct,
): void {
  for (const entry of entriesIn(body?.entries ?? [])) {
    if (entry.kind !== 'member' || !entry.names.includes(name)) continue;
    working.leave(entry.side, changedIn(entry.side, entry.lines), reason);
  }
}

/** A member that only one side has is there where its condition holds: nothing here tells whether it does. */
function takenToHold(
  member: string,
  was: Seen | undefined,
  is: Seen | undefined,
): readonly ReviewNote[] {
  const isKnown = (seen: Seen) => seen.text !== '' && !seen.isCut;
  if (was === undefined && is !== undefined && isKnown(is)) {
    return [{ kind: 'condition', member, condition: is.text, change: 'added' }];
  }
  if (is === undefined && was !== undefined && isKnown(was)) {
    return [{ kind: 'condition', member, condition: was.text, change: 'removed' }];
  }
  return [];
}

interface Seen {
  readonly text: string;
  /** Whether an `#if` of it began before the hunk. */
  readonly isCut: boolean;
  /** Whether none means none. */
  readonly isSeen: boolean;
  /** Whether an `#if` around it was there before the patch. */
  readonly isOld: boolean;
}

function conditionsOf(
  hunks: readonly HunkOfStruct[],
  which: 'old' | 'new',
  asleep: ReadonlySet<Entry>,
): ReadonlyMap<string, Seen> {
  const found = new Map<string, Seen>();
  for (const hunk of hunks) {
    const body = hunk[which];
    if (body === null) continue;
    const { lines } = body.side;
    const other = which === 'old' ? hunk.new : hunk.old;
    for (const entry of entriesIn(body.entries)) {
      if (entry.kind !== 'member' || asleep.has(entry)) continue;
      const line = lines[entry.lines.first - 1];
      const [text, isCut] = [line?.condition ?? '', line?.isCut === true];
      // A declaration that stays has the same `#if`s around it that no side shows; one that moves may leave some behind.
      const twin = [...entriesIn(other?.entries ?? [])].find(
        (each) => each.kind === 'member' && each.names.some((name) => entry.names.includes(name)),
      );
      const isInBoth = twin !== undefined;
      // One that ends further down and began above stands around the other side too, which need not show it. One that
      // the other side alone ends further up is still open here.
      const outer =
        endsOuter(body.side, ({ at }) => at >= entry.lines.first) ||
        (other !== null &&
          endsOuter(other.side, ({ at, changed }) => changed || at >= (twin?.lines.first ?? 1)));
      const isSeen = text !== '' || (!outer && (!entry.changed || body.opens || isInBoth));
      for (const name of entry.names)
        found.set(name, { text, isCut, isSeen, isOld: isInOldBlock(body.side, entry.lines.first) });
    }
  }
  return found;
}

/** Whether a line is under an `#if` that the patch neither adds nor takes away. */
function isInOldBlock({ lines }: PostedSide, line: number): boolean {
  const open: boolean[] = [];
  for (const { mark, changed } of lines.slice(0, line - 1)) {
    if (mark?.kind === 'open') open.push(!changed);
    else if (mark?.kind === 'close') open.pop();
  }
  return open.includes(true);
}

const HALF = 'It begins or ends an `#if` around lines that the hunk does not show.';

/** The changed `#if`s and `#endif`s whose other half is outside of the hunk, in an order to compare. */
function halves(body: Body | null): string {
  const lines = body?.side.lines ?? [];
  const open: Half[] = [];
  const found: Half[] = [];
  for (const [at, { mark, changed }] of lines.entries()) {
    if (mark === null) continue;
    const half = { mark, changed, at };
    if (mark.kind === 'open') open.push(half);
    else if (mark.kind === 'branch') {
      if (open.length === 0) found.push(half);
    } else if (open.pop() === undefined) found.push(half);
  }
  const all = [...found, ...open].filter(({ changed }) => changed);
  return all
    .filter((half) => !isParted(half, all, lines))
    .map(({ mark }) => mark.text)
    .sort()
    .join('\n');
}

interface Half {
  readonly mark: ConditionMark;
  readonly changed: boolean;
  readonly at: number;
}

/** `#endif`, a new member, `#if` again: a block that is parted around what is not of it. */
function isParted(half: Half, all: readonly Half[], lines: PostedSide['lines']): boolean {
  const isEnd = ({ mark }: Half) => mark.kind === 'close';
  const other = isEnd(half)
    ? all.find((each) => each.at > half.at && !isEnd(each))
    : all.findLast((each) => each.at < half.at && isEnd(each));
  if (other === undefined) return false;
  const [from, to] = [Math.min(half.at, other.at), Math.max(half.at, other.at)];
  return lines.slice(from, to).every(({ says, changed }) => says !== 'code' || changed);
}

/** Whether a side has the `#endif` of an `#if` that it does not show, on a line (from 1) that counts. */
function endsOuter(
  { lines }: PostedSide,
  counts: (line: { readonly at: number; readonly changed: boolean }) => boolean,
): boolean {
  let depth = 0;
  for (const [index, { mark, changed }] of lines.entries()) {
    if (mark?.kind === 'open') depth += 1;
    else if (mark?.kind === 'close' && depth > 0) depth -= 1;
    else if (mark?.kind === 'close' && counts({ at: index + 1, changed })) return true;
  }
  return false;
}

function namesOf(body: Body | null): readonly string[] {
  return [...entriesIn(body?.entries ?? [])].flatMap((entry) =>
    entry.kind === 'member' ? entry.names : [],
  );
}

/** Whether a body shows a member and leaves it as it is. */
function isContext(body: Body | null, name: string): boolean {
  return [...entriesIn(body?.entries ?? [])].some(
    (entry) => entry.kind === 'member' && !entry.changed && entry.names.includes(name),
  );
}

function changedConditions({ lines }: PostedSide): readonly number[] {
  return [...lines.keys()].filter((at) => {
    const line = lines[at];
    return line?.changed === true && line.says === 'condition';
  });
}

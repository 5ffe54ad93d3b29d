import type { ConditionMark, PostedSide } from '../../facts/generated';
import type { HunkOfStruct } from './bodies';
import { eachOnce, type ReviewNote } from './notes';
import { changedIn, entriesIn, type Entry } from './sides';
import type { PatchedStruct } from './working';

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
    for (const name of names) {
      const [was, is] = [before.get(name), after.get(name)];
      notes.push(...takenToHold(name, was, is));
      if (was === undefined || is === undefined || was.text === is.text) continue;
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
      if (reason === null) working.account.place(body.side, lines);
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

type Body = NonNullable<HunkOfStruct['old']>;

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

function changedConditions({ lines }: PostedSide): readonly number[] {
  return [...lines.keys()].filter((at) => {
    const line = lines[at];
    return line?.changed === true && line.says === 'condition';
  });
}

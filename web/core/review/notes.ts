import { assertNever } from '../base/assert';
import { grouped, listed, plural, quoted } from '../base/prose';
import type { OtherPatch } from '../facts/generated';
import type { LeftLine } from './placement';
import { sentence, type Message } from '../base/messages';
import { reviewMessage } from './messages';
import type { Outcome } from '../model/outcome';

/** What a review took to hold, and what it could not read. */
export type ReviewNote =
  | Assumption
  | UnreadPart
  | OtherConfiguration
  | ({ readonly kind: 'takenFor' } & TakenFor)
  | PaddingFilled
  | ReserveChanged;

/** What no line of the patch shows, and the layout depends on. */
export type Assumption = ConditionTaken | NoConditionTaken | AlignmentTaken;

/** The condition (C text) of an `#if` around a member, where the patch adds or removes it, or takes it out of or into that `#if`. */
export interface ConditionTaken {
  readonly kind: 'condition';
  readonly member: string;
  readonly condition: string;
  readonly change: 'added' | 'removed' | 'stays' | 'left';
}

/**
 * That nothing is around a member, which is placed between two stated lines of the old text (from 1); `lastLine` is null
 * after the last member, as none is stated for the end of the struct.
 */
export interface NoConditionTaken {
  readonly kind: 'noCondition';
  readonly member: string;
  readonly firstLine: number;
  readonly lastLine: number | null;
}

/** That a struct's alignment is that of its members. */
export interface AlignmentTaken {
  readonly kind: 'alignment';
  readonly struct: string;
}

/** A member that the loaded struct lacks, because of the condition around it; or has from another branch of `#if`. */
export interface OtherConfiguration {
  readonly kind: 'otherConfiguration' | 'otherBranch';
  readonly member: string;
  readonly condition: string;
}

/** A member that the loaded struct has in place of one that the patch names. */
export interface TakenFor {
  readonly member: string;
  readonly taken: string;
  /** The version that renamed it; null where only its place says so. */
  readonly since: string | null;
}

/** Members that the loaded struct has where the patch puts padding. */
export interface PaddingFilled {
  readonly kind: 'filled';
  readonly padding: string;
  readonly members: readonly string[];
}

/** Room that a stable tree keeps free: `takenBy` is the macro that puts a member there; null where the patch takes it away. */
export interface ReserveChanged {
  readonly kind: 'reserve';
  readonly member: string;
  readonly takenBy: string | null;
}

/** A part of the text that looks like a patch: its line in the text (from 1), and why it could not be read, as a sentence. */
export interface UnreadPart {
  readonly kind: 'unread';
  readonly line: number;
  readonly reason: string;
}

export function isAssumption(note: ReviewNote): note is Assumption {
  return note.kind === 'condition' || note.kind === 'noCondition' || note.kind === 'alignment';
}

/** Of notes that say the same, the first. */
export function eachOnce(notes: readonly ReviewNote[]): readonly ReviewNote[] {
  return [...new Map(notes.map((note) => [noteText(note), note])).values()];
}

/** A note as a sentence. */
export function noteText(note: ReviewNote): string {
  return sentence(messageOfNote(note));
}

function messageOfNote(note: ReviewNote): Message {
  switch (note.kind) {
    case 'condition':
      return reviewMessage(`condition-${note.change}`, note.member, note.condition);
    case 'noCondition':
      return reviewMessage('no-condition', note.member, linesText(note));
    case 'alignment':
      return reviewMessage('alignment', note.struct);
    case 'otherConfiguration':
      return reviewMessage('other-configuration', note.member, note.condition);
    case 'otherBranch':
      return reviewMessage('other-branch', note.member, note.condition);
    case 'takenFor':
      return note.since === null
        ? reviewMessage('taken-by-offset', note.member, note.taken)
        : reviewMessage('renamed', note.member, note.taken, note.since);
    case 'filled':
      return reviewMessage('filled', quoted(note.members), note.padding);
    case 'reserve':
      return note.takenBy === null
        ? reviewMessage('reserve-removed', note.member)
        : reviewMessage('reserve-used', note.takenBy, note.member);
    case 'unread':
      return reviewMessage('unread', note.line, note.reason);
    default:
      return assertNever(note);
  }
}

function linesText({ firstLine, lastLine }: NoConditionTaken): string {
  return lastLine === null
    ? `after source line ${firstLine}`
    : `between source lines ${firstLine} and ${lastLine}`;
}

/** All that a review says beside its structs: patches of the text that it does not show, what `dropped` has, what it took to hold. */
export function reviewMessages(
  { notes }: { readonly notes: readonly ReviewNote[] },
  { others }: { readonly others: readonly OtherPatch[] },
  dropped: readonly string[],
): readonly Message[] {
  return [
    ...others.map(otherMessage),
    ...dropped.map((text) => reviewMessage('dropped', text)),
    ...notes.map(messageOfNote),
  ];
}

function otherMessage({ patch: { line, subject }, why }: OtherPatch): Message {
  const named = subject === '' ? '' : ` ("${subject}")`;
  return reviewMessage(`patch-${why}`, line, named);
}

/** Changed lines that have one reason and stand in one hunk. */
export interface LeftLines {
  readonly file: string;
  readonly range: string;
  readonly lines: readonly LeftLine[];
  readonly reason: string;
}

/** What became of the lines of a patch, as a `Review` has it. */
interface Accounted {
  readonly total: number;
  readonly left: readonly LeftLine[];
  readonly missing: number;
  readonly refused: number;
  readonly absent: readonly number[];
}

/** Whether every line of the patch is shown, or changes no layout. */
export function isWhole({ left, missing, refused, absent }: Omit<Accounted, 'total'>): boolean {
  return left.length === 0 && missing === 0 && refused === 0 && absent.length === 0;
}

/** "12 of 14 lines placed", for a patch of which something is left over; null where nothing is. */
export function placementText(found: Accounted): string | null {
  if (isWhole(found)) return null;
  const { total, left, missing, refused, absent } = found;
  const cut =
    missing === 0
      ? ''
      : `, and ${plural(missing, 'line')} of its hunks ${missing === 1 ? 'is' : 'are'} not in the text`;
  const unread =
    refused === 0 ? '' : `, and ${plural(refused, 'part')} of the text could not be parsed`;
  const lost = absent.length === 0 ? '' : ` ${absentText(absent)}`;
  return `${total - left.length} of ${plural(total, 'changed line')} placed${cut}${unread}.${lost}`;
}

/** "Patches 2 and 4 of the series are not in the text." */
export function absentText(absent: readonly number[]): string {
  const [word, are] = absent.length === 1 ? ['Patch', 'is'] : ['Patches', 'are'];
  return `${word} ${listed(absent.map(String), 8)} of the series ${are} not in the text: paste the whole series.`;
}

/** The lines that are left, those of one hunk and one reason together. */
export function leftByReason({ left }: Pick<Accounted, 'left'>): readonly LeftLines[] {
  const found = new Map<string, LeftLine[]>();
  for (const line of left) {
    const key = `${line.file}\n${line.range}\n${line.reason}`;
    found.set(key, [...(found.get(key) ?? []), line]);
  }
  return [...found.values()].flatMap((lines) => {
    const [first] = lines;
    if (first === undefined) return [];
    return [{ file: first.file, range: first.range, lines, reason: first.reason }];
  });
}

/** `include/linux/fs.h:1024` and its text, for a list. */
export function lineText({ file, line, sign, text }: LeftLine): string {
  const place = file === '' ? `line ${line}` : `${file}:${line}`;
  return `${place} \`${sign}${text.replace(/\s+/g, ' ')}\``;
}

/** Expected against measured: "2,687 to 0 expected, and not in the second report; 33,034 to 31,280 (31,116 expected)". */
export function outcomeText({ before, expected, after, isUnknown, range, rows }: Outcome): string {
  // That a text does not list a row is not yet that nothing hit it: perf leaves rare rows out.
  const gone = rows.filter(
    ({ expectedOutcome, after: later }) => expectedOutcome === 'vanishes' && !later,
  );
  const rest = gone.map(
    ({ field, before: was, isInText }) =>
      `\`${field}\`: ${grouped(was)} to 0 HITM expected, and ${isInText ? 'gone in' : 'not in'} the mail's second report`,
  );
  const whole = `the lines' HITM: ${grouped(before)} to ${grouped(after)} measured (${isUnknown ? `unknown, ${grouped(range.low)} to ${grouped(range.high)},` : grouped(expected)} expected)`;
  return [...rest, whole].join('; ');
}

/** Why a changed line is not shown, where more than one place says so. */
export const NOTHING_NEAR = 'No member of the loaded struct is near it in this hunk.';

export const OTHER_BRANCH =
  'Which branch of the `#if` around it the loaded struct has is not known.';

export function insideSentence(inside: string): string {
  return `It is inside \`${inside}\`, which has its own type.`;
}

export function notLoaded(name: string): string {
  return `\`${name}\` is not in the loaded struct: another version, or a configuration without it.`;
}

/** Why a line in the place of a member is left: it declares none that is known. */
export function declaresNothing({ declared }: { readonly declared: string }): string {
  return declared === ''
    ? 'What is written here declares no member that is known.'
    : `\`${declared}\` declares no member that is known.`;
}

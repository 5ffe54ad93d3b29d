import { assert } from '../../base/assert';
import { itemAt } from '../../base/itemAt';
import type { CSource } from '../../facts/csource';
import type { DirectiveText, HeaderDoc, LineRange } from '../../facts/generated';
import { recordAt } from '../../layout/text/textMembers';
import type { ReadText } from './selfCheck';
import { bytesOfText, lineEndOf, lineEndsIn, nextLine } from './text';

/** A shorter file is read again as a whole: that takes less than it saves. */
const LARGE_BYTES = 1 << 20;

/** A large file with all emptied that a patch of one struct does not touch; its own lines keep their numbers. */
export interface Narrow extends ReadText {
  /** The whole file with what became of this one. */
  readonly whole: (after: string) => string;
}

/**
 * What a patch of a struct is planned on, so that a large file (SQLite's 9 MB) is read once: the struct with what
 * describes it, the conditions around it, and empty lines. Null for a file that is not large, and where the struct
 * says something else without the rest of the file (a constant, a namespace).
 */
export function narrow(
  { text, doc, record }: ReadText,
  bytes: Uint8Array,
  csource: CSource,
): Narrow | null {
  if (text.length < LARGE_BYTES) return null;
  const outermost = outermostOf(doc, record);
  const count = recordsIn(doc, outermost);
  const { start, end } = offsetsOf(text, linesOfRecord(doc, outermost));
  const directives = csource.directives(bytes).filter(({ kind }) => KEPT.has(kind));
  const head = emptied(text, directives, start);
  const tail = directivesAlone(text, directives, end);
  const narrowed = head + text.slice(start, end) + tail;
  const read = csource.header(bytesOfText(narrowed));
  const shift = { bytes: start - head.length, records: outermost };
  const isSame =
    read.cplusplus === doc.cplusplus &&
    read.records.length === count &&
    read.records.every((each, at) => same(itemAt(doc.records, outermost + at), each, shift));
  if (!isSame) return null;
  return {
    text: narrowed,
    doc: read,
    record: record - outermost,
    whole: (after) => {
      const isInside = after.startsWith(head) && after.endsWith(tail);
      assert(isInside, 'a patch changes lines outside of its struct');
      const inside = after.slice(head.length, after.length - tail.length);
      return text.slice(0, start) + inside + text.slice(end);
    },
  };
}

function outermostOf(doc: HeaderDoc, record: number): number {
  const { parent } = recordAt(doc, record);
  return parent === null ? record : outermostOf(doc, parent);
}

/** A record and those inside it, which follow it. */
function recordsIn(doc: HeaderDoc, outermost: number): number {
  const { close } = recordAt(doc, outermost);
  const after = doc.records.findIndex((each, at) => at > outermost && each.open > close);
  return (after < 0 ? doc.records.length : after) - outermost;
}

function linesOfRecord(doc: HeaderDoc, record: number): LineRange {
  const { lines, doc: described } = recordAt(doc, record);
  return { first: described?.lines.first ?? lines.first, last: lines.last };
}

/** Where whole lines begin and end. */
function offsetsOf(text: string, { first, last }: LineRange): { start: number; end: number } {
  let start = 0;
  for (let line = 1; line < first; line++) start = nextLine(text, start);
  let end = start;
  for (let line = first; line <= last; line++) end = nextLine(text, end);
  return { start, end };
}

/** What may hold for lines after it. A `#define` without a value may be an include guard's. */
const KEPT: ReadonlySet<DirectiveText['kind']> = new Set([
  'open',
  'branch',
  'close',
  'pragma',
  'once',
  'switch',
]);

/** The lines before a struct with nothing left of them but such directives: those after them keep their numbers. */
function emptied(text: string, directives: readonly DirectiveText[], to: number): string {
  const lineEnd = lineEndOf(text);
  const parts: string[] = [];
  let from = 0;
  for (const { span } of directives.filter(({ span: { end } }) => end <= to)) {
    parts.push(lineEnd.repeat(lineEndsIn(text, from, span.start)), text.slice(span.start, span.end));
    from = span.end;
  }
  return parts.join('') + lineEnd.repeat(lineEndsIn(text, from, to));
}

/** Of the lines after a struct, of which nothing is said by its number, such directives alone. */
function directivesAlone(
  text: string,
  directives: readonly DirectiveText[],
  from: number,
): string {
  return directives
    .filter(({ span }) => span.start >= from)
    .map(({ span }) => `${text.slice(span.start, span.end)}\n`)
    .join('');
}

interface Shift {
  readonly bytes: number;
  readonly records: number;
}

/** Whether facts are the same but for where in the file and in the list of records they stand. */
function same(full: unknown, narrowed: unknown, shift: Shift): boolean {
  if (full === narrowed) return true;
  if (typeof full === 'number' && typeof narrowed === 'number') {
    return [shift.bytes, shift.records].includes(full - narrowed);
  }
  if (typeof full !== 'object' || typeof narrowed !== 'object') return false;
  if (full === null || narrowed === null) return false;
  const [ours, theirs] = [Object.entries(full), Object.entries(narrowed)];
  return (
    ours.length === theirs.length &&
    ours.every(([key, value], at) => theirs[at]?.[0] === key && same(value, theirs[at]?.[1], shift))
  );
}

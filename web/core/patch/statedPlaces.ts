import type { Message } from '../base/messages';
import { patchMessage } from './messages';
import type { Applied } from '../edit/applied';
import type { StructDesc } from '../facts/generated';
import { computeLayout } from '../layout/compute';
import type { MemberPath } from '../layout/ids';
import type { FieldItem } from '../layout/layout';
import type { OrderedStruct } from '../layout/order';
import { orderedFrom } from '../layout/original';
import type { Element } from './level';
import type { PatchWarning } from './outcome';
import { onOneLine, readable } from './text';

/**
 * What a struct's text states of its layout and a new order makes false: comments on holes, offsets, lines and members that
 * have to match another type's (pahole's own line boundaries are corrected elsewhere), and `#define`s of a member's number.
 */
export function statedWarnings(
  before: readonly Element[],
  after: readonly Element[],
  desc: StructDesc,
  { struct, state: { lineBytes } }: Applied,
): readonly PatchWarning[] {
  const was = placesIn(before, orderedFrom(desc), lineBytes);
  const is = placesIn(after, struct, lineBytes);
  return before.flatMap((each) => [
    ...statementsIn(each).flatMap(({ text, line, isAbove, states }): readonly PatchWarning[] => {
      const now = after.find((other) => isSame(other, each));
      const [old, later] = [was.around(each, isAbove), now && is.around(now, isAbove)];
      if (later !== undefined && states(old) === states(later)) return [];
      return [warning(patchMessage('stated-place', line, text), line)];
    }),
    ...numbersIn(each).flatMap(({ name, number, line }): readonly PatchWarning[] => {
      const member = was.beside(line).find((path) => was.numberOf(path) === number);
      if (member === undefined) return [];
      const later = is.numberOf(member);
      if (later === number) return [];
      return [warning(patchMessage('stated-number', name, number, readable(member), later), line)];
    }),
  ]);
}

function warning(message: Message, line: number): PatchWarning {
  return { ...message, kind: 'stated', line, action: null };
}

/** What lies at a comment: the gap there, offsets of the members above and below, and the members from there on. */
interface Around {
  readonly gapBits: number | null;
  readonly lines: string;
  /** Of the member whose own comment it is. */
  readonly offsetBytes: number | null;
  readonly below: string;
}

interface Statement {
  readonly text: string;
  readonly line: number;
  /** It is above the member that it belongs to, or belongs to none; else after it on its line. */
  readonly isAbove: boolean;
  /** What of its surroundings it speaks of. */
  readonly states: (around: Around) => string;
}

const COMMENT = /\/\*[^]*?\*\/|\/\/[^\n]*/g;
const ORDINALS = '(?:first|second|third|fourth|last|\\d+(?:st|nd|rd|th)?)';
/** `first cacheline ends here`, `--- cache line 2 ---` */
const LINE = new RegExp(
  `\\b${ORDINALS} cache ?line\\b|\\bcache ?line (?:${ORDINALS}|ends?|begins?|starts?|boundary)\\b|\\bend of (?:the )?${ORDINALS}? ?cache ?line\\b`,
  'i',
);

function statementsIn({ kind, lines, firstLine, piece, boundary }: Element): readonly Statement[] {
  if (boundary !== null || (kind !== 'unit' && kind !== 'comment')) return [];
  const whole = lines.join('');
  return [...whole.matchAll(COMMENT)].flatMap(({ 0: comment, index }): readonly Statement[] => {
    const line = firstLine + whole.slice(0, index).split('\n').length - 1;
    const text = readable(onOneLine(comment.replace(/^\/[*/]+|\*+\/$|^\s*\*/gm, ' ')));
    const isAbove = kind === 'comment' || line < (piece?.declaredLine ?? line);
    const states = statedBy(text);
    return states === null ? [] : [{ text, line, isAbove, states }];
  });
}

function statedBy(text: string): Statement['states'] | null {
  const [, offset] = /\boffset\s*(?:is|of|=|:)?\s*(0x[\da-f]+|\d+)\b/i.exec(text) ?? [];
  // One that was wrong before is another's business.
  if (offset !== undefined)
    return ({ offsetBytes }) => String(offsetBytes === Number(offset) || offsetBytes === null);
  if (/\bholes?\b/i.test(text)) return ({ gapBits }) => String(gapBits);
  if (LINE.test(text)) return ({ lines }) => lines;
  if (/\bmust (?:match|mirror|be in sync|be the same as|agree with)\b/i.test(text))
    return ({ below }) => below;
  return null;
}

/** `#define FIELDNO_X 3` at a member: its number, counted from 0. */
function numbersIn({ lines, firstLine }: Element) {
  return lines.flatMap((text, at) => {
    const [, name, number] = /^\s*#\s*define\s+(\w+)\s+\(?(\d+)\)?\s*$/.exec(text) ?? [];
    return name === undefined || !/field|member|index|idx/i.test(name)
      ? []
      : [{ name, number: Number(number), line: firstLine + at }];
  });
}

function isSame(one: Element, other: Element): boolean {
  return (
    one.kind === other.kind &&
    one.members.join() === other.members.join() &&
    one.lines.join('').trim() === other.lines.join('').trim()
  );
}

function placesIn(elements: readonly Element[], struct: OrderedStruct, lineBytes: number) {
  const items = computeLayout(struct).items.filter(
    (item): item is FieldItem => item.kind === 'field',
  );
  const fields = new Map(items.map((item) => [item.path, item]));
  const paths = struct.root.members.map(({ path }) => path);
  const fieldOf = (path: MemberPath | undefined) =>
    path === undefined ? undefined : fields.get(path);
  const lineOf = (field: FieldItem | undefined) =>
    field === undefined ? 'none' : Math.floor(field.offsetBits / 8 / lineBytes);
  return {
    numberOf: (path: MemberPath) => paths.indexOf(path),
    /** The members that are declared next to a line, that below first: a `#define` is above its member or under it. */
    beside: (line: number): readonly MemberPath[] => {
      const declared = elements.filter(({ members }) => members.length > 0);
      const lineOf = ({ piece, firstLine }: Element) => piece?.declaredLine ?? firstLine;
      const below = declared.find((each) => lineOf(each) > line)?.members.slice(0, 1) ?? [];
      return [...below, ...(declared.findLast((each) => lineOf(each) < line)?.members ?? [])];
    },
    around: (each: Element, isAbove: boolean): Around => {
      const at = elements.indexOf(each);
      const from = isAbove ? at : at + 1;
      const above = fieldOf(
        elements
          .slice(0, from)
          .flatMap(({ members }) => members)
          .at(-1),
      );
      const rest = elements.slice(from).flatMap(({ members }) => members);
      const below = fieldOf(rest[0]);
      return {
        gapBits:
          above === undefined || below === undefined
            ? null
            : below.offsetBits - above.offsetBits - (above.sizeBits ?? 0),
        lines: `${lineOf(above)} ${lineOf(below)}`,
        offsetBytes: (fieldOf(each.members[0])?.offsetBits ?? NaN) / 8 || null,
        below: rest.join(),
      };
    },
  };
}

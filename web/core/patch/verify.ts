import { type Result, fail, ok } from '../base/result';
import type { CSource } from '../facts/csource';
import type { HeaderDoc } from '../facts/generated';
import type { MemberPath } from '../layout/ids';
import type { OrderedAggregate, OrderedMember } from '../layout/order';
import { type TextMember, recordAt, textMembers } from '../layout/text/textMembers';
import { membersOf } from '../layout/walk';
import { paddingDeclaration } from './body';
import type { SpelledRequest } from './request';
import { bytesOfText } from './text';

/** A header that declares a layout, with the declaration of each of its members. */
export interface Verified {
  readonly read: ReadText;
  readonly texts: ReadonlyMap<MemberPath, TextMember>;
}

/**
 * Reads the result of a reordering again and compares it with the layout that it was made for.
 * `texts` are the declarations in `before`, the header with all but the order done. The error is what is wrong.
 */
export function verify(
  request: SpelledRequest,
  before: ReadText,
  after: string,
  texts: ReadonlyMap<MemberPath, TextMember>,
): Result<Verified, string> {
  const doc = request.csource.header(bytesOfText(after));
  const { record } = before;
  if (doc.records.length !== before.doc.records.length) return fail('a struct was lost');
  const read = { text: after, doc, record };
  const { root } = request.applied.struct;
  const padding = [...membersOf(root)].filter((member) => member.role === 'padding');
  const expected = expectedOf(request, before, texts, root);
  const tied = selfCheck(request.csource, before, read, expected, addedLines(read, padding));
  return tied.ok ? ok({ read, texts: tied.value }) : tied;
}

/** The padding that the result declares, by the names that were to be added. */
function addedLines(read: ReadText, padding: readonly OrderedMember[]): readonly AddedLine[] {
  const names = new Set(padding.map((member) => member.name));
  const walk = (record: number, around: readonly string[]): AddedLine[] =>
    textMembers(read.doc, record).flatMap((text) => {
      const inner = text.member.record;
      const inside = inner === null ? [] : walk(inner, [...around, ...text.conditions]);
      if (text.declarator.name === null || !names.has(text.declarator.name)) return inside;
      const line = read.text.slice(text.member.span.start, text.member.span.end);
      return [{ line, key: keyOf(read.doc, text, around) }, ...inside];
    });
  return walk(read.record, []);
}

function expectedOf(
  request: SpelledRequest,
  read: ReadText,
  texts: ReadonlyMap<MemberPath, TextMember>,
  target: OrderedAggregate,
): readonly Expected[] {
  const around = conditionsAround(read);
  const walk = (aggregate: OrderedAggregate, outside: readonly string[]): Expected[] => {
    const found: Expected[] = [];
    let last: TextMember | undefined;
    for (const member of aggregate.members) {
      const text = texts.get(member.path);
      if (member.role === 'padding') {
        const { type, bytes, name } = paddingDeclaration(member, request.spelling.byte);
        const key = [`${type}[${bytes}] ${name}:`, ...outside].join(' ## ');
        found.push({ path: member.path, key, inner: null });
      }
      // A macro that declares several members is one piece of text.
      if (text === undefined) continue;
      if (text.record === last?.record && text.ordinal === last.ordinal) continue;
      last = text;
      const within = around.get(text.record) ?? [];
      const open = member.inner !== null && text.member.record !== null;
      found.push({
        path: member.path,
        key: keyOf(read.doc, text, within),
        inner:
          open && member.inner !== null
            ? walk(member.inner, [...within, ...text.conditions])
            : null,
      });
    }
    return found;
  };
  return walk(target, []);
}

/** The conditions around each body of a struct. */
function conditionsAround(read: ReadText): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, readonly string[]>();
  const walk = (record: number, around: readonly string[]) => {
    found.set(record, around);
    for (const text of textMembers(read.doc, record)) {
      if (text.member.record !== null) walk(text.member.record, [...around, ...text.conditions]);
    }
  };
  walk(read.record, []);
  return found;
}

/** The members of a text that was read again: declarators keep their place among those of their body. */
export function readAgain(
  csource: Pick<CSource, 'header'>,
  { read, texts }: Verified,
  text: string,
): Verified {
  const doc = csource.header(bytesOfText(text));
  const found = new Map<MemberPath, TextMember>();
  for (const [path, { record, ordinal }] of texts) {
    const member = textMembers(doc, record)[ordinal];
    if (member !== undefined) found.set(path, member);
  }
  return { read: { ...read, text, doc }, texts: found };
}

/** A version of the header, what was read out of it, and the struct in it. */
export interface ReadText {
  readonly text: string;
  readonly doc: HeaderDoc;
  readonly record: number;
}

/** What a body must hold, in order: the declarations that the layout has, each with what is inside. */
export interface Expected {
  readonly path: MemberPath;
  /** `keyOf` of its declaration. */
  readonly key: string;
  readonly inner: readonly Expected[] | null;
}

interface Found {
  readonly text: TextMember;
  readonly key: string;
  readonly inner: readonly Found[] | null;
}

/** A line that the patch adds and the key of what it declares. */
export interface AddedLine {
  readonly line: string;
  readonly key: string;
}

/**
 * Whether the result is what was meant: the same declarations under the same conditions, in the order
 * that the layout has, the same words, and nothing changed but the struct. The declarations of the
 * result by their members, or what is wrong.
 */
function selfCheck(
  csource: CSource,
  before: ReadText,
  after: ReadText,
  expected: readonly Expected[],
  added: readonly AddedLine[],
): Result<ReadonlyMap<MemberPath, TextMember>, string> {
  const declared = difference(
    [...allKeys(before), ...added.map((each) => each.key)],
    allKeys(after),
  );
  if (declared !== null) return fail(`the declaration or the condition of "${declared}" changed`);
  const lines = added.map(({ line }) => line);
  const word = lostWord(csource, [...lines, before.text], [after.text]);
  if (word !== null) return fail(`the word "${word}" was lost or doubled`);
  const present = new Set<string>();
  collect(expected, present);
  const found = presentIn(after.doc, after.record, [], present);
  const texts = new Map<MemberPath, TextMember>();
  return tied(expected, found, texts) ? ok(texts) : fail('the members are in another order');
}

/**
 * Whether two versions differ in comments only, by those that were added and dropped: the same declarations in
 * the same order, and no other word. What is wrong, or null.
 */
export function differsByComments(
  csource: CSource,
  before: ReadText,
  after: ReadText,
  added: readonly string[],
  dropped: readonly string[],
): string | null {
  if (allKeys(before).join('\n') !== allKeys(after).join('\n')) return 'a declaration changed';
  const word = lostWord(csource, [...added, before.text], [...dropped, after.text]);
  return word === null ? null : `the word "${word}" was lost or doubled`;
}

/**
 * Whether declarations that were split or aligned are still the same in the same order, and all comments are
 * there. What is wrong, or null.
 */
export function differsByPunctuation(
  { differences }: CSource,
  before: ReadText,
  after: ReadText,
): string | null {
  const [was, is] = [before, after].map((read) => allKeys(read, plainKeyOf).join('\n'));
  if (was !== is) return 'a declaration changed';
  const { comment } = differences(bytesOfText(before.text), bytesOfText(after.text));
  return comment === null ? null : `the comment "${comment}" was lost or doubled`;
}

/** As `keyOf`; a macro is known by its name and arguments, without the attributes behind it. */
function plainKeyOf(doc: HeaderDoc, text: TextMember, around: readonly string[]): string {
  const { macroName } = text.member;
  if (macroName === null) return keyOf(doc, text, around);
  return [macroName, ...text.declarator.possibleNames, ...around, ...text.conditions].join(' ## ');
}

/** A declaration and all conditions around it; what an unnamed body holds is not part of it. */
export function keyOf(doc: HeaderDoc, text: TextMember, around: readonly string[]): string {
  const { declarator, member } = text;
  const { declaredType } = declarator;
  const body =
    member.record !== null && declarator.name === null
      ? `${recordAt(doc, member.record).keyword} {}`
      : declaredType.base.kind === 'opaque' && declaredType.text === ''
        ? declaredType.base.text
        : `${declaredType.text} ${declarator.name ?? ''}:${declarator.bitWidth?.text ?? ''}`;
  return [body, ...around, ...text.conditions].join(' ## ');
}

function allKeys(read: ReadText, keyIn: typeof keyOf = keyOf): readonly string[] {
  const walk = (record: number, around: readonly string[]): string[] =>
    textMembers(read.doc, record).flatMap((text) => {
      const inner = text.member.record;
      const inside = inner === null ? [] : walk(inner, [...around, ...text.conditions]);
      return [keyIn(read.doc, text, around), ...inside];
    });
  return walk(read.record, []);
}

function presentIn(
  doc: HeaderDoc,
  record: number,
  around: readonly string[],
  present: ReadonlySet<string>,
): readonly Found[] {
  return textMembers(doc, record).flatMap((text): Found[] => {
    const key = keyOf(doc, text, around);
    if (!present.has(key)) return [];
    const inner = text.declarator.name === null ? text.member.record : null;
    const conditions = [...around, ...text.conditions];
    const within = inner === null ? null : presentIn(doc, inner, conditions, present);
    return [{ text, key, inner: within }];
  });
}

function collect(expected: readonly Expected[], into: Set<string>): void {
  for (const each of expected) {
    into.add(each.key);
    if (each.inner !== null) collect(each.inner, into);
  }
}

/** Whether all that was found is what was expected, in its order; which declaration is which member's goes into `into`. */
function tied(
  expected: readonly Expected[],
  found: readonly Found[],
  into: Map<MemberPath, TextMember>,
): boolean {
  if (expected.length !== found.length) return false;
  return expected.every(({ path, key, inner }, place) => {
    const other = found[place];
    if (other?.key !== key || (inner === null) !== (other.inner === null)) return false;
    into.set(path, other.text);
    return inner === null || other.inner === null || tied(inner, other.inner, into);
  });
}

/** The first entry that one list has more often than the other, or null. */
function difference(a: readonly string[], b: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const each of a) counts.set(each, (counts.get(each) ?? 0) + 1);
  for (const each of b) counts.set(each, (counts.get(each) ?? 0) - 1);
  for (const [each, count] of counts) if (count !== 0) return each;
  return null;
}

/** A word that one text has more often than the other; conditional directives are none: blocks are parted and emptied. */
function lostWord(
  { differences }: CSource,
  before: readonly string[],
  after: readonly string[],
): string | null {
  return differences(bytesOfText(before.join('\n')), bytesOfText(after.join('\n'))).word;
}

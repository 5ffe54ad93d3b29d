import type { CSource } from '../../facts/csource';
import { fail, ok, type Result } from '../../base/result';
import type { MemberPath } from '../../layout/ids';
import type { OrderedAggregate, OrderedMember } from '../../layout/order';
import { membersOf } from '../../layout/walk';
import { paddingDeclaration } from './body';
import type { SpelledRequest } from './request';
import { keyOf, selfCheck, type AddedLine, type Expected, type ReadText } from './selfCheck';
import { bytesOfText } from './text';
import { textMembers, type TextMember } from '../../layout/text/textMembers';

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

import { derived } from '../../base/derived';
import type { HeaderDoc, StructDesc } from '../../facts/generated';
import type { SourceText } from './sourceText';
import { recordAt } from './textMembers';

/** A `#pragma pack` that is in force: no member is aligned to more than so many bytes. */
export interface PackLimit {
  readonly line: number;
  /** Null where it is not followed: a macro gives it, it is under an `#if`, or it changes inside the body. */
  readonly bytes: number | null;
}

/**
 * The `#pragma pack` that is in force where a body stands; null where none is. gcc looks at the end of the body,
 * clang at its beginning: where the two differ nothing is claimed. (GCC manual, 6.65.11 "Structure-Layout Pragmas".)
 */
export function packLimit(
  source: Pick<SourceText, 'doc' | 'text'>,
  record: number,
): PackLimit | null {
  const { open, close } = recordAt(source.doc, record);
  const at = inForce(source, open);
  const end = inForce(source, close);
  if (at?.line === end?.line) return end;
  return { line: (end ?? at)?.line ?? 1, bytes: null };
}

/** A struct with what a `#pragma pack` around its body lets an edit ask for. */
export function withAlignCap(desc: StructDesc, limit: PackLimit | null): StructDesc {
  return limit === null || limit.bytes === null ? desc : { ...desc, alignCapBytes: limit.bytes };
}

interface Pragma {
  readonly offset: number;
  readonly inForce: PackLimit | null;
}

function inForce(
  { doc, text }: Pick<SourceText, 'doc' | 'text'>,
  offset: number,
): PackLimit | null {
  return pragmasIn(doc, text).findLast((each) => each.offset < offset)?.inForce ?? null;
}

/** The text of a document never changes: its pragmas are kept with it. */
const pragmasIn = derived((_: HeaderDoc, text: string): readonly Pragma[] => {
  const pragmas: Pragma[] = [];
  const saved: (PackLimit | null)[] = [];
  let now: PackLimit | null = null;
  let line = 1;
  let counted = 0;
  // Most files have none, and need no look at their directives.
  if (!text.includes('pragma') || !/^[ \t]*#[ \t]*pragma[ \t]+pack\b/m.test(text)) return pragmas;
  const conditions: string[] = [];
  for (const found of text.matchAll(DIRECTIVE)) {
    const [, directive = '', rest = '', argument = ''] = found;
    if (directive === 'endif') conditions.pop();
    else if (directive.startsWith('el')) conditions.push(`${conditions.pop() ?? ''} ${rest}`);
    else if (directive.startsWith('if')) {
      conditions.push(isGuard(text, found.index, rest) ? '' : `${directive} ${rest}`);
    }
    if (directive !== '') continue;
    const around = conditions.join(' ').trim();
    if (OTHER_COMPILERS.test(around)) continue;
    line += text.slice(counted, found.index).split('\n').length - 1;
    counted = found.index;
    const words = argument.split(',').map((each) => each.trim());
    if (words[0] === 'pop') now = saved.pop() ?? null;
    else {
      if (words[0] === 'push') saved.push(now);
      // `pack(push)` keeps what is in force; `pack()` and `pack(0)` end it. A name may stand behind `push`.
      const last = words.at(-1) ?? '';
      if (last === '' || last === '0') now = null;
      else if (words.length !== 1 || last !== 'push') {
        const known = around === '' && /^(?:1|2|4|8|16)$/.test(last);
        now = { line, bytes: known ? Number(last) : null };
      }
    }
    pragmas.push({ offset: found.index, inForce: now });
  }
  return pragmas;
});

const DIRECTIVE =
  /^[ \t]*#[ \t]*(?:(ifdef|ifndef|if|elif|else|endif)\b([^\n]*)|pragma[ \t]+pack[ \t]*\(([^)\n]*)\))/gm;

const OTHER_COMPILERS = /\b(?:_MSC_VER|__BORLANDC__|__WATCOMC__|__IBMC__)\b/;

/** `#ifndef X` with `#define X` under it. */
function isGuard(text: string, at: number, condition: string): boolean {
  const name = /^\s*!?\s*(?:defined\s*\(?\s*)?(\w+)/.exec(condition)?.[1] ?? '';
  const end = text.indexOf('\n', at);
  return new RegExp(`^\\s*#[ \\t]*define[ \\t]+${name}\\b`).test(text.slice(end, end + 200));
}

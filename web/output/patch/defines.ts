import type { MemberPath } from '../../layout/ids';
import type { TextMember } from '../../layout/text/textMembers';
import { refusal, type PatchRefusal } from './outcome';
import type { ReadText } from './selfCheck';
import type { Verified } from './verify';

/**
 * Why an order does not compile: a member uses a macro that the struct defines further down
 * (`#define INLINE_SLOTS 10`, and under it `struct slot slots[INLINE_SLOTS];`). Null where none does.
 */
export function usedBeforeDefined(
  before: Verified,
  { read, texts }: Verified,
): PatchRefusal | null {
  for (const [path, text] of texts) {
    const words = wordsOf(read, text);
    for (const { name, offset } of definesIn(read, texts)) {
      // What a body defines for itself moves with it.
      if (offset < text.member.span.end || !words.includes(name)) continue;
      const line = before.texts.get(path)?.declarator.at.line;
      return refusal(
        'defineOrder',
        `\`${path}\`${line === undefined ? '' : ` (line ${line})`} uses ${name}, which the struct defines further down than its new place: move the #define above the struct first.`,
        { member: path, line },
      );
    }
  }
  return null;
}

function wordsOf({ text }: ReadText, { member }: TextMember): readonly string[] {
  return text.slice(member.span.start, member.span.end).match(/[A-Za-z_]\w*/g) ?? [];
}

interface Define {
  readonly name: string;
  readonly offset: number;
}

/** The macros that are defined between the first and the last member. */
function definesIn(
  { text }: ReadText,
  texts: ReadonlyMap<MemberPath, TextMember>,
): readonly Define[] {
  const starts = [...texts.values()].map(({ member }) => member.span.start);
  const from = Math.min(...starts);
  const body = text.slice(from, Math.max(...starts));
  return [...body.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)/gm)].map((found) => ({
    name: found[1] ?? '',
    offset: from + found.index,
  }));
}

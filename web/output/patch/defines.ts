import { recordAt, type TextMember } from '../../layout/text/textMembers';
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
    for (const { name, offset } of definesIn(read)) {
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

/** The macros that a body defines, under its last member too. */
function definesIn({ text, doc, record }: ReadText): readonly Define[] {
  const { open, close } = recordAt(doc, record);
  return [...text.slice(open, close).matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)/gm)].map(
    (found) => ({
      name: found[1] ?? '',
      offset: open + found.index,
    }),
  );
}

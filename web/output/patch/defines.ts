import { recordAt, textMembers, type TextMember } from '../../layout/text/textMembers';
import { refusal, type PatchRefusal } from './outcome';
import type { ReadText } from './selfCheck';
import type { Verified } from './verify';

/**
 * Why an order does not compile: a member uses a name that the struct declares further down, a macro
 * (`#define INLINE_SLOTS 10`, and under it `struct slot slots[INLINE_SLOTS];`), a type or a constant. Null where none does.
 */
export function usedBeforeDefined(
  before: Verified,
  { read, texts }: Verified,
): PatchRefusal | null {
  for (const [path, text] of texts) {
    for (const { name, at } of recordAt(read.doc, read.record).defines) {
      // What a body defines for itself moves with it.
      if (at.offset < text.member.span.end || !text.member.uses.includes(name)) continue;
      const line = before.texts.get(path)?.declarator.at.line;
      return refusal(
        'defineOrder',
        `\`${path}\`${line === undefined ? '' : ` (line ${line})`} uses ${name}, which the struct defines further down than its new place: move the #define above the struct first.`,
        { member: path, line },
      );
    }
    const had = before.texts.get(path);
    const earlier = had === undefined ? [] : declaredBelow(before.read, had);
    const name = declaredBelow(read, text).find((each) => !earlier.includes(each));
    if (name !== undefined) {
      const line = had?.declarator.at.line;
      return refusal(
        'defineOrder',
        `\`${path}\`${line === undefined ? '' : ` (line ${line})`} uses \`${name}\`, which the struct declares further down than its new place.`,
        { member: path, line },
      );
    }
  }
  return null;
}

/** The types and constants that a member's declaration uses and that its body declares under it. */
function declaredBelow(read: ReadText, text: TextMember): readonly string[] {
  const { base, pointer } = text.declarator.declaredType;
  // C takes a pointer to a struct that is not known yet; C++ would take it for another one.
  const mayBeUnknown = !read.doc.cplusplus && pointer && base.kind === 'tagged' ? base.name : null;
  return textMembers(read.doc, text.record)
    .filter(({ member }) => member.span.start >= text.member.span.end)
    .flatMap(({ member }) => member.declaredNames)
    .filter((name) => name !== mayBeUnknown && text.member.uses.includes(name));
}

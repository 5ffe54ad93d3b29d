import { locate } from '../../edit/tree';
import type { MemberPath } from '../../layout/ids';
import { askedBy, notKnown, strangeWord } from './attributes';
import type { GroupEntry } from './sides';
import type { PatchedStruct } from './working';

/**
 * Carries out what other words at the braces of a group make of the member that it is. `} __aligned(64) x;` aligns the
 * type, whose size grows with it, and `} x __aligned(64);` the member alone. Null, or what is wrong, as a sentence.
 */
export function groupWords(
  working: PatchedStruct,
  path: MemberPath,
  old: GroupEntry,
  now: GroupEntry,
): string | null {
  if (now.name === null) return working.words(path, old.words, now.words);
  return ofType(working, path, old, now) ?? working.words(path, old.memberWords, now.memberWords);
}

function ofType(
  working: PatchedStruct,
  path: MemberPath,
  old: GroupEntry,
  now: GroupEntry,
): string | null {
  const { struct } = working.document;
  const [was, is] = [askedBy(old.words, struct), askedBy(now.words, struct)];
  const strange = strangeWord(was, is);
  if (strange !== null) return notKnown(strange);
  if (was.packed !== is.packed)
    return `It packs the type of \`${path}\` or no longer does, which is not shown.`;
  if (was.align === is.align) return null;
  if (is.align === undefined)
    return `The alignment that it gives to the type of \`${path}\` is not known.`;
  if (is.align === null || was.align !== null || now.isArray) {
    return `It changes the alignment of the type of \`${path}\`, which is not shown.`;
  }
  const problem = working.edit({ kind: 'align', member: path, bytes: is.align });
  const found = locate(working.applied.struct.root, path);
  const next = found?.holder.members[found.index + 1];
  // Its size is a multiple of its alignment: what follows begins there.
  return problem ?? (next === undefined ? null : working.alignIfItMatters(next.path, is.align));
}

import {
  newDocument,
  type LayoutDocument,
  type Note,
  type Tag,
} from '../../web/core/edit/document';
import type { TagRole } from '../../web/core/edit/edit';
import type { StructDesc } from '../../web/core/facts/generated';
import type { MemberPath } from '../../web/core/layout/ids';

/** A document about a struct that was looked at before, from the figures that were published. */
export function study(
  struct: StructDesc,
  settings: Partial<
    Pick<LayoutDocument, 'lineBytes' | 'baseBytes' | 'tags' | 'notes' | 'profiles' | 'bindings'>
  >,
): LayoutDocument {
  return { ...newDocument(struct), ...settings };
}

/** Who reads and writes what, as its authors say; no measured heat. */
export function tags(roles: Readonly<Record<string, TagRole>>): readonly Tag[] {
  return Object.entries(roles).map(([member, role]) => {
    return { member: member as MemberPath, role, weight: null };
  });
}

export function notes(texts: Readonly<Record<string, string>>): readonly Note[] {
  return Object.entries(texts).map(([member, text]) => ({ member: member as MemberPath, text }));
}

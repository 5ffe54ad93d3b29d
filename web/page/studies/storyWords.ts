import type { InView } from '../state/inView';
import type { MemberPath } from '../../core/layout/ids';
import { findField } from '../../core/layout/walk';

/** A piece of a story's text. */
export type StoryWord =
  | { readonly kind: 'plain' | 'code'; readonly text: string }
  /** A field of the layout, which can be shown. */
  | { readonly kind: 'field'; readonly text: string; readonly path: MemberPath };

/** A step's text in pieces: what stands in backquotes is a field where the struct in view has one of that name. */
export function storyWords(text: string, inView: InView | null): readonly StoryWord[] {
  return text.split('`').map((part, place): StoryWord => {
    if (place % 2 === 0) return { kind: 'plain', text: part };
    const field = inView && findField(inView.edited.layout, part as MemberPath);
    return field ? { kind: 'field', text: part, path: field.path } : { kind: 'code', text: part };
  });
}

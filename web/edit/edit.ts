import type { MemberPath } from '../layout/ids';

/** Where a move puts its members, among the siblings of the named member. */
export type Place =
  | { readonly at: 'first' }
  | { readonly at: 'last' }
  | { readonly at: 'before'; readonly member: MemberPath }
  | { readonly at: 'after'; readonly member: MemberPath }
  /** Into an anonymous aggregate, as its last member. */
  | { readonly at: 'into'; readonly aggregate: MemberPath }
  /** Out of the anonymous aggregate that holds them, to just after it. */
  | { readonly at: 'out' };

export type TagRole = 'read-hot' | 'read-mostly' | 'write-hot' | 'lock' | 'cold';

/**
 * All that a user does to a layout. One vocabulary for the page's change list, `--edit` on the command
 * line, links and studies: `formatEdit` writes an edit as words, `parseEdit` reads it back.
 * The words are documented in `docs/edit-words.md`. Edits apply in order to the original; one that no
 * longer applies is kept, marked, and skipped.
 */
export type Edit =
  | {
      readonly kind: 'move';
      readonly members: readonly MemberPath[];
      readonly to: Place;
      /** Takes bit-fields out of their storage run (and sets them down inside one); otherwise a run moves as one. */
      readonly alone?: true;
    }
  /** `order A,B,…`: the named siblings take the places that they hold together, in this order. */
  | { readonly kind: 'order'; readonly members: readonly MemberPath[] }
  /** `bytes: 'cacheline'` is L1_CACHE_BYTES of the target. */
  | { readonly kind: 'align'; readonly member: MemberPath; readonly bytes: number | 'cacheline' }
  | { readonly kind: 'unalign'; readonly member: MemberPath }
  /** Alone on its line: aligned, and what follows too. */
  | { readonly kind: 'isolate'; readonly member: MemberPath }
  /** Replaces padding that already stands there. */
  | { readonly kind: 'pad'; readonly bytes: number; readonly before: MemberPath }
  | { readonly kind: 'unpad'; readonly before: MemberPath }
  /** Its offset stays: an edit that would change it does not apply. */
  | { readonly kind: 'pin'; readonly member: MemberPath }
  | { readonly kind: 'unpin'; readonly member: MemberPath }
  /** For suggestions and checks. Takes its members out of the groups that they were in; a group of one is none. */
  | { readonly kind: 'together'; readonly members: readonly MemberPath[] }
  | {
      readonly kind: 'tag';
      readonly member: MemberPath;
      readonly role: TagRole;
      readonly weight: number | null;
    }
  | { readonly kind: 'untag'; readonly member: MemberPath }
  | { readonly kind: 'line'; readonly bytes: number }
  | { readonly kind: 'pair'; readonly on: boolean }
  | { readonly kind: 'base'; readonly bytes: number }
  /** Ties a line of a profile, or a type that it names, to the struct; see `Binding`. */
  | {
      readonly kind: 'bind';
      readonly profile: string;
      readonly target: string;
      readonly offsetBytes: number;
    }
  | { readonly kind: 'unbind'; readonly profile: string; readonly target: string }
  /** An empty text takes the note away. */
  | { readonly kind: 'note'; readonly member: MemberPath; readonly text: string };

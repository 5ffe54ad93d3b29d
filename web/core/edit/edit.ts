import type { MemberPath } from '../layout/ids';
import type { BindingDoubt } from './bindingDoubt';
import type { Rule } from './rule';

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

/** Where a new member stands: `first` and `last` are of the struct itself. */
export type AddPlace = Extract<Place, { at: 'first' | 'last' | 'before' | 'after' }>;

export type TagRole = 'read-hot' | 'read-mostly' | 'write-hot' | 'counter' | 'lock' | 'cold';

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
  /** The struct has no alignment but its members': what gcc states of it repeats theirs, and goes with them. */
  | { readonly kind: 'unalignStruct' }
  /** Alone on its line: aligned, and what follows too. */
  | { readonly kind: 'isolate'; readonly member: MemberPath }
  /** Replaces padding that is already there. */
  | { readonly kind: 'pad'; readonly bytes: number; readonly before: MemberPath }
  | { readonly kind: 'unpad'; readonly before: MemberPath }
  /** A new member, as a posted patch brings one. */
  | {
      readonly kind: 'add';
      readonly name: MemberPath;
      /** As C writes it with the name left out. */
      readonly typeName: string;
      /** Size of the type, and its natural alignment. */
      readonly bytes: number;
      readonly align: number;
      /** Width of a bit-field; null for any other member. */
      readonly bits: number | null;
      readonly to: AddPlace;
    }
  | { readonly kind: 'remove'; readonly member: MemberPath }
  /** Its offset stays: an edit that would change it does not apply. */
  | { readonly kind: 'pin'; readonly member: MemberPath }
  | { readonly kind: 'unpin'; readonly member: MemberPath }
  /** A rule: these share one line; suggestions keep them side by side. Takes its members out of the groups that they were in; a group of one is none. */
  | { readonly kind: 'together'; readonly members: readonly MemberPath[] }
  /** A rule: none of `a` shares a line with one of `b`; without `b`, none of `a` with another of them. */
  | {
      readonly kind: 'apart';
      readonly a: readonly MemberPath[];
      readonly b: readonly MemberPath[];
    }
  /** A rule: each lies within one line; of a number within that line. */
  | {
      readonly kind: 'stay';
      readonly members: readonly MemberPath[];
      readonly line: number | null;
    }
  /** A rule: from the first of these to the last, or to the end of the struct, lie these and nothing else. */
  | { readonly kind: 'range'; readonly members: readonly MemberPath[]; readonly toEnd: boolean }
  /** A rule: the struct takes so many bytes at most. */
  | { readonly kind: 'size'; readonly bytes: number }
  /** Takes a rule back. */
  | { readonly kind: 'lift'; readonly rule: Rule }
  | {
      readonly kind: 'tag';
      readonly member: MemberPath;
      readonly role: TagRole;
      readonly weight: number | null;
      /** Who alone uses it, a thread or a CPU; left out where many do. */
      readonly by?: string;
    }
  | { readonly kind: 'untag'; readonly member: MemberPath }
  | { readonly kind: 'line'; readonly bytes: number }
  | { readonly kind: 'pair'; readonly on: boolean }
  | { readonly kind: 'base'; readonly bytes: number }
  /** Share of misses for which the machine fetches the other line of the pair too; null where nobody knows. */
  | { readonly kind: 'prefetch'; readonly share: number | null }
  /** Ties a line of a profile, or a type that it names, to the struct; see `Binding`. */
  | {
      readonly kind: 'bind';
      readonly profile: string;
      readonly target: string;
      readonly offsetBytes: number;
      readonly doubt?: BindingDoubt;
    }
  | { readonly kind: 'unbind'; readonly profile: string; readonly target: string }
  /** An empty text takes the note away. */
  | { readonly kind: 'note'; readonly member: MemberPath; readonly text: string }
  /** On a line of the layout in view, counted from 0. */
  | { readonly kind: 'noteLine'; readonly line: number; readonly text: string };

import type { MemberPath } from '../layout/ids';

/** What must hold of a layout, in the lines in view. The words for each are in `docs/edit-words.md`. */
export type Rule =
  | { readonly kind: 'sameLine'; readonly members: readonly MemberPath[] }
  /** None of `a` shares a line with one of `b`; without `b`, none of `a` with another of them. */
  | { readonly kind: 'apart'; readonly a: readonly MemberPath[]; readonly b: readonly MemberPath[] }
  /** Each lies within one line: the one of this number, counted from 0, or whichever it is on. */
  | {
      readonly kind: 'inLine';
      readonly members: readonly MemberPath[];
      readonly line: number | null;
    }
  /**
   * From the first of these to the last lie these and nothing else, the first first and the last last: the source
   * takes them as one, as when it clears or copies them. `toEnd`: to the end of the struct.
   */
  | { readonly kind: 'range'; readonly members: readonly MemberPath[]; readonly toEnd: boolean }
  | { readonly kind: 'maxSize'; readonly bytes: number };

/** The members that a rule speaks of. */
export function ruleMembers(rule: Rule): readonly MemberPath[] {
  switch (rule.kind) {
    case 'sameLine':
    case 'inLine':
    case 'range':
      return rule.members;
    case 'apart':
      return [...rule.a, ...rule.b];
    case 'maxSize':
      return [];
  }
}

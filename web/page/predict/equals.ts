import type { Suggestion } from '../../core/search/input';

/** Orders of one price that move the same members, to other places among themselves. */
export interface SameMembers {
  readonly members: string;
  readonly suggestions: readonly Suggestion[];
}

/** The orders at one price, by which members they move: a handful of kinds instead of two dozen orders. */
export function byMembers(suggestions: readonly Suggestion[]): readonly SameMembers[] {
  const kinds = new Map<string, Suggestion[]>();
  for (const suggestion of suggestions) {
    const members = suggestion.edits.flatMap((edit) =>
      edit.kind === 'move' || edit.kind === 'order'
        ? edit.members
        : edit.kind === 'align'
          ? [edit.member]
          : [],
    );
    const key = [...new Set(members)].sort().join(', ');
    const known = kinds.get(key);
    if (known === undefined) kinds.set(key, [suggestion]);
    else known.push(suggestion);
  }
  return [...kinds].map(([members, own]) => ({ members, suggestions: own }));
}

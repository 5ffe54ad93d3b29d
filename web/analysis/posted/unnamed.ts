import type { HunkOfStruct } from './bodies';
import { namesIn, type Entry, type MemberEntry } from './sides';

/** What became of bit-fields without a name (`unsigned :0`), of which no debug information says where they are. */
export interface Unnamed {
  /** A sentence where one comes, goes, or leaves the member that it follows; null where it stays in that company. */
  readonly problem: (entry: MemberEntry) => string | null;
}

export function unnamedIn(hunks: readonly HunkOfStruct[]): Unnamed {
  const shownOn = (side: 'old' | 'new') => {
    const found = new Map<Entry, string>();
    for (const hunk of hunks) collect(hunk[side]?.entries ?? [], found);
    return found;
  };
  const before = shownOn('old');
  const after = shownOn('new');
  const was = new Set(before.values());
  const is = new Set(after.values());
  return {
    problem: (entry) => {
      const company = before.get(entry) ?? after.get(entry);
      if (company !== undefined && was.has(company) && is.has(company)) return null;
      return 'A bit-field without a name comes, goes or moves, which no debug information states.';
    },
  };
}

/** Each with what it says and the name before it, or where none is shown the one after it. */
function collect(entries: readonly Entry[], found: Map<Entry, string>): void {
  for (const [at, entry] of entries.entries()) {
    if (entry.kind === 'group') collect(entry.entries, found);
    if (entry.kind !== 'member' || !entry.isUnnamed) continue;
    const before = namesIn(entries.slice(0, at)).at(-1);
    const next = namesIn(entries.slice(at + 1))[0];
    const company = before === undefined ? `before ${next ?? ''}` : `after ${before}`;
    found.set(entry, `${entry.declared} ${company}`);
  }
}

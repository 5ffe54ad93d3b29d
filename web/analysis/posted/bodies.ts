import type { PostedDiff, PostedHunk } from '../../facts/generated';
import { bodiesOf, namesIn, type Body } from './sides';

/** A struct in one hunk, as it was and as it becomes; a side is null where only the other one shows it. */
export interface HunkOfStruct {
  readonly hunk: PostedHunk;
  readonly old: Body | null;
  readonly new: Body | null;
}

/** A struct that a patch may change. */
export interface PostedStruct {
  readonly keyword: string;
  readonly name: string;
  readonly hunks: readonly HunkOfStruct[];
}

/**
 * The structs of a patch by name, in its order. What lies in a struct that nothing names is under an empty
 * name: whoever knows the structs may find it by its members.
 */
export function structsOf(diff: PostedDiff): readonly PostedStruct[] {
  const found = new Map<string, { keyword: string; hunks: HunkOfStruct[] }>();
  for (const hunk of diff.hunks) {
    for (const { keyword, name, pair } of pairs(hunk)) {
      const known = found.get(name) ?? { keyword, hunks: [] };
      known.hunks.push(pair);
      found.set(name, known);
    }
  }
  return [...found].map(([name, { keyword, hunks }]) => ({ keyword, name, hunks }));
}

function pairs(hunk: PostedHunk) {
  const [olds, news] = [bodiesOf(hunk.old), bodiesOf(hunk.new)];
  const nameOf = (body: Body) => (body.opens ? (body.name ?? '') : (hunk.head?.name ?? ''));
  const names = [...new Set([...olds, ...news].map(nameOf))];
  return names.map((name) => {
    const [old, now] = [olds, news].map((bodies) => bodies.find((each) => nameOf(each) === name));
    const opened = [old, now].find((body) => body?.opens === true);
    return {
      name,
      keyword: opened?.keyword ?? hunk.head?.keyword ?? 'struct',
      pair: { hunk, old: old ?? null, new: now ?? null },
    };
  });
}

/** The names that the members of a struct without a name have in the hunks, before or after. */
export function namesInHunk({ old, new: now }: HunkOfStruct): readonly string[] {
  return [...namesIn(old?.entries ?? []), ...namesIn(now?.entries ?? [])];
}

import type { StructTable } from '../facts/structTable';

/** What a file lists, and the size of its lines in bytes. */
export interface ListedTypes {
  readonly index: StructTable;
  readonly lineBytes: number;
}

/** A struct as one of the two files lists it. */
export interface Side {
  /** The row in that file's index. */
  readonly row: number;
  readonly sizeBytes: number;
  /** Lines that it touches where it begins on one, by the lines of its own file. */
  readonly lines: number;
}

/** The same name in two files; null where one has no such struct, or no such layout of the name. */
export interface FilePair {
  readonly keyword: 'struct' | 'union' | 'class';
  readonly name: string;
  /** Which layout of its name, where one of the files has several: as that file counts them. 0 for the only one. */
  readonly variant: number;
  readonly before: Side | null;
  readonly after: Side | null;
}

const KEYWORDS = ['struct', 'union', 'class'] as const;

/**
 * Every struct and union of two files, side by side by keyword and name. Of a name with several layouts
 * those of one size are the same, in the file's order; what is left over then is a pair where each file has
 * one, and else is in one file only.
 */
export function filePairs(before: ListedTypes, after: ListedTypes): readonly FilePair[] {
  const [old, now] = [sidesOf(before), sidesOf(after)];
  const pairs: FilePair[] = [];
  for (const [label, sides] of old) {
    pairs.push(...matched(label, sides, now.get(label) ?? []));
  }
  for (const [label, sides] of now) {
    if (!old.has(label)) pairs.push(...matched(label, [], sides));
  }
  return pairs;
}

interface OwnSide extends Side {
  readonly variant: number;
}

/** The rows of a file by `struct name`. */
function sidesOf({ index, lineBytes }: ListedTypes): ReadonlyMap<string, readonly OwnSide[]> {
  const sides = new Map<string, OwnSide[]>();
  if (index.sizesBytes.length === 0) return sides;
  for (const [row, name] of index.names.entries()) {
    const sizeBytes = index.sizesBytes[row] ?? 0;
    const side = {
      row,
      sizeBytes,
      lines: Math.ceil(sizeBytes / lineBytes),
      variant: index.variants[row] ?? 0,
    };
    const label = `${index.kinds[row] ?? 0} ${name}`;
    const known = sides.get(label);
    if (known === undefined) sides.set(label, [side]);
    else known.push(side);
  }
  return sides;
}

function matched(
  label: string,
  before: readonly OwnSide[],
  after: readonly OwnSide[],
): readonly FilePair[] {
  const space = label.indexOf(' ');
  const keyword = KEYWORDS[Number(label.slice(0, space))] ?? 'struct';
  const name = label.slice(space + 1);
  const pair = (old: OwnSide | null, now: OwnSide | null): FilePair => ({
    keyword,
    name,
    variant: (now?.variant ?? 0) || (old?.variant ?? 0),
    before: old,
    after: now,
  });
  const rest = [...after];
  const pairs: FilePair[] = [];
  const left: OwnSide[] = [];
  for (const old of before) {
    const at = rest.findIndex(({ sizeBytes }) => sizeBytes === old.sizeBytes);
    const [now] = at < 0 ? [] : rest.splice(at, 1);
    if (now === undefined) left.push(old);
    else pairs.push(pair(old, now));
  }
  const [old, now] = [left[0], rest[0]];
  if (old !== undefined && now !== undefined && left.length === 1 && rest.length === 1) {
    return [...pairs, pair(old, now)];
  }
  return [
    ...pairs,
    ...left.map((side) => pair(side, null)),
    ...rest.map((side) => pair(null, side)),
  ];
}

import { rowNames } from '../facts/rowNames';
import type { Diagnostic, StructIndex } from '../facts/generated';

/** The index of a file of which two readers have half each, and where each of its rows is described. */
export interface MergedIndex {
  readonly index: StructIndex;
  /** By row: the row in the first half's index, or `-1 - row` in the second's. */
  readonly origins: Int32Array;
}

/**
 * Every field but the hashes, which told the rows of the halves apart: the compiler asks for one that is new, optional
 * or not.
 */
type Merged = Omit<Required<StructIndex>, 'splitFiles' | 'memberHashes'> &
  Pick<StructIndex, 'splitFiles'>;

/**
 * The list of the whole file from the lists of its halves. A row is in both where name, kind and size
 * are the same, and the members too once they are known; it keeps the place that it has in the first
 * half. That is what one reader of the whole file lists.
 */
export function mergeHalves(first: StructIndex, second: StructIndex): MergedIndex {
  const firstNames = rowNames(first);
  const secondNames = rowNames(second);
  const known = new Set(firstNames.map((name, row) => keyOf(first, name, row)));
  const added: number[] = [];
  for (const [row, name] of secondNames.entries()) {
    if (!known.has(keyOf(second, name, row))) added.push(row);
  }
  const names = [...firstNames, ...added.map((row) => secondNames[row] ?? '')];
  const column = (of: (index: StructIndex) => ArrayLike<number>): number[] => {
    const [own, other] = [of(first), of(second)];
    return own.length === 0 && other.length === 0
      ? []
      : [...Array.from(own), ...added.map((row) => other[row] ?? 0)];
  };
  const index: Merged = {
    stage: first.stage,
    names: names.join('\n'),
    kinds: column((index) => index.kinds),
    sizesBytes: column((index) => index.sizesBytes),
    variants: variantsOf(names),
    memberCounts: column((index) => index.memberCounts),
    holeCounts: column((index) => index.holeCounts),
    holeBytes: column((index) => index.holeBytes),
    paddingBytes: column((index) => index.paddingBytes),
    ...splitFilesOf(first, second),
    diagnostics: mergeDiagnostics(first.diagnostics, second.diagnostics),
  };
  return {
    index,
    origins: Int32Array.from([...firstNames.map((_, row) => row), ...added.map((row) => -1 - row)]),
  };
}

function keyOf(index: StructIndex, name: string, row: number): string {
  return `${index.kinds[row]} ${index.sizesBytes[row]} ${index.memberHashes?.[row]} ${name}`;
}

/** Which layout of its name each row is, from 1 on; 0 where there is only one. */
function variantsOf(names: readonly string[]): number[] {
  const total = new Map<string, number>();
  for (const name of names) total.set(name, (total.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return names.map((name) => {
    if (total.get(name) === 1) return 0;
    const variant = (seen.get(name) ?? 0) + 1;
    seen.set(name, variant);
    return variant;
  });
}

/** The files that either half lacks, each once. */
function splitFilesOf(first: StructIndex, second: StructIndex): Pick<StructIndex, 'splitFiles'> {
  const files = [...(first.splitFiles ?? []), ...(second.splitFiles ?? [])];
  const named = new Map(files.map((file) => [`${file.directory}\n${file.name}`, file]));
  return named.size === 0 ? {} : { splitFiles: [...named.values()] };
}

/** The same sentence stands once, with its first place. */
function mergeDiagnostics(
  first: readonly Diagnostic[],
  second: readonly Diagnostic[],
): Diagnostic[] {
  const merged = new Map<string, Diagnostic>();
  for (const diagnostic of [...first, ...second]) {
    const same = merged.get(diagnostic.message);
    const count = (same?.count ?? 0) + diagnostic.count;
    merged.set(diagnostic.message, { ...(same ?? diagnostic), count });
  }
  return [...merged.values()];
}

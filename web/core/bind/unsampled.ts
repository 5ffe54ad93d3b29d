import { MOST_UNSAMPLED } from '../edit/limits';
import type { DocumentProfile, UnsampledLoad } from '../edit/profiles';
import type { AccessFact, AccessRow, StructDesc, TouchedAnswer } from '../facts/generated';
import { addressInFile, type BuildMatch } from './loadBias';

/** A row whose instruction is in the file. */
interface AskedRow {
  readonly row: AccessRow;
  /** Its instruction in the file, as the question `visits` takes it. */
  readonly place: string;
  /** Added to an address of the file it gives the report's. */
  readonly loadBias: bigint;
}

/** The rows of a profile whose code can be asked: those of the very file, each instruction once. */
export function askableRows(
  { lines }: Pick<DocumentProfile, 'lines'>,
  buildMatch: BuildMatch | null,
): readonly AskedRow[] {
  if (buildMatch === null) return [];
  const byPlace = new Map<string, AskedRow>();
  for (const row of lines.flatMap(({ rows }) => rows)) {
    const address = addressInFile(buildMatch, row);
    if (address === null || row.symbol === null || row.codeAddress === null) continue;
    const place = `0x${address.toString(16)}`;
    if (!byPlace.has(place))
      byPlace.set(place, { row, place, loadBias: BigInt(row.codeAddress) - address });
  }
  return [...byPlace.values()];
}

/**
 * The loads of a struct that happen whenever one of these rows does, and have no row themselves.
 *
 * @param answers to `visits`, one for each of the rows
 */
export function unsampledLoads(
  struct: StructDesc,
  rows: readonly AskedRow[],
  answers: readonly TouchedAnswer[],
): readonly UnsampledLoad[] {
  const sampled = new Set(rows.map(({ place }) => place));
  const found = new Map<string, UnsampledLoad>();
  rows.forEach(({ row, place, loadBias }, at) => {
    const accesses = answers[at]?.accesses ?? [];
    const own = accesses.filter(({ address }) => `0x${address}` === place);
    const variables = new Set(own.flatMap(({ objects }) => objects[0]?.variable ?? []));
    for (const access of accesses) {
      if (access.does !== 'read' || sampled.has(`0x${access.address}`)) continue;
      const offsetBytes = byteOf(struct, access, variables);
      if (offsetBytes === null) continue;
      const codeAddress = `0x${(BigInt(`0x${access.address}`) + loadBias).toString(16)}`;
      found.set(`${codeAddress} ${offsetBytes}`, {
        symbol: row.symbol ?? '',
        codeAddress,
        offsetBytes,
        sizeBytes: Math.max(1, access.bytes),
      });
    }
  });
  return [...found.values()].slice(0, MOST_UNSAMPLED);
}

/**
 * Where in the struct an access begins, where it is known on every path; null where it touches another struct, or another object
 * of this one: it goes through another variable than what was sampled.
 */
function byteOf(
  { name, types, root }: StructDesc,
  { objects: [object] }: AccessFact,
  variables: ReadonlySet<string>,
): number | null {
  if (object === undefined || (object.confidence !== 'direct' && object.confidence !== 'must'))
    return null;
  const isOther = object.variable !== null && variables.size > 0 && !variables.has(object.variable);
  if (isOther || object.how === 'stack') return null;
  const sizeBytes = types[root]?.sizeBytes ?? null;
  const level = [object, ...object.chain].find(
    (each) => each.name === name && (each.sizeBytes === null || each.sizeBytes === sizeBytes),
  );
  return level?.offsetBytes ?? null;
}

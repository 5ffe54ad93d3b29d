import type { AccessProfile, FileFacts, MappedCode, ProfileLine } from '../facts/generated';
import { sameBuild } from './origin';
import {
  findLoadBias,
  KERNEL_STEP_BYTES,
  type BuildMatch,
  type MangledNames,
  type MappedRange,
} from './loadBias';
import { placesNamed, type SymbolTable } from './symbolTable';

/** The parts of a recording that tell where a file lay. */
export type Mapping = Pick<AccessProfile, 'buildIds' | 'mappings'>;

/**
 * Where a recording had a file's code, by what it says of its mappings. It has to have the file's build-id: a name alone
 * is that of other builds too. Null where it does not say.
 */
export function mappedBuildMatch(
  { buildIds, mappings = [] }: Mapping,
  facts: Pick<FileFacts, 'buildId' | 'codeShiftBytes'>,
  table: SymbolTable | null,
): BuildMatch | null {
  if (sameBuild(facts, { buildIds }) !== true) return null;
  const names = objectsOfBuild({ buildIds }, facts);
  const own = mappings.filter(({ object }) => names.includes(object));
  const mapped = own.flatMap((mapping): MappedRange[] => {
    const loadBias = loadBiasOf(mapping, facts.codeShiftBytes, table);
    if (loadBias === null) return [];
    return [{ start: BigInt(mapping.start), end: BigInt(mapping.end), loadBias }];
  });
  const [first] = mapped;
  const [object] = own;
  if (first === undefined || object === undefined) return null;
  return {
    verdict: 'matches',
    loadBias: first.loadBias,
    agree: 0,
    checked: 0,
    missing: [],
    object: object.object,
    mapped,
  };
}

/**
 * Where a report had a file's code: what it says of its mappings, else one load bias for all functions. Null where neither
 * tells: the addresses of an object that is not linked yet are made up.
 *
 * @param mangled the file's answers about the names of `readableNames`
 */
export function buildMatchOf(
  report: Mapping & { readonly lines: readonly ProfileLine[] },
  facts: Pick<FileFacts, 'buildId' | 'codeShiftBytes' | 'kind'>,
  table: SymbolTable | null,
  mangled?: MangledNames,
): BuildMatch | null {
  const mapped = mappedBuildMatch(report, facts, table);
  if (mapped !== null || table === null || facts.kind === 'elfObject') return mapped;
  return findLoadBias(report.lines, table, objectsOfBuild(report, facts), mangled);
}

/** What rows call the objects that have a file's build-id. */
function objectsOfBuild(
  { buildIds }: Pick<Mapping, 'buildIds'>,
  { buildId }: Pick<FileFacts, 'buildId'>,
): readonly string[] {
  if (buildId === null) return [];
  return buildIds.flatMap((mapped) => (mapped.buildId === buildId ? [rowName(mapped.object)] : []));
}

function loadBiasOf(
  { start, fileOffset, symbol }: MappedCode,
  codeShiftBytes: number | undefined,
  table: SymbolTable | null,
): bigint | null {
  if (symbol !== null) {
    const [place] = table === null ? [] : placesNamed(table, symbol);
    const linked = place === undefined ? undefined : table?.addresses[place];
    if (linked === undefined) return null;
    const loadBias = BigInt(fileOffset) - linked;
    return loadBias % KERNEL_STEP_BYTES === 0n ? loadBias : null;
  }
  if (codeShiftBytes === undefined) return null;
  return BigInt(start) - BigInt(fileOffset) - BigInt(codeShiftBytes);
}

/** What rows call an object whose build-id is in its path. */
function rowName(path: string): string {
  if (path.startsWith('[kernel.kallsyms]')) return '[kernel.kallsyms]';
  return path.startsWith('[') ? path : (path.split('/').at(-1) ?? path);
}

import type { AccessRow, ProfileLine } from '../facts/generated';
import { inFunction, sourceName } from './symbols';
import { hasMangled, placesNamed, type SymbolTable } from './symbolTable';

/** Whether a report was recorded on the program or kernel whose symbols these are. */
export interface BuildMatch {
  readonly verdict: 'matches' | 'other' | 'tooFew';
  /** Added to a symbol's address it gives the address in the report (KASLR, PIE). */
  readonly loadBias: bigint;
  /** Functions of the report that lie where the load bias puts them. */
  readonly agree: number;
  /** Functions of the report that were looked for. */
  readonly checked: number;
  /** Those that the symbols do not have at all. */
  readonly missing: readonly string[];
  /** Rows of another object lie elsewhere; null where the report names none. */
  readonly object: string | null;
  /** Where a recording says that the file was mapped; left out where its functions showed it. */
  readonly mapped?: readonly MappedRange[];
}

/** Addresses at which a file's code lay, and by how much it was moved there. Of several processes each may have its own. */
export interface MappedRange {
  readonly start: bigint;
  readonly end: bigint;
  readonly loadBias: bigint;
}

/** Where the instruction of a row is in the file; null where it belongs to another object, or that is unknown. */
export function addressInFile(
  { verdict, object, loadBias, mapped }: BuildMatch,
  row: Pick<AccessRow, 'codeAddress' | 'object'>,
): bigint | null {
  if (verdict !== 'matches' || row.codeAddress === null || row.object !== object) return null;
  const at = BigInt(row.codeAddress);
  if (mapped === undefined) return at >= loadBias ? at - loadBias : null;
  const places = mapped.filter(({ start, end }) => start <= at && at < end);
  const loadBiases = new Set(places.map((place) => place.loadBias));
  const [only] = loadBiases;
  return only === undefined || loadBiases.size > 1 || at < only ? null : at - only;
}

/** Whether the file was moved by one amount, so that data addresses of the report can be known too. */
export function hasOneLoadBias({ mapped, loadBias }: BuildMatch): boolean {
  return mapped === undefined || mapped.every((place) => place.loadBias === loadBias);
}

/** PIE moves an image by whole pages, and a module lies on one. */
const PAGE_BYTES = 4096n;
/** KASLR of x86 moves a kernel by what `CONFIG_PHYSICAL_ALIGN` says, which is never less (arch/x86/Kconfig). */
export const KERNEL_STEP_BYTES = 0x20_0000n;
/** Where an x86-64 kernel's own text is linked (`__START_KERNEL_map`); of other machines none is up there. */
const KERNEL_START = 0xffff_ffff_8000_0000n;
const FEW = 3;
/** A table of another build has most names too, at other distances. */
const ENOUGH = 0.8;

/** Symbols of functions by the readable names that a report prints of C++ and Rust. */
export type MangledNames = ReadonlyMap<string, readonly string[]>;

/** Functions of a report that a table has by none of their names, though some of its own are mangled. */
export function readableNames(
  lines: readonly ProfileLine[],
  table: SymbolTable,
): readonly string[] {
  const names = new Set(samplesOf(lines).map(({ symbol }) => symbol));
  const absent = [...names].filter((name) => placesOf(table, name, NONE_MANGLED).length === 0);
  return absent.length > 0 && hasMangled(table) ? absent : [];
}

const NONE_MANGLED: MangledNames = new Map();

/** A file's answers about names, each with its own; where there are none, as of a file that could not be asked, no symbols. */
export function mangledBy(
  names: readonly string[],
  answers: readonly (readonly string[])[],
): MangledNames {
  return new Map(names.map((name, at) => [name, answers[at] ?? []]));
}

/**
 * Finds the one load bias that most functions of a report agree on, of the object for which most do: each program, library
 * and module of a report was moved by its own. Null where no row has symbol and address.
 * @param ofBuild objects of the report that have the build-id of the file: there one function is enough to tell the load bias
 * @param mangled the symbols of `readableNames`
 */
export function findLoadBias(
  lines: readonly ProfileLine[],
  table: SymbolTable,
  ofBuild: readonly string[] = [],
  mangled: MangledNames = NONE_MANGLED,
): BuildMatch | null {
  const byObject = new Map<string | null, Sample[]>();
  for (const sample of samplesOf(lines)) {
    byObject.set(sample.object, [...(byObject.get(sample.object) ?? []), sample]);
  }
  let best: BuildMatch | null = null;
  for (const [object, samples] of byObject) {
    const isOfBuild = ofBuild.includes(object ?? '');
    const found = loadBiasOfObject(samples, object, { table, mangled }, isOfBuild);
    if (best === null || isBetter(found, best)) best = found;
  }
  return best;
}

function isBetter(one: BuildMatch, other: BuildMatch): boolean {
  const matches = ({ verdict }: BuildMatch) => Number(verdict === 'matches');
  return (
    matches(one) - matches(other) > 0 ||
    (matches(one) === matches(other) && one.agree > other.agree)
  );
}

function loadBiasOfObject(
  samples: readonly Sample[],
  object: string | null,
  { table, mangled }: { readonly table: SymbolTable; readonly mangled: MangledNames },
  isOfBuild: boolean,
): BuildMatch {
  const votes = new Map<bigint, Set<string>>();
  const missing: string[] = [];
  for (const sample of samples) {
    const places = placesOf(table, sample.symbol, mangled);
    if (places.length === 0) {
      missing.push(sample.symbol);
      continue;
    }
    for (const place of places) {
      for (const loadBias of loadBiasesOf(sample, table, place)) {
        const voters = votes.get(loadBias) ?? new Set();
        votes.set(loadBias, voters.add(sample.symbol));
      }
    }
  }
  const names = new Set(samples.map(({ symbol }) => symbol));
  let [loadBias, agree] = [0n, 0];
  for (const [each, voters] of votes) {
    // Ties go to the smaller bias, so 0 wins when it explains everything.
    const closer = voters.size === agree && magnitude(each) < magnitude(loadBias);
    if (voters.size > agree || closer) [loadBias, agree] = [each, voters.size];
  }
  const checked = names.size;
  const isOnly = [...votes.values()].filter((voters) => voters.size === agree).length === 1;
  const verdict =
    (agree >= FEW && agree >= ENOUGH * checked) || (isOfBuild && isOnly && agree === checked)
      ? 'matches'
      : checked < FEW
        ? 'tooFew'
        : 'other';
  return { verdict, loadBias, agree, checked, missing: [...new Set(missing)], object };
}

/** Whether the report is of a file, as page and command line say it. */
export function buildMatchText(
  { verdict, agree, checked, loadBias, missing, mapped }: BuildMatch,
  fileName: string,
): string {
  if (mapped !== undefined) return mappedText(mapped, fileName);
  switch (verdict) {
    case 'matches': {
      const moved = loadBias === 0n ? 'at its own addresses' : `moved by ${loadBiasText(loadBias)}`;
      return `The report is of ${fileName}: ${agree} of ${checked} functions match its addresses, ${moved}.`;
    }
    case 'other': {
      const absent = missing.length > 0 ? `; it does not have ${missing.length} of them` : '';
      return agree === 0
        ? `The report is not of ${fileName}: none of its ${checked} functions matches an address of that file, even with a KASLR offset${absent}.`
        : `The report is not of ${fileName}: one move (KASLR) explains only ${agree} of ${checked} functions${absent}.`;
    }
    case 'tooFew':
      return `The report names too few functions to know whether it belongs to ${fileName}.`;
  }
}

function mappedText(mapped: readonly MappedRange[], fileName: string): string {
  const loadBiases = [...new Set(mapped.map(({ loadBias }) => loadBias))];
  const [only] = loadBiases;
  const moved =
    loadBiases.length > 1
      ? `at ${loadBiases.length} places`
      : only === undefined || only === 0n
        ? 'at its own addresses'
        : `moved by ${loadBiasText(only)}`;
  return `The recording is of ${fileName}: it has its build-id, and says that it was mapped ${moved}.`;
}

/** "+0x2a000000", "-0x1000", "none". */
export function loadBiasText(loadBias: bigint): string {
  if (loadBias === 0n) return 'none';
  return `${loadBias < 0n ? '-' : '+'}0x${magnitude(loadBias).toString(16)}`;
}

interface Sample {
  readonly object: string | null;
  readonly symbol: string;
  readonly address: bigint;
  /** The place of the instruction in its function, where the report says it ("down_write+28"). */
  readonly offsetBytes: bigint | null;
}

function samplesOf(lines: readonly ProfileLine[]): readonly Sample[] {
  const seen = new Set<string>();
  const samples: Sample[] = [];
  for (const { rows } of lines) {
    for (const row of rows) {
      const { symbol, codeAddress } = row;
      if (symbol === null || codeAddress === null || row.symbolMayBeCut) continue;
      const key = `${symbol} ${codeAddress} ${row.object ?? ''}`;
      if (seen.has(key)) continue;
      seen.add(key);
      samples.push({
        object: row.object,
        symbol,
        address: BigInt(codeAddress),
        offsetBytes: offsetIn(row),
      });
    }
  }
  return samples;
}

function offsetIn(row: AccessRow): bigint | null {
  const offset = inFunction(row);
  return offset === null ? null : BigInt(offset);
}

function placesOf(table: SymbolTable, symbol: string, mangled: MangledNames): readonly number[] {
  const own = placesNamed(table, symbol);
  const named = own.length > 0 ? own : placesNamed(table, sourceName(symbol));
  if (named.length > 0) return named;
  return (mangled.get(symbol) ?? []).flatMap((each) => placesNamed(table, each));
}

/** A function as long as a step has two biases at most. */
function loadBiasesOf(sample: Sample, table: SymbolTable, place: number): readonly bigint[] {
  const start = table.addresses[place] ?? 0n;
  const most = sample.address - start;
  const step = start >= KERNEL_START ? KERNEL_STEP_BYTES : PAGE_BYTES;
  if (sample.offsetBytes !== null) {
    const loadBias = most - sample.offsetBytes;
    return loadBias % step === 0n ? [loadBias] : [];
  }
  const least = most - BigInt(Math.max(1, table.sizesBytes[place] ?? 1)) + 1n;
  const loadBiases: bigint[] = [];
  for (
    let loadBias = stepAt(most, step);
    loadBias >= least && loadBiases.length < 4;
    loadBias -= step
  ) {
    loadBiases.push(loadBias);
  }
  return loadBiases;
}

/** The step that holds it, also below zero. */
function stepAt(value: bigint, step: bigint): bigint {
  const rest = ((value % step) + step) % step;
  return value - rest;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

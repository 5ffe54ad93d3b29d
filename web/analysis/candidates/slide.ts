import type { AccessRow, ProfileLine } from '../../facts/generated';
import { inFunction, sourceName } from './symbols';
import { symbolAt, type SymbolPlace, type SymbolTable } from './symbolTable';

/** Whether a report was taken on the program or kernel whose symbols these are. */
export interface Belonging {
  readonly verdict: 'belongs' | 'other' | 'tooFew';
  /** Added to a symbol's address it gives the address in the report (KASLR, PIE). */
  readonly slide: bigint;
  /** Functions of the report that lie where the slide puts them. */
  readonly agree: number;
  /** Functions of the report that were looked for. */
  readonly checked: number;
  /** Those that the symbols do not have at all. */
  readonly missing: readonly string[];
}

/** PIE moves an image by whole pages, and a module lies on one. */
const PAGE_BYTES = 4096n;
/** KASLR of x86 moves a kernel by what `CONFIG_PHYSICAL_ALIGN` says, which is never less (arch/x86/Kconfig). */
const KERNEL_STEP_BYTES = 0x20_0000n;
/** Where an x86-64 kernel's own text is linked (`__START_KERNEL_map`); of other machines none is up there. */
const KERNEL_START = 0xffff_ffff_8000_0000n;
const FEW = 3;
/** A table of another build has most names too, at other distances. */
const ENOUGH = 0.8;

/** Finds the one slide that most functions of a report agree on. Null where no row has symbol and address. */
export function findSlide(lines: readonly ProfileLine[], table: SymbolTable): Belonging | null {
  const samples = samplesOf(lines);
  if (samples.length === 0) return null;
  const votes = new Map<bigint, Set<string>>();
  const missing: string[] = [];
  for (const sample of samples) {
    const places = placesOf(table, sample.symbol);
    if (places.length === 0) {
      missing.push(sample.symbol);
      continue;
    }
    for (const place of places) {
      for (const slide of slidesOf(sample, table, place)) {
        const voters = votes.get(slide) ?? new Set();
        votes.set(slide, voters.add(sample.symbol));
      }
    }
  }
  const names = new Set(samples.map(({ symbol }) => symbol));
  let [slide, agree] = [0n, 0];
  for (const [each, voters] of votes) {
    // Of slides that explain as much the smaller one: none at all where it will do.
    const closer = voters.size === agree && magnitude(each) < magnitude(slide);
    if (voters.size > agree || closer) [slide, agree] = [each, voters.size];
  }
  const checked = names.size;
  const verdict =
    agree >= FEW && agree >= ENOUGH * checked ? 'belongs' : checked < FEW ? 'tooFew' : 'other';
  return { verdict, slide, agree, checked, missing: [...new Set(missing)] };
}

/** The variable that an address of the report lies in. */
export function variableAt(
  table: SymbolTable,
  belonging: Belonging,
  address: bigint,
): SymbolPlace | null {
  const at = address - belonging.slide;
  return at < 0n ? null : symbolAt(table, at, ['data']);
}

/** Whether the report is of a file, as page and command line say it. */
export function belongingText(
  { verdict, agree, checked, slide, missing }: Belonging,
  fileName: string,
): string {
  switch (verdict) {
    case 'belongs': {
      const moved = slide === 0n ? 'at its own addresses' : `moved by ${slideText(slide)}`;
      return `The report is of ${fileName}: ${agree} of ${checked} functions lie where it has them, ${moved}.`;
    }
    case 'other': {
      const absent = missing.length > 0 ? `; ${missing.length} it does not have` : '';
      return agree === 0
        ? `The report is not of ${fileName}: none of its ${checked} functions lies where that has it, whatever KASLR moved${absent}.`
        : `The report is not of ${fileName}: one move (KASLR) explains only ${agree} of ${checked} functions${absent}.`;
    }
    case 'tooFew':
      return `The report names too few functions to tell whether it is of ${fileName}.`;
  }
}

/** "+0x2a000000", "-0x1000", "none". */
export function slideText(slide: bigint): string {
  if (slide === 0n) return 'none';
  return `${slide < 0n ? '-' : '+'}0x${magnitude(slide).toString(16)}`;
}

interface Sample {
  readonly symbol: string;
  readonly address: bigint;
  /** Of the instruction in its function, where the report says ("down_write+28"). */
  readonly offsetBytes: bigint | null;
}

function samplesOf(lines: readonly ProfileLine[]): readonly Sample[] {
  const seen = new Set<string>();
  const samples: Sample[] = [];
  for (const { rows } of lines) {
    for (const row of rows) {
      const { symbol, codeAddress } = row;
      if (symbol === null || codeAddress === null || row.symbolMayBeCut) continue;
      const key = `${symbol} ${codeAddress}`;
      if (seen.has(key)) continue;
      seen.add(key);
      samples.push({ symbol, address: BigInt(codeAddress), offsetBytes: offsetIn(row) });
    }
  }
  return samples;
}

function offsetIn(row: AccessRow): bigint | null {
  const offset = inFunction(row);
  return offset === null ? null : BigInt(offset);
}

function placesOf(table: SymbolTable, symbol: string): readonly number[] {
  return table.byName.get(symbol) ?? table.byName.get(sourceName(symbol)) ?? [];
}

/** A function as long as a step has two slides at most. */
function slidesOf(sample: Sample, table: SymbolTable, place: number): readonly bigint[] {
  const start = table.addresses[place] ?? 0n;
  const most = sample.address - start;
  const step = start >= KERNEL_START ? KERNEL_STEP_BYTES : PAGE_BYTES;
  if (sample.offsetBytes !== null) {
    const slide = most - sample.offsetBytes;
    return slide % step === 0n ? [slide] : [];
  }
  const least = most - BigInt(Math.max(1, table.sizesBytes[place] ?? 1)) + 1n;
  const slides: bigint[] = [];
  for (let slide = stepAt(most, step); slide >= least && slides.length < 4; slide -= step) {
    slides.push(slide);
  }
  return slides;
}

/** The step that holds it, also below zero. */
function stepAt(value: bigint, step: bigint): bigint {
  const rest = ((value % step) + step) % step;
  return value - rest;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

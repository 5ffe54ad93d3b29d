import type {
  AccessFact,
  AccessRow,
  Confidence,
  TouchedAnswer,
  TouchedObject,
} from '../facts/generated';
import { addressInFile, type BuildMatch } from './loadBias';

/** Bytes of a struct that an instruction touches. */
export interface CodeTouch {
  /** As the file's list names it. */
  readonly struct: string;
  /** Null where the file does not state it. */
  readonly sizeBytes: number | null;
  /** Where in the struct the access begins. */
  readonly offsetBytes: number;
  /** Size of the access. */
  readonly bytes: number;
  /** 1 where it is known on every path and as the outermost struct; else less. */
  readonly weight: number;
  readonly confidence: Confidence;
  /** The member, from the struct itself. */
  readonly path: string;
  /** Where the instruction is: its function and how far in, or before, that. */
  readonly functionName: string;
  readonly inFunctionBytes: number;
}

/** What the code behind a row touches: all of its function, or the one instruction that the row names. */
export interface RowCode {
  readonly how: 'function' | 'address';
  readonly touches: readonly CodeTouch[];
}

/** What is asked of a file for a row. */
export interface TouchQuery {
  readonly how: RowCode['how'];
  /** As the question `touches` takes it. */
  readonly place: string;
}

const CONFIDENCE_FACTOR: Readonly<Record<Confidence, number>> = {
  direct: 1,
  must: 1,
  may: 0.8,
  later: 0.6,
};
/** What is answered after the first. */
const ANOTHER = 0.8;
/** A struct within the one that was reached. */
const WITHIN = 0.9;

/** A folio or slab of a page's size is that page. */
const PAGE_BYTES = 64;
const PAGE_NAMES: ReadonlySet<string> = new Set(['folio', 'slab', 'ptdesc', 'zpdesc']);

/**
 * What to ask for a row: its instruction where the report is of the file, else its function.
 *
 * @param buildMatch null where that is not known
 */
export function touchQuery(row: AccessRow, buildMatch: BuildMatch | null): TouchQuery | null {
  const address = buildMatch === null ? null : addressInFile(buildMatch, row);
  if (address !== null) return { how: 'address', place: `0x${address.toString(16)}` };
  return functionQuery(row);
}

/** The row's function, whatever is known of addresses. */
export function functionQuery({ symbol, symbolMayBeCut }: AccessRow): TouchQuery | null {
  if (symbol === null) return null;
  return { how: 'function', place: symbolMayBeCut ? `${symbol}*` : symbol };
}

/** The touches of an answer. Plain types and what lies in a frame are none: no report has a line of them. */
export function touchesOfAnswer({ accesses }: TouchedAnswer): readonly CodeTouch[] {
  const best = new Map<string, CodeTouch>();
  for (const access of accesses) {
    for (const [at, object] of access.objects.entries()) {
      if (!object.isAggregate || object.how === 'stack') continue;
      for (const touch of levelsOf(access, object, at === 0 ? 1 : ANOTHER)) {
        const { struct, offsetBytes, bytes, inFunctionBytes } = touch;
        const key = `${struct} ${offsetBytes} ${bytes} ${inFunctionBytes}`;
        const known = best.get(key);
        if (known === undefined || known.weight < touch.weight) best.set(key, touch);
      }
    }
  }
  return [...best.values()];
}

/** The struct that was reached, and those in it that hold the same bytes. */
function levelsOf(access: AccessFact, object: TouchedObject, share: number): readonly CodeTouch[] {
  const { bytes, function: functionName, offsetBytes: inFunctionBytes } = access;
  const levels: CodeTouch[] = [];
  let weight = share * CONFIDENCE_FACTOR[object.confidence];
  const outer = { name: object.name, sizeBytes: object.sizeBytes, offsetBytes: object.offsetBytes };
  for (const { name, sizeBytes, offsetBytes } of [outer, ...object.chain]) {
    // An unnamed one is nobody's object.
    if (name === '' || name.includes('{')) continue;
    const isPage = PAGE_NAMES.has(name) && offsetBytes < PAGE_BYTES;
    levels.push({
      struct: isPage ? 'page' : name,
      sizeBytes: isPage ? null : sizeBytes,
      offsetBytes,
      bytes: Math.max(1, bytes),
      weight,
      confidence: object.confidence,
      path: levels.length === 0 ? object.path : '',
      functionName,
      inFunctionBytes,
    });
    weight *= WITHIN;
  }
  return levels;
}

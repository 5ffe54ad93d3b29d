import type { AccessRow, Confidence } from '../facts/generated';
import type { Evidence, Touch } from './evidence';
import type { TouchHit } from './fit';
import type { Candidate } from './rank';
import { shortPath } from './reasons';
import { sourceName } from './symbols';

/** What the code of one row says of a candidate. */
export interface RowReading {
  readonly offsetBytes: number;
  readonly functionName: string | null;
  /** The member of the candidate that lies there; null where none does. */
  readonly member: string | null;
  /** Null where its code touches nothing of the candidate there, or is not known. */
  readonly confidence: Confidence | null;
  /** `part`: it touches something that the candidate holds there, as others may. */
  readonly by: 'instruction' | 'function' | 'part' | null;
  /** Whether anything is known of its code. */
  readonly isKnown: boolean;
  /** A whole sentence; names stand in backquotes. */
  readonly reason: string;
}

type Read = Pick<Candidate<unknown>, 'name' | 'hits' | 'fit'>;

/** Every row of a line, as a candidate explains it. */
export function rowReadings(candidate: Read): readonly RowReading[] {
  return candidate.hits.map((hit) => readingOf(candidate, hit));
}

/** How many of the rows whose code is known touch the candidate where they would. */
export function explainedRows(readings: readonly RowReading[]): {
  readonly explained: number;
  readonly known: number;
} {
  const known = readings.filter(({ isKnown }) => isKnown);
  return { explained: known.filter(({ by }) => by !== null).length, known: known.length };
}

function readingOf({ name, fit }: Read, { touch, leaf, reading }: TouchHit): RowReading {
  const member = leaf === null ? null : shortPath(leaf.path);
  const isInstruction = touch.code?.how === 'address';
  const row = {
    offsetBytes: touch.offsetBytes,
    functionName: touch.functionName,
    member,
    isKnown: touch.code !== null,
  };
  const who = touch.functionName === null ? 'The code there' : `\`${touch.functionName}\``;
  const byte = fit.offsetBytes + touch.offsetBytes;
  if (reading === null) {
    const reason =
      touch.code === null
        ? `Nothing is known of the code of ${who}.`
        : `${who} touches nothing of \`${name}\` at byte ${byte}: that row belongs to another object in this line, or to another version.`;
    return { ...row, confidence: null, by: null, reason };
  }
  const { touch: code, how, shiftBytes, insideBytes } = reading;
  const at = `at ${code.functionName}+0x${code.inFunctionBytes.toString(16)}`;
  if (shiftBytes !== 0) {
    const what = how === 'held' ? `a \`${code.struct}\`, which \`${name}\` holds` : `\`${name}\``;
    const reason = `${who} touches ${what} ${Math.abs(shiftBytes)} bytes ${shiftBytes > 0 ? 'after' : 'before'} byte ${byte} ${at}: the report comes from another layout, or that row from another object.`;
    return { ...row, confidence: null, by: null, reason };
  }
  const where = member === null ? `byte ${byte}` : `\`${name}.${member}\` (byte ${byte})`;
  if (how === 'held') {
    const reason = `${who} touches a \`${code.struct}\` ${at}; \`${name}\` holds one there, and may not be alone in that.`;
    return { ...row, confidence: code.confidence, by: 'part', reason };
  }
  const verb = isInstruction ? 'touches with just this instruction' : 'touches';
  const inside = insideBytes === 0 ? '' : `, ${insideBytes} bytes after the access begins`;
  return {
    ...row,
    confidence: code.confidence,
    by: isInstruction ? 'instruction' : 'function',
    reason: `${who} ${verb} ${where} ${at}${inside} (${code.confidence}).`,
  };
}

/** The struct and member that a row of a report touches. */
export interface RowMember {
  readonly text: string;
  readonly reason: string;
  /** Whether the instruction itself says so. */
  readonly isCertain: boolean;
}

/**
 * What a row touches: by its own instruction where that is known, else by the candidate that its line has, unless
 * others fit it as well. Null where nothing is known.
 */
export function memberOfRow(
  row: AccessRow,
  evidence: Evidence,
  best: Candidate<unknown> | null,
): RowMember | null {
  const name = row.symbol === null ? null : sourceName(row.symbol);
  const isOf = (touch: Touch) =>
    touch.offsetBytes === row.offsetBytes &&
    touch.functionName === name &&
    (touch.codeAddress === null || touch.codeAddress === row.codeAddress);
  const touch = evidence.touches.find(isOf);
  if (touch?.code?.how === 'address') {
    const [first] = touch.code.touches;
    if (first === undefined) return null;
    const path = first.path === '' ? '' : `.${shortPath(first.path)}`;
    const at = `${first.functionName}+0x${first.inFunctionBytes.toString(16)}`;
    return {
      text: `${first.struct}${path}`,
      reason: `The instruction at ${at} touches \`${first.struct}\` at byte ${first.offsetBytes} (${first.confidence}).`,
      isCertain: first.confidence === 'direct' || first.confidence === 'must',
    };
  }
  if (best === null || best.alike > 0 || best.grade === 'weak') return null;
  const hit = best.hits.find((each) => isOf(each.touch));
  if (hit === undefined) return null;
  const { by, member, reason } = readingOf(best, hit);
  if (by === null || member === null) return null;
  return { text: `${best.name}.${member}`, reason, isCertain: false };
}

import { grownBytes, pairLabel } from '../../core/compare/fileChange';
import type { FilePair } from '../../core/compare/filePairs';
import type { InsidePair } from '../../core/compare/insidePair';
import type { TwoFiles } from './twoFiles';
import { grouped } from '../../core/base/prose';

/** A struct of two files in the table of what changed. */
export interface PairCells {
  readonly title: string;
  /** Null where it is what most are: a struct. */
  readonly keyword: string | null;
  readonly name: string;
  /** `#2` of several layouts; null of one. */
  readonly variant: string | null;
  readonly before: string;
  readonly after: string;
  readonly change: string;
  readonly lines: string;
  /** What became of its members. */
  readonly inside: string;
}

/** @param inside null while nobody has looked */
export function pairCells(pair: FilePair, inside: InsidePair | null): PairCells {
  const { before, after, keyword, name, variant } = pair;
  const both = before !== null && after !== null;
  return {
    title: `${keyword} ${name}`,
    keyword: keyword === 'struct' ? null : keyword,
    name,
    variant: variant > 0 ? `#${variant}` : null,
    before: before ? grouped(before.sizeBytes) : '–',
    after: after ? grouped(after.sizeBytes) : '–',
    change: both ? signed(grownBytes(pair)) : before ? 'only before' : 'only after',
    lines: linesText(pair),
    inside: both ? (inside === null ? '·' : insideText(inside)) : '',
  };
}

/** What a pair is called, and what tells it from every other of the two files. */
export function pairTitle(two: TwoFiles, pair: FilePair): { label: string; key: string } {
  const label = pairLabel(pair);
  const { before, after } = pair;
  return {
    label,
    key: `${two.before.id} ${two.after.id} ${label} ${before?.row ?? ''} ${after?.row ?? ''}`,
  };
}

function signed(bytes: number): string {
  if (bytes === 0) return '=';
  return bytes > 0 ? `+${grouped(bytes)}` : `−${grouped(-bytes)}`;
}

function linesText({ before, after }: FilePair): string {
  const [old, now] = [before, after].map((side) => (side ? grouped(side.lines) : null));
  if (old === null || now === null || old === now) return `${now ?? old ?? ''}`;
  return `${old} → ${now}`;
}

/** `12`; and where nothing crossed, what else is other. */
function insideText({ crossed, shifted, resized, added, gone }: InsidePair): string {
  if (crossed > 0) return grouped(crossed);
  const other = [
    added > 0 ? `${added} new` : '',
    gone > 0 ? `${gone} gone` : '',
    shifted + resized > 0 ? `${shifted + resized} moved within their lines` : '',
  ].filter((text) => text !== '');
  return other.length === 0 ? '0' : `0; ${other.join(', ')}`;
}

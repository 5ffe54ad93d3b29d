import { jsonText } from '../../output/jsonText';
import { listJson } from '../../output/json';
import { diagnosticNotes } from '../heat/heatText';
import { openFile, type CompanionPaths } from '../open/openFile';
import type { Outcome } from '../words';

export interface LsOptions {
  readonly path: string;
  readonly from: 'best' | 'btf' | 'dwarf';
  readonly json: boolean;
  /** Files that it needs; what is null is found by itself, or there is none. */
  readonly companions: CompanionPaths;
}

/** `hitmap ls FILE`: every struct and union, one a line, in the file's order; beside it what could not be read. */
export function ls({ path, from, json, companions }: LsOptions): Outcome {
  const file = openFile(path, from, true, companions);
  const { index, names } = file;
  const rows = names.map((_, row) => row);
  const text = json
    ? jsonText(listJson(file.session.facts, index, rows, names, heldIn(file)), 0)
    : rows.map((row) => `${line(file.names[row] ?? '', index, row)}\n`).join('');
  file.close();
  const notes = diagnosticNotes(index.diagnostics);
  if (rows.length > 0) return { text, notes };
  return { text, notes: [...notes, `note: ${path} has debug information, and no struct in it.`] };
}

function heldIn({ session }: ReturnType<typeof openFile>) {
  const held = session.ask({ kind: 'heldCounts' });
  return held.ok ? held.value : null;
}

function line(name: string, index: ReturnType<typeof openFile>['index'], row: number): string {
  const number = (value: number | undefined, width: number) => String(value ?? '-').padStart(width);
  const kind = ['struct', 'union', 'class'][index.kinds[row] ?? 0] ?? 'struct';
  const variant = index.variants[row] ?? 0;
  return [
    number(index.sizesBytes[row], 8),
    number(index.memberCounts[row], 6),
    number(index.holeCounts[row], 4),
    number(index.holeBytes[row], 6),
    number(index.paddingBytes[row], 6),
    `${kind} ${name}${variant === 0 ? '' : `#${variant}`}`,
  ].join(' ');
}

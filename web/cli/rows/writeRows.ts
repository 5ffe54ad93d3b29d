import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { snoopsOf } from '../../analysis/heat/counts';
import { profileLines } from '../../analysis/heat/slice';
import { lineCounts } from '../../analysis/heat/lineCounts';
import { rowsCsv } from '../../output/rows/csv';
import { fleetRows } from '../../output/rows/fleetRows';
import type { NamedStruct } from '../../output/rows/fleetRows';
import type { FleetRow } from '../../output/rows/schema';
import { Failure } from '../failure';
import { openPart, splitPath, type OpenPart } from '../open/part';
import { structOf } from './naming';
import { rowsParquet } from './parquet';
import { captureOf, readRecordings, type OpenRecording } from './recording';
import type { TypesShelf } from './typesShelf';

export type RowsFormat = 'parquet' | 'csv';

/** What became of one file. */
export interface FileOutcome {
  readonly path: string;
  readonly kind: 'written' | 'skipped' | 'failed';
  /** How many rows were written. */
  readonly rows: number;
  readonly notes: readonly string[];
}

export interface RowsOptions {
  readonly shelf: TypesShelf;
  /** How many of the hottest lines of a report are named. */
  readonly mostNamed: number;
}

/** Every row of a file. Throws a `Failure` for one that holds none. */
export async function rowsOfFile(path: string, options: RowsOptions): Promise<RowsOfFile> {
  const opened = openPart(path, 'profile');
  try {
    const recordings: RecordedRows[] = [];
    const notes: string[] = [];
    for (const each of readRecordings(path, opened)) {
      const [rows, more] = await rowsOf(each, options);
      recordings.push({ capture: each.recording.capture, rows });
      notes.push(...each.notes, ...more);
    }
    return { recordings, notes: [...new Set(notes)], isCut: isOfCut(opened) };
  } finally {
    opened.source.close();
  }
}

interface RowsOfFile {
  readonly recordings: readonly RecordedRows[];
  readonly notes: readonly string[];
  /** It is a bundle without its end. */
  readonly isCut: boolean;
}

interface RecordedRows {
  readonly capture: string;
  readonly rows: readonly FleetRow[];
}

async function rowsOf(
  { recording, profile, typesOf }: OpenRecording,
  { shelf, mostNamed }: RowsOptions,
): Promise<readonly [readonly FleetRow[], readonly string[]]> {
  const lines = profileLines(profile);
  const hottest = [...lines]
    .sort((a, b) => snoopsOf(lineCounts(b)) - snoopsOf(lineCounts(a)))
    .slice(0, mostNamed);
  const named = new Map<string, NamedStruct>();
  const damaged = new Set<string>();
  let isAnyTyped = false;
  for (const line of hottest) {
    const types = typesOf(line.rows);
    const key = keyOf(types, recording.kernelBuildId);
    const file = orNoted(damaged, () => shelf.forLine(profile, line.rows, types, key));
    if (file === null) continue;
    isAnyTyped = true;
    const struct = await structOf(profile, line, file);
    if (struct !== null) named.set(line.id, struct);
  }
  const rows = fleetRows(profile, recording, ({ id }) => named.get(id) ?? null);
  return [
    rows,
    [
      ...[...damaged].map((why) => `Lines of it are not named: ${why}`),
      ...(isAnyTyped || lines.length === 0
        ? []
        : ['No file of types is of its kernel or program: no struct is named.']),
      ...(isAnyTyped && lines.length > mostNamed
        ? [`Of its ${lines.length} lines the ${mostNamed} hottest were named: --lines takes more.`]
        : []),
    ],
  ];
}

/** What a file of types answers; one that cannot be read costs no row, only names. */
function orNoted<T>(reasons: Set<string>, ask: () => T): T | null {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    reasons.add(error.message);
    return null;
  }
}

/** Types of a kernel are the same in all its bundles; a program may be another of the same name. */
function keyOf(types: string | null, kernelBuildId: string | null): string {
  const part = types === null ? null : splitPath(types)[1];
  return part === null && kernelBuildId !== null ? kernelBuildId : (types ?? '');
}

/** Writes the rows of a file to a folder, one file for each recording. What is there already is left. */
export async function writeRows(
  path: string,
  folder: string,
  format: RowsFormat,
  options: RowsOptions,
): Promise<FileOutcome> {
  try {
    if (isWritten(path, folder, format)) return { path, kind: 'skipped', rows: 0, notes: [] };
    const { recordings, notes, isCut } = await rowsOfFile(path, options);
    let count = 0;
    for (const { capture, rows } of recordings) {
      const target = join(folder, nameOf(capture, isCut, format));
      // Whole or not at all, so that a run that was ended leaves nothing that the next one skips.
      writeFileSync(`${target}.part`, format === 'csv' ? rowsCsv(rows) : rowsParquet(rows));
      renameSync(`${target}.part`, target);
      if (!isCut) rmSync(join(folder, nameOf(capture, true, format)), { force: true });
      count += rows.length;
    }
    return { path, kind: 'written', rows: count, notes };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { path, kind: 'failed', rows: 0, notes: [error.message] };
  }
}

/** A mail with several recordings is written again: its files are the same ones. */
function isWritten(path: string, folder: string, format: RowsFormat): boolean {
  const opened = openPart(path, 'profile');
  try {
    const isThere = (isCut: boolean) =>
      existsSync(join(folder, nameOf(captureOf(opened), isCut, format)));
    return isThere(false) || (isOfCut(opened) && isThere(true));
  } finally {
    opened.source.close();
  }
}

/** Rows of a bundle that was cut have a name of their own: the whole one, when it comes, takes their place. */
function nameOf(capture: string, isCut: boolean, format: RowsFormat): string {
  return `${capture}${isCut ? '.cut' : ''}.${format}`;
}

function isOfCut({ bundle }: OpenPart): boolean {
  return bundle !== null && !bundle.isWhole;
}

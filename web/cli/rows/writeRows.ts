import { noteMessage } from '../messages';
import { type Message, sentence } from '../../core/base/messages';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { snoopsOf } from '../../core/heat/counts';
import { profileLines } from '../../core/heat/slice';
import { lineCounts } from '../../core/heat/lineCounts';
import { rowsCsv } from '../../core/format/rows/csv';
import { fleetRows, type NamedStruct } from '../../core/format/rows/fleetRows';
import { COLUMNS, ROWS_SCHEMA, type FleetRow } from '../../core/format/rows/schema';
import { Failure } from '../failure';
import { openPart } from '../open/part';
import { structOf } from './naming';
import {
  captureOf,
  DIGEST,
  digestOf,
  idOf,
  readRecordings,
  twinNotes,
  type OpenRecording,
} from './recording';
import type { TypesShelf } from './typesShelf';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { VERSION } from '../../core/base/version';

export type RowsFormat = 'parquet' | 'csv';

/** What became of one file. */
export interface FileOutcome {
  readonly path: string;
  readonly kind: 'written' | 'skipped' | 'failed';
  /** How many rows were written. */
  readonly rows: number;
  readonly notes: readonly Message[];
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
    const notes: Message[] = [];
    for (const each of readRecordings(path, opened)) {
      const [rows, more] = await rowsOf(each, options);
      recordings.push({ capture: each.recording.capture, rows });
      notes.push(...each.notes, ...more);
    }
    return {
      recordings,
      notes: [...new Map(notes.map((each) => [sentence(each), each])).values()],
    };
  } finally {
    opened.source.close();
  }
}

interface RowsOfFile {
  readonly recordings: readonly RecordedRows[];
  readonly notes: readonly Message[];
}

interface RecordedRows {
  readonly capture: string;
  readonly rows: readonly FleetRow[];
}

async function rowsOf(
  { recording, profile, typesOf }: OpenRecording,
  { shelf, mostNamed }: RowsOptions,
): Promise<readonly [readonly FleetRow[], readonly Message[]]> {
  const lines = profileLines(profile);
  const hottest = [...lines]
    .sort((a, b) => snoopsOf(lineCounts(b)) - snoopsOf(lineCounts(a)))
    .slice(0, mostNamed);
  const named = new Map<string, NamedStruct>();
  const damaged = new Set<string>();
  let isAnyTyped = false;
  for (const line of hottest) {
    const types = typesOf(line.rows);
    const file = orNoted(damaged, () => shelf.forLine(profile, line.rows, types));
    if (file === null) continue;
    isAnyTyped = true;
    const struct = await structOf(profile, line, file);
    if (struct !== null) named.set(line.id, struct);
  }
  const rows = fleetRows(profile, recording, ({ id }) => named.get(id) ?? null);
  return [
    rows,
    [
      ...[...damaged].map((why) => noteMessage('some-unnamed', why)),
      ...(isAnyTyped || lines.length === 0 ? [] : [noteMessage('no-types')]),
      ...(isAnyTyped && lines.length > mostNamed
        ? [noteMessage('hottest-named', lines.length, mostNamed)]
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

/** Writes the rows of a file to a folder, one file for each recording. What is there already is left. */
export async function writeRows(
  path: string,
  folder: string,
  format: RowsFormat,
  options: RowsOptions,
): Promise<FileOutcome> {
  try {
    const output = outputOf(path, folder, format);
    if (output.skipped) return { path, kind: 'skipped', rows: 0, notes: output.skipped };
    const { recordings, notes } = await rowsOfFile(path, options);
    let count = 0;
    for (const { capture, rows } of recordings) {
      const target = join(folder, output.nameOf(capture));
      // Whole or not at all, so that a run that was ended leaves nothing that the next one skips.
      writeFileSync(`${target}.part`, format === 'csv' ? rowsCsv(rows) : rowsParquet(rows));
      renameSync(`${target}.part`, target);
      count += rows.length;
    }
    for (const name of output.outdated) rmSync(join(folder, name), { force: true });
    const others = sameId(output.id, folder, format).filter(({ cutBytes }) => cutBytes === null);
    const twins = twinNotes([output.capture, ...others.map(({ capture }) => capture)]);
    return { path, kind: 'written', rows: count, notes: [...notes, ...twins] };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { path, kind: 'failed', rows: 0, notes: [error.problem] };
  }
}

/** Where the rows of a file belong in a folder. */
interface Output {
  readonly id: string | null;
  readonly capture: string;
  /** The name of the file for the rows of a recording. */
  readonly nameOf: (recording: string) => string;
  /** Why nothing is to be written, as messages for whoever does not expect it; null where it is. */
  readonly skipped: readonly Message[] | null;
  /** Files with rows of this bundle from when it was cut. */
  readonly outdated: readonly string[];
}

/**
 * Rows of a bundle that was cut have a name of their own, with what there was of it: the whole one, when it comes, begins
 * with the same bytes and takes their place. A mail with several recordings is written again: its files are the same ones.
 */
function outputOf(path: string, folder: string, format: RowsFormat): Output {
  const opened = openPart(path, 'profile');
  try {
    const { unpacked, bundle } = opened;
    const isCut = bundle !== null && !bundle.isWhole;
    const [id, capture] = [idOf(opened), captureOf(opened)];
    const nameOf = (recording: string) =>
      `${recording}${isCut ? `.cut${unpacked.size}` : ''}.${format}`;
    if (existsSync(join(folder, nameOf(capture)))) {
      return { id, capture, nameOf, skipped: [], outdated: [] };
    }
    const others = sameId(id, folder, format);
    const whole = others.find(({ cutBytes }) => cutBytes === null);
    const skipped = isCut && whole ? [noteMessage('whole-there')] : null;
    const begins = ({ digest, cutBytes }: RowsFile) =>
      cutBytes !== null && cutBytes < unpacked.size && digestOf(unpacked, cutBytes) === digest;
    const outdated = others.filter(begins).map(({ name }) => name);
    return { id, capture, nameOf, skipped, outdated };
  } finally {
    opened.source.close();
  }
}

interface RowsFile {
  readonly name: string;
  readonly capture: string;
  readonly digest: string;
  /** How long the bundle was that was cut; null of a whole one. */
  readonly cutBytes: number | null;
}

/** The files of rows of bundles with an id. */
function sameId(id: string | null, folder: string, format: RowsFormat): readonly RowsFile[] {
  if (id === null) return [];
  const pattern = new RegExp(`^(${id}-(${DIGEST}))(?:-\\d+)?(?:\\.cut(\\d+))?\\.${format}$`);
  return readdirSync(folder).flatMap((name) => {
    const [, capture, digest, cut] = pattern.exec(name) ?? [];
    if (capture === undefined || digest === undefined) return [];
    return { name, capture, digest, cutBytes: cut === undefined ? null : Number(cut) };
  });
}

/** Rows as a Parquet file; names, units and meanings of its columns are in its own metadata. */
function rowsParquet(rows: readonly FleetRow[]): Uint8Array {
  const columnData = COLUMNS.map(({ name, type }) => ({
    name,
    type,
    nullable: true,
    data: rows.map((row) => row[name]),
  }));
  const kvMetadata = [
    { key: 'hitmap.schema', value: String(ROWS_SCHEMA) },
    { key: 'hitmap.columns', value: JSON.stringify(COLUMNS) },
  ];
  const createdBy = `hitmap version ${VERSION}`;
  return new Uint8Array(parquetWriteBuffer({ columnData, kvMetadata, createdBy }));
}

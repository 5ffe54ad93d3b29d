import { type Message, sentence } from '../../core/base/messages';
import { inputMessage, noteMessage } from '../messages';
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { visibleName } from '../../core/base/visible';
import { COLUMNS, ROWS_SCHEMA, type Column } from '../../core/format/rows/schema';
import { Failure } from '../failure';
import { isPlainFile } from '../open/nodeFileSource';
import { sqlText, type Database } from './database';

/** The rows that are looked at. */
export interface FleetFilter {
  /** No recording that began earlier. */
  readonly since: Date | null;
  /** No recording that began later. */
  readonly until: Date | null;
  /** Release of a kernel, or the beginning of its build-id. */
  readonly kernel: string | null;
}

/** As many files are read at a time: DuckDB keeps the heads of all files of a query in memory. */
const BATCH_FILES = 200;
const MOST_NAMED = 3;
/** A header of CSV is shorter. */
const HEAD_BYTES = 4096;
const MAGIC = Buffer.from('PAR1');

const SQL_TYPES: Readonly<Record<Column['type'], string>> = {
  INT32: 'INTEGER',
  DOUBLE: 'DOUBLE',
  STRING: 'VARCHAR',
  TIMESTAMP: 'TIMESTAMP',
};

/**
 * Reads the rows of many files into the table `hitmap_all`. Files that are none of `hitmap rows` are left out.
 *
 * @param paths of files and folders, also as patterns (`rows/*.parquet`)
 * @returns a message for each kind of file that was left out
 */
export async function loadRows(
  database: Database,
  paths: readonly string[],
  filter: FleetFilter,
): Promise<readonly Message[]> {
  const patterns = paths.map((path) => (isFolder(path) ? join(path, '*.parquet') : path));
  const listed = await database.ask(
    `SELECT DISTINCT file FROM glob(${listOf(patterns)}) ORDER BY file`,
  );
  const found = listed.map(({ file }) => String(file));
  if (found.length === 0) throw new Failure(noSuchFile(patterns));
  // A pipe would be waited for without end, and rows are read from several places of a file.
  const files = found.filter(isPlainFile);
  const pipes = found.filter((file) => !files.includes(file));
  const columns = COLUMNS.map(({ name, type }) => `${name} ${SQL_TYPES[type]}`).join(', ');
  await database.run(`CREATE TABLE hitmap_all (${columns})`);
  const csv = files.filter(isCsv);
  const others = files.filter((file) => !isCsv(file));
  const parquet = others.filter(isParquet);
  const cut = others.filter((file) => !parquet.includes(file));
  const foreign: string[] = [];
  let loaded = 0;
  for (const [batch, of] of [...batches(csv, 'csv'), ...batches(parquet, 'parquet')]) {
    const known = of === 'csv' ? csvColumns(batch) : await parquetColumns(database, batch);
    const own = batch.filter((file) => known.get(file)?.has('rows_schema') === true);
    foreign.push(...batch.filter((file) => !own.includes(file)));
    loaded += own.length;
    if (own.length > 0) await loadBatch(database, own, of, known, filter);
  }
  const notes = [
    ...leftOut(pipes, 'no plain file'),
    ...leftOut(cut, 'it is no Parquet file, or its end is missing'),
    ...leftOut(foreign, 'not written by `hitmap rows`: the column rows_schema is missing'),
  ];
  if (loaded === 0) throw new Failure(inputMessage('no-rows', notes.map(sentence).join(' ')));
  return notes;
}

type Kind = 'csv' | 'parquet';
/** Names of columns by file. */
type Known = ReadonlyMap<string, ReadonlySet<string>>;

/** Rows of schema 1 may lack a column that came later: it is null in them. */
async function loadBatch(
  database: Database,
  files: readonly string[],
  kind: Kind,
  known: Known,
  filter: FleetFilter,
): Promise<void> {
  const all = new Set(files.flatMap((file) => [...(known.get(file) ?? [])]));
  const held = COLUMNS.filter(({ name }) => all.has(name));
  const source = sourceOf(files, kind, held);
  const schemas = await database.ask(
    `SELECT filename AS file, MAX(rows_schema) AS schema FROM ${source} GROUP BY filename HAVING MAX(rows_schema) <> ${ROWS_SCHEMA} OR MIN(rows_schema) <> ${ROWS_SCHEMA} ORDER BY file`,
  );
  const [other] = schemas;
  if (other) {
    throw new Failure(
      inputMessage(
        'rows-schema',
        visibleName(String(other['file'])),
        String(other['schema']),
        ROWS_SCHEMA,
      ),
    );
  }
  const names = held.map(({ name }) => name).join(', ');
  await database.run(
    `INSERT INTO hitmap_all BY NAME SELECT ${names} FROM ${source} WHERE ${conditionOf(filter)}`,
  );
}

/** Types of CSV are not guessed by what is in it: a build-id may have digits alone. */
function sourceOf(files: readonly string[], kind: Kind, columns: readonly Column[]): string {
  const common = `${listOf(files)}, union_by_name = true, filename = true`;
  if (kind === 'parquet') return `read_parquet(${common})`;
  const types = columns
    .map(({ name, type }) => `${sqlText(name)}: '${SQL_TYPES[type]}'`)
    .join(', ');
  return `read_csv(${common}, header = true, types = {${types}})`;
}

async function parquetColumns(database: Database, files: readonly string[]): Promise<Known> {
  const rows = await database.ask(
    `SELECT file_name, LIST(name) AS names FROM parquet_schema(${listOf(files)}) GROUP BY file_name`,
  );
  return new Map(
    rows.map(({ file_name, names }) => [
      String(file_name),
      new Set(JSON.parse(String(names)) as string[]),
    ]),
  );
}

function csvColumns(files: readonly string[]): Known {
  return new Map(
    files.map((file) => {
      const head = readAt(file, 0, HEAD_BYTES);
      const text = file.endsWith('.gz')
        ? gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH })
        : head;
      const [line = ''] = text.toString('utf8').split(/\r?\n/);
      return [file, new Set(line.split(','))];
    }),
  );
}

function* batches(files: readonly string[], kind: Kind): Generator<[readonly string[], Kind]> {
  for (let at = 0; at < files.length; at += BATCH_FILES) {
    yield [files.slice(at, at + BATCH_FILES), kind];
  }
}

function leftOut(files: readonly string[], why: string): readonly Message[] {
  if (files.length === 0) return [];
  const named = files.slice(0, MOST_NAMED).map(visibleName).join(', ');
  const more = files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : '';
  return [noteMessage('file-left-out', `${named}${more}`, why)];
}

function conditionOf({ since, until, kernel }: FleetFilter): string {
  const timestamp = (time: Date) => `TIMESTAMP ${sqlText(time.toISOString().slice(0, 19))}`;
  return [
    'TRUE',
    ...(since === null ? [] : [`recorded_at >= ${timestamp(since)}`]),
    ...(until === null ? [] : [`recorded_at <= ${timestamp(until)}`]),
    ...(kernel === null
      ? []
      : [
          `(kernel_release = ${sqlText(kernel)} OR starts_with(kernel_release, ${sqlText(`${kernel}.`)}) OR starts_with(kernel_release, ${sqlText(`${kernel}-`)}) OR starts_with(kernel_build_id, ${sqlText(kernel)}))`,
        ]),
  ].join(' AND ');
}

function isCsv(file: string): boolean {
  return /\.csv(?:\.gz)?$/.test(file);
}

/** A whole file begins and ends so; what DuckDB says of another names no file where there are many. */
function isParquet(file: string): boolean {
  return (
    readAt(file, 0, MAGIC.length).equals(MAGIC) &&
    readAt(file, -MAGIC.length, MAGIC.length).equals(MAGIC)
  );
}

/** @param at from the end where it is negative */
function readAt(path: string, at: number, bytes: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const from = at < 0 ? size + at : at;
    const buffer = Buffer.alloc(bytes);
    return from < 0
      ? buffer.subarray(0, 0)
      : buffer.subarray(0, readSync(file, buffer, { position: from }));
  } finally {
    closeSync(file);
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function listOf(texts: readonly string[]): string {
  return `[${texts.map(sqlText).join(', ')}]`;
}

/** Node puts `\ufffd` in place of bytes that are not UTF-8: such a name is lost. */
function noSuchFile(patterns: readonly string[]): Message {
  const why = patterns.some((pattern) => pattern.includes('\ufffd'))
    ? ': its name is not UTF-8, and cannot be given as a word. Give it another name'
    : '';
  return inputMessage('no-file', patterns.join(', '), why);
}

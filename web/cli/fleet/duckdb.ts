import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type * as DuckDb from '@duckdb/node-api';
import { visibleIn, visibleName } from '../../base/visible';
import { COLUMNS, ROWS_SCHEMA, type Column } from '../../output/rows/schema';
import { Failure } from '../failure';

/** A value of an answer. */
export type Cell = string | number | null;
export type AnswerRow = Readonly<Record<string, Cell>>;

/** Rows of many recordings, to be asked in SQL. */
export interface FleetTable {
  /** The rows of a query, with names as they may be shown: rows of strangers hold whatever they like. */
  ask(query: string): Promise<readonly AnswerRow[]>;
  /** Files that were left out, and why: a sentence each. */
  readonly notes: readonly string[];
  readonly close: () => void;
}

/** What of the rows is looked at. */
export interface FleetFilter {
  /** No recording that began earlier. */
  readonly since: Date | null;
  /** No recording that began later. */
  readonly until: Date | null;
  /** Release of a kernel, or the beginning of its build-id. */
  readonly kernel: string | null;
}

/**
 * Opens files of rows as the view `hitmap_rows`.
 *
 * @param paths of files and folders, also as patterns (`rows/*.parquet`)
 */
export async function openFleet(
  paths: readonly string[],
  filter: FleetFilter,
  rowsQuery: string,
): Promise<FleetTable> {
  const { DuckDBInstance } = await duckdb();
  const instance = await DuckDBInstance.create(':memory:', ALONE);
  const connection = await instance.connect();
  const asked = (query: string) => ask(connection, query);
  let files: readonly string[] = paths;
  const close = () => {
    connection.closeSync();
    instance.closeSync();
  };
  try {
    const found = await rowFiles(paths, asked);
    ({ files } = found);
    await connection.run(
      `CREATE VIEW hitmap_all AS SELECT * FROM ${sourceOf(files)} WHERE ${conditionOf(filter)}`,
    );
    await connection.run(`CREATE VIEW hitmap_rows AS ${rowsQuery}`);
    return {
      notes: found.notes,
      close,
      async ask(query) {
        try {
          return visibleIn(await asked(query), visibleName);
        } catch (error) {
          // Columns of another type than ours: rows that somebody else made.
          throw new Failure(whyUnread(paths, error));
        }
      },
    };
  } catch (error) {
    close();
    if (error instanceof Failure) throw error;
    throw new Failure(whyUnread(paths, error));
  }
}

/** Nothing is fetched: not rows by an address, and not the extension that would do that. */
const ALONE = { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' };

async function duckdb(): Promise<typeof DuckDb> {
  try {
    return await import('@duckdb/node-api');
  } catch {
    throw new Failure(
      'fleet needs DuckDB, which is not here: run `npx -p hitmap -p @duckdb/node-api hitmap fleet …`, or `npm install @duckdb/node-api` where hitmap is installed.',
    );
  }
}

/** Node puts `\ufffd` in place of bytes that are not UTF-8: such a name is lost. */
function noSuchFile(patterns: readonly string[]): string {
  const why = patterns.some((pattern) => pattern.includes('\ufffd'))
    ? ': its name is not UTF-8, and cannot be given as a word. Give it another name'
    : '';
  return `there is no file ${patterns.join(', ')}${why}.`;
}

type Ask = (query: string) => Promise<readonly AnswerRow[]>;

/** The files that hold rows of this schema. What is none of `hitmap rows` is left out and named. */
async function rowFiles(
  paths: readonly string[],
  ask: Ask,
): Promise<{ readonly files: readonly string[]; readonly notes: readonly string[] }> {
  const patterns = paths.map((path) => (isFolder(path) ? join(path, '*.parquet') : path));
  const listed = await ask(`SELECT DISTINCT file FROM glob(${listOf(patterns)}) ORDER BY file`);
  const all = listed.map(({ file }) => String(file));
  if (all.length === 0) throw new Failure(noSuchFile(patterns));
  const whole = isCsv(all) ? all : all.filter(isParquet);
  const cut = all.filter((file) => !whole.includes(file));
  const schemas = whole.length === 0 ? [] : await schemasOf(whole, ask);
  const files = schemas.filter(({ schema }) => schema !== null).map(({ file }) => file);
  const foreign = whole.filter((file) => !files.includes(file));
  const notes = [
    ...leftOut(cut, 'no Parquet, or cut'),
    ...leftOut(foreign, 'no rows of `hitmap rows`, as there is no column rows_schema'),
  ];
  if (files.length === 0) throw new Failure(`there are no rows: ${notes.join(' ')}`);
  const other = schemas.find(({ schema }) => schema !== null && schema !== ROWS_SCHEMA);
  if (other) {
    throw new Failure(
      `${visibleName(other.file)} has rows of schema ${other.schema}, and this hitmap knows ${ROWS_SCHEMA}: make them again with its own \`hitmap rows\`.`,
    );
  }
  return { files, notes };
}

/** The schema of each file's rows; null of one that has no such column, or no row. */
async function schemasOf(
  files: readonly string[],
  ask: Ask,
): Promise<readonly { readonly file: string; readonly schema: Cell }[]> {
  const named = isCsv(files)
    ? files
    : (
        await ask(
          `SELECT DISTINCT file_name FROM parquet_schema(${listOf(files)}) WHERE name = 'rows_schema'`,
        )
      ).map(({ file_name }) => String(file_name));
  if (named.length === 0) return [];
  const rows = await ask(
    `SELECT filename AS file, MAX(rows_schema) AS schema FROM ${sourceOf(named, true)} GROUP BY filename`,
  );
  return rows.map(({ file, schema }) => ({ file: String(file), schema: schema ?? null }));
}

const MOST_NAMED = 3;

function leftOut(files: readonly string[], why: string): readonly string[] {
  if (files.length === 0) return [];
  const named = files.slice(0, MOST_NAMED).map(visibleName).join(', ');
  const more = files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : '';
  return [`${named}${more}: left out, ${why}.`];
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** A whole file begins and ends so; what DuckDB says of another names no file where there are many. */
function isParquet(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    return [0, size - MAGIC.length].every((at) => {
      const bytes = Buffer.alloc(MAGIC.length);
      return at >= 0 && readSync(file, bytes, { position: at }) > 0 && bytes.equals(MAGIC);
    });
  } finally {
    closeSync(file);
  }
}

const MAGIC = Buffer.from('PAR1');

function whyUnread(files: readonly string[], error: unknown): string {
  const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  if (/rows_schema|do not exist in the CSV/.test(sentence)) {
    return `${files.join(', ')}: these are no rows of \`hitmap rows\`, as they have no column rows_schema.`;
  }
  return `${files.join(', ')} cannot be read: ${sentence.replace(/[.\s]*$/, '.')}`;
}

const SQL_TYPES: Readonly<Record<Column['type'], string>> = {
  INT32: 'INTEGER',
  DOUBLE: 'DOUBLE',
  STRING: 'VARCHAR',
  TIMESTAMP: 'TIMESTAMP',
};
/** Not guessed by what is in them: a build-id may have digits alone. */
const CSV_TYPES = COLUMNS.map(({ name, type }) => `${quoted(name)}: '${SQL_TYPES[type]}'`).join(
  ', ',
);

/**
 * All of CSV or all of Parquet, told by their names as DuckDB does.
 *
 * @param isNamed with a column `filename`
 */
function sourceOf(files: readonly string[], isNamed = false): string {
  const named = isNamed ? ', filename = true' : '';
  return isCsv(files)
    ? `read_csv(${listOf(files)}, header = true, union_by_name = true, types = {${CSV_TYPES}}${named})`
    : `read_parquet(${listOf(files)}, union_by_name = true${named})`;
}

function isCsv(files: readonly string[]): boolean {
  return files.every((file) => /\.csv(?:\.gz)?$/.test(file));
}

function listOf(texts: readonly string[]): string {
  return `[${texts.map(quoted).join(', ')}]`;
}

function conditionOf({ since, until, kernel }: FleetFilter): string {
  const timestamp = (time: Date) => `TIMESTAMP ${quoted(time.toISOString().slice(0, 19))}`;
  return [
    'TRUE',
    ...(since === null ? [] : [`taken >= ${timestamp(since)}`]),
    ...(until === null ? [] : [`taken <= ${timestamp(until)}`]),
    ...(kernel === null
      ? []
      : [
          `(kernel_release = ${quoted(kernel)} OR starts_with(kernel_build_id, ${quoted(kernel)}))`,
        ]),
  ].join(' AND ');
}

/** A text in SQL. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

async function ask(
  connection: DuckDb.DuckDBConnection,
  query: string,
): Promise<readonly AnswerRow[]> {
  const answer = await connection.runAndReadAll(query);
  return answer
    .getRowObjectsJS()
    .map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cell(value)])),
    );
}

function cell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint' || typeof value === 'number') return Number(value);
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : jsonOf(value);
}

/** A list or a struct, which rows of somebody else's may have where a text belongs. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? Number(each) : each,
  );
}

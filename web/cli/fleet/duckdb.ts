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

/** Opens files of rows, also by patterns (`rows/*.parquet`), as the view `hitmap_rows`. */
export async function openFleet(
  files: readonly string[],
  filter: FleetFilter,
  rowsQuery: string,
): Promise<FleetTable> {
  const { DuckDBInstance } = await duckdb();
  const instance = await DuckDBInstance.create(':memory:', ALONE);
  const connection = await instance.connect();
  const table: FleetTable = {
    async ask(query) {
      try {
        return visibleIn(await ask(connection, query), visibleName);
      } catch (error) {
        // Columns of another type than ours: rows that somebody else made.
        throw new Failure(whyUnread(files, error));
      }
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
  try {
    await checkFiles(table, files);
    await connection.run(
      `CREATE VIEW hitmap_all AS SELECT * FROM ${sourceOf(files)} WHERE ${conditionOf(filter)}`,
    );
    await connection.run(`CREATE VIEW hitmap_rows AS ${rowsQuery}`);
    return table;
  } catch (error) {
    table.close();
    if (error instanceof Failure) throw error;
    throw new Failure(whyUnread(files, error));
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

/** Says of rows that are none, or of another schema, what they are. */
async function checkFiles(table: FleetTable, files: readonly string[]): Promise<void> {
  const schemas = await table.ask(`SELECT DISTINCT rows_schema FROM ${sourceOf(files)}`);
  if (schemas.length === 0) throw new Failure(`${files.join(', ')} hold no rows.`);
  const others = schemas.map((row) => row['rows_schema']).filter((each) => each !== ROWS_SCHEMA);
  if (others.length > 0) {
    throw new Failure(
      `there are rows of schema ${others.join(', ')}, and this hitmap knows ${ROWS_SCHEMA}: make them again with its own \`hitmap rows\`.`,
    );
  }
}

function whyUnread(files: readonly string[], error: unknown): string {
  const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  if (/No files found/.test(sentence)) {
    // Node puts this in place of bytes that are not UTF-8: the name is lost.
    const why = files.some((file) => file.includes('\ufffd'))
      ? ': its name is not UTF-8, and cannot be given as a word. Give it another name'
      : '';
    return `there is no file ${files.join(', ')}${why}.`;
  }
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

/** All of CSV or all of Parquet, told by their names as DuckDB does. */
function sourceOf(files: readonly string[]): string {
  const list = `[${files.map(quoted).join(', ')}]`;
  const isCsv = files.every((file) => /\.csv(?:\.gz)?$/.test(file));
  return isCsv
    ? `read_csv(${list}, header = true, union_by_name = true, types = {${CSV_TYPES}})`
    : `read_parquet(${list}, union_by_name = true)`;
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

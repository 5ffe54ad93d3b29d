import { inputMessage } from '../messages';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as DuckDb from '@duckdb/node-api';
import { Failure } from '../failure';

/** A value of an answer. */
export type Cell = string | number | null;
export type AnswerRow = Readonly<Record<string, Cell>>;

/** A database of this process. */
export interface Database {
  /** The rows of a query. */
  ask(query: string): Promise<readonly AnswerRow[]>;
  run(statement: string): Promise<void>;
  readonly close: () => void;
}

const OPTIONS = {
  // Nothing is fetched: not rows by an address, and not the extension that would do that.
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  // Each file is read once: kept, ten thousand of them fill memory.
  enable_external_file_cache: 'false',
};

/** Opens an empty one. What has no room in memory goes into a folder that is removed by `close`. */
export async function openDatabase(): Promise<Database> {
  const { DuckDBInstance } = await duckdb();
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-fleet-'));
  const instance = await DuckDBInstance.create(':memory:', {
    ...OPTIONS,
    temp_directory: folder,
  });
  const connection = await instance.connect();
  return {
    async ask(query) {
      const answer = await connection.runAndReadAll(query);
      return answer
        .getRowObjectsJS()
        .map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cell(value)])),
        );
    },
    async run(statement) {
      await connection.run(statement);
    },
    close() {
      connection.closeSync();
      instance.closeSync();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function duckdb(): Promise<typeof DuckDb> {
  try {
    return await import('@duckdb/node-api');
  } catch {
    throw new Failure(inputMessage('no-duckdb'));
  }
}

/** A text in SQL. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
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

import { visibleIn, visibleName } from '../../base/visible';
import { Failure } from '../failure';
import { openDatabase, type AnswerRow } from './database';
import { loadRows, type FleetFilter } from './loadRows';

/** Rows of many recordings, to be asked in SQL. */
export interface FleetTable {
  /** The rows of a query, with names as they may be shown: rows of strangers hold whatever they like. */
  ask(query: string): Promise<readonly AnswerRow[]>;
  /** Files that were left out, and why: a sentence each. */
  readonly notes: readonly string[];
  readonly close: () => void;
}

/**
 * Opens files of rows as the table `hitmap_rows`.
 *
 * @param paths of files and folders, also as patterns (`rows/*.parquet`)
 * @param rowsQuery makes it of `hitmap_all`; once, as the questions look at it more than once
 */
export async function openFleet(
  paths: readonly string[],
  filter: FleetFilter,
  rowsQuery: string,
): Promise<FleetTable> {
  const database = await openDatabase();
  try {
    const notes = await loadRows(database, paths, filter);
    await database.run(`CREATE TABLE hitmap_rows AS ${rowsQuery}`);
    await database.run('DROP TABLE hitmap_all');
    return {
      notes,
      close: database.close,
      async ask(query) {
        return visibleIn(await database.ask(query), visibleName);
      },
    };
  } catch (error) {
    database.close();
    if (error instanceof Failure) throw error;
    // Columns of another type than ours: rows that somebody else made.
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new Failure(`${paths.join(', ')} cannot be read: ${sentence.replace(/[.\s]*$/, '.')}`);
  }
}

import { visibleIn, visibleName } from '../../core/base/visible';
import { Failure } from '../failure';
import { openDatabase, type AnswerRow } from './database';
import { twinNotes } from '../rows/recording';
import { loadRows, type FleetFilter } from './loadRows';

const MOST_TWINS = 3;

/** Rows of many recordings, to be asked in SQL. */
export interface FleetTable {
  /** The rows of a query, with names as they may be shown: rows of strangers hold whatever they like. */
  ask(query: string): Promise<readonly AnswerRow[]>;
  /** Files that were left out, and why, and bundles that have one id: a sentence each. */
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
    const leftOut = await loadRows(database, paths, filter);
    await database.run(`CREATE TABLE hitmap_rows AS ${rowsQuery}`);
    await database.run('DROP TABLE hitmap_all');
    const captures = await database.ask(
      'SELECT DISTINCT capture FROM hitmap_rows ORDER BY capture',
    );
    const twins = twinNotes(captures.map(({ capture }) => String(capture)));
    const more = twins.length - MOST_TWINS;
    return {
      notes: [
        ...leftOut,
        ...twins.slice(0, MOST_TWINS),
        ...(more > 0 ? [`${more} more ids are those of several bundles.`] : []),
      ],
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

import type { Message } from '../../core/base/messages';
import { inputMessage, usageMessage, noteMessage } from '../messages';
import byte from '../../../fleet/byte.sql?raw';
import conflict from '../../../fleet/conflict.sql?raw';
import host from '../../../fleet/host.sql?raw';
import kernel from '../../../fleet/kernel.sql?raw';
import layout from '../../../fleet/layout.sql?raw';
import machine from '../../../fleet/machine.sql?raw';
import member from '../../../fleet/member.sql?raw';
import rows from '../../../fleet/rows.sql?raw';
import struct from '../../../fleet/struct.sql?raw';
import worse from '../../../fleet/worse.sql?raw';
import { listed } from '../../core/base/prose';
import { rawText, visibleName, visibleIn } from '../../core/base/visible';
import { jsonText } from '../../core/format/jsonText';
import {
  profileText,
  type FleetByte,
  type FleetLayout,
  type FleetMachine,
} from '../../core/format/rows/profileText';
import { Failure } from '../failure';
import { FLAG, parseWords, TEXT, type CliCommand } from '../words';
import { sqlText, openDatabase, type AnswerRow, type Cell } from './database';
import { twinNotes } from '../rows/recording';
import { loadRows, type FleetFilter } from './loadRows';

const MOST_TWINS = 3;

/** Rows of many recordings, to be asked in SQL. */
interface FleetTable {
  /** The rows of a query, with names as they may be shown: rows of strangers hold whatever they like. */
  ask(query: string): Promise<readonly AnswerRow[]>;
  /** Files that were left out, and why, and bundles that have one id: a sentence each. */
  readonly notes: readonly Message[];
  readonly close: () => void;
}

/**
 * Opens files of rows as the table `hitmap_rows`.
 *
 * @param paths of files and folders, also as patterns (`rows/*.parquet`)
 * @param rowsQuery makes it of `hitmap_all`; once, as the questions look at it more than once
 */
async function openFleet(
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
        ...(more > 0 ? [noteMessage('more-twins', more)] : []),
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
    throw new Failure(
      inputMessage('rows-unreadable', paths.join(', '), sentence.replace(/[.\s]*$/, '.')),
    );
  }
}

/** What may be asked, each with its query. */
const QUESTIONS = {
  struct,
  member,
  byte,
  conflict,
  layout,
  machine,
  host,
  kernel,
  worse,
} as const;
type Question = keyof typeof QUESTIONS;
/** What `--by` takes. */
export const FLEET_QUESTIONS = Object.keys(QUESTIONS) as readonly Question[];

const MOST_ROWS = 20;

/** `hitmap fleet ROWS…`: what many machines fight over. */
export const FLEET_COMMAND: CliCommand = {
  help: `hitmap fleet ROWS...: what many machines fight over, from the files that \`hitmap rows\` wrote

  --by struct         hot structs by their share of all HITM, and the spread over machines (the default)
  --by member         their members, for each layout
  --by byte           bytes of each layout, by function
  --by conflict       members whose loads meet stores to other members of their line
  --by layout         layouts of a struct, and the kernels that have them
  --by machine        the share of each struct on each machine: its spread
  --by host           each machine beside the others with its kernel
  --by kernel         kernels by the HITM of a recording
  --by worse          structs that have more on one kernel than on another, and whether their layout is the same
  --struct S          of this struct alone (not with host and kernel)
  --before K          with --by worse: what got worse since this kernel, a release or the beginning of a build-id
  --after K           with --by worse: what is worse on this kernel
  --as profile        what the fleet has on --struct S as one report for each layout: \`hitmap heat\`, \`predict\`,
                      \`suggest\` and the page take it
  --since TIME        only recordings that began at TIME or later: 2026-11-25, 2026-11-25T21:00:00Z
  --until TIME        only recordings that began by TIME
  --kernel K          only recordings of this release, or of a build-id that begins so
  --limit N           so many lines (default: ${MOST_ROWS}); 0 for all
  --sql               print the query instead, for another engine
  --json              JSON; its shape is in docs/json.md

Shares are of all HITM of the fleet (of peer snoops on Arm). A recording that comes twice is counted once. It needs
DuckDB: \`npx -p hitmap -p @duckdb/node-api hitmap fleet …\`, or \`npm install @duckdb/node-api\` where hitmap is
installed. docs/fleet.md says how to run the same queries on a cluster.

  hitmap fleet 'rows/*.parquet' --since 2026-11-01
`,
  async run(args) {
    const { values, positionals } = parseWords('fleet', args, {
      by: TEXT,
      as: TEXT,
      struct: TEXT,
      since: TEXT,
      until: TEXT,
      kernel: TEXT,
      before: TEXT,
      after: TEXT,
      limit: TEXT,
      sql: FLAG,
      json: FLAG,
    });
    const by = questionOf(values.by ?? 'struct');
    if (values.as !== undefined) checkProfileWords(values.as, values);
    if (values.sql) return { text: QUESTIONS[by], notes: [] };
    if (positionals.length === 0) {
      throw new Failure(usageMessage('fleet'));
    }
    if (values.struct !== undefined && (by === 'host' || by === 'kernel')) {
      throw new Failure(usageMessage('fleet-struct', by));
    }
    if ((values.before ?? values.after) !== undefined && by !== 'worse') {
      throw new Failure(usageMessage('fleet-before-after'));
    }
    const filter = {
      since: time(values.since, '--since'),
      until: time(values.until, '--until'),
      kernel: values.kernel ?? null,
    };
    const limit = limitOf(values.limit);
    const table = await openFleet(positionals, filter, rows);
    try {
      const left = table.notes;
      if (values.as !== undefined) {
        const text = await profileOf(table, visibleName(values.struct ?? ''));
        return { text, notes: left };
      }
      await mustHaveKernel(table, values.before);
      await mustHaveKernel(table, values.after);
      const all = await table.ask(QUESTIONS[by]);
      const wanted = values.struct === undefined ? undefined : visibleName(values.struct);
      const found = all.filter(
        (row) =>
          (wanted === undefined || row['name'] === wanted) &&
          isKernel(values.before, row['before_release'], row['before_kernel']) &&
          isKernel(values.after, row['after_release'], row['after_kernel']),
      );
      const shown = limit === 0 ? found : found.slice(0, limit);
      if (shown.length === 0) throw new Failure(await nothing(table, wanted, by));
      const text = values.json
        ? jsonText({ v: 1, by, rows: shown, more: found.length - shown.length })
        : tableText(shown);
      const more = found.length - shown.length;
      const note = noteMessage('more-rows', more, found.length);
      return { text, notes: [...left, ...(more > 0 && !values.json ? [note] : [])] };
    } finally {
      table.close();
    }
  },
};

function checkProfileWords(
  as: string,
  others: { readonly [option in 'struct' | 'by' | 'limit']?: string | undefined } & {
    readonly sql?: boolean | undefined;
    readonly json?: boolean | undefined;
  },
): void {
  if (as !== 'profile') throw new Failure(usageMessage('fleet-as', as));
  if (others.struct === undefined) throw new Failure(usageMessage('fleet-profile-struct'));
  const strange = (['by', 'limit', 'sql', 'json'] as const).find((name) => others[name]);
  if (strange) throw new Failure(usageMessage('fleet-profile-option', strange));
}

/** Whether a kernel of the answer is the one that was asked for; every one is, where none was. */
function isKernel(
  wanted: string | undefined,
  release: Cell | undefined,
  buildId: Cell | undefined,
): boolean {
  return (
    wanted === undefined ||
    release === wanted ||
    // `6.1` is 6.1.10, and not 6.12.
    (typeof release === 'string' && /^[.-]/.test(rest(release, wanted))) ||
    (typeof buildId === 'string' && buildId.startsWith(wanted))
  );
}

/** The text after its beginning; empty where it begins otherwise. */
function rest(text: string, beginning: string): string {
  return text.startsWith(beginning) ? text.slice(beginning.length) : '';
}

/** Throws where no recording comes from a kernel that was asked for. */
async function mustHaveKernel(table: FleetTable, wanted: string | undefined): Promise<void> {
  if (wanted === undefined) return;
  const kernels = await table.ask(QUESTIONS.kernel);
  if (kernels.some((row) => isKernel(wanted, row['kernel_release'], row['kernel']))) return;
  const known = [...new Set(kernels.map((row) => cellText(row['kernel_release'] ?? null)))];
  throw new Failure(inputMessage('no-kernel', wanted, listed(known, 12)));
}

async function profileOf(table: FleetTable, struct: string): Promise<string> {
  const rowsOf = async (query: string) =>
    (await table.ask(query)).filter(({ name }) => name === struct);
  const bytes = await rowsOf(byte);
  if (bytes.length === 0) throw new Failure(await nothing(table, struct));
  const layouts = await rowsOf(layout);
  const machines = await rowsOf(machine);
  // Columns of our own queries.
  return profileText(
    struct,
    bytes as unknown as readonly FleetByte[],
    layouts as unknown as readonly FleetLayout[],
    machines as unknown as readonly FleetMachine[],
  );
}

async function nothing(
  table: { ask(query: string): Promise<readonly AnswerRow[]> },
  struct: string | undefined,
  by: Question = 'byte',
): Promise<Message> {
  const count = async (condition: string) => {
    const [found] = await table.ask(`SELECT COUNT(*) AS rows FROM hitmap_rows WHERE ${condition}`);
    return Number(found?.['rows'] ?? 0);
  };
  if ((await count('TRUE')) === 0) {
    return inputMessage('no-recording-left');
  }
  if (by === 'host') return inputMessage('no-machine-named');
  if (struct === undefined) {
    const hasNone = (await count('struct_name IS NOT NULL')) === 0;
    return inputMessage(hasNone ? 'no-row-with-struct' : 'no-such-rows');
  }
  const isAbsent = (await count(`name IN (${sqlText(struct)}, ${sqlText(rawText(struct))})`)) === 0;
  return inputMessage(isAbsent ? 'no-row-of' : 'no-such-rows-of', struct);
}

/** Numbers to the right, and the rest to the left. */
function tableText(found: readonly AnswerRow[]): string {
  const names = Object.keys(found[0] ?? {});
  const columns = names.map((name) => {
    const cells = found.map((row) => row[name] ?? null);
    const isNumber = cells.every((each) => each === null || typeof each === 'number');
    const head = name.replaceAll('_', ' ');
    const texts = cells.map(cellText);
    const width = Math.max(head.length, ...texts.map((text) => text.length));
    return [head, ...texts].map((text) => (isNumber ? text.padStart(width) : text.padEnd(width)));
  });
  const lines = Array.from({ length: found.length + 1 }, (_, at) =>
    columns
      .map((column) => column[at] ?? '')
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

function cellText(cell: Cell): string {
  if (cell === null) return '?';
  if (typeof cell === 'string') return cell;
  return Number.isInteger(cell) ? String(cell) : cell.toFixed(2);
}

function questionOf(text: string): Question {
  if (Object.hasOwn(QUESTIONS, text)) return text as Question;
  throw new Failure(usageMessage('fleet-by', FLEET_QUESTIONS.join(', '), text));
}

function time(text: string | undefined, option: string): Date | null {
  if (text === undefined) return null;
  const at = /^\d{4}-\d\d-\d\d(?:T[\d:]+Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return new Date(at);
  throw new Failure(usageMessage('time', option));
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return MOST_ROWS;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Failure(usageMessage('limit', text));
}

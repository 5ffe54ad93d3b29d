import { about, type Message } from '../../core/base/messages';
import { faultMessage, usageMessage, noteMessage } from '../messages';
import { readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { visibleName } from '../../core/base/visible';
import { rowsCsv } from '../../core/format/rows/csv';
import type { FleetRow } from '../../core/format/rows/schema';
import { Failure } from '../failure';
import { makeFolder } from '../makeFolder';
import { readText } from '../open/structOf';
import { writeNote } from '../terminal';
import { FLAG, parseWords, TEXT, TEXTS, type CliCommand, type CommandResult } from '../words';
import { twinNotes } from './recording';
import { createTypesShelf } from './typesShelf';
import { rowsOfFile, writeRows, type FileOutcome, type RowsFormat } from './writeRows';
import { fork, type ChildProcess } from 'node:child_process';

/** The word that makes `hitmap rows` take files from its parent, one at a time. */
const WORKER_FLAG = '--worker';

/**
 * Has every file done by one of several processes of this program. A process that ends early fails the file it had,
 * and the others go on.
 *
 * @param words of the command line that each of them gets
 */
async function runPool(
  paths: readonly string[],
  jobs: number,
  words: readonly string[],
  onDone: (outcome: FileOutcome) => void,
): Promise<void> {
  const program = process.argv[1];
  if (program === undefined) throw new Failure(faultMessage('own-path'));
  let next = 0;
  const work = async () => {
    let child: ChildProcess | null = null;
    for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
      child ??= fork(program, ['rows', WORKER_FLAG, ...words], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const outcome = await askChild(child, path);
      if (!child.connected) child = null;
      onDone(outcome);
    }
    child?.disconnect();
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

function askChild(child: ChildProcess, path: string): Promise<FileOutcome> {
  return new Promise((resolve) => {
    const settle = (outcome: FileOutcome) => {
      child.removeAllListeners('message');
      child.removeAllListeners('exit');
      resolve(outcome);
    };
    child.once('message', (outcome) => settle(outcome as FileOutcome));
    child.once('exit', () =>
      settle({
        path,
        kind: 'failed',
        rows: 0,
        notes: [about(path, noteMessage('process-ended'))],
      }),
    );
    child.send(path);
  });
}

/** The other side: does what it is sent until its parent lets go. */
function serveParent(work: (path: string) => Promise<FileOutcome>): Promise<void> {
  return new Promise((resolve) => {
    process.on('disconnect', resolve);
    process.on('message', (path) => {
      void work(String(path)).then((outcome) => process.send?.(outcome));
    });
  });
}

/** Fewer files than this for a process are done sooner without it. */
const FILES_PER_JOB = 8;
const MOST_NAMED = 100;
const PROGRESS_MS = 5000;
/** Warnings too: of a thousand files each may have some. */
const MOST_SHOWN = 10;

/** `hitmap rows FILE…`: reports as rows of one table. */
export const ROWS_COMMAND: CliCommand = {
  help: `hitmap rows FILE...: reports and bundles as rows of one table, for \`hitmap fleet\` and any database

  FILE may be a folder: all files in it are read

  --out DIR           a file of rows for each recording, in DIR; what is there already is skipped
  --as parquet|csv    (default: parquet; csv goes to standard output without --out)
  --types FILE        a file with types, which names the structs; again for more kernels. A report takes the file
                      of its build-id, else of its release; a bundle brings its own
  --lines N           name the structs of the N hottest lines of each report (default: ${MOST_NAMED})
  --files-from FILE   more files, a path on each line; - is standard input
  --jobs N            processes (default: one for each CPU, and not more than the files are worth)

Nothing is dropped: what no type names stays as \`unbound\`. The columns are in docs/fleet.md. A bundle that comes
twice is written once. Exit code 1 where a file could not be read.

  hitmap rows bundles/*.tar.gz --out rows
  hitmap rows c2c.txt --types vmlinux --as csv
`,
  async run(args) {
    const { values, positionals } = parseWords('rows', args, {
      out: TEXT,
      as: TEXT,
      types: TEXTS,
      lines: TEXT,
      'files-from': TEXT,
      jobs: TEXT,
      worker: FLAG,
    });
    const format = formatOf(values.as);
    const mostNamed = count(values.lines, '--lines') ?? MOST_NAMED;
    const { out } = values;
    if (values.worker) {
      if (out === undefined) throw new Failure(usageMessage('worker'));
      const shelf = createTypesShelf(values.types);
      await serveParent((path) => writeRows(path, out, format, { shelf, mostNamed }));
      shelf.close();
      return { text: '', notes: [] };
    }
    const listed =
      values['files-from'] === undefined ? [] : linesOf(readText(values['files-from']));
    const paths = [...positionals, ...listed].flatMap(filesOf);
    if (paths.length === 0) {
      throw new Failure(usageMessage('rows'));
    }
    if (out === undefined) {
      if (format === 'parquet') {
        throw new Failure(usageMessage('rows-out'));
      }
      return toOutput(paths, values.types, mostNamed);
    }
    makeFolder(out, 'rows');
    const worth = Math.ceil(paths.length / FILES_PER_JOB);
    const jobs = count(values.jobs, '--jobs') ?? Math.min(availableParallelism(), worth);
    const progress = startProgress(paths.length, values.types.length > 0);
    if (jobs > 1) {
      const types = values.types.flatMap((path) => ['--types', path]);
      const words = ['--out', out, '--as', format, '--lines', `${mostNamed}`, ...types];
      await runPool(paths, jobs, words, progress.done);
    } else {
      const shelf = createTypesShelf(values.types);
      for (const path of paths) {
        progress.done(await writeRows(path, out, format, { shelf, mostNamed }));
      }
      shelf.close();
    }
    return progress.end(out);
  },
};

async function toOutput(
  paths: readonly string[],
  types: readonly string[],
  mostNamed: number,
): Promise<CommandResult> {
  const shelf = createTypesShelf(types);
  const rows: FleetRow[] = [];
  const notes: Message[] = [];
  const seen = new Set<string>();
  for (const path of paths) {
    const read = await rowsOfFile(path, { shelf, mostNamed });
    for (const { capture, rows: some } of read.recordings) {
      if (seen.has(capture)) notes.push(about(path, noteMessage('again')));
      else rows.push(...some);
      seen.add(capture);
    }
    notes.push(...read.notes.map((note) => about(path, note)));
  }
  shelf.close();
  notes.push(...twinNotes([...seen]));
  return { text: rowsCsv(rows), as: 'file', notes };
}

/** Counts files as they are done, and says now and then how many. */
function startProgress(total: number, hasTypes: boolean) {
  const counts = { written: 0, skipped: 0, failed: 0 };
  const notes: Message[] = [];
  let rows = 0;
  let last = Date.now();
  return {
    done: (outcome: FileOutcome): void => {
      counts[outcome.kind] += 1;
      rows += outcome.rows;
      const failed = outcome.kind === 'failed';
      notes.push(...outcome.notes.map((note) => (failed ? note : about(outcome.path, note))));
      if (Date.now() - last < PROGRESS_MS) return;
      last = Date.now();
      const done = counts.written + counts.skipped + counts.failed;
      writeNote(`${done} of ${total} files, ${rows} rows …`);
    },
    end: (folder: string): CommandResult => {
      const { written, skipped, failed } = counts;
      const sentences = [
        `${written} of ${total} files gave ${rows} rows`,
        ...(skipped > 0 ? [`${skipped} were in ${folder} already`] : []),
        ...(failed > 0 ? [`${failed} could not be read`] : []),
      ];
      return {
        text: `${visibleName(sentences.join(', '))}.\n`,
        notes: [...notes, ...(hasTypes && counts.skipped > 0 ? [noteMessage('names-kept')] : [])],
        mostShown: MOST_SHOWN,
        exitCode: failed > 0 ? 1 : 0,
      };
    },
  };
}

function formatOf(text: string | undefined): RowsFormat {
  if (text === undefined || text === 'parquet') return 'parquet';
  if (text === 'csv') return 'csv';
  throw new Failure(usageMessage('rows-as', text));
}

function count(text: string | undefined, option: string): number | null {
  if (text === undefined) return null;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new Failure(usageMessage('number-from-one', option, text));
}

/** The files of a folder, as the shell's `DIR/*` gives them. */
function filesOf(path: string): readonly string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
  } catch {
    // What is wrong with it is said when it is read.
    return [path];
  }
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => join(path, name))
    .toSorted();
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

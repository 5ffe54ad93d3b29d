import { fork, type ChildProcess } from 'node:child_process';
import { Failure } from '../failure';
import type { FileOutcome } from './writeRows';

/** The word that makes `hitmap rows` take files from its parent, one at a time. */
const WORKER_FLAG = '--worker';

/**
 * Has every file done by one of several processes of this program. A process that ends early fails the file it had,
 * and the others go on.
 *
 * @param words of the command line that each of them gets
 */
export async function runPool(
  paths: readonly string[],
  jobs: number,
  words: readonly string[],
  onDone: (outcome: FileOutcome) => void,
): Promise<void> {
  const program = process.argv[1];
  if (program === undefined) throw new Failure('this program does not know its own path.');
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
        notes: [`${path}: the process that read it ended early.`],
      }),
    );
    child.send(path);
  });
}

/** The other side: does what it is sent until its parent lets go. */
export function serveParent(work: (path: string) => Promise<FileOutcome>): Promise<void> {
  return new Promise((resolve) => {
    process.on('disconnect', resolve);
    process.on('message', (path) => {
      void work(String(path)).then((outcome) => process.send?.(outcome));
    });
  });
}

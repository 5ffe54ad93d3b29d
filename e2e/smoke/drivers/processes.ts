import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';

/** A port that nobody listens at now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** A program that runs until `stop`. */
export interface Running {
  readonly child: ChildProcess;
  stop(): void;
}

export function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Running {
  const child = spawn(command, args, { env, stdio: 'ignore' });
  // Not there, or not to be run: whoever waits for it sees that it has no exit code and never answers.
  child.on('error', () => undefined);
  return { child, stop: () => void child.kill() };
}

/**
 * A screen that nobody sees. Xvfb chooses a free number itself and tells it on the descriptor that it is given
 * (`-displayfd`), when it is ready.
 */
export async function startScreen(
  xvfb: string,
  size: { readonly width: number; readonly height: number },
): Promise<{ readonly display: string; stop(): void }> {
  const child = spawn(
    xvfb,
    ['-displayfd', '3', '-screen', '0', `${size.width}x${size.height}x24`, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const display = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('Xvfb ended before it was ready')));
    child.stdio[3]?.once('data', (chunk: Buffer) => resolve(`:${chunk.toString('utf8').trim()}`));
  });
  return { display, stop: () => void child.kill() };
}

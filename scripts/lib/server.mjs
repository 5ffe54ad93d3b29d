// The server of `hitmap serve`, for scripts that look at the built page as its users get it.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { commandLine, page } from './steps.mjs';
import { root, Stop } from './tools.mjs';

/**
 * Serves the page on a free port, and builds first what is not up to date.
 * @param {string} place another checkout, which is built already
 * @returns {Promise<{ address: string, close(): void }>} the address ends with a slash
 */
export async function servePage(place = root) {
  if (place === root) {
    page();
    commandLine();
  }
  const args = ['dist-cli/hitmap.mjs', 'serve', '--no-open'];
  const server = spawn(process.execPath, args, {
    cwd: place,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const close = () => void server.kill();
  // A script that fails leaves nothing behind.
  process.on('exit', close);
  for await (const line of createInterface({ input: server.stdout })) {
    const [address] = /http:\/\/\S+/.exec(line) ?? [];
    if (address !== undefined) return { address: new URL('/', address).href, close };
  }
  throw new Stop('the page could not be served');
}

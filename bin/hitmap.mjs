#!/usr/bin/env node
// Runs the built command line. Builds it first where it is not there or older than its sources, with the
// build's words on stderr.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** What the bundle is made of. An installed package may carry none of it. */
const SOURCES = ['web', 'wasm/crates', 'package-lock.json'].map(at);
const bundle = at('dist-cli/hitmap.mjs');

if (!existsSync(bundle) || SOURCES.some((path) => isNewer(path, statSync(bundle).mtimeMs))) {
  const built = spawnSync(process.execPath, [at('scripts/build.mjs'), '--cli'], {
    // What the build says must not end up in a pipe behind the command.
    stdio: ['ignore', 2, 2],
  });
  if (built.status !== 0 || !existsSync(bundle)) {
    console.error('hitmap: could not build the command line; `npm run build` says more.');
    process.exit(2);
  }
  // The build skips what has the same content; without this it would be asked again each time.
  const now = new Date();
  utimesSync(bundle, now, now);
}
await import(new URL('../dist-cli/hitmap.mjs', import.meta.url).href);

/** Whether anything in a file or folder was written after `time` (ms since the epoch). */
function isNewer(path, time) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return false;
  // A folder's own time tells of files that came or went.
  if (stat.mtimeMs > time) return true;
  return stat.isDirectory() && readdirSync(path).some((name) => isNewer(join(path, name), time));
}

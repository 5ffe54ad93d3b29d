#!/usr/bin/env node
// Runs the built command line; builds it first where it is not there, with the build's words on stderr.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const bundle = at('dist-cli/hitmap.mjs');
if (!existsSync(bundle)) {
  const built = spawnSync(process.execPath, [at('scripts/build.mjs'), '--cli'], {
    // What the build says must not end up in a pipe behind the command.
    stdio: ['ignore', 2, 2],
  });
  if (built.status !== 0 || !existsSync(bundle)) {
    console.error('hitmap: could not build the command line; `npm run build` says more.');
    process.exit(2);
  }
}
await import(new URL('../dist-cli/hitmap.mjs', import.meta.url).href);

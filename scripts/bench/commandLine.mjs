// The command line of a checkout, for what a measure has to know of a file.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../lib/tools.mjs';

/** What `hitmap ARGS` prints; null where it fails. */
export function hitmap(...args) {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'bin/hitmap.mjs'), ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return status === 0 ? stdout : null;
}

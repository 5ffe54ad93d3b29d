// What the native tools take for the same, in the same run.
import { spawnSync } from 'node:child_process';
import { output } from '../lib/tools.mjs';

export const hasPahole = () => output('pahole', ['--version']) !== null;

/**
 * Wall time of `pahole -F FORMAT --sizes FILE`, which reads with one thread unless told otherwise, and
 * the number of types that it lists. Null where it is missing or lists nothing.
 */
export function paholeSizes(format, file) {
  const begin = performance.now();
  const { status, stdout } = spawnSync('pahole', ['-F', format, '--sizes', file], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ms = performance.now() - begin;
  const types = (stdout ?? '').split('\n').length - 1;
  return status === 0 && types > 0 ? { ms, types } : null;
}

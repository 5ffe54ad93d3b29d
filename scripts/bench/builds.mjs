// The builds that are measured: this checkout's, and an earlier commit's beside it in the same run.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, page } from '../lib/steps.mjs';
import { output, root, run, Stop } from '../lib/tools.mjs';

/** @typedef {{ name: string, place: string }} Build `place` is a checkout whose page and command line are built */

/**
 * @param {string | null} commit beside this checkout
 * @returns {Build[]} this checkout first
 */
export function builds(commit) {
  page();
  commandLine();
  const own = {
    name: output('git', ['rev-parse', '--short', 'HEAD'])?.trim() ?? 'here',
    place: root,
  };
  return commit === null ? [own] : [own, earlier(commit)];
}

/** The files of a commit below `.cache/`, built by that commit's own steps; kept, so that the next run need not build it. */
function earlier(commit) {
  const sha = output('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`])?.trim();
  if (!sha) throw new Stop(`git knows no commit "${commit}".`);
  const name = sha.slice(0, 8);
  const place = join(root, '.cache/against', name);
  const isBuilt = join(place, '.cache/bench-built');
  if (existsSync(isBuilt)) return { name, place };
  console.error(`hitmap: building ${name} beside it (as long as a first start takes) …`);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const files = spawnSync('git', ['archive', sha], { cwd: root, maxBuffer: 1 << 30 });
  if (files.status !== 0) throw new Stop(`git archive ${name}: ${files.stderr}`);
  run('tar', ['-x', '-C', place], 'could not unpack the commit', {
    input: files.stdout,
    stdio: ['pipe', 2, 2],
  });
  const build =
    "import('./scripts/lib/steps.mjs').then((steps) => (steps.page(), steps.commandLine()))";
  // With a target folder of its own: a build tool of this checkout writes into this checkout.
  run(process.execPath, ['--input-type=module', '-e', build], `could not build ${name}`, {
    cwd: place,
  });
  writeFileSync(isBuilt, '');
  return { name, place };
}

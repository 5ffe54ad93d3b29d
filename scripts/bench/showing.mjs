// `hitmap show` from the terminal, of the checkout and of the installed package, beside pahole on the same file.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, Stop } from '../lib/tools.mjs';
import { buildAndPack } from '../package.mjs';
import { median, ms, say } from './figures.mjs';
import { hasPahole } from './native.mjs';

const STRUCT = 'file';
const RUNS = 15;

/** Takes each command in turn, so that a machine that is busy for a while is so for all of them. */
export function benchShow(file) {
  console.log(`\nOne struct in the terminal, ${RUNS} calls of each in turn`);
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-show-'));
  try {
    install(folder);
    const commands = {
      'node bin/hitmap.mjs show': [process.execPath, join(root, 'bin/hitmap.mjs'), 'show'],
      'the package, node_modules/.bin/hitmap show': [
        join(folder, 'node_modules/.bin/hitmap'),
        'show',
      ],
      'npx hitmap show': ['npx', '--offline', 'hitmap', 'show'],
    };
    const taken = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
    const native = [];
    for (let run = 0; run <= RUNS; run += 1) {
      const reference = hasPahole() ? timeOf(['pahole', '-C', STRUCT, file], folder) : null;
      if (run > 0 && reference !== null) native.push(reference);
      for (const [name, words] of Object.entries(commands)) {
        const figure = timeOf([...words, file, STRUCT], folder);
        // The first call of each fills caches of Node and of the disk.
        if (run > 0) taken[name].push(figure);
      }
    }
    const reference = native.length > 0 ? `pahole -C ${ms(median(native))}` : '';
    for (const [name, figures] of Object.entries(taken))
      say(name, ms(median(figures)), { reference });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function install(folder) {
  const { path } = buildAndPack('.cache/package');
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const words = ['install', '--no-audit', '--no-fund', '--prefer-offline', path];
  const { status, stderr } = spawnSync('npm', words, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Stop(`the package could not be installed: ${stderr}`);
}

/** Wall time in milliseconds. */
function timeOf([program, ...args], cwd) {
  const begin = performance.now();
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Stop(`${program} ${args.join(' ')}: ${stderr}`);
  return performance.now() - begin;
}

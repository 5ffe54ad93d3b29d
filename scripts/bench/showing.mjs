// `hitmap show` from the terminal, of each build and of the installed package, beside pahole on the same file and Node's own start.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stop } from '../lib/tools.mjs';
import { buildAndPack } from '../package.mjs';
import { ms, say, stated } from './figures.mjs';
import { hasPahole } from './native.mjs';

const STRUCT = 'file';
const RUNS = 15;

/** Takes each command in turn, so that a machine that is busy for a while is so for all of them. */
export function benchShow(file, builds, folder) {
  console.log(`\nOne struct in the terminal, ${RUNS} calls of each in turn, wall time`);
  install(folder);
  const show = ['show', file, STRUCT];
  const commands = {
    ...(hasPahole() ? { 'pahole -C': ['pahole', '-C', STRUCT, file] } : {}),
    [`node -e 0 (${process.version})`]: [process.execPath, '-e', '0'],
    ...Object.fromEntries(
      builds.map(({ name, place }) => [
        `node bin/hitmap.mjs show, ${name}`,
        [process.execPath, join(place, 'bin/hitmap.mjs'), ...show],
      ]),
    ),
    'the package, node_modules/.bin/hitmap show': [
      join(folder, 'node_modules/.bin/hitmap'),
      ...show,
    ],
    'npx hitmap show': ['npx', '--offline', 'hitmap', ...show],
  };
  const taken = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let run = 0; run <= RUNS; run += 1) {
    for (const [name, words] of Object.entries(commands)) {
      const figure = timeOf(words, folder);
      // The first call of each fills caches of Node and of the disk.
      if (run > 0) taken[name].push(figure);
    }
  }
  for (const [name, figures] of Object.entries(taken)) say(name, stated(figures, ms));
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

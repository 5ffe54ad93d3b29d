// `npm run test:slow`: the journeys in pages that are throttled to a third, beside a busy loop on each core.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { singlePage } from './build-single.mjs';
import { browserPath } from './lib/browser.mjs';
import { close } from './lib/closing.mjs';
import { commandLine, page } from './lib/steps.mjs';
import { journeys } from './lib/suites.mjs';
import { runMain } from './lib/tools.mjs';

/** It ends with this process, however that ends: an orphan has another parent. */
const BUSY = `
const parent = process.ppid;
while (process.ppid === parent) for (let turns = 0; turns < 1e7; turns += 1);
`;

/** A busy loop for each core. */
function load() {
  return Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }),
  );
}

await runMain(async () => {
  commandLine();
  page();
  singlePage('dist-single');
  const browser = await browserPath();
  process.env.HITMAP_SLOWDOWN ??= '3';
  const loops = load();
  try {
    close('test-slow', [await journeys(browser)]);
  } finally {
    for (const loop of loops) loop.kill();
  }
});

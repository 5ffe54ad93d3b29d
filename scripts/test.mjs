// `npm test`: all the set-up that tests need, then every suite. `npm test unit` runs what answers in a moment
// (`npm run test:unit`); `journeys` and the other names of SUITES each alone.
import { singlePage } from './build-single.mjs';
import { browserPath } from './lib/browser.mjs';
import { close } from './lib/closing.mjs';
import { installJudges } from './lib/judges.mjs';
import { smoke } from './lib/smoke.mjs';
import { commandLine, page, wasm } from './lib/steps.mjs';
import {
  journeys,
  judgedRustTests,
  judgedTests,
  rustTests,
  rustTestsBeside,
  unitTests,
  unitTestsBeside,
} from './lib/suites.mjs';
import { requireRust, runMain, Stop } from './lib/tools.mjs';

const SUITES = {
  unit: async () => [await rustTests(), await unitTests()],
  compilers: async () => [await judgedRustTests(), await judgedTests()],
  beside: async () => [await rustTestsBeside(), await unitTestsBeside()],
  journeys: async () => {
    commandLine();
    page();
    singlePage('dist-single');
    return [await journeys(await browserPath())];
  },
  smoke: () => {
    singlePage('dist-single');
    return smoke();
  },
};

await runMain(async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !(name in SUITES));
  if (unknown !== undefined) {
    throw new Stop(`there is no suite "${unknown}"; there are ${Object.keys(SUITES).join(', ')}.`);
  }
  wasm();
  requireRust();
  installJudges();
  const suites = [];
  for (const name of named.length > 0 ? named : Object.keys(SUITES)) {
    suites.push(...(await SUITES[name]()));
  }
  close(named.length === 0 ? 'test' : named.join('-'), suites);
});

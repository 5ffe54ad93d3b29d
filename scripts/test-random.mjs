// `npm run test:random`: the tests that invent their inputs, from a seed that no run had before. It is printed;
// `HITMAP_SEED=N npm run test:random` runs them again.
import { randomInt } from 'node:crypto';
import { close } from './lib/closing.mjs';
import { installJudges } from './lib/judges.mjs';
import { wasm } from './lib/steps.mjs';
import { judgedTests, rustTests, unitTests } from './lib/suites.mjs';
import { requireRust, runMain } from './lib/tools.mjs';

await runMain(async () => {
  wasm();
  requireRust();
  installJudges();
  process.env.HITMAP_SEED ??= String(randomInt(2 ** 31));
  const seed = `HITMAP_SEED=${process.env.HITMAP_SEED}`;
  console.log(seed);
  close('random', [await rustTests(), await unitTests(), await judgedTests()]);
  console.log(`from ${seed}`);
});

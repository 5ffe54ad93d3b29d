// `npm run check:parity -- FILE`: compilers and pahole judge the layouts of a kernel (see check-parity.ts).
import { runTs } from './lib/runTs.mjs';
import { wasm } from './lib/steps.mjs';
import { runMain } from './lib/tools.mjs';

await runMain(async () => {
  wasm();
  await runTs('check-parity', process.argv.slice(2));
});

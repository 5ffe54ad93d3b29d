// `npm run check:kernel -- FILE`: recomputes every struct of a file (see check-kernel.ts).
import { runTs } from './lib/runTs.mjs';
import { wasm } from './lib/steps.mjs';
import { runMain } from './lib/tools.mjs';

await runMain(async () => {
  wasm();
  await runTs('check-kernel', process.argv.slice(2));
});

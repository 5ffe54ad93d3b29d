// `npm run check:patch`: patches of every kernel struct, applied and compiled (see check-patch.ts).
import { runTs } from './lib/runTs.mjs';
import { wasm } from './lib/steps.mjs';
import { runMain } from './lib/tools.mjs';

await runMain(async () => {
  wasm();
  await runTs('check-patch', process.argv.slice(2));
});

// `npm run validate:candidates -- VMLINUX OTHER_VMLINUX`: see validate-candidates.ts.
import { wasm } from './lib/steps.mjs';
import { runMain } from './lib/tools.mjs';
import { runTs } from './lib/runTs.mjs';

await runMain(async () => {
  wasm();
  await runTs('validate-candidates', process.argv.slice(2));
});

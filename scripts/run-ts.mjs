// `node scripts/run-ts.mjs FILE [ARGS…]`: sets up what is missing, then runs the `main` of a TypeScript file.
import { corpus, wasm } from './lib/steps.mjs';
import { runMain, Stop } from './lib/tools.mjs';

await runMain(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (file === undefined) throw new Stop('which file? node scripts/run-ts.mjs FILE [ARGS…]');
  wasm();
  if (file.startsWith('judges/')) corpus();
  // Vite, which it bundles with, may only now be there.
  const { runTs } = await import('./lib/runTs.mjs');
  await runTs(file, args);
});

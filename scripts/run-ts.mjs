// `node scripts/run-ts.mjs NAME [ARGS…]`: sets up what is missing, then runs the `main` of scripts/NAME.ts.
import { wasm } from './lib/steps.mjs';
import { runMain, Stop } from './lib/tools.mjs';

await runMain(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined) throw new Stop('which script? node scripts/run-ts.mjs NAME [ARGS…]');
  wasm();
  // Vite, which it bundles with, may only now be there.
  const { runTs } = await import('./lib/runTs.mjs');
  await runTs(name, args);
});

// `npm run test:smoke [-- BROWSER…]`: fifteen steps in Chromium, Firefox and WebKitGTK (e2e/smoke).
import { page } from './lib/steps.mjs';
import { smoke } from './lib/smoke.mjs';
import { close } from './lib/suites.mjs';
import { runMain } from './lib/tools.mjs';

await runMain(async () => {
  page();
  const names = process.argv.slice(2);
  close('smoke', await smoke(names.length > 0 ? names : undefined));
});

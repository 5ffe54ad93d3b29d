// `npm run test:smoke [-- BROWSER…]`: what a person does first, in Chromium, Firefox and WebKitGTK (e2e/smoke).
import { singlePage } from './build-single.mjs';
import { close } from './lib/closing.mjs';
import { installJudges } from './lib/judges.mjs';
import { smoke } from './lib/smoke.mjs';
import { runMain } from './lib/tools.mjs';

await runMain(async () => {
  singlePage('dist-single');
  installJudges();
  const names = process.argv.slice(2);
  close('smoke', await smoke(names.length > 0 ? names : undefined));
});

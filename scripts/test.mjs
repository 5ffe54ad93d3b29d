// `npm test`: all the set-up that tests need, then Rust tests, unit tests, and journeys in a real browser.
import { singlePage } from './build-single.mjs';
import { browserPath } from './lib/browser.mjs';
import { commandLine, page } from './lib/steps.mjs';
import { requireRust, runMain } from './lib/tools.mjs';
import { cargoTests, close, journeys, unitTests } from './lib/suites.mjs';

await runMain(async () => {
  commandLine();
  page();
  singlePage('dist-single');
  requireRust();
  const browser = await browserPath();
  close('test', [await cargoTests(), await unitTests(), await journeys(browser)]);
});

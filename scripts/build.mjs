// `npm run build`: the page into dist/, the command line into dist-cli/. `--cli`: only the latter.
import { commandLine, page } from './lib/steps.mjs';
import { runMain } from './lib/tools.mjs';

await runMain(() => {
  commandLine();
  if (!process.argv.includes('--cli')) page();
});

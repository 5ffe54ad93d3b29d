// `npm run check:fleet [REPORTS]`: a made fleet through `rows` and `fleet`, against its truth and Spark (see check-fleet.ts).
import { runTs } from './lib/runTs.mjs';
import { commandLine } from './lib/steps.mjs';
import { runMain } from './lib/tools.mjs';

await runMain(async () => {
  commandLine();
  await runTs('check-fleet', process.argv.slice(2));
});

// `npm run studies`: writes public/studies/*.json from the figures in scripts/studies/.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runTs } from './lib/runTs.mjs';
import { npmPackages } from './lib/steps.mjs';
import { root, runMain } from './lib/tools.mjs';

await runMain(async () => {
  npmPackages();
  process.chdir(root);
  mkdirSync(join(root, 'public/studies'), { recursive: true });
  await runTs('write-studies', []);
});

// `npm run build:single`: the page as one file that works from a disk, dist-single/hitmap.html.
import { pathToFileURL } from 'node:url';
import { wasm } from './lib/steps.mjs';
import { run, runMain } from './lib/tools.mjs';

/** Builds it into a folder, from nothing: a few seconds. */
export function singlePage(folder) {
  wasm();
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'];
  const config = ['--config', 'scripts/single.vite.config.ts', '--emptyOutDir'];
  run(
    process.execPath,
    [...vite, ...config, '--outDir', `../${folder}`],
    'could not build the page as one file',
    { quiet: true },
  );
  return `${folder}/hitmap.html`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runMain(() => console.log(`open ${singlePage('dist-single')} in a browser`));
}

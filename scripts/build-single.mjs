// `npm run build:single`: the page as one file that works from a disk, dist-single/hitmap.html.
import { pathToFileURL } from 'node:url';
import { buildInto, wasm } from './lib/steps.mjs';
import { runMain } from './lib/tools.mjs';

/** Builds it into a folder, from nothing: a few seconds. */
export function singlePage(folder) {
  wasm();
  buildInto('singlePage', folder);
  return `${folder}/hitmap.html`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runMain(() => console.log(`open ${singlePage('dist-single')} in a browser`));
}

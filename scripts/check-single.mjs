// Builds the page as one file twice, from nothing: the bytes must be the same, and name no address.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { singlePage } from './build-single.mjs';
import { root, runMain, Stop } from './lib/tools.mjs';

await runMain(() => {
  const [first, second] = ['first', 'second'].map((name) =>
    readFileSync(join(root, singlePage(`.cache/single/${name}`))),
  );
  if (!first.equals(second)) {
    throw new Stop('the page as one file differs from build to build: compare .cache/single/*');
  }
  const markup = first
    .toString('utf8')
    .replace(/<(script|style)\b[^>]*>.*?<\/\1>/gs, '')
    .replace(/<!--.*?-->/gs, '');
  const addresses = [...markup.matchAll(/\b(?:src|href)="(?!data:)[^"]*"/g)].map(([text]) => text);
  if (addresses.length > 0) {
    throw new Stop(`the page as one file asks for ${addresses.join(', ')}`);
  }
  if (first.includes(root)) throw new Stop(`the page as one file names ${root}`);
  const hash = createHash('sha256').update(first).digest('hex');
  console.log(`hitmap.html, ${first.length} bytes, twice the same: sha256 ${hash}`);
  rmSync(join(root, '.cache/single'), { recursive: true });
});

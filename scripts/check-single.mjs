// Builds the page as one file twice, from nothing: the bytes must be the same, and name no address and no
// folder of this machine.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
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
  // In the page it stands in base64: another machine's build would have other bytes.
  for (const name of readdirSync(join(root, 'wasm/pkg')).filter((each) => each.endsWith('.wasm'))) {
    const module = readFileSync(join(root, 'wasm/pkg', name));
    const places = [root, process.env.CARGO_HOME ?? join(homedir(), '.cargo')];
    const named = places.find((place) => module.includes(`${place}/`));
    if (named !== undefined) throw new Stop(`${name} names ${named}, a folder of this machine`);
  }
  const hash = createHash('sha256').update(first).digest('hex');
  console.log(`hitmap.html, ${first.length} bytes, twice the same: sha256 ${hash}`);
  rmSync(join(root, '.cache/single'), { recursive: true });
});

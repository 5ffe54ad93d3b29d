// Builds a release twice, from nothing: the bytes must be the same, and the page as one file must name no address and
// no folder of this machine. The WASM modules are built once: their bytes depend on the Rust that is installed.
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { root, runMain, Stop } from './lib/tools.mjs';
import { release, version } from './release.mjs';

await runMain(() => {
  const [first, second] = ['first', 'second'].map((name) => release(`.cache/release/${name}`));
  const different = first.filter((line, at) => line !== second[at]);
  if (different.length > 0 || first.length !== second.length) {
    throw new Stop(`a release differs from build to build, see .cache/release: ${different}`);
  }
  const page = readFileSync(join(root, `.cache/release/first/hitmap-${version}.html`), 'utf8');
  const markup = page.replace(/<(script|style)\b[^>]*>.*?<\/\1>/gs, '').replace(/<!--.*?-->/gs, '');
  const addresses = [...markup.matchAll(/\b(?:src|href)="(?!data:)[^"]*"/g)].map(([text]) => text);
  if (addresses.length > 0) {
    throw new Stop(`the page as one file asks for ${addresses.join(', ')}`);
  }
  if (page.includes(root)) throw new Stop(`the page as one file names ${root}`);
  // In the page it stands in base64: another machine's build would have other bytes.
  for (const name of readdirSync(join(root, 'wasm/pkg')).filter((each) => each.endsWith('.wasm'))) {
    const module = readFileSync(join(root, 'wasm/pkg', name));
    const places = [root, process.env.CARGO_HOME ?? join(homedir(), '.cargo')];
    const named = places.find((place) => module.includes(`${place}/`));
    if (named !== undefined) throw new Stop(`${name} names ${named}, a folder of this machine`);
  }
  console.log(`twice the same:\n${first.join('\n')}`);
  rmSync(join(root, '.cache/release'), { recursive: true });
});

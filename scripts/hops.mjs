/* global ClipboardEvent, DataTransfer, document */
// `npm run hops [-- --list]`: how far one drag, one pasted report and one `hitmap show` go through the source: how many
// files and functions are entered, and how often the deepest chain of calls changes its folder (a subject of core, page
// or cli). V8 counts the calls, source maps say where each function is from. Of the page its own thread is counted: what
// workers do is Rust's, asked through one message. `--list` prints the files, and that chain.
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build, preview } from 'vite';
import { launchBrowser } from './lib/browser.mjs';
import { corpus } from './lib/steps.mjs';
import { output, root, runMain } from './lib/tools.mjs';

const BUILT = join(root, '.cache/hops');
/** As often as V8 can: a call that is over between two looks is in no chain. */
const EVERY_US = 50;
const DRAGS = 20;
const FIELD = '[role=treeitem][data-path=nrpages]';

/** Where places of built scripts are in the source, below `web/`; null in a package. A place is a line and column, or an offset. */
function sourcesOf(folder) {
  const known = new Map();
  const read = (name) => {
    const path = join(folder, name);
    // The bundler's own few lines have no map.
    if (!existsSync(`${path}.map`)) return { map: null, lengths: [] };
    const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
    const lengths = readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.length + 1);
    return { map, lengths };
  };
  return (name, first, column) => {
    if (!known.has(name)) known.set(name, read(name));
    const { map, lengths } = known.get(name);
    let [line, at] = column === undefined ? [0, first] : [first, column];
    if (column === undefined) for (; at >= lengths[line]; line++) at -= lengths[line];
    const source = map?.findEntry(line, at).originalSource;
    const path = source && relative(root, resolve(folder, dirname(name), source));
    return path?.startsWith('web/') ? path : null;
  };
}

/** The files that functions were entered of, each with how many of them; `nameOf` gives a script of ours its name. */
function entered(coverage, nameOf, sourceAt) {
  const files = new Map();
  for (const { url, functions } of coverage) {
    const name = nameOf(url);
    if (name === null) continue;
    for (const { ranges } of functions) {
      const [{ startOffset, count }] = ranges;
      // The first one is the script itself, which loading runs.
      if (count === 0 || startOffset === 0) continue;
      const file = sourceAt(name, startOffset);
      if (file !== null) files.set(file, (files.get(file) ?? 0) + 1);
    }
  }
  return files;
}

/** Of all chains of calls that were seen the one with most functions of ours, from the outside in. */
function deepestChain({ nodes }, nameOf, sourceAt) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  let deepest = [];
  const walk = ({ callFrame, children = [] }, chain) => {
    const { url, lineNumber, columnNumber, functionName } = callFrame;
    const name = nameOf(url);
    const file = name === null ? null : sourceAt(name, lineNumber, columnNumber);
    const now = file === null ? chain : [...chain, { file, functionName }];
    if (now.length > deepest.length) deepest = now;
    for (const id of children) walk(byId.get(id), now);
  };
  walk(nodes[0], []);
  return deepest;
}

function print(what, files, chain) {
  const functions = [...files.values()].reduce((sum, count) => sum + count, 0);
  const folders = chain.map(({ file }) => dirname(file).split('/').slice(0, 3).join('/'));
  const changes = folders.filter((folder, at) => at > 0 && folder !== folders[at - 1]).length;
  const depth = chain.length > 0 ? `; ${chain.length} deep, ${changes} changes of folder` : '';
  console.log(`${what}: ${files.size} files, ${functions} functions${depth}`);
  if (!process.argv.includes('--list')) return;
  for (const [file, count] of [...files].sort())
    console.log(`${String(count).padStart(6)}  ${file}`);
  for (const { file, functionName } of chain)
    console.log(`${' '.repeat(8)}${file}: ${functionName}`);
}

/** Built as it is, but with names and source maps. */
const bundle = (what, configFile) => {
  const options = { sourcemap: true, minify: false, outDir: join(BUILT, what) };
  return build({ configFile: join(root, configFile), logLevel: 'error', build: options });
};

/** What the page's own thread enters while something is done. */
async function watched(page, address, sourceAt, act) {
  const session = await page.context().newCDPSession(page);
  const ask = (method, words) => session.send(`Profiler.${method}`, words);
  await ask('enable');
  await ask('setSamplingInterval', { interval: EVERY_US });
  await ask('startPreciseCoverage', { callCount: true, detailed: false });
  await ask('start');
  await act();
  const { profile } = await ask('stop');
  const { result } = await ask('takePreciseCoverage');
  const nameOf = (url) => (/^http.*\.js$/.test(url) ? url.slice(address.length) : null);
  return [entered(result, nameOf, sourceAt), deepestChain(profile, nameOf, sourceAt)];
}

/** To a place beside, and down there. */
async function drag(page, byPx) {
  const { x, y, width, height } = await page.locator(FIELD).first().boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + byPx, y + height / 2, { steps: 10 });
  await page.mouse.up();
}

await runMain(async () => {
  corpus();
  await bundle('page', 'vite.config.ts');
  await bundle('cli', 'scripts/cli.vite.config.ts');
  const served = { root: BUILT, configFile: false, build: { outDir: 'page' } };
  const server = await preview({ ...served, preview: { port: 0 } });
  const [address] = server.resolvedUrls.local;
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(address);
    await page.locator('html[data-prefetched=true]').waitFor({ state: 'attached' });
    const sourceAt = sourcesOf(join(BUILT, 'page'));
    const report = readFileSync(join(root, 'corpus/address_space-before-5.15.txt'), 'utf8');
    const pasted = await watched(page, address, sourceAt, async () => {
      await page.evaluate((text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      }, report);
      await page.getByRole('heading', { name: /^Line 0x/ }).waitFor();
    });
    await page.goto('about:blank');
    await page.goto(address);
    await page.getByRole('button', { name: /A lock beside the tree/ }).click();
    await page.locator(FIELD).first().waitFor();
    await page.waitForTimeout(1000);
    const dragged = await watched(page, address, sourceAt, async () => {
      for (let done = 0; done < DRAGS; done++) await drag(page, done % 2 === 0 ? 300 : -300);
    });
    print('one drag', ...dragged);
    print('a pasted report', ...pasted);
  } finally {
    await browser.close();
    await server.close();
  }
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-hops-'));
  const words = [join(BUILT, 'cli/hitmap.mjs'), 'show', 'e2e/samples/shop.o', 'counter'];
  output(process.execPath, words, { env: { ...process.env, NODE_V8_COVERAGE: folder } });
  const [file] = readdirSync(folder);
  const { result } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const nameOf = (url) => (url.includes('/.cache/hops/cli/') ? basename(url) : null);
  print('hitmap show', entered(result, nameOf, sourcesOf(join(BUILT, 'cli'))), []);
});

// From "search" to the first better order on screen, and whether the page answers meanwhile.
import { hitmap } from './commandLine.mjs';
import { ms, say } from './figures.mjs';

const FIRST_FRONT_MS = 60_000;
/** Of 1000 fields so many are tagged written, and so many read. */
const WRITTEN = 60;
const READ = 240;

/** A struct of about a hundred fields, and task_struct, each with every tenth of its fields or more in use. */
export async function benchSuggestions(running, file) {
  console.log('\nSuggestions, by tags, in the browser');
  const middling = aboutAHundred(file);
  for (const [name, budget] of [
    [middling, '1 s'],
    ['task_struct', '3 s'],
  ]) {
    const made = name === null ? null : tagged(file, name);
    if (made === null) {
      console.log(`  left out: ${name ?? 'no struct of about 100 fields'}`);
      continue;
    }
    const { firstMs, longestFrameMs, message } = await searchOnce(running, made.link);
    say(`${name}, ${made.fields} fields: to a first front`, ms(firstMs), { budget });
    say('longest time between two frames meanwhile', ms(longestFrameMs), { reference: message });
  }
}

async function searchOnce(running, link) {
  const { page, browser } = await running.newPage();
  await page.goto(`${page.url().replace(/#.*/, '')}#${link.replace(/^#/, '')}`);
  await page.getByRole('treeitem').first().waitFor();
  await page.keyboard.press('s');
  const begin = page.getByRole('button', { name: 'Skip and search' });
  await begin.waitFor();
  await page.evaluate(() => {
    const bench = window.hitmapBench;
    Object.assign(bench, { frontMs: null, longestMs: 0 });
    let start = 0;
    let last = 0;
    const watch = (now) => {
      if (last > 0) bench.longestMs = Math.max(bench.longestMs, now - last);
      last = now;
      if (bench.frontMs === null) requestAnimationFrame(watch);
    };
    const observer = new MutationObserver(() => {
      if (start === 0 || !document.querySelector('ol[aria-label="Suggestions"] article')) return;
      observer.disconnect();
      bench.afterPaint(() => (bench.frontMs = performance.now() - start));
    });
    observer.observe(document.body, { subtree: true, childList: true });
    addEventListener(
      'click',
      () => {
        start = performance.now();
        requestAnimationFrame(watch);
      },
      { capture: true, once: true },
    );
  });
  await begin.click();
  const found = await page
    .waitForFunction(() => window.hitmapBench.frontMs !== null, null, { timeout: FIRST_FRONT_MS })
    .then(() => true)
    .catch(() => false);
  const { frontMs, longestMs } = await page.evaluate(() => window.hitmapBench);
  const message = (await page.getByRole('status').allTextContents()).find((text) =>
    /orders? tried|Searching/.test(text),
  );
  await browser.close();
  return {
    firstMs: found ? frontMs : Infinity,
    longestFrameMs: longestMs,
    message: message ?? '',
  };
}

/** A link to the struct with its tags, made by the command line. */
function tagged(file, name) {
  const shown = hitmap('show', file, name, '--json');
  if (shown === null) return null;
  const fields = JSON.parse(shown).members.flatMap(leaves);
  const edits = fields.flatMap((path, place) => {
    const turn = (place * 619) % 1000;
    if (turn < WRITTEN) return ['--edit', `tag ${path} write-hot`];
    return turn < WRITTEN + READ ? ['--edit', `tag ${path} read-hot`] : [];
  });
  const link = hitmap('link', file, name, ...edits);
  return link === null ? null : { link: link.trim(), fields: fields.length };
}

function leaves({ path, members }) {
  return members === null ? [path] : members.flatMap(leaves);
}

function aboutAHundred(file) {
  const listed = hitmap('ls', file, '--json');
  if (listed === null) return null;
  const [best] = JSON.parse(listed)
    .structs.filter(({ kind, members, holes }) => kind === 'struct' && members && holes > 1)
    .sort((a, b) => Math.abs(a.members - 100) - Math.abs(b.members - 100));
  return best?.name ?? null;
}

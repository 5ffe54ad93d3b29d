// `npm run pauses [-- WORDS]`: the longest pause of the built page's thread, by its own `longtask` entries (50 ms and
// more), while it opens links that ask for as much as they can and texts that are as large as texts get (those whose
// titles hold the words); beside it what the longest task took of the processor, which other work on the machine does
// not lengthen much. It prints and asserts nothing: machines differ.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { peakTabBytes, startBrowser } from './bench/browser.mjs';
import { watchTasks } from './bench/tasks.mjs';
import { heavyTexts } from './heavy-texts.mjs';
import { root, runMain, Stop } from './lib/tools.mjs';

/** Nothing more comes when so long no pause has ended. */
const QUIET_MS = 3000;
const PATIENCE_MS = 300_000;

await runMain(async () => {
  const made = spawnSync(process.execPath, ['scripts/run-ts.mjs', 'hostile-links'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (made.status !== 0) throw new Stop(`the links could not be made: ${made.stderr}`);
  const wanted = process.argv[2] ?? '';
  const links = JSON.parse(made.stdout).filter(({ title }) => title.includes(wanted));
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-pauses-'));
  const running = await startBrowser();
  console.log(`${cpus().length} processors, ${cpus()[0]?.model ?? 'unknown'}; load ${load()}`);
  try {
    for (const { title, link } of links) {
      await measure(running, `${title}, ${link.length} characters`, (page) =>
        page.evaluate((hash) => {
          globalThis.location.hash = hash;
        }, link),
      );
    }
    for (const { title, path } of heavyTexts(folder, wanted)) {
      await measure(running, title, (page) => page.getByLabel('Files to open').setInputFiles(path));
    }
  } finally {
    await running.close();
    rmSync(folder, { recursive: true });
  }
  console.log(`load ${load()}`);
});

/** Opens it in a browser of its own, and prints the longest pause until some time after the page has its answer. */
async function measure(running, title, open) {
  const { page, browser } = await running.newPage();
  await page.evaluate(watch);
  const tasks = await watchTasks(browser);
  const before = await page.evaluate(shown);
  await open(page);
  await page.waitForFunction(
    (was) =>
      globalThis.hitmapShown() !== was &&
      globalThis.document.querySelector('[role=progressbar]') === null,
    before,
    { timeout: PATIENCE_MS },
  );
  const longestMs = await page.evaluate(longestPause, QUIET_MS);
  const taskMs = await tasks();
  const said = await page.evaluate(shown);
  const megabytes = Math.round(((await peakTabBytes(browser)) ?? 0) / 1e6);
  console.log(
    `  ${title.padEnd(52)} ${String(Math.round(longestMs)).padStart(4)} ms, ${taskMs === null ? '   ?' : String(Math.round(taskMs)).padStart(4)} of the processor  ${String(megabytes).padStart(5)} MB  ${said}`,
  );
  await browser.close();
}

function load() {
  return loadavg()[0].toFixed(1);
}

/** In the page: what a person sees of its answer. */
function shown() {
  globalThis.hitmapShown ??= () => {
    const parts = 'h1, [role=alert], [role=status], [aria-label="Loaded files"] li';
    return [...globalThis.document.querySelectorAll(parts)]
      .map((part) => part.textContent.trim().slice(0, 40))
      .join('; ');
  };
  return globalThis.hitmapShown();
}

/** In the page. */
function watch() {
  const seen = { longestMs: 0, lastAt: performance.now() };
  globalThis.hitmapPauses = seen;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      seen.longestMs = Math.max(seen.longestMs, duration);
    }
    seen.lastAt = performance.now();
  }).observe({ type: 'longtask' });
}

/** In the page, once no pause has ended for so long; 0 where none was as long as 50 ms. */
function longestPause(quietMs) {
  const seen = globalThis.hitmapPauses;
  seen.lastAt = performance.now();
  return new Promise((resolve) => {
    const look = setInterval(() => {
      if (performance.now() - seen.lastAt < quietMs) return;
      clearInterval(look);
      resolve(seen.longestMs);
    }, 100);
  });
}

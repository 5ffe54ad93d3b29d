// `npm run pauses [-- WORDS]`: the longest pause of the built page's thread, by its own `longtask` entries (50 ms and
// more), while it opens links that ask for as much as they can (those whose titles hold the words). It prints and
// asserts nothing: machines differ.
import { spawnSync } from 'node:child_process';
import { startBrowser } from './bench/browser.mjs';
import { root, runMain, Stop } from './lib/tools.mjs';

/** Nothing more comes when so long no pause has ended. */
const QUIET_MS = 3000;

await runMain(async () => {
  const made = spawnSync(process.execPath, ['scripts/run-ts.mjs', 'scripts/hostile-links.ts'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (made.status !== 0) throw new Stop(`the links could not be made: ${made.stderr}`);
  const wanted = process.argv[2] ?? '';
  const running = await startBrowser();
  try {
    for (const { title, link } of JSON.parse(made.stdout)) {
      if (!title.includes(wanted)) continue;
      const { page, browser } = await running.newPage();
      const longestMs = await page.evaluate(longestPause, [link, QUIET_MS]);
      console.log(
        `  ${title.padEnd(34)} ${String(link.length).padStart(6)} characters  ${Math.round(longestMs)} ms`,
      );
      await browser.close();
    }
  } finally {
    await running.close();
  }
});

/** In the page; 0 where none was as long as 50 ms. */
function longestPause([link, quietMs]) {
  return new Promise((resolve) => {
    let longestMs = 0;
    let quiet = null;
    const wait = () => {
      clearTimeout(quiet);
      quiet = setTimeout(() => resolve(longestMs), quietMs);
    };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration);
      wait();
    }).observe({ type: 'longtask' });
    globalThis.location.hash = link;
    wait();
  });
}

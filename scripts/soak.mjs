// `npm run soak [-- CYCLES]`: opens a file, picks a struct and removes the file, again and again (2,000 times), in a
// Chromium that shows the built page. Ends non-zero where the memory that is left at the end, after the garbage
// is collected, is more than a fifth above that after the first hundred cycles, or listeners or elements are.
import { startBrowser } from './bench/browser.mjs';
import { root, runMain, Stop } from './lib/tools.mjs';
import { join } from 'node:path';

const CYCLES = Number(process.argv[2] ?? 2000);
/** By then everything that is kept once is there. */
const FIRST = Math.min(100, Math.floor(CYCLES / 4));
const MORE = 1.2;
const SAMPLE = join(root, 'e2e/samples/shop.o');

await runMain(async () => {
  const running = await startBrowser();
  try {
    const { page } = await running.newPage();
    const devtools = await page.context().newCDPSession(page);
    for (const domain of ['HeapProfiler', 'DOM', 'Performance'])
      await devtools.send(`${domain}.enable`);
    let first = null;
    let last = null;
    for (let cycle = 1; cycle <= CYCLES; cycle++) {
      await openPickRemove(page);
      const isLast = cycle === CYCLES;
      if (cycle !== FIRST && cycle % 100 !== 0 && !isLast) continue;
      last = await memory(devtools);
      if (cycle === FIRST) first = last;
      console.log(
        `  ${String(cycle).padStart(5)}  ${(last.bytes / 1e6).toFixed(2)} MB, ${last.nodes} nodes, ${last.listeners} listeners`,
      );
    }
    for (const [name, was] of Object.entries(first)) {
      if (last[name] > was * MORE) {
        throw new Stop(
          `soak: ${name} went from ${was} after ${FIRST} cycles to ${last[name]} after ${CYCLES}.`,
        );
      }
    }
    console.log(`no more than a fifth above the first ${FIRST} cycles`);
  } finally {
    await running.close();
  }
});

async function openPickRemove(page) {
  await page.getByLabel('Files to open').setInputFiles(SAMPLE);
  const chip = page
    .getByRole('list', { name: 'Loaded files' })
    .getByRole('button', { name: /shop\.o/ });
  await chip.waitFor();
  const search = page.getByRole('combobox', { name: 'Search structs' });
  await search.fill('counter');
  await page
    .getByRole('option', { name: /counter/ })
    .first()
    .waitFor();
  await search.press('Enter');
  await page.getByRole('heading', { level: 1, name: /counter/ }).waitFor();
  await chip.click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await chip.waitFor({ state: 'detached' });
}

/** What is left when nothing can be collected any more. */
async function memory(devtools) {
  for (let round = 0; round < 3; round++) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name) => metrics.find((metric) => metric.name === name).value;
  return { bytes: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

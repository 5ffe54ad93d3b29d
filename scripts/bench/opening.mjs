// From a visit, a link or a dropped file to what a person sees of it.
import { countWork, untilPrefetched, watchMemory } from './browser.mjs';

const TIMEOUT_MS = 180_000;

/** What a visit costs: ms to the first screen, and the main thread's work until all that may be needed is there. */
export async function loadPage(running) {
  const { page, browser } = await running.blankPage();
  const work = await countWork(page);
  await page.goto(running.address);
  await page.getByLabel('Files to open').waitFor({ state: 'attached' });
  const screenMs = await page.evaluate(() => performance.now());
  await untilPrefetched(page);
  const { all: workMs } = await work();
  await browser.close();
  return { screenMs, workMs };
}

/** A link that is the first thing which the browser opens: ms to its painted struct, and the main thread's work until then. */
export async function openLink(running, link) {
  const { page, browser } = await running.blankPage();
  const work = await countWork(page);
  await page.goto(`${running.address}${link}`);
  await page.waitForFunction(() => window.hitmapBench.cellsMs !== null);
  const { all: workMs } = await work();
  const structMs = await page.evaluate(() => window.hitmapBench.cellsMs);
  await browser.close();
  return { structMs, workMs };
}

/**
 * Gives the page a file and waits until all of it is in. The times are in ms since the drop, painted:
 * the first list, the first struct (its row is clicked the moment that it is there), the list of DWARF
 * where there is one, and everything. `workMs` is the main thread's until everything is in.
 *
 * @param {{ pickFirst: boolean, hasWaited?: boolean }} how `hasWaited`: the page has all that it may need
 */
export async function openFile(running, file, { pickFirst, hasWaited = true }) {
  const { page, browser } = await (hasWaited ? running.newPage() : running.blankPage());
  if (!hasWaited) {
    await page.goto(running.address);
    await page.getByLabel('Files to open').waitFor({ state: 'attached' });
  }
  // Its list, which is waited for, stays beside a struct.
  if (pickFirst) await page.setViewportSize({ width: 1600, height: 900 });
  await page.evaluate((pick) => (window.hitmapBench.openFirstRow = pick), pickFirst);
  const memory = await watchMemory(browser);
  const work = await countWork(page);
  await page.getByLabel('Files to open').setInputFiles(file);
  await page.waitForFunction(
    (pick) => {
      const last = window.hitmapBench.marks.at(-1);
      return (
        last?.rows && last.progress === '' && last.paintedMs < Infinity && (last.cells || !pick)
      );
    },
    pickFirst,
    { timeout: TIMEOUT_MS },
  );
  const { all: workMs } = await work();
  const marks = await page.evaluate(() => window.hitmapBench.marks);
  return { page, browser, ...stagesOf(marks), workMs, ...memory() };
}

/** Gives the page C source with one struct, and waits until that is on screen. */
export async function openSource(running, file) {
  const { page, browser } = await running.newPage();
  await page.getByLabel('Files to open').setInputFiles(file);
  await page.waitForSelector('[role=option], [role=treeitem]');
  // A page opens the only struct by itself; one of an earlier commit waits for a click. So the click may find no row.
  const clicked = page
    .locator('[role=option]')
    .first()
    .click()
    .catch(() => undefined);
  await page.waitForFunction(() => window.hitmapBench.cellsMs !== null);
  await Promise.race([clicked, page.waitForTimeout(2000)]);
  return { page, browser };
}

/** Opens a study whose hot line is drawn under the grid, which follows a field that is carried. */
export async function openStudy(running) {
  const { page, browser } = await running.newPage();
  await page.getByText('A lock beside the tree').click();
  await page.waitForFunction(() => window.hitmapBench.cellsMs !== null);
  await page.getByRole('region', { name: /^Line \d+$/ }).waitFor();
  return { page, browser };
}

/** The count of types on screen tells whose list it is: BTF's comes first, DWARF's replaces it. */
function stagesOf(marks) {
  const first = marks.find((mark) => mark.rows);
  const readsDwarf = marks.findIndex((mark) => mark.progress === 'DWARF types');
  // Once DWARF's list is in, nothing says "DWARF types" any more.
  const dwarf = marks.find(
    (mark, place) => readsDwarf >= 0 && place > readsDwarf && mark.progress !== 'DWARF types',
  );
  const allMs = marks.at(-1).paintedMs;
  return {
    listMs: first.paintedMs,
    structMs: marks.find((mark) => mark.cells)?.paintedMs ?? null,
    completeMs: dwarf?.paintedMs ?? allMs,
    allMs,
    types: Number(/[\d,]+/.exec(marks.at(-1).count)?.[0].replaceAll(',', '') ?? 0),
  };
}

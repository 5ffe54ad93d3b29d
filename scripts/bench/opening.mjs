// From a dropped file to what a person sees of it.
import { peakTabBytes } from './browser.mjs';

const TIMEOUT_MS = 180_000;

/**
 * Gives the page a file and waits until all of it is in. The times are in ms since the drop, painted:
 * the first list, the first struct (its row is clicked the moment that it is there), the list of DWARF
 * where there is one, and everything.
 */
export async function openFile(running, file, { pickFirst }) {
  const { page, browser } = await running.newPage();
  await page.evaluate((pick) => (window.hitmapBench.openFirstRow = pick), pickFirst);
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
  const marks = await page.evaluate(() => window.hitmapBench.marks);
  return { page, browser, ...stagesOf(marks), peakBytes: await peakTabBytes(browser) };
}

/** The count of types on screen tells whose list it is: BTF's comes first, DWARF's replaces it. */
function stagesOf(marks) {
  const first = marks.find((mark) => mark.rows);
  const readsDwarf = marks.findIndex((mark) => mark.progress === 'DWARF types');
  // Once DWARF's list is in, nothing says "DWARF types" any more.
  const dwarf = marks.find(
    (mark, place) => readsDwarf >= 0 && place > readsDwarf && mark.progress !== 'DWARF types',
  );
  return {
    listMs: first.paintedMs,
    structMs: marks.find((mark) => mark.cells)?.paintedMs ?? null,
    completeMs: dwarf?.paintedMs ?? null,
    allMs: marks.at(-1).paintedMs,
    types: Number(/[\d,]+/.exec(marks.at(-1).count)?.[0].replaceAll(',', '') ?? 0),
  };
}

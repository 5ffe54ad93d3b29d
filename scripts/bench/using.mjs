// What a person does with an open file: search, pick, drag.
const KEYSTROKES = 'mutex_waiter';

/** Types a name letter by letter; ms from each letter to the painted list, as far as the list changed. */
export async function keystrokes(page) {
  const search = page.getByRole('combobox', { name: 'Search structs' });
  await search.focus();
  const times = [];
  for (const letter of KEYSTROKES) {
    await page.evaluate(() => {
      const bench = window.hitmapBench;
      bench.keyMs = null;
      let begin = 0;
      const panel = document.querySelector('aside[aria-label="Structs"]');
      const observer = new MutationObserver(() => {
        if (begin === 0) return;
        observer.disconnect();
        bench.afterPaint(() => (bench.keyMs = performance.now() - begin));
      });
      addEventListener('keydown', () => (begin = performance.now()), { capture: true, once: true });
      const status = panel.querySelector('[role=status]');
      observer.observe(status, { subtree: true, childList: true, characterData: true });
    });
    await page.keyboard.press(letter);
    // A letter that narrows nothing changes no count, and has no time.
    await page.waitForTimeout(250);
    const keyMs = await page.evaluate(() => window.hitmapBench.keyMs);
    if (keyMs !== null) times.push(keyMs);
  }
  return times;
}

/** Who presses Enter has seen that the row is the one. */
const READS_MS = 200;

/** Opens a struct by Enter; ms from the key to its painted grid. */
export async function pick(page, name) {
  const search = page.getByRole('combobox', { name: 'Search structs' });
  await search.fill(name);
  const first = page
    .getByRole('listbox', { name: 'Structs and unions' })
    .getByRole('option')
    .first();
  await first.getByText(name, { exact: true }).waitFor();
  await page.waitForTimeout(READS_MS);
  await page.evaluate((wanted) => {
    const bench = window.hitmapBench;
    bench.pickMs = null;
    let begin = 0;
    const isThere = () =>
      document.querySelector('h1')?.textContent.includes(wanted) &&
      document.querySelector('[role=treeitem]') !== null;
    const observer = new MutationObserver(() => {
      if (begin === 0 || !isThere()) return;
      observer.disconnect();
      bench.afterPaint(() => (bench.pickMs = performance.now() - begin));
    });
    addEventListener('keydown', () => (begin = performance.now()), { capture: true, once: true });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  }, name);
  await search.press('Enter');
  await page.waitForFunction(() => window.hitmapBench.pickMs !== null);
  return page.evaluate(() => window.hitmapBench.pickMs);
}

const FRAMES = 150;
const WARM_UP_FRAMES = 20;

/**
 * Holds a field and carries it over the grid. For each frame the main thread's whole work in ms of
 * processor time: pointer event, layout, scene, React, style, paint. From the browser's own trace.
 */
export async function dragFrames(page, browser) {
  // To be told of every change costs each of them something.
  await page.evaluate(() => window.hitmapBench.stop());
  const cells = page.locator('[role=treeitem][data-path]');
  const box = await cells.nth(4).boundingBox();
  const x = box.x + Math.min(20, box.width / 2);
  const y = box.y + box.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 4, { steps: 3 });
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline'],
  });
  for (let frame = 0; frame < FRAMES; frame += 1) {
    // To another field each time, so that each frame is another layout.
    const turn = frame % 20;
    await page.mouse.move(x + 25 * turn, y + 40 + 20 * ((frame * 7) % 17));
    await page.evaluate(() => new Promise((resolve) => window.hitmapBench.afterPaint(resolve)));
  }
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return framesOf(traceEvents).slice(WARM_UP_FRAMES);
}

/** The sum of the main thread's tasks from one pointer event to the next. */
function framesOf(events) {
  const moves = events
    .filter((event) => event.name === 'EventDispatch' && event.args?.data?.type === 'mousemove')
    .sort((a, b) => a.ts - b.ts);
  const [any] = moves;
  if (!any) return [];
  const tasks = events.filter(
    (event) => event.name === 'RunTask' && event.tid === any.tid && event.pid === any.pid,
  );
  return moves.map((move, place) => {
    const until = moves[place + 1]?.ts ?? Infinity;
    const own = tasks.filter((task) => task.ts + task.dur > move.ts && task.ts + task.dur <= until);
    return own.reduce((sum, task) => sum + (task.tdur ?? task.dur), 0) / 1000;
  });
}

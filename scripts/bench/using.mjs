// What a person does with an open file: search, pick, drag.
import { setTimeout } from 'node:timers/promises';
import { countWork } from './browser.mjs';
import { hitmap } from './commandLine.mjs';

const KEYSTROKES = 'mutex_waiter';

/** Types a name letter by letter; ms from each letter to the painted list, as far as the list changed. */
export async function keystrokes(page) {
  const search = await searchBox(page);
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
  const search = await searchBox(page);
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

/** Beside a struct the list is closed, unless the window is wide. */
async function searchBox(page) {
  const search = page.getByRole('combobox', { name: 'Search structs' });
  if (!(await search.isVisible())) await page.keyboard.press('/');
  return search;
}

/** What is opened before the others. */
export const FIRST_PICK = 'task_struct';

/** So many with the most members, and so many from all over the list. */
const [LARGEST, OTHERS] = [10, 40];

/** Structs of a file to open by their names: those with the most members, and every so many of the others. */
export function structsToPick(file) {
  const listed = hitmap('ls', file, '--json') ?? '{"structs":[]}';
  const structs = JSON.parse(listed).structs.filter(
    ({ kind, variant, members }) => kind === 'struct' && variant === 0 && members > 0,
  );
  const largest = structs.toSorted((a, b) => b.members - a.members).slice(0, LARGEST);
  const step = Math.max(1, Math.floor(structs.length / OTHERS));
  const others = structs.filter((_, place) => place % step === 0);
  const names = new Set([...largest, ...others].map(({ name }) => name));
  // To open what is open already changes nothing on the screen.
  names.delete(FIRST_PICK);
  return [...names];
}

const FRAMES = 150;
const WARM_UP_FRAMES = 20;
/** From one move of the pointer to the next: a slow machine has finished with the one before. */
const MOVES_MS = 45;

/**
 * Holds a field and carries it over the grid. For each move the main thread's work in ms of processor time: `all` with
 * pointer event, paint and whatever comes after, `own` script, style and layout.
 */
export async function dragFrames(page) {
  await page.evaluate(() => window.hitmapBench.stop());
  const cells = page.locator('[role=treeitem][data-path]');
  const box = await cells.nth(4).boundingBox();
  const x = box.x + Math.min(20, box.width / 2);
  const y = box.y + box.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 4, { steps: 3 });
  const frames = await moves(page, x, y);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return frames;
}

/** The same over a page that has nothing: what the moves and the questions cost by themselves. */
export async function blankFrames(page) {
  await page.goto('about:blank');
  return moves(page, 200, 200);
}

async function moves(page, x, y) {
  const work = await countWork(page);
  const frames = [];
  for (let frame = 0; frame < FRAMES; frame += 1) {
    // To another field each time, so that each frame is another layout.
    const turn = frame % 20;
    await work();
    await page.mouse.move(x + 25 * turn, y + 40 + 20 * ((frame * 7) % 17));
    await setTimeout(MOVES_MS);
    frames.push(await work());
  }
  return frames.slice(WARM_UP_FRAMES);
}

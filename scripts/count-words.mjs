// `node scripts/count-words.mjs`: how many words and controls are in sight of a struct, with its heat in a study and without, in a window of 1440
// by 900, as the page shows it by itself; with `--list` which. Run it after a change of what is shown: each word that says
// nothing new hides one that does.
/* global document, NodeFilter, innerWidth, innerHeight, getComputedStyle -- one function runs in the page */
import { join } from 'node:path';
import { launchBrowser } from './lib/browser.mjs';
import { servePage } from './lib/server.mjs';
import { root, runMain } from './lib/tools.mjs';

const SIZE = { width: 1440, height: 900 };

const VIEWS = {
  async study(page) {
    await page.getByText('A lock beside the tree').click();
  },
  async 'struct alone'(page) {
    await openStruct(page);
  },
  async 'bound to a report'(page) {
    await openStruct(page);
    const report = join(root, 'corpus/address_space-before-6.1-NN.txt');
    await page.getByLabel('Files to open').setInputFiles(report);
    await page.getByRole('button', { name: 'Bind to address_space' }).click();
  },
};

async function openStruct(page) {
  await page.getByLabel('Files to open').setInputFiles(join(root, 'e2e/samples/mapping.o'));
  const search = page.getByRole('combobox', { name: 'Search structs' });
  await search.fill('address_space');
  await page
    .getByRole('option', { name: /address_space/ })
    .first()
    .waitFor();
  await search.press('Enter');
}

await runMain(async () => {
  const server = await servePage();
  const browser = await launchBrowser();
  try {
    for (const [name, show] of Object.entries(VIEWS)) {
      const page = await browser.newPage({ viewport: SIZE, reducedMotion: 'reduce' });
      await page.goto(server.address);
      await show(page);
      await page.locator('.hitmap-grid [role=treeitem]').first().waitFor();
      await page.waitForTimeout(1000);
      const { words, controls } = await page.evaluate(inSight);
      console.log(`${name}: ${words.length} words, ${controls.length} controls`);
      if (process.argv.includes('--list')) {
        console.log(`  ${words.join(' ')}\n  ${controls.join(' | ')}`);
      }
      await page.close();
    }
  } finally {
    await browser.close();
    server.close();
  }
});

/** Runs in the page. A word is what white space parts and has a letter or a digit, also in the drawing. */
function inSight() {
  const words = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    if (!isSeen(texts.currentNode.parentElement, range.getBoundingClientRect())) continue;
    words.push(...(texts.currentNode.data.match(/\S*[\p{L}\p{N}]\S*/gu) ?? []));
  }
  const controls = [
    ...document.querySelectorAll('button, select, input, textarea, summary, a[href]'),
  ]
    .filter((control) => isSeen(control, control.getBoundingClientRect()))
    .map((control) => control.getAttribute('aria-label') ?? control.textContent.trim());
  return { words, controls };

  function isSeen(element, box) {
    if (!element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      return false;
    let { left, top, right, bottom } = box;
    [left, top] = [Math.max(left, 0), Math.max(top, 0)];
    [right, bottom] = [Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
    for (let holder = element; holder; holder = holder.parentElement) {
      if (holder.matches('option, title, style, script')) return false;
      if (getComputedStyle(holder).overflow === 'visible') continue;
      const clip = holder.getBoundingClientRect();
      [left, top] = [Math.max(left, clip.left), Math.max(top, clip.top)];
      [right, bottom] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
    }
    return right - left > 2 && bottom - top > 2;
  }
}

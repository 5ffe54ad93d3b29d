// `npm run screenshots`: the pictures of the README, one for each thing that Hitmap does, from the built page, the
// studies in it and the samples of the journeys. Run it after a change of the look, and look at the result.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from './lib/browser.mjs';
import { servePage } from './lib/server.mjs';
import { root, runMain } from './lib/tools.mjs';

const FOLDER = join(root, 'docs/screenshots');
const SAMPLES = join(root, 'e2e/samples');

/** Each gets a page of its own that has just been opened, and leaves it as the picture shows it. */
const PICTURES = {
  async layout(page) {
    await page.getByRole('button', { name: 'Try struct file of v6.14' }).click();
    await member(page, 'f_ref').click();
    await page.mouse.move(700, 860);
  },
  async drag(page) {
    await page.getByRole('button', { name: 'Try struct file of v6.14' }).click();
    await holdOver(page, 'f_ref', 'f_flags');
  },
  async heat(page) {
    await lockBesideTree(page);
    await page.keyboard.press('t');
    await member(page, 'i_mmap_rwsem').click();
  },
  async suggest(page) {
    await lockBesideTree(page);
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'Skip and search' }).click();
    await page.getByRole('list', { name: 'Suggestions' }).getByRole('listitem').first().hover();
    await page.getByText('Predicted').first().waitFor();
  },
  async patch(page) {
    const files = ['shop.o', 'shop.c'].map((name) => join(SAMPLES, name));
    await page.getByLabel('Files to open').setInputFiles(files);
    await page.getByRole('combobox', { name: 'Search structs' }).fill('counter');
    await page
      .getByRole('option', { name: /counter/ })
      .first()
      .click();
    await member(page, 'limit').click();
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByRole('tab', { name: 'Send' }).click();
    await page.getByText('@@').first().waitFor();
  },
};

await runMain(async () => {
  const server = await servePage();
  const browser = await launchBrowser();
  mkdirSync(FOLDER, { recursive: true });
  try {
    for (const [name, show] of Object.entries(PICTURES)) {
      const page = await browser.newPage({
        viewport: { width: 1440, height: 900 },
        colorScheme: name === 'drag' ? 'dark' : 'light',
        reducedMotion: 'reduce',
      });
      await page.goto(server.address);
      await show(page);
      await page.waitForTimeout(500);
      await page.screenshot({ path: join(FOLDER, `${name}.png`) });
      await page.close();
    }
  } finally {
    await browser.close();
    server.close();
  }
});

async function lockBesideTree(page) {
  await page.getByText('A lock beside the tree').click();
  await member(page, 'i_mmap_rwsem').waitFor();
}

function member(page, path) {
  return page.locator(`[role=treeitem][data-path="${path}"]`).first();
}

/** Holds a field over another one: the rest has made room. */
async function holdOver(page, from, to) {
  const middle = async (path) => {
    const box = await member(page, path).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const start = await middle(from);
  const end = await middle(to);
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.mouse.move(start[0] + 10, start[1] + 5, { steps: 4 });
  await page.mouse.move(...end, { steps: 10 });
}

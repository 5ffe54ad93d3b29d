// `npm run frames`: the page in its states, at the sizes that it has to hold, light and dark, one sheet for each in
// `docs/frames`. Run it after a change of the look, and look at them.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from './lib/browser.mjs';
import { debianVmlinux } from './lib/debian.mjs';
import { servePage } from './lib/server.mjs';
import { root, runMain } from './lib/tools.mjs';

const FOLDER = join(root, 'docs/frames');
/** One picture of a sheet is so wide. */
const WIDTH_PX = 400;

/** A window of 720 by 450 is one of 1440 by 900 at 200 %. */
const SIZES = {
  '1440x900': [1440, 900],
  '1280x600': [1280, 600],
  '900x900': [900, 900],
  '390x844': [390, 844],
  '200-percent': [720, 450],
};

const OWN_TYPES = '/sys/kernel/btf/vmlinux';
const kernel = process.env.HITMAP_VMLINUX ?? (existsSync(OWN_TYPES) ? OWN_TYPES : debianVmlinux());
const SHOP = ['shop.o', 'depot.o'].map((name) => join(root, 'e2e/samples', name));

const STATES = {
  async empty() {},
  async 'a kernel open'(page) {
    await page.getByLabel('Files to open').setInputFiles(kernel);
    await page.getByText('Pick a struct').first().waitFor();
  },
  task_struct: (page) => struct(page, 'task_struct'),
  sk_buff: (page) => struct(page, 'sk_buff'),
  'address_space, bound': (page) => study(page),
  'a study, step 3': (page) => study(page, 3),
  async compare(page) {
    await study(page, 3);
    await page.keyboard.press('v');
  },
  async 'two files'(page) {
    await page.getByLabel('Files to open').setInputFiles(SHOP);
    await page.getByText('2 files').first().waitFor();
  },
};

async function struct(page, name) {
  await STATES['a kernel open'](page);
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search structs' }).fill(name);
  await page.locator(`[role=option]:has([title="struct ${name}"])`).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

async function study(page, step = 1) {
  await page.getByRole('button', { name: /A lock beside the tree/ }).click();
  await page.getByRole('button', { name: `Step ${step}:` }).click();
}

await runMain(async () => {
  const server = await servePage();
  const browser = await launchBrowser();
  mkdirSync(FOLDER, { recursive: true });
  try {
    for (const colorScheme of ['light', 'dark']) {
      for (const [size, [width, height]] of Object.entries(SIZES)) {
        const pictures = [];
        for (const [name, show] of Object.entries(STATES)) {
          const page = await browser.newPage({
            viewport: { width, height },
            colorScheme,
            reducedMotion: 'reduce',
          });
          page.setDefaultTimeout(30_000);
          await page.goto(server.address);
          await page.locator('html[data-prefetched=true]').waitFor();
          await show(page);
          await page.waitForTimeout(500);
          pictures.push([name, await page.screenshot()]);
          await page.close();
        }
        await writeSheet(browser, `${size}-${colorScheme}`, pictures, width);
      }
    }
  } finally {
    await browser.close();
    server.close();
  }
});

/** All states of one size beside each other, each under its name. */
async function writeSheet(browser, name, pictures, width) {
  const shownPx = Math.min(WIDTH_PX, width);
  const page = await browser.newPage({ viewport: { width: 4 * (shownPx + 16) + 16, height: 400 } });
  const figures = pictures.map(
    ([of, png]) =>
      `<figure><figcaption>${of}</figcaption><img width="${shownPx}" src="data:image/png;base64,${png.toString('base64')}"></figure>`,
  );
  await page.setContent(
    `<style>body{margin:8px;display:flex;flex-wrap:wrap;background:#888;font:13px sans-serif}figure{margin:8px}</style>${figures.join('')}`,
  );
  await page.waitForTimeout(300);
  await page.screenshot({
    path: join(FOLDER, `${name}.png`),
    fullPage: true,
  });
  await page.close();
}

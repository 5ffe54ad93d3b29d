/* global ClipboardEvent, DataTransfer, document */
// `npm run frames`: the page in its states, at the sizes that it has to hold, light and dark: one sheet for each state
// in `docs/frames`. Run it after a change of the look, and look at them.
//   --page ADDRESS   a page that is served there, instead of the one of this checkout
//   --before         no sheets: the pictures are kept, and later sheets show them beside the page of then
//   --only TEXT      states whose name has this in it; may be given again
//   --large FOLDER   each picture as it is, too
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from './lib/browser.mjs';
import { debianVmlinux } from './lib/debian.mjs';
import { servePage } from './lib/server.mjs';
import { root, runMain } from './lib/tools.mjs';

const SHEETS = join(root, 'docs/frames');
const BEFORE = join(root, '.cache/frames-before');
/** The longest side of a picture in a sheet: small text can still be read, and eight sheets stay below 6 MB. */
const SHOWN_WIDTH_PX = 560;
const WEBP_QUALITY = 70;
/** Longer than a kernel with debug information takes on a busy machine. */
const WAIT_MS = 40_000;

/** A window of 720 by 450 is one of 1440 by 900 at 200 %. */
const SIZES = {
  '1440x900': [1440, 900],
  '1280x600': [1280, 600],
  '900x900': [900, 900],
  '390x844': [390, 844],
  '200-percent': [720, 450],
};
const THEMES = ['light', 'dark'];

const OWN_TYPES = '/sys/kernel/btf/vmlinux';
const kernelWithDebugInformation = debianVmlinux();
const kernel = existsSync(OWN_TYPES) ? OWN_TYPES : kernelWithDebugInformation;
const REPORT = readFileSync(join(root, 'corpus/address_space-before-5.15.txt'), 'utf8');

const STATES = {
  async empty() {},
  async 'kernel-open'(page) {
    await page.getByLabel('Files to open').setInputFiles(kernel);
    await page.getByText('Pick a struct').first().waitFor({ state: 'attached' });
  },
  task_struct: (page) => struct(page, 'task_struct'),
  sk_buff: (page) => struct(page, 'sk_buff'),
  async 'address_space-bound'(page) {
    await pastes(page, REPORT);
    await page.getByLabel('Files to open').setInputFiles(kernelWithDebugInformation);
    const bind = page.getByRole('button', { name: /^Bind to address_space / }).first();
    await bind.waitFor();
    await bind.click();
    await page.getByRole('heading', { level: 1, name: 'address_space' }).waitFor();
  },
  'study-step-3': (page) => study(page, 3),
  async compare(page) {
    await study(page, 3);
    await page.keyboard.press('v');
  },
  async 'two-kernels'(page) {
    await STATES['kernel-open'](page);
    await page.getByLabel('Files to open').setInputFiles(kernelWithDebugInformation);
    // The list has a row for each struct of both once the second is read whole.
    await page.waitForTimeout(12_000);
  },
};

async function struct(page, name) {
  await STATES['kernel-open'](page);
  const box = page.getByRole('combobox', { name: 'Search structs' });
  const list = page.getByRole('button', { name: 'Struct list on or off' });
  // A page of before may need the button, in a narrow window, to show the list and to put it away.
  const isClosed = !(await box.isVisible());
  if (isClosed) await list.click();
  await box.fill(name);
  await page.locator(`[role=option]:has([title="struct ${name}"])`).first().waitFor();
  await box.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  if (isClosed && (await box.isVisible())) await list.click();
}

async function study(page, step) {
  await page.getByRole('button', { name: /A lock beside the tree/ }).click();
  for (let each = 1; each < step; each += 1) {
    await page.getByRole('button', { name: 'Next' }).click();
  }
}

async function pastes(page, text) {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      page: { type: 'string' },
      before: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [''] },
      large: { type: 'string' },
    },
  });
  const server = values.page === undefined ? await servePage() : null;
  const address = values.page ?? server.address;
  const large = values.before ? BEFORE : values.large;
  for (const folder of [SHEETS, BEFORE, ...(large ? [large] : [])]) {
    mkdirSync(folder, { recursive: true });
  }
  const browser = await launchBrowser();
  try {
    for (const state of Object.keys(STATES).filter((each) =>
      values.only.some((some) => each.includes(some)),
    )) {
      const pictures = await picturesOf(browser, address, state);
      for (const { name, webp } of large === undefined ? [] : pictures) {
        writeFileSync(join(large, name), webp);
      }
      if (!values.before) await writeSheet(browser, state, pictures);
    }
  } finally {
    await browser.close();
    server?.close();
  }
});

/** A state at each size in each theme, each in a page that has just been opened. */
async function picturesOf(browser, address, state) {
  const pictures = [];
  for (const colorScheme of THEMES) {
    for (const [size, [width, height]] of Object.entries(SIZES)) {
      const viewport = { width, height };
      const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
      page.setDefaultTimeout(WAIT_MS);
      await page.goto(address);
      await page.locator('html[data-prefetched=true]').waitFor();
      try {
        await STATES[state](page);
      } catch (error) {
        console.error(`${state}, ${size}, ${colorScheme}: ${String(error.message).split('\n')[0]}`);
        process.exitCode = 1;
      }
      await page.waitForTimeout(800);
      const webp = await webpOf(page);
      pictures.push({ name: `${state}-${size}-${colorScheme}.webp`, size, colorScheme, webp });
      await page.close();
    }
  }
  return pictures;
}

async function webpOf(page, quality = 90) {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  return Buffer.from(data, 'base64');
}

/** All sizes of a state below each other, light beside dark, each with the page of before at its left if there is one. */
async function writeSheet(browser, state, pictures) {
  const before = new Set(existsSync(BEFORE) ? readdirSync(BEFORE) : []);
  const picture = (title, webp, width) =>
    `<figure><figcaption>${title}</figcaption><img width="${width}" src="data:image/webp;base64,${webp.toString('base64')}"></figure>`;
  const rows = Object.entries(SIZES).map(([size, [width]]) => {
    const shown = Math.min(SHOWN_WIDTH_PX, width);
    const cells = pictures
      .filter((each) => each.size === size)
      .flatMap(({ name, colorScheme, webp }) => [
        ...(before.has(name)
          ? [picture(`${size}, ${colorScheme}, before`, readFileSync(join(BEFORE, name)), shown)]
          : []),
        picture(`${size}, ${colorScheme}`, webp, shown),
      ]);
    return `<div>${cells.join('')}</div>`;
  });
  const page = await browser.newPage({ viewport: { width: 100, height: 100 } });
  await page.setContent(
    `<style>body{margin:0;padding:8px;width:max-content;background:#888;font:12px sans-serif}div{display:flex}figure{margin:6px}img{display:block}</style>${rows.join('')}`,
  );
  await page.waitForTimeout(300);
  const size = await page.evaluate(() => ({
    width: document.body.scrollWidth,
    height: document.body.scrollHeight,
  }));
  await page.setViewportSize(size);
  writeFileSync(join(SHEETS, `${state}.webp`), await webpOf(page, WEBP_QUALITY));
  await page.close();
}

/* global ClipboardEvent, DataTransfer, document */
// `npm run frames`: the page in its states, at the sizes that it has to hold, light and dark: one sheet for each state
// in `.cache/frames`. Run it after a change of the look, and look at them.
//   --page ADDRESS   a page that is served there, instead of the one of this checkout
//   --only TEXT      states whose name has this in it; may be given again
//   --large FOLDER   each picture as it is, too
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from './lib/browser.mjs';
import { debianVmlinux } from './lib/debian.mjs';
import { servePage } from './lib/server.mjs';
import { stillPicture } from './pictures/stillPicture.mjs';
import { corpus } from './lib/steps.mjs';
import { root, runMain, Stop } from './lib/tools.mjs';

const SHEETS = join(root, '.cache/frames');
/** The longest side of a picture in a sheet: small text can still be read, and eight sheets stay below 6 MB. */
const SHOWN_WIDTH_PX = 560;
const WEBP_QUALITY = 70;
/** Only so that a run ends where something never comes: a busy machine may take minutes over a kernel with debug information. */
const WAIT_MS = 600_000;

/** A window of 720 by 450 is one of 1440 by 900 at 200 %. */
const SIZES = {
  '1440x900': [1440, 900],
  '1280x600': [1280, 600],
  '900x900': [900, 900],
  '390x844': [390, 844],
  '200-percent': [720, 450],
};
const THEMES = ['light', 'dark'];

corpus();
const REPORT = readFileSync(join(root, 'corpus/address_space-before-5.15.txt'), 'utf8');
/** As in the name of its state. */
const STUDY_STEP = 3;

const OWN_TYPES = '/sys/kernel/btf/vmlinux';
const kernelWithDebugInformation = debianVmlinux();
const kernel = existsSync(OWN_TYPES) ? OWN_TYPES : kernelWithDebugInformation;

/**
 * What is done in a page that has just been opened, until it shows what the picture is of: each ends with what has to be
 * seen. What is read or drawn meanwhile is waited for by `stillPicture`.
 */
const STATES = {
  async empty(page) {
    await shows(page.getByRole('button', { name: /A lock beside the tree/ }));
  },
  async 'kernel-open'(page) {
    await opens(page, kernel);
    await shows(page.getByRole('heading', { name: 'Where to look first' }));
  },
  task_struct: (page) => struct(page, 'task_struct'),
  sk_buff: (page) => struct(page, 'sk_buff'),
  async 'address_space-bound'(page) {
    await pastes(page, REPORT);
    await opens(page, kernelWithDebugInformation);
    const bind = page.getByRole('button', { name: /^Bind to address_space / }).first();
    await shows(bind);
    // A candidate that comes later may stand before it, and the last have what all functions say.
    await shows(page.locator('[aria-label=Candidates][aria-busy=false]'));
    // By its key: in a small window of the page of before something lies over it.
    await bind.press('Enter');
    await shows(page.getByRole('heading', { level: 1, name: 'address_space' }));
    await shows(page.locator(HEAT));
    // The page of before says so while its tab loads, and not that it is busy.
    await page.getByText('Opening…').first().waitFor({ state: 'detached' });
  },
  'study-step-3': (page) => study(page),
  async compare(page) {
    await study(page);
    await page.keyboard.press('v');
    await shows(page.locator('[aria-label=Comparison] svg'));
  },
  async 'two-kernels'(page) {
    await opens(page, kernel);
    await opens(page, kernelWithDebugInformation);
  },
};

/** A field that a report gives heat to, or a prediction from one: after an edit the page of today shows that. */
const HEAT = '.hitmap-grid .cell:is(.measured, .predicted)';

/** In the page, if not in view: a small window may have it further down. */
function shows(locator) {
  return locator.first().waitFor({ state: 'attached' });
}

/** Opens a file and waits until all of it is read; what is in the list meanwhile is not all. */
async function opens(page, path) {
  await page.getByLabel('Files to open').setInputFiles(path);
  await shows(page.locator(`[aria-label="About ${basename(path)}"]`));
  await page.locator('[role=progressbar]').first().waitFor({ state: 'detached' });
}

async function struct(page, name) {
  await opens(page, kernel);
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
  await shows(page.locator('.hitmap-grid .cell'));
}

async function study(page) {
  await page.getByRole('button', { name: /A lock beside the tree/ }).click();
  for (let step = 1; step < STUDY_STEP; step += 1) {
    await page.getByRole('button', { name: 'Next' }).click();
  }
  await shows(page.getByText(new RegExp(`^${STUDY_STEP} of \\d+$`)));
  await shows(page.locator(HEAT));
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
      only: { type: 'string', multiple: true, default: [''] },
      large: { type: 'string' },
    },
  });
  const server = values.page === undefined ? await servePage() : null;
  const address = values.page ?? server.address;
  const { large } = values;
  for (const folder of [SHEETS, ...(large ? [large] : [])]) mkdirSync(folder, { recursive: true });
  const browser = await launchBrowser();
  try {
    for (const state of Object.keys(STATES).filter((each) =>
      values.only.some((some) => each.includes(some)),
    )) {
      const pictures = await picturesOf(browser, address, state);
      for (const { name, webp } of large === undefined ? [] : pictures) {
        writeFileSync(join(large, name), webp);
      }
      await writeSheet(browser, state, pictures);
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
      // Where one picture cannot be had, no sheet is written: one of another moment would be believed.
      const webp = await whatItShows(page, state).catch((error) => {
        throw new Stop(
          `${state}, ${size}, ${colorScheme}: ${String(error.message).split('\n')[0]}`,
        );
      });
      pictures.push({ name: `${state}-${size}-${colorScheme}.webp`, size, colorScheme, webp });
      await page.close();
    }
  }
  return pictures;
}

async function whatItShows(page, state) {
  await page.locator('html[data-prefetched=true]').waitFor();
  await STATES[state](page);
  // What is under the pointer is lit, and has its tooltip after a while.
  await page.mouse.move(0, 0);
  return stillPicture(page);
}

/** All sizes of a state below each other, light beside dark. */
async function writeSheet(browser, state, pictures) {
  const picture = (title, webp, width) =>
    `<figure><figcaption>${title}</figcaption><img width="${width}" src="data:image/webp;base64,${webp.toString('base64')}"></figure>`;
  const rows = Object.entries(SIZES).map(([size, [width]]) => {
    const shown = Math.min(SHOWN_WIDTH_PX, width);
    const cells = pictures
      .filter((each) => each.size === size)
      .map(({ colorScheme, webp }) => picture(`${size}, ${colorScheme}`, webp, shown));
    return `<div>${cells.join('')}</div>`;
  });
  const page = await browser.newPage({ viewport: { width: 100, height: 100 } });
  await page.setContent(
    `<style>body{margin:0;padding:8px;width:max-content;background:#888;font:12px sans-serif}div{display:flex}figure{margin:6px}img{display:block}</style>${rows.join('')}`,
  );
  // A picture is as high as it is once it is decoded.
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  const size = await page.evaluate(() => ({
    width: document.body.scrollWidth,
    height: document.body.scrollHeight,
  }));
  await page.setViewportSize(size);
  writeFileSync(join(SHEETS, `${state}.webp`), await stillPicture(page, WEBP_QUALITY));
  await page.close();
}

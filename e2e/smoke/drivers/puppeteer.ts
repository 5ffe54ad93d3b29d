import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, {
  type Browser,
  type ElementHandle,
  type KeyInput,
  type LaunchOptions,
  type Page,
} from 'puppeteer-core';
import { VIEWPORT, type ConsoleLine, type Driver, type Programs } from './driver';

/** Firefox by WebDriver BiDi, Chromium by its own protocol. */
export async function puppeteerDriver(
  engine: 'firefox' | 'chrome',
  { executable }: Programs,
): Promise<Driver> {
  const downloads = mkdtempSync(join(tmpdir(), 'hitmap-downloads-'));
  const browser = await puppeteer.launch({
    browser: engine,
    executablePath: executable,
    headless: true,
    defaultViewport: VIEWPORT,
    // Two cores that others use too.
    protocolTimeout: 300_000,
    timeout: 120_000,
    ...(engine === 'firefox' ? firefox(downloads) : CHROMIUM),
  });
  const lines: ConsoleLine[] = [];
  const [first = await browser.newPage()] = await browser.pages();
  const behind: Page[] = [];
  let page = first;
  const bringForward = async (next: Page) => {
    page = next;
    await page.setViewport(VIEWPORT);
    await page.bringToFront();
  };
  await bringForward(first);
  listenTo(first, lines);
  if (engine === 'chrome') await saveInto(browser, downloads);
  return {
    version: (await browser.version()).replace('/', ' '),
    downloads,
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    async openTab() {
      behind.push(page);
      const opened = await browser.newPage();
      listenTo(opened, lines);
      await bringForward(opened);
    },
    async closeTab() {
      const closed = page;
      await closed.close();
      await bringForward(behind.pop() ?? first);
    },
    evaluate: (expression) => page.evaluate(expression),
    async pointer(steps) {
      for (const step of steps) {
        if (step.kind === 'move') await page.mouse.move(step.x, step.y);
        else if (step.kind === 'down') await page.mouse.down();
        else await page.mouse.up();
      }
    },
    async chord(keys) {
      for (const key of keys) await page.keyboard.down(key as KeyInput);
      for (const key of keys.toReversed()) await page.keyboard.up(key as KeyInput);
    },
    type: (text) => page.keyboard.type(text),
    async giveFiles(css, paths) {
      const input = (await page.$(css)) as ElementHandle<HTMLInputElement> | null;
      if (input === null) throw new Error(`no ${css} on the page`);
      await input.uploadFile(...paths);
      await input.dispose();
    },
    screenshot: async (path) => void (await page.screenshot({ path })),
    takeConsole: () => Promise.resolve(lines.splice(0)),
    async close() {
      await browser.close();
      rmSync(downloads, { recursive: true, force: true });
    },
  };
}

/** Saves without asking, as a person has told it. */
function firefox(downloads: string): Partial<LaunchOptions> {
  return {
    extraPrefsFirefox: {
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.download.useDownloadDir': true,
      'browser.download.always_ask_before_handling_new_types': false,
    },
  };
}

// Root needs --no-sandbox.
const CHROMIUM: Partial<LaunchOptions> = {
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
};

async function saveInto(browser: Browser, downloadPath: string): Promise<void> {
  const session = await browser.target().createCDPSession();
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath });
}

function listenTo(page: Page, lines: ConsoleLine[]): void {
  page.on('console', (message) => {
    const type = message.type();
    lines.push({ isError: type === 'error', text: `${type}: ${message.text()}` });
  });
  page.on('pageerror', (error) =>
    lines.push({ isError: true, text: `uncaught: ${String(error)}` }),
  );
}

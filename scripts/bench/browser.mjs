// The built page in a real Chromium, and what it costs.
import { readFileSync } from 'node:fs';
import { launchBrowser } from '../lib/browser.mjs';
import { servePage } from '../lib/server.mjs';
import { root } from '../lib/tools.mjs';
import { installProbe } from './probe.mjs';

/** A person takes longer to find a file; the compiler's threads are done by then. */
const BEFORE_USE_MS = 1000;
/** How often the memory of the tab is looked at: its peak of private memory is kept nowhere. */
const MEMORY_MS = 20;

/**
 * Serves the built page of a checkout and starts browsers; `close` ends all.
 * @param {string} place the checkout
 */
export async function startBrowser(place = root) {
  const server = await servePage(place);
  const open = [];
  /** A fresh browser for each, so that memory and warm code of one measure are not another's. */
  async function blankPage() {
    const browser = await launchBrowser();
    open.push(browser);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(installProbe);
    return { page, browser };
  }
  return {
    address: server.address,
    /** Nothing is loaded yet. */
    blankPage,
    /** A page of somebody who has waited until all is there. */
    async newPage() {
      const { page, browser } = await blankPage();
      await page.goto(server.address);
      await untilPrefetched(page);
      await page.waitForTimeout(BEFORE_USE_MS);
      return { page, browser };
    },
    async close() {
      for (const browser of open) await browser.close();
      server.close();
    },
  };
}

export const untilPrefetched = (page) =>
  page.waitForSelector('html[data-prefetched]', { state: 'attached' });

/**
 * Counts the work of the page's main thread in ms of its processor time, as the browser counts it: nothing of the bench
 * runs in the page. What it returns gives the work since it was asked last: all of it, and script, style and layout.
 */
export async function countWork(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const now = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (name) => 1000 * metrics.find((each) => each.name === name).value;
    return {
      all: of('TaskDuration'),
      own: of('ScriptDuration') + of('RecalcStyleDuration') + of('LayoutDuration'),
    };
  };
  let last = await now();
  return async () => {
    const before = last;
    last = await now();
    // A page that was loaded since has begun to count anew.
    if (last.all < before.all) return last;
    return { all: last.all - before.all, own: last.own - before.own };
  };
}

/**
 * Watches the memory of the tab's process, workers with it, in bytes: the peak of all that was resident, the browser's
 * own code with it, and the peak of its private memory as far as looking at it every 20 ms tells. Nulls where the
 * system does not tell (it is read from /proc).
 */
export async function watchMemory(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const tabs = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  // The browser keeps a spare process for the next tab; the one that did the work is the larger.
  const largest = (field) => {
    const found = tabs.flatMap((id) => memoryOf(id, field) ?? []);
    return found.length > 0 ? Math.max(...found) : null;
  };
  let privateBytes = largest('RssAnon');
  const timer = setInterval(() => {
    privateBytes = Math.max(privateBytes ?? 0, largest('RssAnon') ?? 0) || null;
  }, MEMORY_MS);
  return () => {
    clearInterval(timer);
    return { peakBytes: largest('VmHWM'), privateBytes };
  };
}

/** The most memory that the tab's process ever had resident, in bytes; null where the system does not tell. */
export async function peakTabBytes(browser) {
  return (await watchMemory(browser))().peakBytes;
}

function memoryOf(pid, field) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kib = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
    return kib === undefined ? null : Number(kib) * 1024;
  } catch {
    return null;
  }
}

// The built page in a real Chromium, and what it costs.
import { readFileSync } from 'node:fs';
import { launchBrowser } from '../lib/browser.mjs';
import { servePage } from '../lib/server.mjs';
import { installProbe } from './probe.mjs';

/** A person takes longer to find a file; the compiler's threads are done by then. */
const BEFORE_USE_MS = 1000;

/** Serves the built page and starts the browser; `close` ends both. */
export async function startBrowser() {
  const server = await servePage();
  const open = [];
  return {
    /** A fresh browser for each, so that memory and warm code of one measure are not another's. */
    async newPage() {
      const browser = await launchBrowser();
      open.push(browser);
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.addInitScript(installProbe);
      await page.goto(server.address);
      await page.waitForSelector('html[data-prefetched]', { state: 'attached' });
      await page.waitForTimeout(BEFORE_USE_MS);
      return { page, browser };
    },
    async close() {
      for (const browser of open) await browser.close();
      server.close();
    },
  };
}

/**
 * The most memory that the tab's process ever had resident, in bytes, workers and the browser's own code
 * with it; null where the system does not tell (it is read from /proc).
 */
export async function peakTabBytes(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .flatMap(({ id }) => residentPeak(id) ?? []);
  // The browser keeps a spare process for the next tab; the one that did the work is the larger.
  return peaks.length > 0 ? Math.max(...peaks) : null;
}

function residentPeak(pid) {
  try {
    const kib = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib === undefined ? null : Number(kib) * 1024;
  } catch {
    return null;
  }
}

// The browser for the journeys: Playwright's own, or one that is on the machine, or the distribution's.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './debian.mjs';
import { root, run, Stop } from './tools.mjs';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Remembers that the download cannot be had here, so that each run does not wait for it again. */
const noDownload = join(root, '.cache/no-playwright-download');

/** A Chromium that the machine has besides Playwright's own, if any. */
function systemBrowser() {
  return process.env.HITMAP_CHROMIUM ?? SYSTEM.find((path) => existsSync(path));
}

/** The path of a Chromium; installs one where it must. */
export async function browserPath() {
  if (process.env.HITMAP_CHROMIUM) return process.env.HITMAP_CHROMIUM;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  const system = systemBrowser();
  if (system) return system;
  if (download(own)) return own;
  console.error('hitmap: installing Chromium from the distribution …');
  const installed = installPackages(['chromium']) && systemBrowser();
  if (installed) return installed;
  throw new Stop(
    'no browser for the tests: install Chromium (apt-get install chromium, or npx playwright install chromium), then run this again.',
  );
}

/** Starts a Chromium that fetches nothing of its own. */
export async function launchBrowser() {
  const { chromium } = await import('@playwright/test');
  return chromium.launch({
    executablePath: await browserPath(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });
}

function download(own) {
  const version = readFileSync(join(root, 'node_modules/@playwright/test/package.json'), 'utf8');
  if (existsSync(noDownload) && readFileSync(noDownload, 'utf8') === version) return false;
  console.error('hitmap: downloading a browser for the tests …');
  try {
    run(
      process.execPath,
      ['node_modules/@playwright/test/cli.js', 'install', 'chromium'],
      'could not download it',
      { quiet: true, timeout: 600_000 },
    );
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error('hitmap: that download cannot be had here; trying the distribution.');
    mkdirSync(join(root, '.cache'), { recursive: true });
    writeFileSync(noDownload, version);
    return false;
  }
  return own !== '' && existsSync(own);
}

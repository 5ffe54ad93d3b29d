// The browsers of the smoke besides Chromium: what the machine has, or what its distribution gives.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { browserPath } from './browser.mjs';
import { installPackages } from './debian.mjs';
import { Stop } from './tools.mjs';

/** @typedef {{ executable: string, screen?: string } | { missing: string }} Engine */

const FIND = { chromium, firefox, webkitgtk };

/** Where a browser is, or why it is not here and how to get it. @returns {Promise<Engine>} */
export async function findEngine(name) {
  const find = FIND[name];
  if (!find)
    throw new Stop(`no browser is called ${name}; there are ${Object.keys(FIND).join(', ')}.`);
  return find();
}

async function chromium() {
  return { executable: await browserPath() };
}

function firefox() {
  const found = () => process.env.HITMAP_FIREFOX ?? inPath('firefox-esr', 'firefox');
  const executable = found() ?? (install('firefox-esr') ? found() : undefined);
  if (executable) return { executable };
  return { missing: 'Firefox is not here (apt-get install firefox-esr, or HITMAP_FIREFOX=PATH)' };
}

function webkitgtk() {
  const packages = ['webkit2gtk-driver', 'xvfb'];
  const found = () => {
    const executable = inPath('WebKitWebDriver');
    const screen = inPath('Xvfb');
    return executable && screen ? { executable, screen } : undefined;
  };
  const engine = found() ?? (install(...packages) ? found() : undefined);
  if (engine) return engine;
  const hint = `apt-get install ${packages.join(' ')}`;
  return { missing: `WebKitGTK's driver or Xvfb is not here (${hint})` };
}

/** The first of these programs that PATH has. */
function inPath(...programs) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = programs.flatMap((program) => folders.map((folder) => join(folder, program)));
  return places.find((place) => existsSync(place));
}

/** Only where a run may change the machine: in a CI. */
const install = (...packages) => process.env.CI === 'true' && installPackages(packages);

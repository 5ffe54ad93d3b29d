// `npm run screenshots`: the pictures of the README, from the built page and the five-study data in it,
// so that they show what a stranger sees. Run it after a change of the look, and look at the result.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { browserPath } from './lib/browser.mjs';
import { page as builtPage } from './lib/steps.mjs';
import { root, runMain } from './lib/tools.mjs';

const PORT = 4175;
const folder = join(root, 'docs/screenshots');

await runMain(async () => {
  builtPage();
  const { preview } = await import('vite');
  const { chromium } = await import('@playwright/test');
  const server = await preview({ preview: { port: PORT, strictPort: true }, logLevel: 'error' });
  const browser = await chromium.launch({
    executablePath: await browserPath(),
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    await page.goto(`http://localhost:${PORT}/`);
    const shot = (name) => page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
    await shot('empty');
    await page.getByRole('button', { name: 'Try struct file of v6.14' }).click();
    await page.locator('[role=treeitem][data-path="f_ref"]').first().click();
    await page.mouse.move(700, 860);
    await shot('file');
    await drag(page, 'f_ref', 'f_flags');
    await shot('drag');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.close();
  }
  await browser.close();
  await server.close();
});

/** Holds a field over another one: the rest has made room. */
async function drag(page, from, to) {
  const middle = async (path) => {
    const box = await page.locator(`[role=treeitem][data-path="${path}"]`).first().boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const start = await middle(from);
  const end = await middle(to);
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.mouse.move(start[0] + 10, start[1] + 5, { steps: 4 });
  await page.mouse.move(...end, { steps: 10 });
  await page.waitForTimeout(300);
}

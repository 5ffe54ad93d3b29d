import { chromium } from '@playwright/test';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-background-networking'] });
async function shot(name, w, h, act) {
  const page = await browser.newPage({ viewport: { width: w, height: h }, colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto('http://localhost:4999/'); await act(page); await page.waitForTimeout(900);
  await page.screenshot({ path: `/tmp/v-${name}.png` });
  const y = await page.evaluate(() => document.querySelector('[role=treeitem]')?.getBoundingClientRect().y);
  const g = await page.evaluate(() => { const r = document.querySelector('[role=tree]')?.closest('div')?.getBoundingClientRect(); return r && [r.width, r.height, r.width*r.height/innerWidth/innerHeight]; });
  console.log(name, 'first cell y', y, g); await page.close();
}
const tree = (p) => p.getByText('A lock beside the tree').click();
const big = async (p) => { await p.getByLabel('Files to open').setInputFiles('/tmp/vmlinux.btf'); await p.getByRole('combobox', { name: 'Search structs' }).fill('task_struct'); await p.getByRole('option', { name: /task_struct/ }).first().click(); };
await shot('study', 1440, 900, tree);
await shot('kernel', 1440, 900, big);
await shot('short', 1280, 600, tree);
await shot('900', 900, 900, tree);
await shot('390', 390, 844, tree);
await browser.close();

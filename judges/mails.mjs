// `npm run check:mails -- [--shots FOLDER] KERNEL...`: posted mails, pasted into the page by Ctrl+V over nothing and over each
// kernel, beside what `hitmap review` says of them and what pahole says of the kernel. The mails are other people's texts,
// which may lie beside the checkout in `shared/mails`, or in the folder that HITMAP_MAILS names.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launchBrowser } from '../scripts/lib/browser.mjs';
import { servePage } from '../scripts/lib/server.mjs';
import { root, runMain, Stop } from '../scripts/lib/tools.mjs';

/** Only so that a run ends where something never comes. */
const WAIT_MS = 120_000;
/** Offsets that pahole has printed, by kernel and struct. */
const known = new Map();

const isRun = process.argv[1] === fileURLToPath(import.meta.url);
if (isRun) await runMain(check);

async function check() {
  const { values, positionals: kernels } = parseArgs({
    allowPositionals: true,
    options: { shots: { type: 'string' }, page: { type: 'string' } },
  });
  const folder = process.env.HITMAP_MAILS ?? join(root, '../shared/mails');
  if (!existsSync(folder))
    throw new Stop(`there are no mails in ${folder}: HITMAP_MAILS names another folder.`);
  const mails = readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort();
  if (values.shots !== undefined) mkdirSync(values.shots, { recursive: true });
  const served = values.page === undefined ? await servePage() : null;
  const browser = await launchBrowser();
  let wrong = 0;
  for (const mail of mails) {
    for (const kernel of [null, ...kernels]) {
      const path = join(folder, mail);
      const reviewed = review(kernel, path);
      const shown = await pasted(browser, values.page ?? served.address, {
        kernel,
        path,
        shots: values.shots,
      });
      const faults = [
        ...(shown.errors.length > 0 ? [`errors on the page: ${shown.errors.join(' | ')}`] : []),
        ...(reviewed !== null && shown.sentence !== plain(reviewed.sentence)
          ? [`the page has "${shown.sentence}", the command line "${plain(reviewed.sentence)}"`]
          : []),
        ...(reviewed === null || kernel === null ? [] : againstPahole(kernel, reviewed)),
      ];
      wrong += faults.length;
      const on = kernel === null ? 'nothing open' : basename(kernel);
      console.log(`${mail} over ${on}: ${reviewed?.kind ?? 'no struct'}`);
      console.log(`  ${shown.sentence ?? `(no struct) ${shown.notices.join(' | ')}`}`);
      for (const fault of faults) console.log(`  WRONG ${fault}`);
    }
  }
  await browser.close();
  served?.close();
  console.log(`${mails.length} mails, ${kernels.length} kernels and none: ${wrong} wrong`);
  process.exitCode = wrong > 0 ? 1 : 0;
}

function review(kernel, mail) {
  const args = [
    'dist-cli/hitmap.mjs',
    'review',
    ...(kernel === null ? [] : [kernel]),
    mail,
    '--json',
  ];
  const { stdout } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  try {
    return JSON.parse(stdout).structs[0] ?? null;
  } catch {
    return null;
  }
}

function plain(text) {
  return text.replaceAll('`', '');
}

/** The offsets that are said of the loaded struct are pahole's. */
export function againstPahole(kernel, { name, kind, pairs }) {
  const offsets = offsetsByPahole(kernel, name);
  if (offsets.size === 0) return [`pahole has no ${name} in ${kernel}`];
  const faults = [];
  for (const { a, b, before, after } of pairs) {
    const { aBytes, bBytes } = kind === 'applied' ? after : before;
    for (const [member, bytes] of [
      [a, aBytes],
      [b, bBytes],
    ]) {
      // Members of members are pahole's with `--expand_types`, which prints no paths.
      const stated = offsets.get(member);
      if (stated !== undefined && stated !== bytes)
        faults.push(`${name}.${member} is at ${bytes}, pahole says ${stated}`);
    }
  }
  return faults;
}

function offsetsByPahole(kernel, name) {
  const key = `${kernel} ${name}`;
  if (known.has(key)) return known.get(key);
  const { stdout } = spawnSync('pahole', ['-F', 'btf', '-C', name, kernel], { encoding: 'utf8' });
  const offsets = new Map();
  for (const line of stdout.split('\n')) {
    const [, member, offset] =
      /(\w+)(?:\[[^\]]*\])*(?: __attribute__\(\(.*\)\))?;\s*\/\*\s*(\d+)(?::\s*\d+)?\s+\d+ \*\//.exec(
        line,
      ) ?? [];
    const isPointerToFunction = /\(\*(\w+)\)/.exec(line)?.[1];
    const field = isPointerToFunction ?? member;
    if (field !== undefined && !offsets.has(field)) offsets.set(field, Number(offset));
  }
  known.set(key, offsets);
  return offsets;
}

async function pasted(browser, address, { kernel, path, shots }) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(address);
  if (kernel !== null) {
    await page.getByLabel('Files to open').setInputFiles(kernel);
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    // The second stage replaces the list.
    await page.waitForFunction(() => globalThis.document.querySelector('progress') === null);
  }
  await page.evaluate(
    (text) => globalThis.navigator.clipboard.writeText(text),
    readFileSync(path, 'utf8'),
  );
  await page.keyboard.press('Control+v');
  const story = page.getByRole('region', { name: 'The posted patch' });
  const notice = page.getByRole('region', { name: 'Messages' }).locator('details');
  await Promise.race([
    story.waitFor(),
    notice
      .filter({ hasText: /Open the kernel|changes no layout|hunk/ })
      .first()
      .waitFor(),
  ]).catch(() => undefined);
  // What is bound by itself comes a moment after.
  await page.waitForTimeout(3000);
  const isThere = (await story.count()) > 0;
  const sentence = isThere ? await story.locator('p').first().innerText() : null;
  const notices = await notice.allInnerTexts();
  errors.push(...(await page.getByRole('alert').allInnerTexts()));
  if (shots !== undefined) {
    await page.screenshot({
      path: join(
        shots,
        `${basename(path, '.txt')}-${kernel === null ? 'nothing' : basename(kernel)}.png`,
      ),
    });
  }
  await context.close();
  return { sentence, notices, errors };
}

// `npm run check:hostile [-- SECONDS [WORDS]]`: opens some two hundred hostile inputs in the built page and on the command line,
// those beside the checkout (`shared/cases/hostile`) too, and fails where the longest task of the page's thread takes
// more than 100 ms of the processor over that of the harmless input of its kind, where tab or command take more than
// 1.5 GB, where a command does not end in a minute, or where nothing is said. With SECONDS it stops after so many, as CI
// does; with WORDS it opens those alone that have them in their names.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { peakTabBytes, startBrowser } from '../../scripts/bench/browser.mjs';
import { watchTasks } from '../../scripts/bench/tasks.mjs';
import { heavyTexts } from './texts.mjs';
import { root, runMain, Stop } from '../../scripts/lib/tools.mjs';

const MOST_TASK_MS = 100;
const MOST_BYTES = 1.5e9;
const PATIENCE_MS = 60_000;
/** Nothing more comes of it then. */
const QUIET_MS = 600;
/** Characters of an address with which the browser itself takes time. */
const LONG_ADDRESS = 100_000;
/** Of each class, beside the harmless one. */
const EACH = 3;
const OTHERS = join(root, '../shared/cases/hostile');

/** What an input without a class of its own is compared with. */
const HARMLESS = {
  link: 'link: members',
  types: 'BTF: members',
  c: 'C: members',
  packed: 'gzip: zeros',
  text: 'C: members',
};

const seconds = Number(process.argv[2] ?? Number.POSITIVE_INFINITY);
const words = process.argv[3] ?? '';
const until = Date.now() + seconds * 1000;
const faults = [];

await runMain(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-hostile-'));
  const running = await startBrowser();
  console.log(`${cpus().length} processors, ${cpus()[0]?.model ?? 'unknown'}; load ${load()}`);
  try {
    const all = [...madeCases(folder), ...otherCases(), ...textCases(folder)];
    const cases = all.filter(({ name }) => name.includes(words));
    const twins = new Map();
    let opened = 0;
    for (const each of cases) {
      if (Date.now() > until) break;
      const command = commandOf(each);
      if (command !== null) judgeCommand(each, runCommand(command));
      const seen = await openInPage(running, each);
      if (each.isTwin) twins.set(each.name, seen.taskMs);
      const twinMs = twins.get(each.name) ?? twins.get(HARMLESS[each.kind]);
      const ownMs = each.kind === 'link' ? await addressMs(running, linkOf(each.path).length) : 0;
      judgePage(each, seen, twinMs === undefined ? undefined : Math.max(twinMs, ownMs));
      opened += 1;
    }
    console.log(`${opened} of ${cases.length} opened; load ${load()}`);
    if (opened === 0) throw new Stop('none was opened');
  } finally {
    await running.close();
    rmSync(folder, { recursive: true });
  }
  if (faults.length > 0) throw new Stop(faults.join('\n'));
});

/** In an order in which the first say something of every kind. */
function madeCases(folder) {
  const script = [
    'scripts/run-ts.mjs',
    'judges/hostile/cases.ts',
    folder,
    String(seconds < 1e6 ? 0 : EACH),
  ];
  const made = spawnSync(process.execPath, script, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (made.status !== 0) throw new Stop(`the inputs could not be made: ${made.stderr}`);
  const cases = JSON.parse(made.stdout.slice(made.stdout.indexOf('[')));
  const first = new Set(Object.values(HARMLESS));
  return [
    ...cases.filter(({ name, isTwin }) => isTwin && first.has(name)),
    ...cases.filter(({ name, isTwin }) => !isTwin || !first.has(name)),
  ];
}

function otherCases() {
  if (!existsSync(OTHERS)) return [];
  const kinds = { btf: ['types', 'top'], o: ['types', 'node'], c: ['c', 't'], txt: ['link', ''] };
  return readdirSync(OTHERS).flatMap((name) => {
    const [kind, struct] = kinds[name.split('.').at(-1)] ?? [];
    return kind === undefined ? [] : [{ name, kind, struct, size: 0, path: join(OTHERS, name) }];
  });
}

function textCases(folder) {
  return seconds < 1e6
    ? []
    : heavyTexts(folder, '').map(({ title, path }) => ({
        name: title,
        kind: 'text',
        size: 0,
        path,
      }));
}

function commandOf({ kind, path, struct }) {
  switch (kind) {
    case 'link':
      return ['open', path];
    case 'types':
    case 'c':
      return ['show', path, struct];
    case 'packed':
      return ['ls', path];
    default:
      return null;
  }
}

function runCommand(words) {
  const told =
    'process.on("exit",()=>process.stderr.write("\\npeak "+process.resourceUsage().maxRSS))';
  const hooked = ['--import', `data:text/javascript,${encodeURIComponent(told)}`];
  const run = spawnSync(process.execPath, [...hooked, 'dist-cli/hitmap.mjs', ...words], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: PATIENCE_MS,
  });
  const peak = /\npeak (\d+)$/.exec(run.stderr ?? '');
  return {
    isOver: run.error === undefined && run.signal === null,
    bytes: Number(peak?.[1] ?? 0) * 1024,
    said: (run.stderr ?? '').slice(0, peak?.index).trim() || run.stdout.trim(),
  };
}

function judgeCommand(each, { isOver, bytes, said }) {
  const title = `${each.name} (${each.size}), command`;
  if (!isOver) return void faults.push(`${title}: it does not end`);
  if (bytes > MOST_BYTES) faults.push(`${title}: ${megabytes(bytes)} MB`);
  if (said === '') faults.push(`${title}: nothing is said`);
  const own = /call stack|out of memory|fault of hitmap|unreachable/i.exec(said);
  if (own !== null) faults.push(`${title}: ${said.slice(0, 200)}`);
}

/** Opens it in a browser of its own, picks the struct where it is a file with one, and moves its first member. */
async function openInPage(running, { kind, path, struct }) {
  const { page, browser } = await running.newPage();
  const tasks = await watchTasks(browser);
  const before = await page.evaluate(shown);
  if (kind === 'link') {
    await page.evaluate((hash) => {
      globalThis.location.hash = hash;
    }, linkOf(path));
  } else await page.getByLabel('Files to open').setInputFiles(path);
  const answered = () =>
    page.waitForFunction(
      (was) =>
        globalThis.hitmapShown() !== was &&
        globalThis.document.querySelector('[role=progressbar]') === null,
      before,
      { timeout: PATIENCE_MS },
    );
  let isOver = await answered().then(
    () => true,
    () => false,
  );
  const row = page.getByRole('option', { name: new RegExp(`\\b${struct}\\b`) }).first();
  if (isOver && (kind === 'types' || kind === 'c') && (await row.isVisible())) {
    await row.click({ timeout: PATIENCE_MS });
    // Its members, or why they are not shown.
    isOver = await page
      .locator('[role=treeitem][data-path], [role=alert]')
      .first()
      .waitFor({ timeout: PATIENCE_MS })
      .then(
        () => true,
        () => false,
      );
  }
  await page.waitForTimeout(QUIET_MS);
  const member = page.locator('[role=treeitem][data-path]').first();
  if (isOver && (await member.isVisible())) {
    await member.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.waitForTimeout(QUIET_MS);
  }
  const said = isOver ? await page.evaluate(shown) : '';
  const taskMs = await tasks();
  const bytes = (await peakTabBytes(browser)) ?? 0;
  await browser.close();
  return { isOver, taskMs, bytes, said: said === before ? '' : said };
}

/** What the browser itself takes for an address of such a length, of a page that does nothing with it. */
async function addressMs(running, length) {
  if (length < LONG_ADDRESS) return 0;
  const { page, browser } = await running.blankPage();
  await page.goto(`${running.address}/robots.txt`);
  const tasks = await watchTasks(browser);
  await page.evaluate((count) => {
    globalThis.location.hash = 'A'.repeat(count);
  }, length);
  await page.waitForTimeout(QUIET_MS);
  const taskMs = await tasks();
  await browser.close();
  return taskMs ?? 0;
}

function linkOf(path) {
  return /#?hitmap\d+\.[\w-]*/.exec(readFileSync(path, 'utf8'))?.[0] ?? '';
}

function judgePage(each, { isOver, taskMs, bytes, said }, twinMs) {
  const over = taskMs === null || twinMs === undefined ? null : taskMs - twinMs;
  const title = `${each.name} (${each.size}), page`;
  console.log(
    `  ${`${each.name} (${each.size})`.padEnd(60)} ${String(Math.round(taskMs ?? 0)).padStart(5)} ms of the processor, ${String(megabytes(bytes)).padStart(5)} MB  ${said.slice(0, 100)}`,
  );
  if (!isOver) return void faults.push(`${title}: it does not answer`);
  if (over !== null && over > MOST_TASK_MS) {
    faults.push(
      `${title}: a task takes ${Math.round(over)} ms more than that of its harmless twin`,
    );
  }
  if (bytes > MOST_BYTES) faults.push(`${title}: ${megabytes(bytes)} MB`);
  if (said === '') faults.push(`${title}: nothing is said`);
  if (/call stack|out of memory/i.test(said)) faults.push(`${title}: ${said}`);
}

function megabytes(bytes) {
  return Math.round(bytes / 1e6);
}

function load() {
  return loadavg()[0].toFixed(1);
}

/** In the page: what a person sees of its answer. */
function shown() {
  globalThis.hitmapShown ??= () => {
    const parts = 'h1, [role=alert], [role=status], [aria-label="Loaded files"] li';
    return [...globalThis.document.querySelectorAll(parts)]
      .map((part) => part.textContent.trim().slice(0, 60))
      .join('; ');
  };
  return globalThis.hitmapShown();
}

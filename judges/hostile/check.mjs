// `npm run check:hostile [-- SECONDS [WORDS]]`: opens some two hundred hostile inputs in the built page and on the command line,
// those beside the checkout (`shared/cases/hostile`) too, and fails where the longest task of the page's thread takes
// more than 100 ms of the processor over that of the harmless input of its kind, where tab or command take more than
// 1.5 GB, where a command does not end in a minute, or where nothing is said. With SECONDS it stops after so many, as CI
// does; with WORDS it opens those alone that have them in their names.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { peakTabBytes, startBrowser } from '../../scripts/bench/browser.mjs';
import { watchTasks } from '../../scripts/bench/tasks.mjs';
import { importTs } from '../../scripts/lib/runTs.mjs';
import { root, runMain, Stop } from '../../scripts/lib/tools.mjs';

const MOST_TASK_MS = 100;
const MOST_BYTES = 1.5e9;
const PATIENCE_MS = 60_000;
/** Nothing more comes of it then. */
const QUIET_MS = 600;
/** Characters of an address with which the browser itself takes time. */
const LONG_ADDRESS = 100_000;
const OTHERS = join(root, '../shared/cases/hostile');

/** Files beside the checkout: their kinds by their endings, and the struct that each has. */
const OTHER_KINDS = {
  btf: ['types', 'top'],
  o: ['types', 'node'],
  c: ['c', 't'],
  txt: ['link', ''],
};

/** Of each kind: its files' ending, what one without a class of its own is compared with, and the command that opens it. */
const KINDS = {
  link: { ending: 'txt', harmless: 'link: members', command: ({ path }) => ['open', path] },
  types: { ending: 'btf', harmless: 'BTF: members', command: show },
  c: { ending: 'c', harmless: 'C: members', command: show },
  packed: { ending: 'gz', harmless: 'gzip: zeros', command: ({ path }) => ['ls', path] },
  text: { ending: 'txt', harmless: 'text: prose', command: () => null },
};

const seconds = Number(process.argv[2] ?? Number.POSITIVE_INFINITY);
const words = process.argv[3] ?? '';
const isShort = seconds < Number.POSITIVE_INFINITY;
/** Of each class, beside the harmless one. */
const each = isShort ? 1 : 3;
const until = Date.now() + seconds * 1000;
const faults = [];

const megabytes = (bytes) => Math.round(bytes / 1e6);
const load = () => loadavg()[0].toFixed(1);

await runMain(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-hostile-'));
  const running = await startBrowser();
  console.log(`${cpus().length} processors, ${cpus()[0]?.model ?? 'unknown'}; load ${load()}`);
  try {
    const all = [...(await madeCases()), ...otherCases()];
    const cases = all.filter(({ name }) => name.includes(words));
    const twins = new Map();
    let opened = 0;
    for (const made of cases) {
      if (Date.now() > until) break;
      const one = {
        ...made,
        path: made.path ?? join(folder, `${opened}.${KINDS[made.kind].ending}`),
      };
      if (made.make) writeFileSync(one.path, made.make(made.size));
      const command = KINDS[one.kind].command(one);
      if (command !== null) judge(`${one.name} (${one.size}), command`, runCommand(command));
      const seen = await openInPage(running, one);
      if (one.isTwin) twins.set(one.name, seen.taskMs);
      const twinMs = twins.get(one.name) ?? twins.get(KINDS[one.kind].harmless);
      const ownMs = one.kind === 'link' ? await addressMs(running, linkOf(one.path).length) : 0;
      judgePage(one, seen, twinMs === undefined ? undefined : Math.max(twinMs, ownMs));
      if (made.make) rmSync(one.path);
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

/** Of each class the harmless one, the largest and some between; first those that others are compared with. */
async function madeCases() {
  const { CLASSES, STRUCT } = await importTs('judges/hostile/classes.ts');
  let state = 1;
  // A step of a linear congruential generator (Numerical Recipes): the same cases on every machine.
  const draw = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const isFirst = ({ kind, name }) => KINDS[kind].harmless === name;
  // Nobody hands a draft over.
  const wanted = CLASSES.filter(({ kind }) => kind !== 'draft').filter(
    (made, place) => !isShort || isFirst(made) || (place % 5 === 0 && made.kind !== 'text'),
  );
  const cases = wanted.flatMap((made) => {
    const { from, to } = made;
    const sizes = [from, to];
    while (sizes.length <= each) sizes.push(Math.round(from * (to / from) ** draw()));
    return sizes.map((size, at) => ({ ...made, size, struct: STRUCT, isTwin: at === 0 }));
  });
  const twins = cases.filter((made) => made.isTwin && isFirst(made));
  return [...twins, ...cases.filter((made) => !twins.includes(made))];
}

function otherCases() {
  if (!existsSync(OTHERS)) return [];
  return readdirSync(OTHERS).flatMap((name) => {
    const [kind, struct] = OTHER_KINDS[name.split('.').at(-1)] ?? [];
    return kind === undefined ? [] : [{ name, kind, struct, size: 0, path: join(OTHERS, name) }];
  });
}

function show({ path, struct }) {
  return ['show', path, struct];
}

function runCommand(words) {
  const printPeak =
    'process.on("exit",()=>process.stderr.write("\\npeak "+process.resourceUsage().maxRSS))';
  const hooked = ['--import', `data:text/javascript,${encodeURIComponent(printPeak)}`];
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
    output: (run.stderr ?? '').slice(0, peak?.index).trim() || run.stdout.trim(),
  };
}

/** A sentence, in time and within the memory, from a command or the page. */
function judge(title, { isOver, bytes, output }) {
  if (!isOver) return void faults.push(`${title}: it does not end`);
  if (bytes > MOST_BYTES) faults.push(`${title}: ${megabytes(bytes)} MB`);
  if (output === '') faults.push(`${title}: nothing is said`);
  const own = /call stack|out of memory|fault of hitmap|unreachable/i.exec(output);
  if (own !== null) faults.push(`${title}: ${output.slice(0, 200)}`);
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
  const timeout = PATIENCE_MS;
  const inTime = (awaited) =>
    awaited.then(
      () => true,
      () => false,
    );
  let isOver = await inTime(
    page.waitForFunction(
      (was) =>
        globalThis.hitmapShown() !== was &&
        globalThis.document.querySelector('[role=progressbar]') === null,
      before,
      { timeout },
    ),
  );
  const row = page.getByRole('option', { name: new RegExp(`\\b${struct}\\b`) }).first();
  if (isOver && (kind === 'types' || kind === 'c') && (await row.isVisible())) {
    await row.click({ timeout });
    // Its members, or why they are not shown.
    isOver = await inTime(
      page.locator('[role=treeitem][data-path], [role=alert]').first().waitFor({ timeout }),
    );
  }
  await page.waitForTimeout(QUIET_MS);
  const member = page.locator('[role=treeitem][data-path]').first();
  if (isOver && (await member.isVisible())) {
    await member.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.waitForTimeout(QUIET_MS);
  }
  const output = isOver ? await page.evaluate(shown) : '';
  const taskMs = await tasks();
  const bytes = (await peakTabBytes(browser)) ?? 0;
  await browser.close();
  return { isOver, taskMs, bytes, output: output === before ? '' : output };
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

function judgePage({ name, size }, seen, twinMs) {
  const { taskMs, bytes, output } = seen;
  const title = `${name} (${size})`;
  const figures = `${String(Math.round(taskMs ?? 0)).padStart(5)} ms of the processor, ${String(megabytes(bytes)).padStart(5)} MB`;
  console.log(`  ${title.padEnd(60)} ${figures}  ${output.slice(0, 100)}`);
  judge(`${title}, page`, seen);
  const over = taskMs === null || twinMs === undefined ? 0 : taskMs - twinMs;
  if (over > MOST_TASK_MS) {
    const more = `${Math.round(over)} ms more than that of its harmless twin`;
    faults.push(`${title}, page: a task takes ${more}`);
  }
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

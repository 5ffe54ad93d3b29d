// `npm run bench [-- --against COMMIT]`: how fast the built page is in a real Chromium, each figure beside the native tool
// for the same file in the same run, and beside its budget. With --against the page and the command line of an earlier
// commit are built too, and take turns with this one's. It prints and asserts nothing: machines differ.
// `HITMAP_VMLINUX=FILE` takes a kernel that is there instead of fetching Debian's.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startBrowser } from './bench/browser.mjs';
import { builds } from './bench/builds.mjs';
import { hitmap } from './bench/commandLine.mjs';
import { downloads } from './bench/download.mjs';
import {
  kilobytes,
  median,
  megabytes,
  ms,
  quantile,
  sayEach,
  spread,
  stated,
} from './bench/figures.mjs';
import { benchLinks } from './bench/links.mjs';
import { hasPahole, paholeSizes } from './bench/native.mjs';
import { loadPage, openFile, openLink, openSource, openStudy } from './bench/opening.mjs';
import { benchShow } from './bench/showing.mjs';
import { benchSuggestions } from './bench/suggesting.mjs';
import {
  blankFrames,
  dragFrames,
  FIRST_PICK,
  keystrokes,
  pick,
  structsToPick,
} from './bench/using.mjs';
import { debianVmlinux } from './lib/debian.mjs';
import { root, runMain, Stop } from './lib/tools.mjs';

const RUNS = 9;
/** Browsers in which something is dragged: each gives more than a hundred frames. */
const DRAGS = 3;
const KERNEL_BTF = '/sys/kernel/btf/vmlinux';
const LARGE_MEMBERS = 10_000;

await runMain(async () => {
  const measured = builds(commitAsked());
  console.log(
    `${cpus().length} processors, ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()[0].toFixed(1)}; this checkout: ${measured[0].name}`,
  );
  if (!hasPahole()) console.log('pahole is not installed (package dwarves): no reference figures.');
  benchDownloads(measured);
  benchLinks(KERNEL_BTF);
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-bench-'));
  const running = [];
  try {
    if (existsSync(KERNEL_BTF)) {
      // Files of /sys state no size that a browser would believe.
      const btf = join(folder, 'vmlinux.btf');
      copyFileSync(KERNEL_BTF, btf);
      benchShow(btf, measured, folder);
      for (const build of measured)
        running.push({ ...build, ...(await startBrowser(build.place)) });
      await benchCold(running, btf);
      await benchBtf(running, btf);
      await benchDrags(running, btf, folder);
      await benchUse(running, btf);
      await benchSuggestions(running[0], btf);
    } else console.log(`\nleft out: this system has no ${KERNEL_BTF}`);
    if (running.length === 0) {
      for (const build of measured)
        running.push({ ...build, ...(await startBrowser(build.place)) });
    }
    await benchVmlinux(running);
  } finally {
    for (const each of running) await each.close();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log('\nThe model by itself, processor time');
  spawnSync(process.execPath, ['scripts/run-ts.mjs', 'scripts/bench-model.ts'], {
    cwd: root,
    stdio: 'inherit',
  });
});

function commitAsked() {
  try {
    const { values } = parseArgs({ options: { against: { type: 'string' } } });
    return values.against ?? null;
  } catch (error) {
    throw new Stop(`${error.message} (npm run bench [-- --against COMMIT])`);
  }
}

/** Runs `measure` for each build in turn, so that a machine that is busy for a while is so for all. */
async function inTurns(running, runs, measure) {
  const taken = new Map(running.map((each) => [each.name, []]));
  for (let run = 0; run < runs; run += 1) {
    for (const each of running) taken.get(each.name).push(await measure(each));
  }
  return (build, field, unit) =>
    stated(
      taken.get(build.name).map((figures) => figures[field]),
      unit,
    );
}

function benchDownloads(measured) {
  console.log('\nFirst page load, gzip');
  const size = new Map(measured.map((build) => [build.name, downloads(build)]));
  const of = (field) => (build) => kilobytes(size.get(build.name)[field]);
  sayEach('scripts', measured, of('scriptBytes'), { budget: '200 KB' });
  sayEach('styles', measured, of('styleBytes'));
  sayEach('WASM, as its lazy script', measured, of('wasmBytes'), { budget: '400 KB' });
}

async function benchCold(running, btf) {
  console.log('\nWho has not waited: a fresh browser, nothing loaded');
  const visit = await inTurns(running, RUNS, loadPage);
  sayEach('a visit, to the first screen', running, (build) => visit(build, 'screenMs'));
  sayEach("… main thread's work until all is there", running, (build) => visit(build, 'workMs'), {
    budget: '280 ms',
  });
  const link = hitmap('link', btf, 'mm_struct').trim();
  const opened = await inTurns(running, RUNS, (each) => openLink(each, link));
  sayEach('a link, to its struct on screen', running, (build) => opened(build, 'structMs'));
  sayEach("… main thread's work", running, (build) => opened(build, 'workMs'));
  const dropped = await inTurns(running, RUNS, async (each) => {
    const { browser, ...figures } = await openFile(each, btf, {
      pickFirst: false,
      hasWaited: false,
    });
    await browser.close();
    return figures;
  });
  sayEach('raw BTF dropped at once, to its list', running, (build) => dropped(build, 'listMs'));
  sayEach("… main thread's work", running, (build) => dropped(build, 'workMs'));
}

async function benchBtf(running, btf) {
  console.log('\nRaw BTF of the running kernel, for who has waited');
  const native = [];
  let types = 0;
  const taken = await inTurns(running, RUNS, async (each) => {
    native.push(paholeSizes('btf', btf));
    const { page, browser, ...figures } = await openFile(each, btf, { pickFirst: false });
    ({ types } = figures);
    const pickMs = await pick(page, FIRST_PICK);
    await browser.close();
    return { ...figures, pickMs };
  });
  sayEach(`drop to list (${types} types)`, running, (build) => taken(build, 'listMs'), {
    budget: '1.1 of pahole',
    reference: beside('btf', native),
  });
  sayEach("… main thread's work", running, (build) => taken(build, 'workMs'));
  sayEach(`${FIRST_PICK}, picked first`, running, (build) => taken(build, 'pickMs'), {
    budget: '85 ms',
  });
}

async function benchDrags(running, btf, folder) {
  console.log("\nDrag frames, main thread's work, less what a blank page costs");
  const large = join(folder, 'large.c');
  const members = Array.from({ length: LARGE_MEMBERS }, (_, at) => `\tint m${at};`);
  writeFileSync(large, `struct large {\n${members.join('\n')}\n};\n`);
  const cases = [
    { name: FIRST_PICK, open: (each) => openFile(each, btf, { pickFirst: false }), picks: true },
    {
      name: `a struct of ${LARGE_MEMBERS} members`,
      open: (each) => openSource(each, large),
      picks: false,
    },
    { name: 'address_space over its hot line', open: openStudy, picks: false },
  ];
  for (const { name, open, picks } of cases) {
    const frames = new Map(running.map((each) => [each.name, []]));
    const blank = [];
    for (let run = 0; run < DRAGS; run += 1) {
      for (const each of running) {
        const { page, browser } = await open(each);
        if (picks) await pick(page, FIRST_PICK);
        frames.get(each.name).push(...(await dragFrames(page)));
        blank.push(...(await blankFrames(page)));
        await browser.close();
      }
    }
    const of = (build, field) => frames.get(build.name).map((frame) => frame[field]);
    const least = blank.map(({ all }) => all);
    const less = (build, sum) => ms(Math.max(0, sum(of(build, 'all')) - sum(least)));
    const p95 = (values) => quantile(values, 0.95);
    const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
    sayEach(`${name}: script, style, layout`, running, (build) => spread(of(build, 'own')), {
      budget: picks ? 'p95 4 ms' : '',
    });
    sayEach(
      '… whole task',
      running,
      (build) => `p95 ${less(build, p95)}, mean ${less(build, mean)}`,
      {
        budget: picks ? 'p95 7 ms' : open === openStudy ? '' : 'mean 10 ms',
        reference: `blank page p95 ${ms(p95(least))}`,
      },
    );
  }
}

async function benchUse(running, btf) {
  console.log('\nUse, on the same list');
  const keys = new Map();
  const picks = new Map();
  for (const each of running) {
    const { page, browser } = await openFile(each, btf, { pickFirst: false });
    keys.set(each.name, await keystrokes(page));
    await pick(page, FIRST_PICK);
    picks.set(each.name, []);
    for (const name of structsToPick(btf)) picks.get(each.name).push(await pick(page, name));
    await browser.close();
  }
  const of = (figures) => (build) => spread(figures.get(build.name));
  sayEach('a letter in the search box to its list', running, of(keys));
  sayEach(`${picks.get(running[0].name).length} others, the largest too`, running, of(picks), {
    budget: '50 ms',
  });
}

async function benchVmlinux(running) {
  const file = debianVmlinux();
  console.log('\nA kernel with BTF and DWARF, in the page cache');
  if (file === null) {
    console.log(
      process.env.HITMAP_VMLINUX
        ? `  left out: HITMAP_VMLINUX names no file: ${process.env.HITMAP_VMLINUX}`
        : '  left out: no linux-image-*-cloud-amd64-dbg could be fetched through apt. Name a vmlinux with HITMAP_VMLINUX=FILE.',
    );
    return;
  }
  readFileSync(file);
  const native = [];
  let types = 0;
  const taken = await inTurns(running, RUNS, async (each) => {
    if (native.length < RUNS) native.push(paholeSizes('dwarf', file));
    const { browser, ...figures } = await openFile(each, file, { pickFirst: true });
    ({ types } = figures);
    await browser.close();
    return figures;
  });
  const of = (field, unit) => (build) => taken(build, field, unit);
  const size = megabytes(statSync(file).size);
  sayEach(`drop to first list (${size})`, running, of('listMs'));
  sayEach('drop to first struct on screen', running, of('structMs'), { budget: '250 ms' });
  sayEach(`drop to complete list (${types} types)`, running, of('completeMs'), {
    budget: '0.065 of pahole',
    reference: beside('dwarf', native),
  });
  sayEach('drop to members, holes, padding of all', running, of('allMs'));
  sayEach("… main thread's work until then", running, of('workMs'));
  sayEach("the tab's private memory, peak", running, of('privateBytes', megabytes), {
    budget: '230 MB',
  });
  sayEach("the tab's process, peak resident", running, of('peakBytes', megabytes), {
    budget: '360 MB',
  });
}

function beside(format, native) {
  const runs = native.filter((run) => run !== null);
  if (runs.length === 0) return 'no pahole to compare with';
  return `pahole -F ${format} ${ms(median(runs.map((run) => run.ms)))} (${runs[0].types} types)`;
}

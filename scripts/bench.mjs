// `npm run bench`: how fast the built page is in a real Chromium, each figure beside the native tool for
// the same file in the same run, and beside its budget. It prints and asserts nothing: machines differ.
// `HITMAP_VMLINUX=FILE` takes a kernel that is there instead of fetching Debian's.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBrowser } from './bench/browser.mjs';
import { downloads } from './bench/download.mjs';
import { kilobytes, median, megabytes, ms, quantile, say } from './bench/figures.mjs';
import { benchLinks } from './bench/links.mjs';
import { hasPahole, paholeSizes } from './bench/native.mjs';
import { openFile } from './bench/opening.mjs';
import { benchShow } from './bench/showing.mjs';
import { benchSuggestions } from './bench/suggesting.mjs';
import { dragFrames, FIRST_PICK, keystrokes, pick, structsToPick } from './bench/using.mjs';
import { debianVmlinux } from './lib/debian.mjs';
import { commandLine, page as builtPage } from './lib/steps.mjs';
import { root, runMain } from './lib/tools.mjs';

const RUNS = 5;
const KERNEL_BTF = '/sys/kernel/btf/vmlinux';

await runMain(async () => {
  commandLine();
  builtPage();
  console.log(`${cpus().length} processors, ${cpus()[0]?.model ?? 'unknown'}`);
  if (!hasPahole()) console.log('pahole is not installed (package dwarves): no reference figures.');
  benchDownloads();
  benchLinks(KERNEL_BTF);
  if (existsSync(KERNEL_BTF)) benchShow(KERNEL_BTF);
  console.log('\nThe model by itself, processor time');
  spawnSync(process.execPath, ['scripts/run-ts.mjs', 'bench-model'], {
    cwd: root,
    stdio: 'inherit',
  });
  const running = await startBrowser();
  try {
    await benchBtf(running);
    await benchVmlinux(running);
  } finally {
    await running.close();
  }
});

function benchDownloads() {
  const { scriptBytes, styleBytes, wasmBytes } = downloads();
  console.log('\nFirst page load, gzip');
  say('scripts', kilobytes(scriptBytes), { budget: '250 KB' });
  say('styles', kilobytes(styleBytes));
  say('WASM, as its lazy script', kilobytes(wasmBytes), { budget: '350 KB' });
}

async function benchBtf(running) {
  console.log('\nRaw BTF of the running kernel, worker prewarmed');
  if (!existsSync(KERNEL_BTF)) {
    console.log(`  left out: this system has no ${KERNEL_BTF}`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-bench-'));
  try {
    // Files of /sys state no size that a browser would believe.
    const file = join(folder, 'vmlinux.btf');
    copyFileSync(KERNEL_BTF, file);
    const [opened, native, firstPicks] = [[], [], []];
    for (let run = 0; run < RUNS; run += 1) {
      native.push(paholeSizes('btf', file));
      const { page, browser, ...figures } = await openFile(running, file, { pickFirst: false });
      opened.push(figures);
      firstPicks.push(await pick(page, FIRST_PICK));
      await browser.close();
    }
    const own = median(opened.map(({ listMs }) => listMs));
    say(`drop to list (${opened[0].types} types)`, ms(own), {
      budget: '100 ms',
      reference: beside('btf', own, native),
    });
    say(`${FIRST_PICK}, picked first`, ms(median(firstPicks)), { budget: '50 ms' });
    await benchUse(running, file);
    await benchSuggestions(running, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
  const [opened, native] = [[], []];
  for (let run = 0; run < 3; run += 1) {
    native.push(paholeSizes('dwarf', file));
    const { browser, ...figures } = await openFile(running, file, { pickFirst: true });
    opened.push(figures);
    await browser.close();
  }
  const middle = (name) => median(opened.flatMap((figures) => figures[name] ?? []));
  const complete = middle('completeMs') ?? middle('allMs');
  say(`drop to first list (${megabytes(statSync(file).size)})`, ms(middle('listMs')));
  say('drop to first struct on screen', ms(middle('structMs')), { budget: '300 ms' });
  say(`drop to complete list (${opened[0].types} types)`, ms(complete), {
    budget: '1/10 of pahole',
    reference: beside('dwarf', complete, native),
  });
  say('drop to members, holes, padding of all', ms(middle('allMs')));
  const peak = middle('peakBytes');
  say("the tab's process, peak resident", peak === null ? 'unknown here' : megabytes(peak), {
    budget: '600 MB',
  });
}

async function benchUse(running, file) {
  const { page, browser } = await openFile(running, file, { pickFirst: false });
  const keys = await keystrokes(page);
  await pick(page, FIRST_PICK);
  const picks = [];
  for (const name of structsToPick(file)) picks.push(await pick(page, name));
  await pick(page, FIRST_PICK);
  const frames = await dragFrames(page);
  await browser.close();
  console.log('\nUse, on the same list');
  say('a letter in the search box to its list', spread(keys));
  say(`${picks.length} others, the largest too`, spread(picks), { budget: '50 ms' });
  say(`one drag frame on task_struct, of ${frames.length}`, spread(frames), {
    budget: 'p95 under 8 ms',
  });
}

function spread(values) {
  if (values.length === 0) return 'not measured';
  const [middle, most] = [median(values), quantile(values, 0.95)];
  return `p50 ${ms(middle)}, p95 ${ms(most)}, max ${ms(Math.max(...values))}`;
}

function beside(format, ownMs, native) {
  const runs = native.filter((run) => run !== null);
  if (runs.length === 0) return 'no pahole to compare with';
  const nativeMs = median(runs.map((run) => run.ms));
  return `pahole -F ${format} ${ms(nativeMs)} (${runs[0].types} types), ratio ${(ownMs / nativeMs).toFixed(2)}`;
}

// `npm run fuzz [-- TARGET… --seconds N --minimise]`: every fuzz target (or those named) for ten minutes each, one
// after the other: those of wasm/fuzz with at most 1 GB and 10 seconds an input, then those of what is read in
// TypeScript (`texts.ts`), from the seed `HITMAP_SEED` or 1. Ends non-zero on a finding. `--minimise` first takes every input out of the corpus that reaches nothing that another one does not.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { runTs } from '../../scripts/lib/runTs.mjs';
import { requireRust, root, runMain, Stop, output } from '../../scripts/lib/tools.mjs';

const fuzz = join(root, 'wasm/fuzz');
const DEFAULT_SECONDS = 600;

// Longest input, in bytes. What a reader does with the second hundred rows it does with the first; short inputs
// are read more often. What is slow or large only in long texts is asked by the tests (crates/perf/tests/scaling).
const MAX_BYTES = { csource: 2048, perf_text: 2048 };
const DEFAULT_MAX_BYTES = 4096;

const TEXTS = ['links', 'edit_words'];

const corpusOf = (target) => `corpus/${target}`;
const maxLength = (target) => `-max_len=${MAX_BYTES[target] ?? DEFAULT_MAX_BYTES}`;

await runMain(async () => {
  const { seconds, minimise, named } = options(process.argv.slice(2));
  const readers = readdirSync(join(fuzz, 'fuzz_targets')).map((file) => file.replace(/\.rs$/, ''));
  const all = [...readers, ...TEXTS];
  const unknown = named.find((target) => !all.includes(target));
  if (unknown) throw new Stop(`there is no fuzz target "${unknown}"; there are ${all.join(', ')}.`);
  const wanted = named.length > 0 ? named : all;

  const found = [];
  for (const target of wanted) {
    if (TEXTS.includes(target)) {
      console.log(`\n── ${target}, ${seconds} s`);
      const seed = process.env.HITMAP_SEED ?? '1';
      await runTs('judges/fuzz/texts.ts', [target, String(seconds), seed]);
      if (process.exitCode === 1) found.push(target);
      continue;
    }
    requireFuzz();
    mkdirSync(join(fuzz, corpusOf(target)), { recursive: true });
    if (minimise) {
      console.log(`\n── ${target}, its corpus`);
      cargoFuzz(['cmin', target, corpusOf(target), '--', maxLength(target)]);
    }
    console.log(`\n── ${target}, ${seconds} s`);
    if (!run(target, seconds)) found.push(target);
  }
  console.log(found.length === 0 ? '\nno findings' : `\nfindings in: ${found.join(', ')}`);
  process.exitCode = found.length > 0 ? 1 : 0;
});

function requireFuzz() {
  requireRust();
  if (output('cargo', ['+nightly', 'fuzz', '--version']) === null) {
    throw new Stop(
      'fuzzing needs nightly Rust and cargo-fuzz: run "rustup toolchain install nightly" and "cargo install cargo-fuzz".',
    );
  }
}

function run(target, seconds) {
  const seeds = `seeds/${target}`;
  const folders = existsSync(join(fuzz, seeds)) ? [corpusOf(target), seeds] : [corpusOf(target)];
  const limits = [`-max_total_time=${seconds}`, '-rss_limit_mb=1024', '-timeout=10'];
  return cargoFuzz(['run', target, ...folders, '--', maxLength(target), ...limits]);
}

function cargoFuzz(args) {
  const started = spawnSync('cargo', ['+nightly', 'fuzz', ...args], {
    cwd: fuzz,
    stdio: 'inherit',
  });
  return started.status === 0;
}

function options(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { seconds: { type: 'string' }, minimise: { type: 'boolean' } },
  });
  const seconds = Number(values.seconds ?? DEFAULT_SECONDS);
  if (!Number.isInteger(seconds) || seconds < 1) {
    throw new Stop('--seconds takes a whole number from 1.');
  }
  return { seconds, minimise: values.minimise === true, named: positionals };
}

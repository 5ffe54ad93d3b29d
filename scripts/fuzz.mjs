// `npm run fuzz [-- TARGET… --seconds N]`: every fuzz target of wasm/fuzz (or those named) for ten minutes
// each, one after the other, with at most 1 GB and 10 seconds an input. Ends non-zero on a finding.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { requireRust, root, runMain, Stop, output } from './lib/tools.mjs';

const fuzz = join(root, 'wasm/fuzz');
const DEFAULT_SECONDS = 600;

await runMain(() => {
  requireRust();
  if (output('cargo', ['+nightly', 'fuzz', '--version']) === null) {
    throw new Stop(
      'fuzzing needs nightly Rust and cargo-fuzz: run "rustup toolchain install nightly" and "cargo install cargo-fuzz".',
    );
  }
  const { seconds, named } = options(process.argv.slice(2));
  const all = readdirSync(join(fuzz, 'fuzz_targets')).map((file) => file.replace(/\.rs$/, ''));
  const unknown = named.find((target) => !all.includes(target));
  if (unknown) throw new Stop(`there is no fuzz target "${unknown}"; there are ${all.join(', ')}.`);

  const found = [];
  for (const target of named.length > 0 ? named : all) {
    console.log(`\n── ${target}, ${seconds} s`);
    if (!run(target, seconds)) found.push(target);
  }
  console.log(found.length === 0 ? '\nno findings' : `\nfindings in: ${found.join(', ')}`);
  if (found.length > 0) process.exitCode = 1;
});

function run(target, seconds) {
  const corpus = `corpus/${target}`;
  const seeds = `seeds/${target}`;
  mkdirSync(join(fuzz, corpus), { recursive: true });
  const folders = existsSync(join(fuzz, seeds)) ? [corpus, seeds] : [corpus];
  const limits = [`-max_total_time=${seconds}`, '-rss_limit_mb=1024', '-timeout=10'];
  const args = ['+nightly', 'fuzz', 'run', target, ...folders, '--', ...limits];
  return spawnSync('cargo', args, { cwd: fuzz, stdio: 'inherit' }).status === 0;
}

function options(args) {
  const named = [...args];
  const at = named.indexOf('--seconds');
  if (at < 0) return { seconds: DEFAULT_SECONDS, named };
  const [, value] = named.splice(at, 2);
  const seconds = Number(value);
  if (!Number.isInteger(seconds) || seconds < 1) {
    throw new Stop('--seconds takes a whole number from 1.');
  }
  return { seconds, named };
}

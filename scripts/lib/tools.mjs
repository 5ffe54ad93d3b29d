// What the project needs on a machine before anything else runs. Plain Node: npm packages may not be
// there yet. A missing or old tool is one sentence with the remedy, never a stack.
import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Vite and its plugins state `^20.19 || >=22.12`. */
const MINIMUM_NODE = [20, 19];
/** Edition 2024. */
const MINIMUM_RUST = [1, 85];
const WASM_TARGET = 'wasm32-unknown-unknown';

/** A failure that a person can act on: its message is all that is printed. */
export class Stop extends Error {}

/** Runs `main` and turns a `Stop` into its sentence and exit code 1. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(`hitmap: ${error.message}`);
    process.exitCode = 1;
  }
}

function atLeast(version, [major, minor]) {
  const found = /(\d+)\.(\d+)/.exec(version);
  if (!found) return false;
  const [, foundMajor, foundMinor] = found.map(Number);
  return foundMajor > major || (foundMajor === major && foundMinor >= minor);
}

/** What a command prints, or null where it cannot be started or fails. */
export function output(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, encoding: 'utf8', ...options });
  return done.status === 0 ? done.stdout : null;
}

export function requireNode() {
  if (!atLeast(process.versions.node, MINIMUM_NODE)) {
    throw new Stop(
      `Node ${process.versions.node} is too old; Hitmap needs ${MINIMUM_NODE.join('.')} or later (https://nodejs.org).`,
    );
  }
}

/** Checks rustc, and adds the wasm target where rustup can. */
export function requireRust() {
  const version = output('rustc', ['--version']);
  if (version === null) {
    throw new Stop(
      'Rust is missing; install it by rustup (https://rustup.rs), then run this again in a new shell.',
    );
  }
  if (!atLeast(version, MINIMUM_RUST)) {
    throw new Stop(
      `${version.trim()} is too old; Hitmap needs ${MINIMUM_RUST.join('.')} or later: run "rustup update stable".`,
    );
  }
  const sysroot = output('rustc', ['--print', 'target-libdir', '--target', WASM_TARGET]);
  const installed = output('rustup', ['target', 'list', '--installed']);
  if (installed?.split('\n').includes(WASM_TARGET)) return;
  if (installed === null) {
    // A distribution's Rust: fine if it brings the target's standard library.
    if (sysroot !== null && output('ls', [sysroot.trim()]) !== null) return;
    throw new Stop(
      `rustup is missing, and this Rust has no ${WASM_TARGET} target; install Rust by rustup (https://rustup.rs).`,
    );
  }
  run('rustup', ['target', 'add', WASM_TARGET], `could not add the Rust target ${WASM_TARGET}`);
}

/** Runs a command with its output shown; a failure stops with `otherwise`. */
export function run(command, args, otherwise, options = {}) {
  const { quiet = false, ...rest } = options;
  const done = spawnSync(command, args, {
    cwd: root,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 2, 2],
    encoding: 'utf8',
    ...rest,
  });
  if (done.error?.code === 'ENOENT') throw new Stop(`${otherwise}: "${command}" was not found.`);
  if (done.status !== 0) {
    if (quiet) console.error(`${done.stdout ?? ''}${done.stderr ?? ''}`);
    throw new Stop(`${otherwise} (the output above says why).`);
  }
}

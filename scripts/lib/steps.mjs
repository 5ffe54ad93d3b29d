// Set-up in steps that are skipped while their inputs are unchanged. A stamp is a hash of the inputs'
// bytes, so that a checkout's file times do not matter.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { requireNode, requireRust, root, run } from './tools.mjs';

const stamps = join(root, '.cache/stamps');
const IGNORED = new Set(['node_modules', 'target', 'pkg', 'generated', 'dist', '.cache']);

function* filesBelow(path) {
  const entries = readdirSync(path, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (IGNORED.has(entry.name)) continue;
    const child = join(path, entry.name);
    if (entry.isDirectory()) yield* filesBelow(child);
    else if (entry.isFile() && !/\.test\.tsx?$|\.md$/.test(entry.name)) yield child;
  }
}

function hashOf(inputs) {
  const hash = createHash('sha256');
  hash.update(process.version);
  const readable = new Set();
  for (const input of inputs) {
    const path = join(root, input);
    if (!existsSync(path)) continue;
    try {
      for (const file of filesBelow(path)) readable.add(file);
    } catch {
      readable.add(path);
    }
  }
  for (const file of readable) {
    hash.update(relative(root, file));
    hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Runs `action` unless `outputs` exist and were made from the same `inputs` (files or folders). */
function step(name, { inputs, outputs, says, action }) {
  const stamp = join(stamps, name);
  const hash = hashOf(inputs);
  const fresh =
    outputs.every((path) => existsSync(join(root, path))) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hash;
  if (fresh) return;
  console.error(`hitmap: ${says} …`);
  rmSync(stamp, { force: true });
  const started = performance.now();
  action();
  console.error(`hitmap: … took ${((performance.now() - started) / 1000).toFixed(0)} s`);
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, hash);
}

function npmPackages() {
  requireNode();
  step('npm', {
    // The lock names all that is installed; a new script in package.json installs nothing.
    inputs: ['package-lock.json'],
    outputs: ['node_modules/.package-lock.json', 'node_modules/vite/package.json'],
    says: 'installing npm packages',
    action: () =>
      run('npm', ['ci', '--no-audit', '--no-fund'], 'could not install the npm packages', {
        shell: process.platform === 'win32',
      }),
  });
}

/** What `cargo modules` writes. */
export const WASM_MODULES = ['types', 'reports', 'source', 'code', 'names'].map(
  (name) => `hitmap_${name}`,
);

const wasmInputs = [
  'wasm/Cargo.toml',
  'wasm/Cargo.lock',
  'wasm/crates',
  'wasm/modules',
  'scripts/lib',
];

export function wasm() {
  npmPackages();
  step('wasm', {
    inputs: wasmInputs,
    outputs: WASM_MODULES.map((name) => `wasm/pkg/${name}_bg.wasm`),
    says: 'building the WASM module (a minute or two the first time)',
    action: () => {
      requireRust();
      run('cargo', ['modules'], 'could not build the WASM module', {
        cwd: join(root, 'wasm'),
      });
    },
  });
}

/** The samples of perf's texts: git has their checksums, the crate `corpus` writes them. */
export function corpus() {
  step('corpus', {
    inputs: ['wasm/Cargo.lock', 'wasm/testing/corpus', 'wasm/xtask'],
    outputs: ['corpus/address_space-before-5.15.txt'],
    says: 'writing the samples of perf’s texts (corpus/)',
    action: () => {
      requireRust();
      run('cargo', ['xtask', 'corpus', '--samples'], 'could not write corpus/', {
        cwd: join(root, 'wasm'),
      });
    },
  });
}

const vite = (args, failure) =>
  run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', ...args], failure, {
    quiet: true,
  });

/** Builds the page, the command line or the page as one file from nothing, into a folder below the checkout. */
export function buildInto(what, folder) {
  const { config, failure } = BUILDS[what];
  const into = ['--emptyOutDir', '--outDir', join(root, folder)];
  vite([...(config ? ['--config', config] : []), '--logLevel', 'warn', ...into], failure);
}

const BUILDS = {
  page: { config: null, failure: 'could not build the page' },
  commandLine: {
    config: 'scripts/cli.vite.config.ts',
    failure: 'could not build the command line',
  },
  singlePage: {
    config: 'scripts/single.vite.config.ts',
    failure: 'could not build the page as one file',
  },
};

export function page() {
  wasm();
  step('page', {
    inputs: ['web', 'public', 'vite.config.ts', 'package-lock.json', ...wasmInputs],
    outputs: ['dist/index.html'],
    says: 'building the page',
    action: () => buildInto('page', 'dist'),
  });
}

export function commandLine() {
  wasm();
  step('cli', {
    inputs: ['web', 'scripts/cli.vite.config.ts', 'package-lock.json', ...wasmInputs],
    outputs: ['dist-cli/hitmap.mjs'],
    says: 'building the command line',
    action: () => buildInto('commandLine', 'dist-cli'),
  });
}

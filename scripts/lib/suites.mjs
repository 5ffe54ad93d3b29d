// The suites of tests and the guards. Each runs, shows its output, and is counted: what passed, what failed, and
// what was skipped with the reason.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './tools.mjs';

/**
 * @typedef {{ test: string, reason: string }} Skip
 * @typedef {{ name: string, passed: number, failed: number, failures: string[], skips: Skip[], seconds: number,
 *   again?: string[] }} Suite `again`: what failed once and passed when it was tried again.
 */

export const REPORTS = join(root, '.cache/reports');
const reportPath = (name) => join(REPORTS, `${name}.json`);

/** Runs a suite, and says how long it took. One that ends non-zero, or that ran nothing, has failed by itself. */
async function suite(name, run) {
  console.log(`\n── ${name}`);
  mkdirSync(REPORTS, { recursive: true });
  const start = Date.now();
  const { code, passed, failed, failures, skips, again } = await run();
  const seconds = (Date.now() - start) / 1000;
  const ranNothing = passed + failed + skips.length === 0;
  const broken = failed === 0 && (code !== 0 || ranNothing);
  return { name, passed, failed: broken ? 1 : failed, failures, skips, again, seconds };
}

/** Starts a command, passes its output on, and resolves to its exit code and text. */
function stream(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    });
    let text = '';
    const take = (to) => (chunk) => {
      text += chunk;
      to.write(chunk);
    };
    child.stdout.on('data', take(process.stdout));
    child.stderr.on('data', take(process.stderr));
    child.on('error', (error) => resolve({ code: 127, text: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, text }));
  });
}

/** Tests in modules of these names are suites of their own, as the files `*.beside.test.ts` and `*.judged.test.ts`. */
const APART = ['beside::', 'judged::'];

const withoutApart = APART.flatMap((name) => ['--skip', name]);

/** @returns {Promise<Suite>} */
export const rustTests = () =>
  cargo('Rust', ['--workspace', '--no-fail-fast', '--quiet', '--', ...withoutApart]);

/** @returns {Promise<Suite>} */
export const judgedRustTests = () =>
  cargo('Rust, compilers', [
    '-p',
    'debuginfo',
    '-p',
    'codetypes',
    '--test',
    'dwarf_matrix',
    '--test',
    'unique_offsets',
    '--quiet',
    '--',
    'judged::',
  ]);

/** @returns {Promise<Suite>} */
export const rustTestsBeside = () =>
  cargo('Rust, reports beside the checkout', [
    '-p',
    'perf',
    '--test',
    'reading',
    '--quiet',
    '--',
    'beside::',
  ]);

/** A test that was skipped as a whole has passed for libtest (the crate `judges`): it is taken off again. */
function cargo(name, args) {
  return suite(name, async () => {
    const file = reportPath('rust-skips');
    rmSync(file, { force: true });
    const { code, text } = await stream('cargo', ['test', ...args], {
      cwd: join(root, 'wasm'),
      env: { ...process.env, HITMAP_SKIPS: file },
    });
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    return {
      code,
      ...countCargo(
        text,
        lines.map((line) => JSON.parse(line)),
      ),
    };
  });
}

/** From libtest's lines. What it ignored, or began and gave no result of (the process ended), has failed. */
function countCargo(text, found) {
  const sum = (pattern) => [...text.matchAll(pattern)].reduce((all, [, n]) => all + Number(n), 0);
  const results = /^test result: .*?(\d+) passed; (\d+) failed; (\d+) ignored/gm;
  let [passed, failed, ignored] = [0, 0, 0];
  for (const [, good, bad, left] of text.matchAll(results)) {
    passed += Number(good);
    failed += Number(bad);
    ignored += Number(left);
  }
  const lost = sum(/^running (\d+) tests?$/gm) - passed - failed - ignored;
  // A helper that is called often may skip its test often; a test that has failed too has failed.
  const skips = [...new Map(found.map((skip) => [skip.test, skip])).values()].filter(
    ({ test, whole }) => !whole || !text.includes(`---- ${test.split(' ').at(-1)} stdout ----`),
  );
  passed -= skips.filter(({ whole }) => whole).length;
  const failures = [...text.matchAll(/^---- (.*) stdout ----$/gm)].map(([, test]) => test);
  return { passed, failed: failed + ignored + Math.max(0, lost), failures, skips };
}

/** A project of `vitest.config.ts`. @returns {Promise<Suite>} */
function vitest(name, project) {
  return suite(name, async () => {
    const file = reportPath(project);
    rmSync(file, { force: true });
    const config = [
      '--project',
      project,
      '--reporter=dot',
      '--reporter=scripts/lib/vitestCounts.mjs',
    ];
    const { code } = await stream(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', ...config],
      {
        env: { ...process.env, HITMAP_COUNTS: file },
      },
    );
    return { code, ...readReport(file, { passed: 0, failed: 0, failures: [], skips: [] }) };
  });
}

export const unitTests = () => vitest('unit', 'unit');
export const judgedTests = () => vitest('compilers', 'judged');
export const unitTestsBeside = () => vitest('reports beside the checkout', 'beside');

/** @returns {Promise<Suite>} */
export function journeys(browser, name = 'journeys', env = {}) {
  return suite(name, async () => {
    const file = reportPath('journeys');
    rmSync(file, { force: true });
    const { code } = await stream(
      process.execPath,
      ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
      {
        env: {
          ...process.env,
          HITMAP_CHROMIUM: browser,
          PLAYWRIGHT_JSON_OUTPUT_NAME: file,
          ...env,
        },
      },
    );
    return { code, ...countJourneys(readReport(file, { suites: [] })) };
  });
}

/** A journey that is skipped without a reason has failed. */
function countJourneys({ suites }) {
  const count = { passed: 0, failed: 0, failures: [], skips: [], again: [] };
  const visit = (each) => {
    each.suites?.forEach(visit);
    for (const { file, title, tests } of each.specs ?? []) {
      for (const { status, expectedStatus, annotations } of tests) {
        const reason = annotations.find(({ type }) => type === 'skip')?.description?.trim();
        // A test that is told to fail has not passed.
        if (status === 'flaky') count.again.push(`${file}: ${title}`);
        if (['expected', 'flaky'].includes(status) && expectedStatus === 'passed') count.passed++;
        else if (status === 'skipped' && reason)
          count.skips.push({ test: `${file}: ${title}`, reason });
        else {
          count.failed++;
          count.failures.push(`${file}: ${title}`);
          if (status === 'skipped') console.error(`skipped without a reason: ${file}: ${title}`);
        }
      }
    }
  };
  suites.forEach(visit);
  return count;
}

/** One guard: a command that must succeed. @returns {Promise<Suite>} */
export const guard = (name, command, args, options = {}) =>
  suite(name, async () => {
    const { code } = await stream(command, args, options);
    if (code !== 0) console.log(`── ${name}: FAILED`);
    const failed = code === 0 ? 0 : 1;
    return { code, passed: 1 - failed, failed, failures: [], skips: [] };
  });

function readReport(file, otherwise) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return otherwise;
  }
}

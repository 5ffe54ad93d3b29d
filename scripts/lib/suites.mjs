// Runs test suites and guards one after the other, shows their output, and counts.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './tools.mjs';

/** @typedef {{ passed: number, failed: number }} Count */

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

const report = (name) => join(root, `.cache/reports/${name}.json`);

/** A suite that fails without a counted failure (it did not compile, say) counts as one. */
function counted(code, { passed, failed }) {
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}

/** @returns {Promise<Count>} */
export async function cargoTests() {
  const { code, text } = await stream('cargo', ['test', '--workspace', '--quiet'], {
    cwd: join(root, 'wasm'),
  });
  const count = { passed: 0, failed: 0 };
  for (const [, passed, failed] of text.matchAll(/^test result: .*?(\d+) passed; (\d+) failed/gm)) {
    count.passed += Number(passed);
    count.failed += Number(failed);
  }
  return counted(code, count);
}

/** @returns {Promise<Count>} */
export async function unitTests() {
  const file = report('unit');
  rmSync(file, { force: true });
  const { code } = await stream(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(file);
  return counted(code, { passed: numPassedTests, failed: numFailedTests });
}

/** @returns {Promise<Count>} */
export async function journeys(browser) {
  const file = report('journeys');
  rmSync(file, { force: true });
  mkdirSync(join(root, '.cache/reports'), { recursive: true });
  const { code } = await stream(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
    {
      env: {
        ...process.env,
        HITMAP_CHROMIUM: browser,
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      },
    },
  );
  const { expected = 0, flaky = 0, unexpected = 0 } = readReport(file).stats ?? {};
  return counted(code, { passed: expected, failed: unexpected + flaky });
}

/** One guard: a command that must succeed. @returns {Promise<Count>} */
export async function guard(name, command, args, options = {}) {
  console.log(`\n── ${name}`);
  const { code } = await stream(command, args, options);
  if (code !== 0) console.log(`── ${name}: FAILED`);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** Prints the closing line, leaves the counts for `.ci/run`, and sets the exit code. */
export function close(name, counts) {
  const total = counts.reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    { passed: 0, failed: 0 },
  );
  mkdirSync(join(root, '.cache/reports'), { recursive: true });
  writeFileSync(report(`total-${name}`), JSON.stringify(total));
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}

/** The counts that `close` left behind, and their sum as the last line. */
export function closeAll(names) {
  close(
    'all',
    names.map((name) => {
      const { passed = 0, failed = 1 } = readReport(report(`total-${name}`));
      return { passed, failed };
    }),
  );
}

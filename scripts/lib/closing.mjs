// The end of a run: each suite with its counts and seconds, what was skipped and why, what failed, and the line that
// counts all.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPORTS } from './suites.mjs';

const total = (name) => join(REPORTS, `total-${name}.json`);

/** Prints the closing lines, leaves the suites for `.ci/run` under this name, and sets the exit code. */
export function close(name, suites) {
  mkdirSync(REPORTS, { recursive: true });
  writeFileSync(total(name), JSON.stringify(suites));
  printSuites(suites);
  printSkips(suites);
  for (const { name, failures, again } of suites) {
    if (again?.length > 0)
      console.log(`\nfailed once, passed again (${name}), to be mended:\n  ${again.join('\n  ')}`);
    if (failures.length > 0) console.log(`\nfailed (${name}):\n  ${failures.join('\n  ')}`);
  }
  const sum = (of) => suites.reduce((all, each) => all + of(each), 0);
  const [passed, failed] = [sum((each) => each.passed), sum((each) => each.failed)];
  console.log(`\n${passed} passed, ${failed} failed, ${sum((each) => each.skips.length)} skipped`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

/** The suites that `close` left behind under these names, closed together. A run that left nothing has failed. */
export function closeAll(names) {
  close('all', names.flatMap(read));
}

function read(name) {
  try {
    return JSON.parse(readFileSync(total(name), 'utf8'));
  } catch {
    return [
      { name: `${name} did not end`, passed: 0, failed: 1, failures: [], skips: [], seconds: 0 },
    ];
  }
}

function printSuites(suites) {
  const rows = suites.map(({ name, passed, failed, skips, seconds }) => [
    name,
    passed,
    failed,
    skips.length,
    seconds.toFixed(1),
  ]);
  const table = [['suite', 'passed', 'failed', 'skipped', 'seconds'], ...rows];
  const width = Math.max(...table.map(([name]) => name.length));
  console.log('');
  for (const [name, ...figures] of table) {
    console.log(
      `${name.padEnd(width)}${figures.map((each) => String(each).padStart(10)).join('')}`,
    );
  }
}

/** A reason once, with what it left out. */
function printSkips(suites) {
  for (const { name, skips } of suites) {
    for (const [reason, left] of byReason(skips)) {
      console.log(`\nskipped (${name}), ${reason}:`);
      for (const { test } of left) console.log(`  ${test}`);
    }
  }
}

function byReason(skips) {
  const groups = new Map();
  for (const skip of skips) groups.set(skip.reason, [...(groups.get(skip.reason) ?? []), skip]);
  return groups;
}

// A reporter of vitest: what passed, failed and was skipped, each skip with its reason. One without a reason
// counts as failed, so that no test goes missing in silence.
import { writeFileSync } from 'node:fs';

/** Writes to the file that `HITMAP_COUNTS` names. */
export default class VitestCounts {
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const broken = modules.filter((module) => module.errors().length > 0);
    const skips = tests
      .filter(isSkipped)
      .map((test) => ({ test: nameOf(test), reason: reasonOf(test) }));
    const named = skips.filter(({ reason }) => reason !== null);
    const unnamed = skips.filter(({ reason }) => reason === null);
    for (const { test } of unnamed) console.error(`skipped without a reason: ${test}`);
    const failed = tests.filter((test) => ['failed', 'pending'].includes(test.result().state));
    const count = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: failed.length + broken.length + unhandled.length + unnamed.length,
      failures: [...failed.map(nameOf), ...broken.map((module) => module.relativeModuleId)],
      skips: named,
    };
    const file = process.env.HITMAP_COUNTS;
    if (file !== undefined) writeFileSync(file, JSON.stringify(count));
  }
}

const isSkipped = (test) => test.result().state === 'skipped';
const nameOf = (test) => `${test.module.relativeModuleId}: ${test.fullName}`;

/** What the test says of itself (`context.skip`), else what it or a group around it was given (`needs`). */
function reasonOf(test) {
  const { note } = test.result();
  if (note?.trim()) return note;
  for (let task = test; task !== undefined; task = task.parent) {
    const { skipped } = task.meta?.() ?? {};
    if (skipped?.trim()) return skipped;
  }
  return null;
}

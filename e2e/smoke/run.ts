import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Driver, PicturePath, Programs } from './drivers/driver';
import { puppeteerDriver } from './drivers/puppeteer';
import { webkitDriver } from './drivers/webkit';
import { DRAFT_STEPS } from './draftSteps';
import { Hitmap } from './hitmap';
import type { Inputs } from './inputs';
import { STEPS as VISIT_STEPS, type Memory, type Step } from './steps';

export { inputsOf } from './inputs';
/** One after the other. The last ones take away what the browser kept of those before. */
export const STEPS: readonly Step[] = [...VISIT_STEPS, ...DRAFT_STEPS];

const START: Readonly<Record<string, (programs: Programs) => Promise<Driver>>> = {
  chromium: (programs) => puppeteerDriver('chrome', programs),
  firefox: (programs) => puppeteerDriver('firefox', programs),
  webkitgtk: webkitDriver,
};

/** A suite as `scripts/lib/suites.mjs` counts them. */
export interface Report {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
  readonly skips: readonly { readonly test: string; readonly reason: string }[];
  readonly seconds: number;
}

export interface Visit {
  readonly programs: Programs;
  readonly address: string;
  readonly inputs: Inputs;
  /** Where the screenshots go. */
  readonly pictures: string;
  /** An input that is missing fails instead of being skipped. */
  readonly isStrict: boolean;
}

/** Goes through all steps in one browser. A later step does not need an earlier one, unless it says so by failing. */
export async function visit(name: string, how: Visit): Promise<Report> {
  const begun = Date.now();
  mkdirSync(how.pictures, { recursive: true });
  const skips: { test: string; reason: string }[] = [];
  const failures: string[] = [];
  let passed = 0;
  const count = (result: Result, step: Step) => {
    if (result.kind === 'skipped') skips.push({ test: step.name, reason: result.reason });
    else if (result.kind === 'passed') passed += 1;
    else failures.push(step.name);
  };
  let driver: Driver | null = null;
  try {
    driver = await START[name]!(how.programs);
    console.log(`\n── smoke: ${driver.version}`);
    const hitmap = new Hitmap(driver, how.address);
    const memory: Memory = { link: '' };
    for (const [index, step] of STEPS.entries()) {
      const picture = `${join(how.pictures, name)}-${index + 1}.png` as const;
      count(await take(step, { hitmap, memory, how, picture }), step);
    }
  } catch (error) {
    console.log(`  ✘ ${name} did not start: ${String(error)}`);
    failures.push('the start');
  } finally {
    await driver?.close().catch((error) => console.log(`  ${name} did not end: ${String(error)}`));
  }
  const seconds = Math.round((Date.now() - begun) / 1000);
  return { name: `smoke, ${name}`, passed, failed: failures.length, failures, skips, seconds };
}

type Result =
  { readonly kind: 'passed' | 'failed' } | { readonly kind: 'skipped'; readonly reason: string };

async function take(
  step: Step,
  at: {
    readonly hitmap: Hitmap;
    readonly memory: Memory;
    readonly how: Visit;
    readonly picture: PicturePath;
  },
): Promise<Result> {
  const { hitmap, memory, how, picture } = at;
  const input = step.needs?.(how.inputs);
  if (input !== undefined && 'missing' in input && !(how.isStrict && input.isInstallable)) {
    console.log(`  - ${step.name}: skipped, ${input.missing}`);
    return { kind: 'skipped', reason: input.missing };
  }
  const begun = Date.now();
  const lines = () => hitmap.driver.takeConsole().catch(() => []);
  await lines();
  try {
    if (input !== undefined && 'missing' in input) throw new Error(input.missing);
    await step.run(hitmap, how.inputs, memory);
    const errors = (await lines()).filter(({ isError }) => isError);
    if (errors.length > 0) {
      throw new Error(`the console has ${errors.map(({ text }) => text).join('\n')}`);
    }
    console.log(`  ✓ ${step.name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
    return { kind: 'passed' };
  } catch (error) {
    console.log(`  ✘ ${step.name}\n    ${error instanceof Error ? error.message : String(error)}`);
    for (const { text } of await lines()) console.log(`    console: ${text}`);
    await hitmap.driver.screenshot(picture).then(
      () => console.log(`    screenshot: ${picture}`),
      (problem) => console.log(`    no screenshot: ${String(problem)}`),
    );
    return { kind: 'failed' };
  }
}

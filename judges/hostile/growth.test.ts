import { expect, test } from 'vitest';
import { startCounting } from './steps';

/** Steps grow as the input does; what is refused takes fewer. A tenth more is what tables and sorting take. */
const MOST_TIMES = 11;
/** Steps that any input takes, however small. */
const FIXED_STEPS = 5_000;
/** Larger inputs show nothing else, and take their time. */
const LARGEST = 2_000;

// V8 counts what is compiled from then on.
const count = startCounting();
const { CLASSES } = await import('./classes');
const { openHostile } = await import('./openHostile');

test('no kind of input takes more steps than it grows by', () => {
  const table = [];
  const steep = [];
  for (const hostile of CLASSES) {
    if (hostile.kind === 'packed' || hostile.kind === 'text') continue;
    const steps = [];
    for (let size = hostile.from; size <= Math.min(hostile.to, LARGEST); size *= 10) {
      const input = hostile.make(size);
      steps.push({ size, steps: count(() => openHostile(hostile.kind, input)) });
    }
    table.push({ name: hostile.name, steps });
    for (const [at, { size, steps: more }] of steps.entries()) {
      const before = steps[at - 1];
      if (before !== undefined && more > before.steps * MOST_TIMES + FIXED_STEPS) {
        steep.push(
          `${hostile.name}: ${before.steps} steps for ${before.size}, ${more} for ${size}`,
        );
      }
    }
  }
  if (process.env['HITMAP_GROWTH'] !== undefined) {
    for (const { name, steps } of table) {
      process.stdout.write(
        `| ${name} | ${steps.map((each) => `${each.size}: ${each.steps}`).join(' | ')} |\n`,
      );
    }
  }
  expect(table.length).toBeGreaterThan(30);
  expect(steep).toEqual([]);
});

test('steps are counted: two loops in each other grow by the square', async () => {
  const { didYouMean } = await import('../../web/core/base/nearest');
  const names = (length: number) => Array.from({ length }, (_, at) => `name${at}`);
  const all = (many: readonly string[]) => () =>
    many.forEach((name) => didYouMean(`${name}x`, many));
  const [few, many] = [count(all(names(10))), count(all(names(100)))];
  expect(many).toBeGreaterThan(few * 50);
});

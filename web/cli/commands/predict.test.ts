import { noteLine } from '../words';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Failure } from '../failure';
import { EXPORT_COMMAND } from './export';
import { LINK_COMMAND } from './link';
import { PREDICT_COMMAND } from './predict';
import { SUGGEST_COMMAND } from './suggest';

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
/** `counter`: link 0/16, lock 16/4, a hole, hits 24, stats 32/16, a union 48, bits, tag, limit. */
const SHOP = at('e2e/samples/shop.btf');
/**
 * Line 0 (0x404040) has 58 remote and 79 local HITM, with rows at 0x0, 0x8, 0x10, 0x18 and 0x30. The line
 * behind it (0x404080), which `counter` reaches into, has 7 and 12, past the end of it.
 */
const REPORT = at('wasm/crates/perf/tests/samples/report-tot.txt');

const predict = async (...args: string[]) => (await PREDICT_COMMAND.run(args)).text;
const suggest = async (...args: string[]) => (await SUGGEST_COMMAND.run(args)).text;
const edits = (...words: string[]) => words.flatMap((word) => ['--edit', word]);

interface PredictionsJson {
  readonly predictions: readonly {
    readonly profile: string | null;
    readonly basis: string;
    readonly hitm: { readonly total: number; readonly rmt: number };
    readonly fields: readonly { readonly field: string; readonly measured: number }[];
  }[];
}

test('at the profiled order it gives the counts that the report prints', async () => {
  const bound = ['--profile', REPORT, '--line', '0', '--at', '0'];
  const json = JSON.parse(await predict(SHOP, 'counter', ...bound, '--json')) as PredictionsJson;
  const [only] = json.predictions;
  expect(only).toMatchObject({ profile: 'report-tot.txt', basis: 'measured' });
  expect(only?.hitm.total).toBeCloseTo(137 + 19, 6);
  expect(only?.hitm.rmt).toBeCloseTo(58 + 7, 6);
  const fields = Object.fromEntries(only?.fields.map((each) => [each.field, each.measured]) ?? []);
  // 22.41 % of 58 and 29.11 % of 79 at 0x0, and so on; 0x0 and 0x8 are both of `link`.
  expect(fields).toMatchObject({ link: 13 + 23 + 20 + 36 + 1 + 3, lock: 24 + 17 });
  expect(await predict(SHOP, 'counter', ...bound)).toContain('156 HITM, measured');
});

test('a line that begins before the struct: a negative byte is a value, and no option', async () => {
  const bound = [SHOP, 'counter', '--profile', REPORT, '--line', '0'];
  const before = await predict(...bound, '--at', '-8');
  expect(before).toBe(await predict(...bound, '--base-offset', '8'));
  expect(await predict(...bound, '--at=-8')).toBe(before);
});

test('a link carries the report: who opens it has the same figures and the same pictures', async () => {
  const bound = [SHOP, 'counter', '--profile', REPORT, '--line', '0', '--at', '0'];
  const link = (await LINK_COMMAND.run(bound)).text.trim();
  const json = JSON.parse(await predict(link, '--json')) as PredictionsJson;
  expect(json.predictions[0]?.hitm.total).toBeCloseTo(137 + 19, 6);
  for (const form of ['heat', 'svg']) {
    const fromReport = await EXPORT_COMMAND.run([...bound, '--as', form]);
    expect(await EXPORT_COMMAND.run([link, '--as', form])).toEqual(fromReport);
  }
  const table = (await EXPORT_COMMAND.run([link, '--as', 'heat'])).text;
  // As the report prints it of the line.
  expect(table).toContain('58 remote and 79 local HITM');
});

test('for another order a prediction, with rows that vanish, and no figure that is none', async () => {
  const text = await predict(
    SHOP,
    'counter',
    ...['--profile', REPORT, '--line', '0x404040', '--base-offset', '0'],
    ...edits('align hits cacheline'),
  );
  expect(text).toContain('156 measured before');
  expect(text).toMatch(/HITM predicted \([\d,]+ to [\d,]+/);
  expect(text).not.toMatch(/NaN|Infinity|undefined/);
});

test('tags stand in for a profile, and say so', async () => {
  const tags = edits('tag hits write-hot', 'tag lock read-hot');
  expect(await predict(SHOP, 'counter', ...tags)).toContain('Figures come from tags');
  const apart = await predict(SHOP, 'counter', ...tags, ...edits('align hits cacheline'));
  expect(apart).toMatch(/conflicts: 0 %/);
});

test('suggestions are edits that can be given back to it', async () => {
  const json = JSON.parse(await suggest(SHOP, 'counter', '--moves', '1', '--json')) as {
    suggestions: { edits: string[]; figures: { holeBytes: number; sizeBytes: number } }[];
  };
  // gcc lays `counter` out as 64 bytes without a hole once limit follows lock (see the sample).
  const filled = json.suggestions.find(({ edits: [words] }) => words === 'move limit after lock');
  expect(filled?.figures).toMatchObject({ sizeBytes: 64, holeBytes: 0 });
  const again = await suggest(SHOP, 'counter', ...edits(...(filled?.edits ?? [])));
  expect(again).toMatch(/^There is no hole to close\. Tag who reads/);
});

test.each([
  [[SHOP, 'counter'], /nothing to predict from/],
  [[SHOP, 'counter', '--profile', REPORT], /nothing says at which byte .*--at BYTES.*0x404040/],
  [[SHOP, 'counter', '--profile', REPORT, '--line', '0'], /--line and --at go together/],
  [[SHOP, 'counter', '--profile', REPORT, '--line', '99', '--at', '0'], /no cache line 99/],
  [[SHOP, 'counter', '--line', '0', '--at', '0'], /are for a single --profile/],
  [[SHOP, 'counter', '--alloc', 'slob'], /--alloc takes cacheline/],
  [[SHOP, 'counter', '--profile', SHOP, '--line', '0', '--at', '0'], /shop\.btf/],
  [[], /a file and a struct/],
])('bad usage is a sentence: %s', async (args, sentence) => {
  const failing = predict(...args);
  await expect(failing).rejects.toThrow(Failure);
  await expect(failing).rejects.toThrow(sentence);
});

test('a count of moves that makes no sense is a sentence', async () => {
  await expect(suggest(SHOP, 'counter', '--moves', 'many')).rejects.toThrow(
    /--moves takes a whole number from 1 to 4/,
  );
});

test('--measured puts what came of an order beside what was expected of it', async () => {
  const before = ['--profile', REPORT, '--line', '0', '--at', '0'];
  const order = edits('move lock last');
  // The same report once more, as if of the new order.
  const measured = ['--measured', REPORT, '--measured-line', '0', '--measured-at', '0'];
  const text = await predict(SHOP, 'counter', ...before, ...order, ...measured);
  expect(text).toMatch(/Predicted from report-tot\.txt beside report-tot\.txt \(after\)/);
  expect(text).toMatch(
    /\d+ HITM before, \d+ expected \(.*\), \d+ measured: (?:in|outside of) the range/,
  );
  // At byte 16, where `lock` was, the order has `hits`.
  expect(text).toMatch(/lock .*expected to stay, and vanished/);
  expect(text).toMatch(/hits .*not expected, and appeared/);
  const json = JSON.parse(
    await predict(SHOP, 'counter', ...before, ...order, ...measured, '--json'),
  ) as {
    readonly outcomes: readonly { readonly before: number; readonly rows: readonly object[] }[];
  };
  expect(json.outcomes[0]?.before).toBeCloseTo(137 + 19, 6);
  expect(json.outcomes[0]?.rows[0]).toHaveProperty('expectedOutcome');

  const refused = (...args: string[]) =>
    predict(SHOP, 'counter', ...before, ...args).catch((error: unknown) =>
      error instanceof Failure ? error.message : String(error),
    );
  expect(await refused('--measured', REPORT)).toMatch(/on the edited order: say with --edit/);
  expect(await refused('--measured-at', '0')).toMatch(/name the report/);
  expect(await refused('--prefetch', '3')).toMatch(/--prefetch takes a share .* not `3`/);
});

test('--prefetch off leaves the figure and narrows the range, or leaves it', async () => {
  const bound = ['--profile', REPORT, '--line', '0', '--at', '0', '--json'];
  const order = edits('move lock last');
  const of = async (...more: string[]) => {
    const json = JSON.parse(await predict(SHOP, 'counter', ...bound, ...order, ...more)) as {
      readonly predictions: readonly { readonly seenBand: { low: number; high: number } }[];
    };
    const range = json.predictions[0]?.seenBand;
    return (range?.high ?? NaN) - (range?.low ?? NaN);
  };
  expect(await of('--prefetch', 'off')).toBeLessThanOrEqual(await of());
});

test('an order of BTF says on what it rests, the order as it was found does not', async () => {
  const bound = [SHOP, 'counter', '--profile', REPORT, '--line', '0', '--at', '0'];
  const { notes } = await PREDICT_COMMAND.run([...bound, ...edits('move lock last')]);
  expect(notes.map(noteLine)).toEqual([
    expect.stringMatching(/^warning: BTF states no alignments: .* struct’s header\.$/),
  ]);
  expect((await PREDICT_COMMAND.run(bound)).notes).toEqual([]);
});

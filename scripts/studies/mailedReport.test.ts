import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testFolder } from '../../web/core/base/testing/folder';
import { ADDRESS_SPACE_LINE, paretoText } from '../../e2e/support/c2cReport';
import { PREDICT_COMMAND } from '../../web/cli/commands/predict';
import { SUGGEST_COMMAND } from '../../web/cli/commands/suggest';

// The `address_space` report as it was mailed in June 2023, by the command line. Measured after the change: 31,280.

const FILE = fileURLToPath(new URL('../../e2e/samples/mapping.o', import.meta.url));
const folder = testFolder();
const report = join(folder, 'before.txt');
writeFileSync(report, paretoText([ADDRESS_SPACE_LINE]));
const BOUND = [FILE, 'address_space', '--profile', report, '--line', '0', '--at', '80', '--json'];

interface Band {
  readonly low: number;
  readonly high: number;
}

interface Predicted {
  readonly hitm: { readonly total: number };
  readonly band: Band;
  readonly seenBand: Band;
  readonly transactions: number;
  readonly rows: readonly { readonly field: string; readonly outcome: string }[];
}

interface Suggested {
  readonly edits: readonly string[];
  readonly figures: {
    readonly hitm: { readonly before: number; readonly after: number; readonly band: Band };
    readonly transactions: { readonly after: number };
    readonly unknownLocks: readonly string[];
  };
}

async function predicted(edits: readonly string[]): Promise<Predicted> {
  const words = edits.flatMap((edit) => ['--edit', edit]);
  const { text } = await PREDICT_COMMAND.run([...BOUND, ...words]);
  const [first] = (JSON.parse(text) as { readonly predictions: readonly Predicted[] }).predictions;
  if (first === undefined) throw new Error('no prediction');
  return first;
}

async function suggested(...options: readonly string[]): Promise<readonly Suggested[]> {
  const { text } = await SUGGEST_COMMAND.run([...BOUND, ...options]);
  return (JSON.parse(text) as { readonly suggestions: readonly Suggested[] }).suggestions;
}

test('the order that was posted is predicted within 5 % of what was measured, which lies in its range', async () => {
  const { hitm, band, rows } = await predicted(['base 0', 'align i_mmap_rwsem cacheline']);
  expect(Math.abs(hitm.total - 31_280)).toBeLessThan(0.05 * 31_280);
  expect(band.low).toBeLessThan(31_280);
  expect(band.high).toBeGreaterThan(31_280);
  expect(rows.filter(({ outcome }) => outcome === 'vanishes').map(({ field }) => field)).toEqual([
    'i_mmap',
  ]);
});

test('suggestions part the tree from the whole lock, none promises what a cut lock would', async () => {
  const all = [...(await suggested()), ...(await suggested('--align', '--grow'))];
  expect(all.length).toBeGreaterThan(3);
  for (const { figures } of all) {
    expect(figures.hitm.after).toBeGreaterThan(20_000);
    expect(figures.unknownLocks).toEqual([]);
  }
});

test('a card says what the forecast of its order says', async () => {
  for (const { edits, figures } of await suggested()) {
    const { hitm, seenBand, transactions } = await predicted(edits);
    expect(hitm.total).toBeCloseTo(figures.hitm.after, 6);
    expect(seenBand).toEqual(figures.hitm.band);
    expect(transactions).toBeCloseTo(figures.transactions.after, 6);
  }
});

import { expect, test } from 'vitest';
import type { MemberPath } from '../layout/ids';
import { forecast, type Forecast } from './forecast';
import type { FieldPlacement } from './placement';
import type { AccessRow, InstanceGroup } from './profile';
import { calibrated, hitmProfile } from './testing/measured';

// What widens a range: what no report can show, and what the model leaves out.

/** Each line's fields of 8 bytes. */
function place(...lines: readonly string[]): FieldPlacement {
  const fields = lines.flatMap((line, number) =>
    line.split(' ').map((path, at) => ({
      path: path as MemberPath,
      offsetBytes: 64 * number + 8 * at,
      sizeBytes: 8,
    })),
  );
  return {
    sizeBytes: 64 * lines.length,
    fields,
    offsets: new Map(fields.map(({ path, offsetBytes }) => [path, offsetBytes])),
    start: { kind: 'asProfiled' },
  };
}

type Row = readonly [symbol: string, codeOffset: number, hitm: number, stores: number];

function predicted(
  fields: Readonly<Record<string, readonly Row[]>>,
  [before, after]: readonly [FieldPlacement, FieldPlacement],
  group: Partial<InstanceGroup> = {},
): Forecast {
  const atoms = Object.entries(fields).map(([field, rows]) => ({
    field: field as MemberPath,
    offsetBytes: 0,
    sizeBytes: 8,
    cpuShares: null,
    rows: rows.map(([symbol, codeOffset, hitm, stores]): AccessRow => ({
      symbol,
      codeOffset,
      rmtHitm: 0,
      lclHitm: hitm,
      otherLoads: 0,
      stores,
      cpus: 32,
    })),
  }));
  const lines = [0, 1].map((line) => ({ line, cleanLoads: 300 }));
  const model = calibrated(hitmProfile(32, { lines, ...group, atoms }), before);
  return forecast(model, after);
}

test('where CPUs queue HITM may fall further than it may rise', () => {
  const fields: Record<string, readonly Row[]> = {
    reader: [['get', 1, 900, 0]],
    other: [['see', 1, 500, 0]],
    writer: [['put', 1, 0, 800]],
  };
  const orders = [
    place('reader other writer', 'far'),
    place('reader writer', 'far other'),
  ] as const;
  const at = (times: number) => predicted(fields, orders, { waits: [{ line: 0, times }] }).seenBand;
  const [calm, queued] = [at(1), at(8)];
  expect(queued.high).toBeGreaterThan(calm.high);
  expect(calm.low - queued.low).toBeGreaterThan(queued.high - calm.high);
});

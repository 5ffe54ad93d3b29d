import { describe, expect, test } from 'vitest';
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

describe('a store that comes first on its line now', () => {
  const orders = [place('head count tick', 'far'), place('head', 'count tick far')] as const;
  const tick: readonly Row[] = [['on_tick', 0, 0, 800]];

  const high = (head: Row, count: Row) =>
    predicted({ head: [head], count: [count], tick }, orders).seenBand.high;
  const none = high(['look_up', 1, 900, 0], ['update', 2, 0, 700]);

  test('may follow a load of its own that hid behind another one', () => {
    // Of the function's 700 stores, as many as meet the line in another's hands.
    expect(high(['update', 1, 900, 0], ['update', 2, 0, 700])).toBeGreaterThan(none + 100);
  });

  test('and of atomic operations no more than are ever seen to miss', () => {
    const atomic = high(['update', 1, 900, 0], ['update', 2, 1, 700]);
    expect(atomic).toBeGreaterThan(none);
    expect(atomic).toBeLessThan(high(['update', 1, 900, 0], ['update', 2, 0, 700]));
  });
});

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

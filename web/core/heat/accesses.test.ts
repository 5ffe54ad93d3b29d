import { expect, test } from 'vitest';
import type { AccessRow } from '../facts/generated';
import { bareRow, NO_ACCESS } from '../facts/noAccess';
import { isOfAccesses } from './counts';
import { isKnown } from './known';
import { lineCounts } from './lineCounts';
import { rowCounter } from './lineUnit';

const records = (n: number) => ({ ...NO_ACCESS, records: n });
const row = (offset: number, n: number): AccessRow => ({
  ...bareRow(offset),
  otherLoads: null,
  counts: records(n),
});
const LINE = { counts: records(400), rows: [row(0, 300), row(8, 100)] };

test('samples of which nothing tells loads from stores are accesses', () => {
  expect(isOfAccesses(LINE.counts)).toBe(true);
  expect(lineCounts(LINE)).toMatchObject({ otherLoads: 400, stores: 0, hitmLocal: 0 });
  expect(LINE.rows.map(rowCounter(LINE)).map(({ otherLoads }) => otherLoads)).toEqual([300, 100]);
  const known = (['remote', 'local', 'loads', 'stores'] as const).filter((each) =>
    isKnown(LINE, each),
  );
  expect(known).toEqual(['loads']);
});

test('records beside other counts are no further accesses', () => {
  const counts = { ...records(400), hitmLocal: 3, hitmRemote: 0 };
  expect(isOfAccesses(counts)).toBe(false);
  expect(lineCounts({ counts, rows: LINE.rows })).toMatchObject({ otherLoads: 0, hitmLocal: 3 });
});

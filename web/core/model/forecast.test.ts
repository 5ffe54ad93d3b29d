import { sentence } from '../base/messages';
import { describe, expect, test } from 'vitest';
import type { MemberPath } from '../layout/ids';
import { calibrate } from './calibrate';
import { unpredictableMessage } from './flags';
import { forecast, type Forecast } from './forecast';
import { startsAtStride, type Start } from './placement';
import type { AccessProfile } from './profile';
import { tagProfile } from './tags';
import { kinds, place, profile, row, updated } from './testing/inWords';
import { calibrated, hitmProfile } from './testing/measured';

const SHARED = { reader: 'get 900 300 0', writer: 'put 0 0 800' };
const BASELINE = place('writer, reader, cold | far, spare');

describe('forecast', () => {
  test('at the baseline shows what was measured, with counting noise alone', () => {
    const seen = forecast(calibrated(profile(SHARED), BASELINE), BASELINE);
    expect(seen.basis).toBe('measured');
    expect(seen.hitm.total).toBeCloseTo(900, 6);
    expect(seen.hitm.rmt).toBeCloseTo(300, 6);
    expect(seen.band.high - 900).toBeCloseTo(2 * Math.sqrt(901), 6);
    expect(seen.lines.map(({ line }) => line)).toEqual([0]);
  });

  test('apart, the reader’s row vanishes, and the band reaches down to zero', () => {
    const apart = forecast(
      calibrated(profile(SHARED), BASELINE),
      place('cold, reader | far, spare, writer'),
    );
    expect(apart.basis).toBe('predicted');
    expect(apart.hitm.total).toBe(0);
    expect(apart.band.low).toBe(0);
    expect(apart.rows()).toMatchObject([{ field: 'reader', outcome: 'vanishes', measured: 900 }]);
    // Nobody wrote the second line before, so reads of its fields were never seen.
    expect(apart.flags).toContainEqual({
      kind: 'unknownReaders',
      line: 1,
      fields: ['far', 'spare'],
    });
  });

  test('a field without samples that comes to lie beside a writer is nothing that was measured', () => {
    const model = calibrated(profile(SHARED), BASELINE);
    const moved = forecast(model, place('writer, reader, far | cold, spare'));
    expect(moved.basis).toBe('predicted');
    expect(moved.hitm.total).toBeCloseTo(900, 6);
    expect(moved.flags).toContainEqual({ kind: 'unknownReaders', line: 0, fields: ['far'] });
    expect(moved.band.high).toBeGreaterThan(moved.seenBand.high);
    const same = forecast(model, place('cold, writer, reader | spare, far'));
    expect([same.basis, kinds(same.flags)]).toEqual(['measured', kinds(model.flags)]);
    expect(forecast(model, place('writer, reader, cold | pad 64 | far, spare')).basis).toBe(
      'measured',
    );
  });

  test('a range is as wide as the counts that it was made from are few', () => {
    const width = (scale: number) => {
      const rows = { reader: `get ${9 * scale} 0 0`, writer: `put 0 0 ${8 * scale}` };
      const busy = { ...rows, w: `log 0 0 ${800 * scale}`, r: `see ${900 * scale} 0 0` };
      const lines = [0, 1].map((line) => ({ line, cleanLoads: 100 * scale }));
      const model = calibrated(profile(busy, { lines }), place('writer, reader | w, r'));
      const { band, hitm } = forecast(model, place('writer | w, r, reader'));
      return (band.high - band.low) / hitm.total;
    };
    // Nine samples become many on the line that is often written: their noise is as many times as large.
    expect(width(1)).toBeGreaterThan(1.5 * width(100));
  });

  test('where CPUs queue for a line it is said, and the range is wider', () => {
    const order = place('writer, far | reader, cold, spare');
    const at = (times: number) =>
      forecast(calibrated(profile(SHARED, { waits: [{ line: 0, times }] }), BASELINE), order);
    expect(kinds(at(1.2).flags)).not.toContain('queues');
    expect(at(4).flags).toContainEqual({ kind: 'queues', lines: [0], times: 4 });
    const width = ({ seenBand }: Forecast) => seenBand.high - seenBand.low;
    expect(width(at(4))).toBeGreaterThan(width(at(1)));
  });

  test('pinned threads of which no row lists its CPUs are said', () => {
    const pinned = { ...profile(SHARED), cpuCount: null };
    expect(kinds(calibrated(pinned, BASELINE).flags)).toContain('cpusUnknown');
    expect(kinds(calibrated(profile(SHARED), BASELINE).flags)).not.toContain('cpusUnknown');
  });

  test('a user’s word on the unobservable fields replaces the flag by figures', () => {
    const order = place('cold, reader | far, spare, writer');
    const taggedAs = (role: 'cold' | 'read-hot') =>
      forecast(
        calibrated(profile(SHARED), BASELINE, {
          tags: [
            { member: 'far' as MemberPath, role, weight: null },
            { member: 'spare' as MemberPath, role: 'cold', weight: null },
          ],
        }),
        order,
      );
    expect(kinds(taggedAs('cold').flags)).not.toContain('unknownReaders');
    expect(taggedAs('cold').hitm.total).toBe(0);
    const hot = taggedAs('read-hot');
    expect(kinds(hot.flags)).not.toContain('unknownReaders');
    expect(hot.hitm.total).toBeGreaterThan(100);
    expect(hot.fields().find(({ field }) => field === 'far')).toMatchObject({
      source: 'tagged',
      measured: 0,
    });
  });

  test('a reader that stays takes HITM over from one that leaves', () => {
    const both = { ...SHARED, other: 'look 500 100 0' };
    const baseline = place('writer, reader, other | far');
    const model = calibrated(profile(both), baseline);
    const after = forecast(model, place('writer, reader | far, other'));
    const reader = after.fields().find(({ field }) => field === 'reader');
    expect(reader?.hitm.total).toBeGreaterThan(900);
    expect(after.hitm.total).toBeLessThan(1400);
    expect(after.rows()).toMatchObject([
      { field: 'reader', outcome: 'stays' },
      { field: 'other', outcome: 'vanishes' },
    ]);
  });

  test('an atom that comes to lie across a boundary counts on both lines, and is said', () => {
    const model = calibrated(profile(SHARED), BASELINE);
    const across = forecast(model, place('pad 60, reader, spare | writer'));
    expect(across.flags).toContainEqual({ kind: 'straddles', fields: ['reader'] });
    expect(across.hitm.total).toBeGreaterThan(0);
  });

  test('objects off the line boundary are averaged over where they may begin', () => {
    expect(startsAtStride(96, 64)).toEqual([0, 32]);
    expect(startsAtStride(192, 64)).toEqual([0]);
    const model = calibrated(profile(SHARED), BASELINE);
    const order = (start: Start) =>
      forecast(model, place('writer, pad 40, reader', start)).hitm.total;
    const aligned = order({ kind: 'anyOf', baseBytes: [0] });
    expect(aligned).toBeCloseTo(900, 6);
    expect(order({ kind: 'anyOf', baseBytes: [32] })).toBe(0);
    expect(order({ kind: 'anyOf', baseBytes: [0, 32] })).toBeCloseTo(450, 6);
  });

  test('groups of instances are calibrated apart and added up', () => {
    const one = profile(SHARED);
    const [group] = one.instances;
    if (group === undefined) throw new Error('no group');
    const two = { ...one, instances: [group, { ...group, baseBytes: 56 }] };
    const seen = forecast(calibrated(two, BASELINE), BASELINE);
    // At base 56 writer and reader lie on two lines; their HITM cannot be explained and is carried.
    expect(seen.hitm.total).toBeCloseTo(1800, 6);
    expect(kinds(seen.flags)).toContain('noStoresSampled');
  });

  test('what belongs to no field stays on its line, and is left out where the base changes', () => {
    const foreign = [{ line: 0, rows: [row('else 300 50 200')] }];
    const model = calibrated(profile(SHARED, { foreign }), BASELINE);
    const here = forecast(model, BASELINE);
    expect(here.hitm.total).toBeCloseTo(1200, 6);
    expect(kinds(here.flags)).toContain('foreignStays');
    const moved = forecast(model, { ...BASELINE, start: { kind: 'anyOf', baseBytes: [32] } });
    expect(moved.flags).toContainEqual({ kind: 'foreignUnplaced', hitm: 300 });
  });

  test('a writer moved beside the line that is read is a pair', () => {
    const apart = place('reader | far | cold | writer');
    const model = calibrated(profile(SHARED), BASELINE);
    expect(kinds(forecast(model, apart).flags)).not.toContain('pair');
    const flags = forecast(model, place('reader | writer')).flags;
    expect(flags).toContainEqual({ kind: 'pair', writerLine: 1, readerLine: 0 });
  });

  test('adjacent-line prefetch hides some HITM of a line that its pair’s misses clean', () => {
    const busy = { ...SHARED, x: 'a 900 10 0', y: 'b 0 0 900' };
    const two = place('writer, reader | x, y');
    const off = calibrated(profile(busy), two);
    const on = calibrated(profile(busy), two, { pairShare: 1 });
    expect(forecast(on, two).hitm.total).toBeCloseTo(1800, 4);
    const alone = place('writer, reader | far | x, y');
    expect(forecast(on, alone).hitm.total).toBeGreaterThan(forecast(off, alone).hitm.total);
  });

  test('tags rank orders without a profile', () => {
    const tags = [
      { member: 'ref' as MemberPath, role: 'write-hot' as const, weight: null },
      { member: 'op' as MemberPath, role: 'read-hot' as const, weight: null },
      { member: 'mode' as MemberPath, role: 'read-mostly' as const, weight: null },
    ];
    const before = place('ref, mode, op | cold');
    const model = calibrated(tagProfile(tags, before, 64, [0]), before);
    const seen = forecast(model, before);
    expect(seen.basis).toBe('predicted');
    expect(kinds(seen.flags)).toEqual(['tagsOnly']);
    const [op, mode] = ['op', 'mode'].map(
      (name) => seen.fields().find(({ field }) => field === name)?.hitm.total ?? 0,
    );
    expect(op).toBeGreaterThan(mode ?? Infinity);
    expect(forecast(model, place('mode, op | cold, ref')).hitm.total).toBe(0);
  });
});

describe('what nothing is predicted from', () => {
  const cases: [string, AccessProfile][] = [
    ['peerSnoops', { ...profile(SHARED), kind: 'peer' }],
    ['noRows', profile({ elsewhere: 'get 10 10 10' })],
    ['noHitm', profile({ reader: 'get 0 500 0', writer: 'put 0 0 10' })],
    ['noStores', profile({ reader: 'get 10 500 0' })],
    ['noLineWithBoth', profile({ reader: 'get 10 500 0', far: 'put 0 0 50' })],
    // Nobody else was seen to write the line of what one CPU alone updates.
    ['noLineWithBoth', hitmProfile(32, { atoms: [updated('reader', 150, 240, 1)] })],
    ['oneCpu', { ...profile(SHARED), cpuCount: 1 }],
    ['badLineSize', { ...profile(SHARED), lineBytes: NaN }],
    ['badLineSize', { ...profile(SHARED), lineBytes: 48 }],
  ];
  for (const [kind, input] of cases) {
    test(kind, () => {
      const result = calibrate(input, BASELINE);
      expect(result.ok ? null : result.error.kind).toBe(kind);
      if (!result.ok) expect(sentence(unpredictableMessage(result.error))).toMatch(/\.$/);
    });
  }
});

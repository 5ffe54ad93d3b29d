import { describe, expect, test } from 'vitest';
import { forecast, type Forecast } from './forecast';
import type { AtomProfile } from './profile';
import { heat, kinds, place, updated } from './testing/inWords';
import { calibrated, hitmProfile } from './testing/measured';

describe('counters that are only updated, two on a line', () => {
  const before = place('made, used, cold | far, spare');
  const apart = place('made, cold | far, spare, used');
  const counters = (cpus: number) => [
    updated('made', 65, 300, cpus),
    updated('used', 150, 240, cpus),
  ];
  const of = (cpus: number, cpuCount: number | null, more: readonly AtomProfile[] = []) =>
    calibrated({ ...hitmProfile(32, { atoms: [...counters(cpus), ...more] }), cpuCount }, before);

  test('are measured as they are, whoever loads', () => {
    const seen = forecast(of(1, 32), before);
    expect([seen.basis, seen.hitm.total]).toEqual(['measured', 215]);
    expect(kinds(seen.flags)).toContain('atomicsUnderReported');
    expect(kinds(seen.flags)).not.toContain('noStoresSampled');
  });

  test.each([32, null])(
    'each of one CPU: nothing is left when they are parted (%s CPUs)',
    (all) => {
      const seen = forecast(of(1, all), apart);
      expect(seen.hitm.total).toBe(0);
      expect(seen.transactions).toBe(0);
      expect(seen.rows().map(({ outcome }) => outcome)).toEqual(['vanishes', 'vanishes']);
    },
  );

  test('of all CPUs alike: each goes on to meet its own writers', () => {
    // As likely modified elsewhere by the same counter as by the other one.
    expect(forecast(of(32, 32), apart).hitm.total).toBeCloseTo(215, 6);
  });

  test('each of a few CPUs of many: what its own CPUs do to each other is left', () => {
    // Half of a counter's own stores came from the other CPU, and 31 of 32 of the other counter's.
    const left = (own: number, other: number) => {
      const chance = (own / 2 + (other * 31) / 32) / (own + other);
      return 1 / 2 / chance;
    };
    const expected = 65 * left(300, 240) + 150 * left(240, 300);
    expect(forecast(of(2, 32), apart).hitm.total).toBeCloseTo(expected, 6);
  });

  test('a reader of another line: how often stores are sampled is not known, and the range says so', () => {
    const reader = heat({ far: 'look 0 400 0' });
    const beside = place('made, used, cold, far | spare');
    const seen = forecast(of(32, 32, reader), beside);
    const sure = forecast(
      calibrated(
        { ...hitmProfile(32, { atoms: [...counters(32), ...reader] }), storeRatio: 1 },
        before,
      ),
      beside,
    );
    expect(seen.hitm.total).toBeCloseTo(sure.hitm.total, 6);
    const width = ({ seenBand }: Forecast) => seenBand.high - seenBand.low;
    expect(width(seen)).toBeGreaterThan(1.2 * width(sure));
  });
});

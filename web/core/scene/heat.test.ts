import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heatScale, heatStep } from './heat';

test('the largest count has the hottest step, one sample the coolest, none has no heat', () => {
  const scale = heatScale(24_310);
  expect(heatStep(24_310, scale)).toBe(5);
  expect(heatStep(1, scale)).toBe(1);
  expect(heatStep(0, scale)).toBeNull();
});

test('one field a hundred times as hot as the others leaves them their colours', () => {
  const scale = heatScale(24_310);
  expect([9000, 900, 200, 20].map((count) => heatStep(count, scale))).toEqual([5, 4, 3, 2]);
});

test('more samples never make a cooler step, and the legend says where each begins', () => {
  const count = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(count, count, count, (a, b, largest) => {
      const scale = heatScale(Math.max(a, b, largest));
      const [low, high] = a < b ? [a, b] : [b, a];
      expect(heatStep(low, scale) ?? 0).toBeLessThanOrEqual(heatStep(high, scale) ?? 0);
      scale.slice(1).forEach(({ from }, i) => expect(from).toBeGreaterThan(scale[i]!.from));
    }),
  );
});

import { expect, test } from 'vitest';
import { createFront } from './suggest';
import type { WeighedOrder } from './weigh';

/** Better in one thing by as much as it is worse in another: none beats another. */
function tradeOff(at: number, count: number): WeighedOrder {
  const candidate: Partial<WeighedOrder> = {
    arrangement: { orders: [[at]], aligned: new Set() },
    objectives: [at, count - at],
    preferences: [0],
  };
  return candidate as WeighedOrder;
}

test('of very many points the best are held', () => {
  const front = createFront();
  const count = 3000;
  // Not in their order.
  for (let at = 0; at < count; at += 1) front.offer(tradeOff((at * 1009) % count, count));
  const points = front.points();
  expect(points).toHaveLength(1000);
  expect(points.map(([first]) => first?.objectives[0])).toEqual(
    Array.from({ length: 1000 }, (_, at) => at),
  );
});

test('of very many equals those that are preferred are held', () => {
  const front = createFront();
  for (let at = 0; at < 200; at += 1) {
    front.offer({ ...tradeOff(1, 2), preferences: [(at * 37) % 200] });
  }
  const [point = []] = front.points();
  expect(point.map(({ preferences }) => preferences[0])).toEqual(
    Array.from({ length: 64 }, (_, at) => at),
  );
});

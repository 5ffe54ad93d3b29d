import { expect, test } from 'vitest';
import { randomBuild } from './randomBuild';

/** Conditions of which a compiler takes at most one, in whatever build. */
const OPPOSED = [
  ['defined(A)', '!defined(A)'],
  ['A', '!(A) && defined(B)', '!(A) && !(defined(B))'],
  ['defined(A) && B', '!(defined(A) && B)'],
  ['X(1) + 2', '!(X(1) + 2) && defined(B)', '!(X(1) + 2) && !(defined(B))'],
];

test('conditions that rule each other out never hold together, and each holds in some build', () => {
  for (const conditions of OPPOSED) {
    const held = conditions.map(() => 0);
    for (let salt = 0; salt < 16; salt++) {
      const isOn = randomBuild(salt);
      const now = conditions.map((condition) => isOn(condition));
      expect(now.filter(Boolean).length, conditions.join()).toBeLessThan(2);
      now.forEach((on, index) => (held[index] = (held[index] ?? 0) + Number(on)));
    }
    expect(held[0], conditions.join()).toBeGreaterThan(0);
  }
});

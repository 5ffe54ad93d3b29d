import { expect, test } from 'vitest';
import { closedForm } from './testing/closedForm';

/** A line under MESI, and CPUs that load and store to it independently of each other. */
function played(loads: readonly number[], stores: readonly number[], accesses: number) {
  let seed = 1;
  const next = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const all = [...loads, ...stores];
  const rate = all.reduce((sum, value) => sum + value, 0);
  let owner: number | null = null;
  const sharers = new Set<number>();
  let [hitm, misses, requests] = [0, 0, 0];
  for (let access = 0; access < accesses; access++) {
    let at = next() * rate;
    let which = 0;
    while (which < all.length - 1 && at >= (all[which] ?? 0)) at -= all[which++] ?? 0;
    const cpu = which % loads.length;
    if (which < loads.length) {
      if (sharers.has(cpu)) continue;
      misses++;
      if (owner !== null) hitm++;
      owner = null;
      sharers.add(cpu);
    } else if (owner !== cpu) {
      requests++;
      sharers.clear();
      sharers.add(cpu);
      owner = cpu;
    }
  }
  return [hitm, misses, requests].map((count) => (count * rate) / accesses);
}

test.each([
  [
    [1, 1, 1, 1],
    [1, 1, 1, 1],
  ],
  [
    [5, 1, 0.2],
    [0.1, 2, 0],
  ],
  [
    [0.3, 4, 1, 1, 2],
    [1, 0, 0, 0, 0],
  ],
])('loads %j and stores %j: the closed form is what happens', (loads, stores) => {
  const [hitm = 0, misses = 0, requests = 0] = played(loads, stores, 400_000);
  const line = closedForm(
    loads.map((load, cpu) => ({ loads: load, stores: stores[cpu] ?? 0, atomics: 0 })),
  );
  expect(Math.abs(line.hitm / hitm - 1)).toBeLessThan(0.03);
  expect(Math.abs(line.loadMisses / misses - 1)).toBeLessThan(0.03);
  expect(Math.abs(line.ownershipRequests / requests - 1)).toBeLessThan(0.03);
});

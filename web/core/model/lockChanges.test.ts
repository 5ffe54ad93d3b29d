import { describe, expect, test } from 'vitest';
import { lockObjects } from '../locks/objects';
import { computeLayout } from '../layout/compute';
import type { MemberPath } from '../layout/ids';
import { orderedFrom } from '../layout/original';
import { structFromC } from '../layout/testing/c';
import { calibrate } from './calibrate';
import { forecast } from './forecast';
import { placementOf } from './placement';
import type { AccessProfile, AtomProfile } from './profile';

const SEMAPHORE = `struct list_head { void *next, *prev; };
  struct rw_semaphore { long count, owner; int osq, wait_lock; struct list_head wait_list; };`;

/** Line 0: the lock, what it protects, and a reader of neither; lines 1 and 2: cold fields and a second reader. */
const BEFORE =
  'struct rw_semaphore tree_rwsem; long tree; long flags; long pad0; long cold[7]; long other; long rest[8];';

function layoutOf(members: string) {
  const struct = orderedFrom(structFromC(`${SEMAPHORE} struct s { ${members} };`));
  return { desc: struct.desc, layout: computeLayout(struct) };
}

function atom(
  field: string,
  offsetBytes: number,
  rows: readonly (readonly [string, number, number])[],
): AtomProfile {
  return {
    field: field as MemberPath,
    offsetBytes,
    sizeBytes: 8,
    cpuShares: null,
    rows: rows.map(([symbol, hitm, stores], place) => ({
      symbol,
      codeOffset: place,
      rmtHitm: hitm / 2,
      lclHitm: hitm / 2,
      otherLoads: hitm,
      stores,
      cpus: 32,
    })),
  };
}

function forecastOf(members: string, more: Partial<AccessProfile> = {}) {
  const before = layoutOf(BEFORE);
  const profile: AccessProfile = {
    kind: 'hitm',
    lineBytes: 64,
    cpuCount: 64,
    storeRatio: null,
    instances: [
      {
        baseBytes: 0,
        atoms: [
          atom('tree_rwsem', 0, [
            ['down_write', 300, 2000],
            ['up_write', 0, 2000],
          ]),
          atom('tree_rwsem', 8, [['rwsem_spin_on_owner', 5000, 0]]),
          atom('tree', 0, [['tree_insert', 100, 1500]]),
          atom('flags', 0, [['look_up', 900, 0]]),
          atom('other', 0, [['count_up', 400, 700]]),
        ],
        foreign: [],
        lines: [],
      },
    ],
    ...more,
  };
  const known = calibrate(profile, placementOf(before.layout), {
    locks: lockObjects(before.desc, before.layout),
  });
  if (!known.ok) throw new Error(known.error.kind);
  const { flags, band, baseline } = forecast(known.value, placementOf(layoutOf(members).layout));
  const kinds = flags.map(({ kind }) => kind);
  return { kinds, band, baseline };
}

const REST = 'long pad0; long cold[7]; long other; long rest[8];';

describe('the sign', () => {
  test('is known where a reader of neither leaves the lock', () => {
    const { kinds } = forecastOf(
      `struct rw_semaphore tree_rwsem; long tree; long pad0; long cold[8]; long other; long rest[6]; long flags;`,
    );
    expect(kinds).not.toContain('lockNeighbours');
    expect(kinds).not.toContain('lockSplit');
  });

  test.each([
    [
      'the lock is cut in two',
      `long a[5]; struct rw_semaphore tree_rwsem; long tree; long flags; ${REST}`,
      'lockSplit',
    ],
    [
      'a written field that it protects leaves it',
      `struct rw_semaphore tree_rwsem; long flags; ${REST} long tree;`,
      'lockNeighbours',
    ],
  ])('is unknown where %s: the range holds today', (_, members, flag) => {
    const { kinds, band, baseline } = forecastOf(members);
    expect(kinds).toContain(flag);
    expect(band.low).toBeLessThanOrEqual(baseline.hitm);
    expect(band.high).toBeGreaterThanOrEqual(baseline.hitm);
  });
});

test('a field that contends comes to a lock: how much that costs is unknown, and not that it costs', () => {
  const { kinds, band, baseline } = forecastOf(
    `struct rw_semaphore tree_rwsem; long tree; long flags; long other; long pad0; long cold[7]; long rest[8];`,
  );
  expect(kinds).not.toContain('lockNeighbours');
  expect(band.high - band.low).toBeGreaterThan(0.4 * baseline.hitm);
});

describe('writers that a report does not show', () => {
  const alone = `struct rw_semaphore tree_rwsem; long tree; long pad0; long cold[7]; long other; long rest[7]; long flags;`;

  test('a reader beside fields without a row is named', () => {
    expect(forecastOf(alone).kinds).toContain('hiddenWriters');
  });

  test('a list of all samples hides none', () => {
    expect(forecastOf(alone, { isWhole: true }).kinds).not.toContain('hiddenWriters');
  });
});

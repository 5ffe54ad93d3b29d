import { sentence } from '../base/messages';
import { expect, test } from 'vitest';
import type { AccessRow } from '../facts/generated';
import { flagMessage, unpredictableMessage } from './flags';
import { row } from '../heat/testing/profiles';
import { nothingFoundSentence, searchCaveats } from '../search/searchWords';
import { documentOf, predictions } from './testing/bound';

// Profiles and tags that do not fit: each has its sentence, and no figure that pretends.

const LOCKED = `
  struct rw_semaphore { long count; void *owner; int osq; int wait_lock; void *wait[2]; };
  struct odd_lock { int taken; int waiters; };
  struct s { struct rw_semaphore sem; long tree; long table; struct odd_lock odd; long pad[6]; };`;

const TAKERS = (at: number): readonly AccessRow[] => [
  row(at, 'down_write', { rmt: 40, lcl: 60, loads: 900, stores: 800 }),
  row(at + 8, 'rwsem_spin_on_owner', { rmt: 500, lcl: 700, loads: 900 }),
  row(48, 'lookup', { rmt: 100, lcl: 200, loads: 900 }),
];

/** The first prediction: its refusal, or the sentences under its figures. */
function outputOf(rows: readonly AccessRow[], ...words: readonly string[]) {
  const [first] = predictions(documentOf(LOCKED, ...(rows.length > 0 ? [{ rows }] : [])), ...words);
  if (first === undefined) throw new Error('nothing to predict from');
  const { outcome } = first;
  return outcome.ok
    ? {
        refused: null,
        flags: outcome.value.forecast.flags.map((flag) => sentence(flagMessage(flag))).join('\n'),
      }
    : { refused: sentence(unpredictableMessage(outcome.error)), flags: '' };
}

test('a profile without stores, and one without HITM', () => {
  const without = (kind: 'stores' | 'rmt') =>
    TAKERS(0).map(({ offsetBytes, symbol }) =>
      row(
        offsetBytes,
        symbol ?? '',
        kind === 'stores' ? { rmt: 90, loads: 500 } : { stores: 90, loads: 500 },
      ),
    );
  expect(outputOf(without('stores')).refused).toMatch(/^No store was sampled on this struct/);
  expect(outputOf(without('rmt')).refused).toMatch(/^The profile has no HITM on this struct/);
});

test('a line that is laid on another struct, or elsewhere on this one', () => {
  expect(outputOf(TAKERS(0)).refused).toBeNull();
  // `tree` and `table` are no lock, and down_write() works on nothing else.
  expect(outputOf(TAKERS(40)).refused).toBe(
    'The cache line is bound to the wrong struct, or to the wrong offset in it: down_write works on a lock, and here 100 % of its samples are on tree, which is not a lock. Give the line another offset in the struct, or bind it to another of its candidates.',
  );
});

test('a line whose functions work on another kind of lock', () => {
  const mutexes = [
    row(0, 'mutex_lock', { rmt: 40, loads: 900, stores: 800 }),
    row(48, 'lookup', { rmt: 100, lcl: 200, loads: 900 }),
  ];
  expect(outputOf(mutexes).refused).toBe(
    'The cache line is bound to the wrong struct, or to the wrong offset in it: mutex_lock works on another kind of lock, and here 100 % of its samples are on sem.count. Give the line another offset in the struct, or bind it to another of its candidates.',
  );
  // A lock has a spinlock inside.
  const inner = [...TAKERS(0), row(20, '_raw_spin_lock', { rmt: 10, loads: 90, stores: 80 })];
  expect(outputOf(inner).refused).toBeNull();
});

test('slow paths read more than their lock, and prove nothing', () => {
  const owners = [
    row(40, 'rwsem_spin_on_owner', { rmt: 400, loads: 900 }),
    row(48, 'mutex_spin_on_owner', { rmt: 300, loads: 900 }),
    row(0, 'schedule', { stores: 900 }),
  ];
  expect(outputOf(owners).refused).toBeNull();
});

test('a lock of a type that is not known is one by its functions, and that is said', () => {
  const odd = [
    row(0, 'down_write', { stores: 90, loads: 500 }),
    row(56, 'odd_lock_slowpath', { stores: 900 }),
    row(60, 'odd_lock_slowpath', { rmt: 400, lcl: 100, loads: 500 }),
  ];
  const { flags } = outputOf(odd);
  expect(flags).toMatch(/^odd: functions use it as a lock, and its type is not a known lock type/m);
  expect(outputOf(odd, 'tag odd lock').flags).not.toContain('use it as a lock');
});

test('tags that contradict what was measured, each with its reason', () => {
  const { flags } = outputOf(
    TAKERS(0),
    ...[
      'tag tree cold',
      'tag table cold',
      'tag sem lock',
      'tag sem.owner read-hot',
      'tag pad write-hot',
    ],
  );
  expect(flags).toContain(
    'The tag on table is not used: the profile has 300 samples of HITM and stores on it, so it is not cold.',
  );
  expect(flags).toContain(
    'The tag on sem.owner is not used: no member of that name moves as a whole here.',
  );
  expect(flags).toContain(
    'The tag on pad is not used: a profile is loaded, and who writes is taken from it.',
  );
  // Nothing was sampled of `tree`, and the lock is one.
  expect(flags).not.toMatch(/tag on (?:tree|sem) /);
});

test('tags of which none writes, or none reads, give no figure', () => {
  expect(outputOf([], 'tag tree read-hot', 'tag table read-mostly').refused).toMatch(
    /^No field is tagged as written/,
  );
  expect(outputOf([], 'tag tree write-hot', 'tag table cold').refused).toMatch(
    /^Only one field is tagged/,
  );
  expect(outputOf([], 'tag tree write-hot', 'tag table read-hot').refused).toBeNull();
  expect(outputOf([], 'tag sem lock').refused).toBeNull();
});

const SEARCHED = {
  hasHeat: true,
  vetoed: null,
  cannot: null,
  hasHoles: false,
  isOnOneLine: false,
  options: { growth: 'never', mostEdits: 3, mayAlign: false, mayChangeFormat: false },
} as const;

test('where orders are not distinguished a search says so, and never that none is better', () => {
  const nothing = nothingFoundSentence({
    ...SEARCHED,
    hasHeat: false,
    cannot: 'No store was sampled.',
  });
  expect(nothing).toBe(
    'There is no hole to close, and no order can be judged by its conflicts. No store was sampled.',
  );
  const queues = { kind: 'queues', lines: [0], times: 8 } as const;
  expect(searchCaveats([queues, { kind: 'noLineTable' }])).toEqual([flagMessage(queues)]);
});

test('a search that found nothing advises what is not allowed yet, and says what no order can do', () => {
  const none = 'No better order found within these options: nothing to gain is known.';
  const all = {
    growth: 'nextClass',
    mostEdits: 4,
    mayAlign: true,
    mayChangeFormat: false,
  } as const;
  expect(nothingFoundSentence(SEARCHED)).toBe(
    `${none} Allow more moves or growth or an alignment.`,
  );
  expect(nothingFoundSentence({ ...SEARCHED, options: all })).toBe(none);
  const vetoed = { orders: 7, leastRise: 0.04 };
  expect(nothingFoundSentence({ ...SEARCHED, options: all, vetoed })).toBe(
    `${none} 7 orders with fewer conflicts are not suggested: each has at least 4 % more transactions.`,
  );
  expect(nothingFoundSentence({ ...SEARCHED, isOnOneLine: true })).toBe(
    `${none} All of it is on one line, where no order separates its fields. Allow growth or an alignment.`,
  );
  expect(nothingFoundSentence({ ...SEARCHED, isOnOneLine: true, options: all })).toMatch(
    /separates its fields\. Hitmap gives no field its own cache line here: that takes more room than the options allow, or does not lower these figures\. To try it, align a field/,
  );
});

test('AMD’s IBS counts atomic operations as loads: without a store nobody is advised to record stores', () => {
  const atomics = [
    row(48, 'count', { rmt: 90, loads: 500 }),
    row(40, 'count_too', { rmt: 90, loads: 500 }),
  ];
  const document = documentOf(LOCKED, { rows: atomics, more: { events: ['ibs_op/ldlat=0/'] } });
  const [first] = predictions(document);
  if (first?.outcome.ok !== false) throw new Error('predicted without stores');
  expect(sentence(unpredictableMessage(first.outcome.error))).toMatch(
    /AMD’s IBS counts an operation that both loads and stores, such as any atomic, as a load/,
  );
  // Tagged, orders can be ranked.
  const [tagged] = predictions(document, 'tag table write-hot', 'tag tree read-hot');
  expect(tagged?.outcome.ok && tagged.basis.profile.kind).toBe('tags');
});

test('what lies beside the struct is no gain of an order that lets it begin elsewhere', () => {
  const rows = [
    row(16, 'put', { stores: 100 }),
    row(24, 'get', { rmt: 50, loads: 80 }),
    row(48, 'other', { rmt: 30, loads: 80 }),
  ];
  const laid = documentOf('struct s { long a; long b; };', { rows });
  const bindings = laid.bindings.map((binding) => ({ ...binding, offsetBytes: -16 }));
  const [moved] = predictions({ ...laid, bindings }, 'align a cacheline');
  if (moved?.outcome.ok !== true) throw new Error('not predicted');
  const { hitm, flags } = moved.outcome.value.forecast;
  expect(flags).toContainEqual({ kind: 'foreignUnplaced', hitm: 30 });
  // `a` and `b` meet as before, and of what lay beside them nothing is known.
  expect(hitm.total).toBeCloseTo(80, 6);
});

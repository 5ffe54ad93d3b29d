import { describe, expect, test } from 'vitest';
import { edited } from '../edit/testing/edited';
import { computeLayout } from '../layout/compute';
import { structFromC } from '../layout/testing/c';
import type { Confidence } from '../facts/generated';
import type { BuildMatch } from './loadBias';
import { evidenceOf } from './evidence';
import type { Containers } from './containers';
import { movedEvidence } from './movedEvidence';
import type { Origin } from './origin';
import { rankCandidates, statedStruct, type Candidate } from './rank';
import { explainedRows, memberOfRow, rowReadings } from './rowReadings';
import { reportLine } from './testing/report';
import { touchQuery, functionQuery, type CodeTouch, type RowCode } from './touches';

const QUEUE = `
struct lock { long word; long container; };
struct queue { long head, tail; struct lock lock; long pending; };`;
const TABLE = `
struct lock { long word; long container; };
struct table { long size, used; struct lock lock; long misses; };`;

/** What functions touch, from lines like `queue_push queue 8`. */
function touchesFrom(text: string, how: RowCode['how']): (symbol: string) => RowCode | null {
  const found = new Map<string, CodeTouch[]>();
  for (const line of text.trim().split('\n')) {
    const [name = '', struct = '', offset = '', confidence = 'direct'] = line.trim().split(' ');
    const touch: CodeTouch = {
      struct,
      sizeBytes: null,
      offsetBytes: Number(offset),
      bytes: 8,
      weight: 1,
      confidence: confidence as Confidence,
      path: '',
      functionName: name,
      inFunctionBytes: 16,
    };
    found.set(name, [...(found.get(name) ?? []), touch]);
  }
  return (symbol) => {
    const touches = found.get(symbol);
    return touches === undefined ? null : { how, touches };
  };
}

const AT_16 = { offsetsBytes: [16], isDirect: true };
const CONTAINERS: Containers = new Map([
  [
    'lock',
    new Map([
      ['queue', AT_16],
      ['table', AT_16],
    ]),
  ],
]);

/** What holds a queue, some bytes after its own begin. */
function queueIn(...names: readonly string[]): Containers {
  const held = { offsetsBytes: [128], isDirect: true };
  return new Map([['queue', new Map(names.map((name) => [name, held]))]]);
}

function ranked(
  rows: string,
  touches: string,
  {
    how = 'function',
    origin = 'unknown',
    containers = CONTAINERS,
  }: { how?: RowCode['how']; origin?: Origin; containers?: Containers } = {},
): readonly Candidate<string>[] {
  const line = reportLine('0x1000', rows);
  const codeOf = touchesFrom(touches, how);
  const evidence = evidenceOf(line, [line], 64, [], (row) => codeOf(row.symbol ?? ''), containers);
  const known = [QUEUE, TABLE].map((source) => {
    const desc = structFromC(source);
    return { struct: statedStruct(desc), name: desc.name, source: desc.name };
  });
  return rankCandidates(evidence, known, (name) => name === 'lock', origin).candidates;
}

const ROWS = `
  0x8 queue_push hitm 90 stores 5
  0x20 queue_drain hitm 60 stores 8
  0x0 visitor hitm 3`;
const TOUCHES = `
  queue_push queue 8
  queue_drain queue 32
  visitor table 24`;

test('functions that touch a struct at the offsets of the rows name it, and what they leave is listed', () => {
  const [first] = ranked(ROWS, TOUCHES);
  expect(first).toMatchObject({ name: 'queue', grade: 'strong', alike: 0 });
  expect(first?.fit.offsetBytes).toBe(0);
  const readings = rowReadings(first!);
  expect(explainedRows(readings)).toEqual({ explained: 2, known: 3 });
  expect(readings.map(({ member, by }) => [member, by])).toEqual([
    ['tail', 'function'],
    ['pending', 'function'],
    ['head', null],
  ]);
  expect(first?.reasons[0]).toContain('2 of 3 rows touch `queue` at these bytes');
  expect(first?.reasons.join(' ')).toContain('`visitor` at 0x0 touches nothing of it there');
});

test('a row that a struct explains at another distance is not said to touch what lies there', () => {
  const shifted = 'queue_push queue 8\nqueue_drain queue 40';
  const [first] = ranked('0x8 queue_push hitm 90 stores 5\n0x20 queue_drain hitm 60', shifted);
  expect(first).toMatchObject({ name: 'queue' });
  expect(first?.fit.offsetBytes).toBe(0);
  const readings = rowReadings(first!);
  expect(explainedRows(readings)).toEqual({ explained: 1, known: 2 });
  expect(readings[1]).toMatchObject({ by: null, confidence: null });
  expect(readings[1]?.reason).toContain('`queue` 8 bytes after byte 32');
  expect(first?.reasons[0]).toContain('1 of 2 rows touch `queue` at these bytes');
  expect(first?.reasons[1]).toContain('1 row touches `queue` 8 bytes further on');
});

test('what only touches a part that two hold at one place is a tie, and none is sure', () => {
  const found = ranked(
    '0x10 lock_take hitm 50 stores 9\n0x18 lock_take hitm 40',
    'lock_take lock 0\nlock_take lock 8',
    { origin: 'same' },
  );
  expect(found.map(({ name, alike }) => [name, alike])).toEqual([
    ['queue', 1],
    ['table', 1],
  ]);
  expect(found.every(({ grade }) => grade === 'fair')).toBe(true);
});

test('another build is never sure, and the very instructions of the same one are', () => {
  const rows = ROWS.split('\n').slice(0, 3).join('\n');
  expect(ranked(rows, TOUCHES, { origin: 'other' })[0]?.grade).toBe('fair');
  const byAddress = { how: 'address', origin: 'same' } as const;
  expect(ranked(rows, TOUCHES, byAddress)[0]?.grade).toBe('named');
  // One row of something else, and it is not.
  expect(ranked(ROWS, TOUCHES, byAddress)[0]?.grade).not.toBe('named');
});

describe('that no code address was used is said where rows have some, and no more than is known', () => {
  const at =
    '0x8 queue_push hitm 90 stores 5 at 0x401010\n0x20 queue_drain hitm 60 stores 8 at 0x401050';
  const outputOf = (rows: string, origin: Origin, how: RowCode['how'] = 'function') =>
    ranked(rows, TOUCHES, { origin, how })[0]?.reasons.find((reason) => /address/.test(reason));

  test.each([
    ['other', 'No code address was used: the report was recorded on another build.'],
    [
      'unknown',
      'No code address was used: it is unknown whether the report was recorded on this build.',
    ],
  ] as const)('origin %s', (origin, sentence) => expect(outputOf(at, origin)).toBe(sentence));

  test('functions that lie elsewhere are no proof of another build', () => {
    expect(outputOf(at, 'elsewhere')).toMatch(
      /have other addresses than in this file: it was probably recorded on a different build/,
    );
    expect(ranked(at, TOUCHES, { origin: 'elsewhere' })[0]?.grade).toBe('fair');
  });

  test('it is not said of rows without addresses, nor where they were used', () => {
    expect(outputOf(at.replace(/ at \S+/g, ''), 'other')).toBeUndefined();
    expect(outputOf(at, 'same', 'address')).toBeUndefined();
  });
});

describe('what others hold may be part of one of them', () => {
  const rows = ROWS.split('\n').slice(0, 3).join('\n');
  const byAddress = { how: 'address', origin: 'same' } as const;

  test('held by a few it is sure, as long as nothing speaks for them', () => {
    const containers = queueIn('shop', 'bank');
    expect(ranked(rows, TOUCHES, { containers })[0]?.grade).toBe('strong');
    expect(ranked(rows, TOUCHES, { ...byAddress, containers })[0]?.grade).toBe('named');
  });

  test('held by many it is possible, and it is said what holds it', () => {
    const containers = queueIn('shop', 'bank', 'port', 'desk', 'gate', 'hall');
    for (const how of [{}, byAddress]) {
      const [first] = ranked(rows, TOUCHES, { ...how, containers });
      expect(first).toMatchObject({ name: 'queue', grade: 'fair' });
      expect(first?.reasons.join(' ')).toContain(
        'It is a `queue`, or a struct that holds one: `bank`, `desk` and 4 more.',
      );
    }
  });

  test('one container is enough where a row touches it around the very place', () => {
    const containers = queueIn('shop');
    for (const how of [{}, byAddress]) {
      const [first] = ranked(rows, `${TOUCHES}\nqueue_drain shop 160`, { ...how, containers });
      expect(first).toMatchObject({ name: 'queue', grade: 'fair' });
      expect(first?.reasons.join(' ')).toContain(
        'It may be a struct that holds it: `queue_drain` touches these bytes as part of `shop`.',
      );
      // The same container at another place is another object's.
      const elsewhere = ranked(rows, `${TOUCHES}\nqueue_drain shop 168`, { ...how, containers });
      expect(elsewhere[0]?.grade).not.toBe('fair');
    }
  });

  test('and where a row that nobody can follow lies outside of it', () => {
    const outside = `${rows}\n  0x38 module_poke hitm 1`;
    const [held] = ranked(outside, TOUCHES, { ...byAddress, containers: queueIn('shop') });
    expect(held).toMatchObject({ name: 'queue', grade: 'fair' });
    expect(held?.reasons.join(' ')).toContain(
      'It is a `queue`, or a struct that holds one: `shop`.',
    );
    expect(ranked(outside, TOUCHES, byAddress)[0]?.grade).toBe('named');
  });
});

test('several functions at one byte are not sure: such work touches many structs in common', () => {
  const rows = '0x8 queue_push hitm 90 stores 5\n0x8 queue_drain hitm 60';
  const touches = 'queue_push queue 8\nqueue_drain queue 8';
  expect(ranked(rows, touches)[0]).toMatchObject({ name: 'queue', grade: 'fair' });
});

test('a field that lies elsewhere in the version of the report still speaks for the struct, less', () => {
  const moved = ROWS.replace('0x20 queue_drain', '0x28 queue_drain');
  const [plain] = ranked(ROWS, TOUCHES);
  const [slipped] = ranked(moved, TOUCHES);
  expect(slipped?.name).toBe('queue');
  expect(slipped!.fit.code.score).toBeLessThan(plain!.fit.code.score);
  expect(rowReadings(slipped!).some(({ reason }) => reason.includes('another layout'))).toBe(true);
});

test('a row has the member of its instruction, or of a candidate that stands alone', () => {
  const line = reportLine('0x1000', '0x8 queue_push hitm 9 at 0x401136');
  const [row] = line.rows;
  const codeOf = touchesFrom('queue_push queue 8', 'address');
  const evidence = evidenceOf(
    line,
    [line],
    64,
    [],
    (each) => codeOf(each.symbol ?? ''),
    CONTAINERS,
  );
  expect(memberOfRow(row!, evidence, null)).toMatchObject({ text: 'queue', isCertain: true });
});

test('a row is asked for by its address only where the report is of the file', () => {
  const row = {
    ...reportLine('0x1000', '0x8 foo.isra.0 hitm 9 at 0xffffffffab000010').rows[0]!,
    symbolMayBeCut: true,
  };
  const buildMatch: BuildMatch = {
    verdict: 'matches',
    loadBias: 0x2a000000n,
    agree: 3,
    checked: 3,
    missing: [],
    object: row.object,
  };
  expect(touchQuery(row, buildMatch)).toEqual({ how: 'address', place: '0xffffffff81000010' });
  expect(touchQuery(row, { ...buildMatch, verdict: 'other' })).toEqual(functionQuery(row));
  expect(functionQuery(row)).toEqual({ how: 'function', place: 'foo.isra.0*' });
  expect(functionQuery({ ...row, symbol: null })).toBeNull();
});

test('of a struct whose members were moved, code touches each where it is now', () => {
  const line = reportLine('0x1000', '0x10 queue_push hitm 90 stores 5\n0x0 lock_take hitm 40');
  const codeOf = touchesFrom('queue_push queue 8\nlock_take lock 0', 'function');
  const evidence = evidenceOf(line, [line], 64, [], (row) => codeOf(row.symbol ?? ''), CONTAINERS);
  // The lock goes from byte 16 to the front, and `tail` from 8 to 24.
  const found = edited(QUEUE, '');
  const now = edited(QUEUE, 'move lock first');
  const layouts = [found, now].map(({ struct }) => computeLayout(struct));
  const moved = movedEvidence(evidence, 'queue', layouts[0]!, layouts[1]!);
  expect(moved.touches.map(({ code }) => code?.touches.map((each) => each.offsetBytes))).toEqual([
    [24],
    [0],
  ]);
  expect(moved.containers.get('lock')?.get('queue')?.offsetsBytes).toEqual([0]);
  // Those of other structs stay.
  expect(moved.containers.get('lock')?.get('table')?.offsetsBytes).toEqual([16]);
});

import { describe, expect, test } from 'vitest';
import { structFromC } from '../layout/testing/c';
import { evidenceOf } from './evidence';
import { gradingText, type Grade } from './grade';
import type { Origin } from './origin';
import {
  regraded,
  rankCandidates,
  rankedByStated,
  rankPlaces,
  statedStruct,
  type Candidate,
} from './rank';
import { prototypes, reportLine } from './testing/report';
import { isWellKnownPart } from './wellKnown';

const LOCK = 'struct mutex { long owner; int wait_lock; int osq; };';
const TREE = 'struct rb_root_cached { void *rb_node, *rb_leftmost; };';

/** A tree and, at once after it, its lock; both come again in no other struct at that distance. */
const SHELF = `${LOCK}${TREE}
struct shelf { long books[2]; struct rb_root_cached tree; struct mutex lock; long weight; };`;

const PROTOTYPES = prototypes(`
  mutex_lock(mutex)
  mutex_unlock(mutex)
  tree_insert(rb_root_cached)
  shelf_weigh(shelf)
  hall_open(hall)`);

// The tree at 0x10, its lock at 0x20.
const LINE = reportLine(
  '0x1000',
  `
  0x18 tree_insert hitm 30
  0x20 mutex_lock hitm 20 stores 200
  0x20 mutex_unlock hitm 10 stores 100`,
);

function ranked(
  line: typeof LINE,
  sources: readonly string[],
  origin: Origin = 'same',
  beside: readonly (typeof LINE)[] = [],
): readonly Candidate<string>[] {
  const evidence = evidenceOf(line, [line, ...beside], 64, PROTOTYPES);
  const known = sources.map((source) => {
    const desc = structFromC(source);
    return { struct: statedStruct(desc), name: desc.name, source: desc.name };
  });
  return rankCandidates(evidence, known, isWellKnownPart, origin).candidates;
}

const grades = (candidates: readonly Candidate<unknown>[]): Record<string, Grade> =>
  Object.fromEntries(candidates.map(({ name, grade }) => [name, grade]));

describe('what earns strong', () => {
  test('two kinds of parts at their distance, by several functions', () => {
    const [first] = ranked(LINE, [SHELF]);
    expect(first).toMatchObject({ name: 'shelf', grade: 'strong', alike: 0 });
    expect(first?.fit.offsetBytes).toBe(0);
  });

  test('the next line of the same object is a witness, one that does not fit speaks against it', () => {
    const rack = `${LOCK}${TREE}
      struct rack { long books[2]; struct rb_root_cached tree; long pad[6]; struct mutex lock; };`;
    const tree = reportLine('0x1000', '0x18 tree_insert hitm 30');
    const lock = reportLine('0x1040', '0x10 mutex_lock hitm 20 stores 200');
    const elsewhere = reportLine('0x1040', '0x38 mutex_lock hitm 20 stores 200');
    const fitOf = (...lines: readonly (typeof LINE)[]) =>
      ranked(tree, [rack], 'same', lines)[0]?.fit;
    expect([...(fitOf(lock)?.held ?? [])].sort()).toEqual(['mutex', 'rb_root_cached']);
    expect([...(fitOf(lock)?.functions ?? [])].sort()).toEqual(['mutex_lock', 'tree_insert']);
    expect(fitOf(lock)).toMatchObject({ offsetBytes: 0, neighboursFor: 1 });
    expect([...(fitOf()?.held ?? [])]).toEqual(['rb_root_cached']);
    expect([...(fitOf(elsewhere)?.held ?? [])]).toEqual(['rb_root_cached']);
  });

  test('not on a file of another build', () => {
    expect(ranked(LINE, [SHELF], 'other')[0]?.grade).toBe('fair');
    expect(ranked(LINE, [SHELF], 'unknown')[0]?.grade).toBe('strong');
  });

  test('none of those that fit equally well, and it is said how many they are', () => {
    const drawer = SHELF.replace('struct shelf', 'struct drawer');
    const chest = SHELF.replace('struct shelf', 'struct chest');
    const found = ranked(LINE, [SHELF, drawer, chest]);
    expect(grades(found)).toEqual({ shelf: 'fair', drawer: 'fair', chest: 'fair' });
    expect(found.map(gradingText)).toEqual(new Array(3).fill('one of 3 that fit equally well'));
  });

  test('a tie is said of what is weak, too', () => {
    expect(gradingText({ grade: 'weak', alike: 6 })).toBe('weak, one of 7 that fit equally well');
    expect(gradingText({ grade: 'weak', alike: 0 })).toBe('weak');
  });

  test('a later group that fits alike is no more certain than the first', () => {
    const line = reportLine('0x1000', '0x20 mutex_lock hitm 20 stores 200');
    const container = (name: string) => `${LOCK}struct ${name} { long a[4]; struct mutex lock; };`;
    const found = ranked(line, ['cup', 'jar', 'pot', 'urn', 'vat'].map(container));
    expect(found).toHaveLength(5);
    for (const candidate of found) expect(candidate).toMatchObject({ grade: 'fair', alike: 4 });
  });

  test('not one kind of part alone: any struct may hold a lock there', () => {
    const line = reportLine(
      '0x1000',
      `
      0x20 mutex_lock hitm 20 stores 200
      0x20 mutex_unlock hitm 10 stores 100`,
    );
    expect(ranked(line, [SHELF])[0]?.grade).toBe('fair');
  });

  test('not its own functions alone: they touch any of its fields', () => {
    const line = reportLine(
      '0x1000',
      `
      0x0 shelf_weigh hitm 20 stores 100
      0x8 shelf_weigh hitm 10`,
    );
    const [first] = ranked(line, [SHELF]);
    expect(first?.name).toBe('shelf');
    expect(first?.grade).toBe('fair');
  });

  test('not where two of its places hold the same parts at the same distance', () => {
    const twice = SHELF.replace(
      'long weight;',
      'long weight[9]; struct rb_root_cached other_tree; struct mutex other_lock;',
    );
    const [first] = ranked(LINE, [twice]);
    expect(first).toMatchObject({ name: 'shelf', grade: 'fair', otherPlaces: 1 });
    expect(first && gradingText(first)).toBe('one of 2 that fit equally well');
  });
});

describe('what speaks against a place', () => {
  const also = (row: string) => {
    const [, offset, name, rest] = /^(\S+) (\S+) (.*)$/.exec(row) ?? [];
    const more = reportLine('0x1000', `${offset} ${name} ${rest}`);
    return { ...LINE, rows: [...LINE.rows, ...more.rows] };
  };

  test('stores into a hole', () => {
    const holed = SHELF.replace('long books[2];', 'long book; char a; ');
    const [first] = ranked(also('0xc mystery hitm 10 stores 60'), [holed]);
    expect(first?.grade).toBe('fair');
    expect(first?.reasons.join(' ')).toContain('falls into a hole');
  });

  test('bytes past its end', () => {
    const short = SHELF.replace(' long weight;', '');
    const [first] = ranked(also('0x38 mystery hitm 10 stores 60'), [short]);
    expect(first?.grade).toBe('fair');
    expect(first?.reasons.join(' ')).toContain('is outside of it');
  });

  test('stores into a const member', () => {
    const desc = structFromC(SHELF.replace('long weight;', 'long *weight;'));
    const line = also('0x30 mystery stores 90');
    const reasonsOf = (weight: string) => {
      // What C's reader of these tests leaves out, and debug information states.
      const types = desc.types.map((type) =>
        type.name === 'long int *' ? { ...type, name: weight } : type,
      );
      const evidence = evidenceOf(line, [line], 64, PROTOTYPES);
      const known = { struct: statedStruct({ ...desc, types }), name: desc.name, source: '' };
      const [first] = rankCandidates(evidence, [known], isWellKnownPart, 'same').candidates;
      return {
        grade: first?.grade,
        reasons: first?.reasons.filter((each) => each.includes('const')),
      };
    };
    expect(desc.types.map(({ name }) => name)).toContain('long int *');
    // A pointer to what is const may be written, a const pointer not.
    expect(reasonsOf('const long int *')).toEqual({ grade: 'strong', reasons: [] });
    expect(reasonsOf('long int *const')).toEqual({
      grade: 'fair',
      reasons: ['23 % of the stores go into a member that is declared const.'],
    });
  });
});

describe('a struct and what holds it', () => {
  const HALL = `${SHELF} struct hall { long doors[8]; struct shelf shelf; long lamps[4]; };`;

  test('what the container adds nothing to is the object', () => {
    const [first, ...others] = ranked(LINE, [HALL]);
    expect(first).toMatchObject({ name: 'shelf', inside: [{ name: 'hall', offsetBytes: 64 }] });
    expect(others).toEqual([]);
  });

  test('what only the container explains stays with it', () => {
    // lamps[0], which is no byte of the shelf.
    const row = reportLine('0x1000', '0x38 hall_open hitm 30 stores 40');
    const line = { ...LINE, rows: [...LINE.rows, ...row.rows] };
    const found = ranked(line, [HALL]);
    expect(found[0]).toMatchObject({ name: 'hall', fit: { offsetBytes: 64 } });
    expect(found[0]?.fit.functions).toContain('hall_open');
  });

  test('what the container’s function does inside the object speaks for the container too', () => {
    const row = reportLine('0x1000', '0x30 hall_open hitm 30 stores 40');
    const line = { ...LINE, rows: [...LINE.rows, ...row.rows] };
    const names = ranked(line, [HALL]).map(({ name }) => name);
    expect(names).toContain('hall');
  });
});

test('among the candidates of other files one is not stronger than they allow', () => {
  const [shelf] = ranked(LINE, [SHELF]);
  const [drawer] = ranked(LINE, [SHELF.replace('struct shelf', 'struct drawer')]);
  if (!shelf || !drawer) throw new Error('nothing found');
  expect(shelf.grade).toBe('strong');
  expect(regraded(shelf, [shelf, drawer])).toMatchObject({ grade: 'fair', alike: 1 });
});

test('the places of a named struct are the ones that it has as a candidate', () => {
  const evidence = evidenceOf(LINE, [LINE], 64, PROTOTYPES);
  const desc = structFromC(SHELF);
  const named = { struct: statedStruct(desc), name: desc.name, source: '' };
  const [place] = rankPlaces(evidence, named, isWellKnownPart, 'same');
  const [candidate] = ranked(LINE, [SHELF]);
  expect(place?.fit).toEqual(candidate?.fit);
  expect(place?.grade).toBe(candidate?.grade);
});

describe('what the report says of its lines', () => {
  const twin = SHELF.replace('struct shelf', 'struct stand');
  const evidence = evidenceOf(LINE, [LINE], 64, PROTOTYPES);
  const known = [SHELF, twin].map((source) => {
    const desc = structFromC(source);
    return { struct: statedStruct(desc), name: desc.name, source: '' };
  });
  const found = rankCandidates(evidence, known, isWellKnownPart, 'same');
  const stated = (key: string) => {
    const of = { address: 0n, key, name: 'shelf', sizeBytes: 100 };
    return rankedByStated(found, evidence, known, { stated: of, place: 0 }).candidates;
  };

  test('names the struct, though another fits alike', () => {
    expect(grades(found.candidates)).toEqual({ shelf: 'fair', stand: 'fair' });
    const [own, other] = known.map(({ struct }) => struct.desc.key);
    expect(own).not.toBe(other);
    const candidates = stated(own ?? '');
    expect(grades(candidates)).toEqual({ shelf: 'named', stand: 'fair' });
    const [first] = candidates;
    if (first === undefined) throw new Error('no candidate');
    // Beside those of another file, too.
    expect(regraded(first, found.candidates)).toMatchObject({ grade: 'named', alike: 0 });
  });

  test('lets nothing be sure where the file has another layout of it', () => {
    const alone = rankCandidates(evidence, known.slice(0, 1), isWellKnownPart, 'same');
    expect(grades(alone.candidates)).toEqual({ shelf: 'strong' });
    const of = { address: 0n, key: 'struct:shelf:96:0', name: 'shelf', sizeBytes: 96 };
    const [first] = rankedByStated(alone, evidence, known, { stated: of, place: 0 }).candidates;
    expect(first).toMatchObject({ name: 'shelf', grade: 'fair', origin: 'other' });
    expect(first?.reasons[0]).toContain('another layout of `shelf` (96 bytes)');
  });
});

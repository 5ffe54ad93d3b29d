import { sentence } from '../base/messages';
import { itemAt } from '../base/itemAt';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeLayout } from '../layout/compute';
import type { MemberPath } from '../layout/ids';
import { findField } from '../layout/walk';
import { applyEdit } from './apply';
import { dropSlots, whyNotMovable } from './dropSlots';
import { runOf } from './runs';
import { formatEdit } from './words';
import { edited } from './testing/edited';

function placesOf(source: string, ...moving: string[]): string[] {
  return dropSlots(edited(source, ''), moving as MemberPath[]).map((place) => {
    const marks = [place.isCurrent && 'current', place.movesNothingElse && 'hole'].filter(Boolean);
    return [
      formatEdit(place.edit),
      place.offsetsBits.map((bits) => bits / 8).join(','),
      ...marks,
    ].join(' | ');
  });
}

test('every place among the siblings, and the hole that is free', () => {
  // Between a and b there are 7 bytes: d (at 20) fits, and b stays at 8.
  expect(placesOf(`struct s { char a; long b; int c; char d; };`, 'd')).toEqual([
    'move d before a | 0',
    'move d before b | 1 | hole',
    'move d before c | 16',
    'move d last | 20 | current',
  ]);
});

test('a hole counts where the struct shrinks by it', () => {
  expect(placesOf(`struct s { char a; long b; char c; };`, 'c')).toContain(
    'move c before b | 1 | hole',
  );
});

test('into and out of anonymous structs, never into a union', () => {
  expect(placesOf(`struct s { int a; struct { int b; int c; }; union { int d; }; };`, 'a')).toEqual(
    [
      'move a before anon(b) | 0 | current',
      'move a before anon(d) | 8',
      'move a last | 12',
      'move a before b | 0',
      'move a before c | 4',
      'move a into anon(b) | 8',
    ],
  );
  expect(placesOf(`struct s { union { int a; int b; }; int c; };`, 'a')).toEqual([
    'move a before anon(a) | 0',
    'move a before c | 4',
    'move a after c | 8',
  ]);
});

test('a run of bit-fields is one place, and moves as one', () => {
  expect(placesOf(`struct s { int a:1; int b:2; int c; };`, 'c')).toEqual([
    'move c before a | 0',
    'move c last | 4 | current',
  ]);
  expect(placesOf(`struct s { int a:1; int b:2; int c; };`, 'b')).toEqual([
    'move b before c | 0,0.125 | current',
    'move b last | 4,4.125',
  ]);
});

test('nothing goes behind a flexible array, and that goes nowhere', () => {
  const source = `struct s { int a; int b; int c[]; };`;
  expect(placesOf(source, 'a')).toEqual(['move a before b | 0 | current', 'move a before c | 4']);
  expect(whyNotMovable(edited(source, ''), ['c' as MemberPath])).toBe(
    '`c` is a flexible array: it has to stay the last member.',
  );
});

test('what would shift a pinned member is no place', () => {
  const applied = edited(`struct s { int a; int b; int c; };`, `pin a`);
  const words = dropSlots(applied, ['c' as MemberPath]).map((place) => formatEdit(place.edit));
  expect(words).toEqual(['move c before b', 'move c last']);
});

test('each place is what its edit does', () => {
  const type = fc.constantFrom('char', 'short', 'int', 'long', 'int :3', 'struct', 'union');
  fc.assert(
    fc.property(fc.array(type, { minLength: 2, maxLength: 9 }), fc.nat(), (types, pick) => {
      const source = `struct s { ${types.map(memberText).join(' ')} };`;
      const applied = edited(source, '');
      const paths = applied.struct.root.members.map((member) => member.path);
      const moving = itemAt(paths, pick % paths.length);
      const before = computeLayout(applied.struct);
      for (const place of dropSlots(applied, [moving])) {
        const next = applyEdit(applied, place.edit);
        if (!next.ok) throw new Error(sentence(next.error));
        const after = computeLayout(next.value.struct);
        expect(place.offsetsBits).toContain(findField(after, moving)?.offsetBits);
        expect(place.sizeBits).toBe(after.sizeBits);
        const run = runOf(applied.struct.root, paths.indexOf(moving));
        const others = [...paths.slice(0, run.start), ...paths.slice(run.end)];
        const same = others.every(
          (path) => findField(after, path)?.offsetBits === findField(before, path)?.offsetBits,
        );
        if (place.movesNothingElse) expect(same).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});

function memberText(type: string, index: number): string {
  if (type === 'int :3') return `int m${index}:3;`;
  if (type === 'struct' || type === 'union') return `${type} { char x${index}; int y${index}; };`;
  return `${type} m${index};`;
}

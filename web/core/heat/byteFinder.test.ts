import { expect, test } from 'vitest';
import { orderedFrom } from '../layout/original';
import { structFromC } from '../layout/testing/c';
import { byteFinder } from './byteFinder';
import { ADDRESS_SPACE } from './testing/addressSpace';

/** Each line of `expected`: a byte, and the field it belongs to; or what it is where it is none. */
function check(source: string, expected: string): void {
  const find = byteFinder(orderedFrom(structFromC(source)));
  const lines = expected.trim().split('\n');
  const found = lines.map((text) => {
    const byte = Number(text.trim().split(/\s+/)[0]);
    const place = find(byte);
    if (place.kind !== 'field') return `${byte} ${place.kind}`;
    const oneOf = place.oneOf.length > 0 ? ` one of ${place.oneOf.join(' ')}` : '';
    return `${byte} ${place.path} moves ${place.mover}+${place.moverOffsetBytes}${oneOf}`;
  });
  expect(found).toEqual(lines.map((text) => text.trim()));
}

test('the innermost member that is known, by its shortest name', () => {
  check(
    ADDRESS_SPACE,
    `
    0 host moves host+0
    72 i_mmap.rb_root moves i_mmap+0
    80 i_mmap.rb_leftmost moves i_mmap+8
    88 i_mmap_rwsem.count moves i_mmap_rwsem+0
    95 i_mmap_rwsem.count moves i_mmap_rwsem+7
    96 i_mmap_rwsem.owner moves i_mmap_rwsem+8
    112 i_mmap_rwsem.wait_list.next moves i_mmap_rwsem+24
    184 private_data moves private_data+0
    192 outside
    -1 outside`,
  );
});

test('what lies in no field is padding, also inside a nested type', () => {
  check(
    `struct in { char c; long l; }; struct s { char a; struct in in; int last; };`,
    `
    1 padding
    8 in.c moves in+0
    9 padding
    16 in.l moves in+8
    28 padding
    32 outside`,
  );
});

test('of a union, and of bit-fields in one byte, it says that it cannot tell', () => {
  check(
    `struct s { union { int whole; struct { short low; short high; }; }; int a:3; int b:5; int c:8; };`,
    `
    0 anon(whole) moves anon(whole)+0 one of whole anon(low)
    4 a moves a+0 one of a b
    5 c moves c+0`,
  );
});

test('members of an anonymous struct move by themselves, those of an anonymous union with it', () => {
  check(
    `struct s { struct { int a; int b; }; union { long u; }; };`,
    `
    4 b moves b+0
    8 u moves anon(u)+0`,
  );
});

test('elements of an array are distinguished, the characters of a name are not', () => {
  check(
    `struct slot { int seq; int value; }; struct s { char comm[16]; struct slot slots[4]; long n[2]; };`,
    `
    5 comm moves comm+5
    24 slots[1].seq moves slots+8
    44 slots[3].value moves slots+28
    56 n[1] moves n+8`,
  );
});

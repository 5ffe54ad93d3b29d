import { expect, test } from 'vitest';
import type { Target } from '../facts/generated';
import { AARCH64, X86_64 } from '../facts/targets';
import { computeLayout } from './compute';
import { orderedFrom } from './original';
import { structFromC } from './testing/c';
import { check } from './testing/check';

const I386: Target = { ...X86_64, machine: 'i386', pointerBytes: 4, maxScalarAlignBytes: 4 };

test('members lie at multiples of their alignment', () => {
  check(
    `struct s { char a; long b; };`,
    `
    a  0  1
    -  1  7  hole
    b  8  8`,
  );
});

test('the size is a multiple of the alignment', () => {
  check(
    `struct s { long a; char b; };`,
    `
    a  0  8
    b  8  1
    -  9  7  tail`,
  );
});

test('a bit-field takes bits that earlier members left over', () => {
  check(
    `struct s { char a; int b:8; int c:20; };`,
    `
    a  0    1
    b  1    1
    -  2    2    hole
    c  4    2.4
    -  6.4  1.4  tail`,
  );
});

test('zero width closes the unit of its type', () => {
  check(
    `struct s { int a:3; int :0; int b:3; };`,
    `
    a         0    0.3
    -         0.3  3.5  hole
    bits(#1)  4    0
    b         4    0.3
    -         4.3  3.5  tail`,
  );
});

test('an unnamed bit-field raises the alignment on aarch64 only', () => {
  const source = `struct s { char a; int :4; char b; };`;
  const sizeOn = (target: Target) =>
    computeLayout(orderedFrom(structFromC(source, target))).sizeBits / 8;
  expect(sizeOn(X86_64)).toBe(3);
  expect(sizeOn(AARCH64)).toBe(4);
});

test('long long is aligned to 4 on i386, as a bit-field too', () => {
  check(
    `struct s { int a; long long b; int c; long long d:40; };`,
    `
    a  0   4
    b  4   8
    c  12  4
    d  16  5
    -  21  3  tail`,
    I386,
  );
});

test('anonymous aggregates are on the ruler of the struct that holds them', () => {
  check(
    `struct s { char a; union { struct { short b; int c; }; long d; }; };`,
    `
    a                0   1
    -                1   7  hole
    anon(b)          8   8
    anon(b).anon(b)  8   8
    b                8   2
    -                10  2  hole
    c                12  4
    d                8   8`,
  );
});

test('packed takes away what types ask for, not what declarations ask for', () => {
  check(
    `struct s { char a; long b; int c __aligned(4); } __packed;`,
    `
    a  0   1
    b  1   8
    -  9   3  hole
    c  12  4`,
  );
});

test('two fields on lines of their own take 128 bytes', () => {
  // A case that pahole's reorganizer gets wrong.
  check(
    `struct s { int a __aligned(64); int b __aligned(64); };`,
    `
    a  0   4
    -  4   60  hole
    b  64  4
    -  68  60  tail`,
  );
});

test('a flexible array begins where it begins, in the padding if need be', () => {
  check(
    `struct s { long a; char b; char c[]; };`,
    `
    a  0  8
    b  8  1
    c  9  0
    -  9  7  tail`,
  );
});

test('long double and __int128 are aligned to 16', () => {
  check(
    `struct s { char a; long double b; char c; __int128 d; };`,
    `
    a  0   1
    -  1   15  hole
    b  16  16
    c  32  1
    -  33  15  hole
    d  48  16`,
  );
});

test('a field of unknown size is shown, and nothing is said about what follows', () => {
  const desc = structFromC(`struct s { char a; struct unknown b; int c; };`);
  const struct = orderedFrom(desc);
  expect(struct.verdict).toEqual({
    kind: 'readOnly',
    reason:
      'The size of `b` is unknown: struct unknown is only declared here, so nothing after it can be recomputed.',
  });
  expect(computeLayout(struct).items.filter((item) => item.kind === 'hole')).toEqual([]);
});

test('fields beyond 64 KiB, and beyond what 32 bits count in bits', () => {
  check(
    `struct s { char a[70000]; int b; char c[300000000]; long d; };`,
    `
    a  0          70000
    b  70000      4
    c  70004      300000000
    -  300070004  4  hole
    d  300070008  8`,
  );
});

import { expect, test } from 'vitest';
import { computeLayout } from '../layout/compute';
import { extentBytes } from '../layout/extent';
import { orderedFrom } from '../layout/original';
import { structFromC } from '../layout/testing/c';
import { paholeText, declaration } from './pahole';

// Every expectation is what pahole 1.24 printed for the same C, compiled by gcc 12 with -g.

function check(source: string, expected: string): void {
  const struct = orderedFrom(structFromC(source));
  expect(paholeText(struct, computeLayout(struct), 64)).toBe(expected);
}

test('holes, line boundaries, the summary', () => {
  check(
    `struct s { char a; long b; char c[60]; int d; struct t *e; short f; };`,
    `struct s {
	char                       a;                    /*     0     1 */

	/* XXX 7 bytes hole, try to pack */

	long int                   b;                    /*     8     8 */
	char                       c[60];                /*    16    60 */
	/* --- cacheline 1 boundary (64 bytes) was 12 bytes ago --- */
	int                        d;                    /*    76     4 */
	struct t *                 e;                    /*    80     8 */
	short int                  f;                    /*    88     2 */

	/* size: 96, cachelines: 2, members: 6 */
	/* sum members: 83, holes: 1, sum holes: 7 */
	/* padding: 6 */
	/* last cacheline: 32 bytes */
};
`,
  );
});

test('bit-fields, with what they share and what they leave', () => {
  check(
    `struct b { char a; int b:3; int c:7; int :0; int d:20; char e; long f:40; int g:2; };`,
    `struct b {
	char                       a;                    /*     0     1 */

	/* Bitfield combined with previous fields */

	int                        b:3;                  /*     0: 8  4 */
	int                        c:7;                  /*     0:11  4 */

	/* XXX 14 bits hole, try to pack */

	/* Force alignment to the next boundary: */
	int                        :0;

	int                        d:20;                 /*     4: 0  4 */

	/* XXX 4 bits hole, try to pack */
	/* Bitfield combined with next fields */

	char                       e;                    /*     7     1 */
	long int                   f:40;                 /*     8: 0  8 */

	/* Bitfield combined with next fields */

	int                        g:2;                  /*    12: 8  4 */

	/* size: 16, cachelines: 1, members: 7 */
	/* sum members: 2 */
	/* sum bitfield members: 72 bits, bit holes: 2, sum bit holes: 18 bits */
	/* bit_padding: 22 bits */
	/* last cacheline: 16 bytes */
};
`,
  );
});

test('what has no tag is written in place', () => {
  check(
    `struct n { int a; union { struct { char b; long c; }; char d[70]; }; struct { short e; char f; } g; int h:5; };`,
    `struct n {
	int                        a;                    /*     0     4 */

	/* XXX 4 bytes hole, try to pack */

	union {
		struct {
			char       b;                    /*     8     1 */

			/* XXX 7 bytes hole, try to pack */

			long int   c;                    /*    16     8 */
		};                                       /*     8    16 */
		char               d[70];                /*     8    70 */
	};                                               /*     8    72 */
	/* --- cacheline 1 boundary (64 bytes) was 16 bytes ago --- */
	struct {
		short int          e;                    /*    80     2 */
		char               f;                    /*    82     1 */
	} g;                                             /*    80     4 */

	/* XXX last struct has 1 byte of padding */

	int                        h:5;                  /*    84: 0  4 */

	/* size: 88, cachelines: 2, members: 4 */
	/* sum members: 80, holes: 1, sum holes: 4 */
	/* sum bitfield members: 5 bits (0 bytes) */
	/* paddings: 1, sum paddings: 1 */
	/* bit_padding: 27 bits */
	/* last cacheline: 24 bytes */
};
`,
  );
});

test('a union has no summary', () => {
  check(
    `union u { int a; char b[70]; struct { long c; int d; }; };`,
    `union u {
	int                        a;                  /*     0     4 */
	char                       b[70];              /*     0    70 */
	struct {
		long int           c;                  /*     0     8 */
		int                d;                  /*     8     4 */
	};                                             /*     0    16 */
};
`,
  );
});

test('padding of a type inside, a flexible array', () => {
  check(
    `struct in { long x; char y; }; struct o { struct in p; char q; struct in r[2]; char z[]; };`,
    `struct o {
	struct in                  p;                    /*     0    16 */

	/* XXX last struct has 7 bytes of padding */

	char                       q;                    /*    16     1 */

	/* XXX 7 bytes hole, try to pack */

	struct in                  r[2];                 /*    24    32 */
	char                       z[];                  /*    56     0 */

	/* size: 56, cachelines: 1, members: 4 */
	/* sum members: 49, holes: 1, sum holes: 7 */
	/* paddings: 1, sum paddings: 7 */
	/* last cacheline: 56 bytes */
};
`,
  );
});

test('names stand where C wants them', () => {
  const one = (type: string) => declaration(type, 'x', 0).trim();
  expect(one('char[2][3]')).toBe('char x[2][3]');
  expect(one('int (*)(char *)')).toBe('int (*x)(char *)');
  expect(one('int (*const)(void)')).toBe('int (*const x)(void)');
  expect(one('void (*[4])(int)')).toBe('void (*x[4])(int)');
  expect(one('const char *')).toBe('const char  * x');
});

test('of a struct of which the text was cut no size is claimed', () => {
  const whole = structFromC('struct s { int a; long b; };');
  const types = whole.types.map((type, index) =>
    index === whole.root && type.shape.kind === 'aggregate'
      ? { ...type, sizeBytes: null, shape: { ...type.shape, readOnly: 'It is cut.' } }
      : type,
  );
  const struct = orderedFrom({ ...whole, types });
  expect(paholeText(struct, computeLayout(struct), 64)).toBe(`struct s {
	int                        a;                    /*     0     4 */

	/* XXX 4 bytes hole, try to pack */

	long int                   b;                    /*     8     8 */

	/* size: unknown, at least 16, members: 2 */
	/* sum members: 12, holes: 1, sum holes: 4 */
};
`);
  expect(extentBytes(struct.desc)).toBe(16);
});

test('of a text that is cut within the bits of a byte no part of a byte and no padding is said', () => {
  const whole = structFromC('struct s { long a; unsigned char b : 3; };');
  const types = whole.types.map((type, index) =>
    index === whole.root && type.shape.kind === 'aggregate'
      ? { ...type, sizeBytes: null, shape: { ...type.shape, readOnly: 'It is cut.' } }
      : type,
  );
  const struct = orderedFrom({ ...whole, types });
  const text = paholeText(struct, computeLayout(struct), 64);
  expect(text).toContain('/* size: unknown, at least 9, members: 2 */');
  expect(text).not.toContain('padding');
});

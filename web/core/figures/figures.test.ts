import { sentence } from '../base/messages';
import { expect, test } from 'vitest';
import { applyEdits } from '../edit/apply';
import { newDocument } from '../edit/document';
import { parseEdit } from '../edit/parse';
import { computeLayout } from '../layout/compute';
import { orderedFrom } from '../layout/original';
import { structFromC } from '../layout/testing/c';
import { figureChanges, figuresOf } from './figures';

const RULER = { lineBytes: 64, baseBytes: 0 };

function figures(source: string) {
  const struct = orderedFrom(structFromC(source));
  return figuresOf(computeLayout(struct), struct.root.keyword === 'union', RULER);
}

// Holes and padding as pahole 1.24 prints them for the same C.

test('holes, padding and lines of a struct', () => {
  expect(figures(`struct s { char a; long b; char c[60]; int d; long e; short f; };`)).toEqual({
    sizeBytes: 96,
    alignBytes: 8,
    holes: 1,
    holeBytes: 7,
    bitHoles: 0,
    holeBits: 0,
    paddingBytes: 6,
    innerPaddingBytes: 0,
    paddingBits: 0,
    lines: 2,
    // c lies at 16 to 76.
    straddling: 1,
  });
});

test('what bit-fields leave of their units', () => {
  const source = `struct b { char a; int b:3; int c:7; int :0; int d:20; char e; long f:40; int g:2; };`;
  expect(figures(source)).toMatchObject({
    sizeBytes: 16,
    holes: 0,
    bitHoles: 2,
    holeBits: 18,
    paddingBytes: 0,
    paddingBits: 22,
  });
});

test('a hole before the first named member', () => {
  // pahole: "XXX 4 bytes hole" before a.
  expect(figures(`struct s { int :32; int a; };`)).toMatchObject({ holes: 1, holeBytes: 4 });
});

test('the holes of anonymous structs are holes of the struct: to C their members are its own', () => {
  // pahole prints both hole lines, in the anonymous struct and behind it.
  const source = `struct s { struct { char a; int b; union { long c; struct { short d; int e; }; }; }; char f; long g; };`;
  expect(figures(source)).toMatchObject({ holes: 3, holeBytes: 3 + 2 + 7 });
});

test('padding of anonymous structs is distinguished from that of the struct', () => {
  // pahole: "last struct has 4 bytes of padding" of the first; 7 and 4 of the second, in it and at its end.
  const source = `struct s { struct { long a; int b; }; struct { struct { long c; char d; }; int e; }; long f; };`;
  expect(figures(source)).toMatchObject({
    holes: 0,
    paddingBytes: 0,
    innerPaddingBytes: 4 + 7 + 4,
  });
});

test('a union has no holes, and an empty struct nothing', () => {
  expect(figures(`union u { char a; long b; };`)).toMatchObject({ holes: 0, paddingBytes: 0 });
  expect(figures(`struct s { };`)).toMatchObject({ sizeBytes: 0, lines: 0, holes: 0 });
});

test('each figure before and after', () => {
  const edit = parseEdit('move c after a');
  if (!edit.ok) throw new Error(sentence(edit.error));
  const source = `struct s { char a; long b; int c; };`;
  const document = { ...newDocument(structFromC(source)), edits: [edit.value] };
  const applied = applyEdits(document);
  expect(figureChanges(document, applied, computeLayout(applied.struct))).toMatchObject({
    sizeBytes: { before: 24, after: 16 },
    holes: { before: 1, after: 1 },
    holeBytes: { before: 7, after: 3 },
    paddingBytes: { before: 4, after: 0 },
  });
});

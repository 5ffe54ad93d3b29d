import type { MemberPath } from '../layout/ids';
import { describe, expect, test } from 'vitest';
import { structDesc, array, aggregate, declaredOnly, member, scalar } from '../facts/build';
import { X86_64 } from '../facts/targets';
import { buildScene } from './buildScene';
import { cellAt, checkDrawn, inputFor, sceneOf } from './testing/drawn';

describe('what is drawn where', () => {
  test('fields, holes and the padding at the end', () => {
    checkDrawn(
      `struct s { char a; long b; int c; };`,
      `0: a 0..1, - 1..8, b 8..16, c 16..20, ~ 20..24, . 24..64`,
    );
  });

  test('a field that crosses lines is one cell with a fragment in each', () => {
    const source = `struct s { long a; char buf[80]; long b; };`;
    checkDrawn(
      source,
      `
      0: a 0..8, buf 8..64>
      1: <buf 64..88, b 88..96, . 96..128`,
    );
    expect(cellAt(sceneOf(source), 'buf').fragments).toHaveLength(2);
  });

  test('whole lines inside one field are folded, with how many they are', () => {
    checkDrawn(
      `struct s { int a; char buf[60]; char big[4096]; int b; };`,
      `
      0: a 0..4, buf 4..64
      1: big 64..128>
      2: 62 more lines of big · 3,968 bytes
      64: <big 4096..4160
      65: b 4160..4164, . 4164..4224`,
    );
  });

  test('whole lines of a closed member are folded, but for a line of which something is said', () => {
    const source = `struct n { long x[32]; }; struct s { long a[8]; struct n n; long b; };`;
    const withNote = { lineMarks: new Map([[2, { broken: null, note: 'cold', finding: null }]]) };
    checkDrawn(
      source,
      `
      0: a 0..64
      1: n 64..128>
      2: 3 more lines of n · 192 bytes
      5: b 320..328, . 328..384`,
    );
    expect(sceneOf(source, withNote).rows.map(({ kind }) => kind)).toEqual([
      ...['row', 'row', 'row', 'fold', 'row'],
    ]);
    expect(sceneOf(source, { expanded: ['n'] }).rows.map(({ kind }) => kind)).not.toContain('fold');
  });

  test('the bytes before a struct that begins within its line, and those behind it', () => {
    checkDrawn(
      `struct s { long a; char b[40]; long c; };`,
      `
      0: . -24..0, a 0..8, b 8..40>
      1: <b 40..48, c 48..56, . 56..104`,
      { baseBytes: 24 },
    );
  });

  test('only what is left of the base within a line counts', () => {
    const drawnAt = (baseBytes: number) => sceneOf(`struct s { long a; };`, { baseBytes }).rows;
    expect(drawnAt(64 + 24)).toEqual(drawnAt(24));
  });

  test('members of a union share the bytes, each in its lane', () => {
    checkDrawn(
      `struct s { union { long a; struct { int lo; int hi; }; char c; }; long d; };`,
      `0: anon(a) 0..8 [a 0..8 / anon(lo) 0..8 [lo 0..4, hi 4..8] / c 0..1], d 8..16, . 16..64`,
    );
  });

  test('of a union itself, too', () => {
    checkDrawn(`union u { long a; char c[3]; };`, `0: a 0..8, . 8..64 / c 0..3`);
  });

  test('bit-fields divide their bytes', () => {
    checkDrawn(
      `struct s { unsigned a:3; unsigned b:5; unsigned char c; };`,
      `0: a 0..0.375, b 0.375..1, c 1..2, ~ 2..4, . 4..64`,
    );
  });

  test('a nested member opens in place, its own holes with it', () => {
    const source = `struct n { char x; int y; }; struct s { long a; struct n n; };`;
    checkDrawn(source, `0: a 0..8, n 8..16, . 16..64`);
    checkDrawn(source, `0: a 0..8, n 8..16 [n.x 8..9, - 9..12, n.y 12..16], . 16..64`, {
      expanded: ['n'],
    });
    expect(cellAt(sceneOf(source), 'n').expanded).toBe(false);
    expect(cellAt(sceneOf(source, { expanded: ['n'] }), 'n').expanded).toBe(true);
  });

  test('an array opens into elements, and an element into its members', () => {
    checkDrawn(
      `struct n { long x; long y; }; struct s { struct n n[3]; };`,
      `0: n 0..48 [n[0] 0..16, n[1] 16..32 [n[1].x 16..24, n[1].y 24..32], n[2] 32..48], . 48..64`,
      { expanded: ['n', 'n[1]'] },
    );
  });

  test('of a long array the first elements are drawn, and that there are more', () => {
    const scene = sceneOf(`struct s { int n[1000]; };`, { expanded: ['n'] });
    expect(cellAt(scene, 'n[63]').offsetBits).toBe(63 * 32);
    expect(cellAt(scene, 'n[…]')).toMatchObject({ offsetBits: 64 * 32, sizeBits: 936 * 32 });
  });

  test('bytes need no opening', () => {
    expect(cellAt(sceneOf(`struct s { char n[16]; };`), 'n').expanded).toBeNull();
  });

  test('a flexible array is open to the right, behind the struct or over its padding', () => {
    const behind = sceneOf(`struct s { long a; char data[]; };`);
    expect(cellAt(behind, 'data')).toMatchObject({ kind: 'flexible', offsetBits: 64, sizeBits: 0 });
    expect(cellAt(behind, 'data').fragments[0]!.widthPx).toBeGreaterThan(8 * behind.bytePx);
    const over = sceneOf(`struct s { long a; int b; char data[]; };`);
    const [data] = cellAt(over, 'data').fragments;
    const tail = over.cells.find((cell) => cell.kind === 'tail')!;
    expect(data!.yPx + data!.heightPx).toBeLessThanOrEqual(tail.fragments[0]!.yPx);
  });

  test('a flexible array at the end of a full line gets a line of its own', () => {
    expect(sceneOf(`struct s { long a[8]; long data[]; };`).rows).toHaveLength(2);
  });

  test('what has no size is a mark at its place, with its name beside it', () => {
    const cell = cellAt(
      sceneOf(`struct s { long a; char __cacheline_group_begin__hot[0]; long b; };`),
      '__cacheline_group_begin__hot',
    );
    expect(cell.kind).toBe('marker');
    expect(cell.leader?.text.text).toBe('begin hot');
  });

  test('a member of unknown size reaches to the next one, and is no hole', () => {
    const s = aggregate('struct', 's', 24, [
      member('a', 0, scalar('long', 8)),
      member('odd', 8, declaredOnly('struct', 'odd')),
      member('b', 16, scalar('long', 8)),
    ]);
    const scene = buildScene(inputFor(structDesc(X86_64, s), {}));
    const odd = cellAt(scene, 'odd');
    expect(odd).toMatchObject({ kind: 'unknown', sizeBits: null });
    expect(odd.spoken).toBe('odd, struct odd, offset 8, size unknown, line 0');
    expect(odd.fragments[0]!.widthPx).toBeCloseTo(8 * scene.bytePx - 2);
    expect(scene.cells.some((cell) => cell.kind === 'hole')).toBe(false);
  });

  test('an empty struct is a row without cells of its own', () => {
    checkDrawn(`struct s { };`, `0: . 0..64`);
  });

  test('a struct of a million members is drawn in part, and says so', () => {
    const long = scalar('long', 8);
    const members = Array.from({ length: 1_000_000 }, (_, i) => member(`m${i}`, i * 8, long));
    const huge = structDesc(X86_64, aggregate('struct', 's', 8_000_000, members.slice(0, 1)));
    const input = inputFor(huge, {});
    const [item] = input.layout.items;
    if (item?.kind !== 'field') throw new Error('a field comes first');
    const items = members.map((each, i) => ({
      ...item,
      path: each.name as typeof item.path,
      offsetBits: i * 64,
    }));
    const layout = { ...input.layout, sizeBits: 64_000_000, items };
    const scene = buildScene({ ...input, layout, original: layout });
    expect(scene.cells).toHaveLength(10_000);
    expect(scene.notice).toMatch(/^990,000 more members are not drawn/);
  });

  test('a buffer of a gigabyte is three rows', () => {
    const s = aggregate('struct', 's', 2 ** 30, [
      member('b', 0, array(scalar('char', 1), 2 ** 30)),
    ]);
    expect(buildScene(inputFor(structDesc(X86_64, s), {})).rows).toHaveLength(3);
  });
});

describe('rows and lines', () => {
  const source = `struct s { char a[200]; };`;

  test('a row is a line while its bytes can be read, and part of a line where they cannot', () => {
    const rows = (lineBytes: number, widthPx: number) =>
      sceneOf(source, { lineBytes, widthPx }).rowBytes;
    expect(rows(64, 800)).toBe(64);
    expect(rows(32, 800)).toBe(32);
    expect(rows(128, 800)).toBe(64);
    expect(rows(128, 1800)).toBe(128);
    expect(rows(256, 800)).toBe(64);
    expect(rows(64, 480)).toBe(32);
    expect(rows(64, 320)).toBe(16);
  });

  test('one frame stands around the rows of a line, another around the lines of a pair', () => {
    const scene = sceneOf(source, { lineBytes: 128, pair: true });
    expect(scene.rows.map((row) => row.line)).toEqual([0, 0, 1, 1]);
    expect(scene.frames.map((frame) => [frame.kind, frame.firstRow])).toEqual([
      ['pair', 0],
      ['line', 0],
      ['line', 2],
    ]);
  });

  test('the gutter has line and offset, the ruler a figure every 8 bytes', () => {
    const scene = sceneOf(source, { baseBytes: 16, lineNotes: new Map([[1, 'HITM 900']]) });
    expect(scene.rows.slice(0, 2).map((row) => row.texts.map((text) => text.text))).toEqual([
      ['line 0', '−0x10'],
      ['line 1', '0x30', 'HITM 900'],
    ]);
    expect(scene.ticks.map((tick) => tick.text).join(' ')).toBe('0 8 16 24 32 40 48 56');
  });

  test('a line that is marked has its signs on its first row, and says so of its first member', () => {
    const lineMarks = new Map([
      [1, { broken: 'size 48: it is 72 bytes', note: 'cold', finding: null }],
    ]);
    const fields = 'struct s { long a[6]; long b; long c; long d; };';
    const scene = sceneOf(fields, { baseBytes: 16, lineMarks });
    expect(scene.rows.map(({ line, mark }) => [line, mark !== null])).toEqual([
      [0, false],
      [1, true],
    ]);
    const mark = scene.rows[1]?.mark;
    expect(mark?.brokenAt).not.toEqual(mark?.noteAt);
    const telling = scene.cells.filter(({ ofLine }) => ofLine !== null);
    expect(telling.map(({ key }) => key)).toEqual(['b']);
    expect(telling[0]?.spoken).toMatch(
      /; line 1 breaks a rule: size 48: it is 72 bytes; note: cold$/,
    );
  });

  test('a line in the midst of a field is spoken of there', () => {
    const lineMarks = new Map([[2, { broken: null, note: 'cold', finding: null }]]);
    const scene = sceneOf(source, { lineMarks });
    expect(cellAt(scene, 'a').spoken).toMatch(/; line 2 note: cold$/);
  });

  test('rows keep their height while a field is held: it goes by the original', () => {
    const long = `struct s { ${Array.from({ length: 96 }, (_, i) => `long m${i};`).join(' ')} };`;
    const bands = new Set(
      sceneOf(long, { edits: 'align m95 cacheline' }).rows.map((row) => row.bandPx),
    );
    expect(bands).toEqual(new Set(sceneOf(long).rows.map((row) => row.bandPx)));
  });
});

describe('what is said of a cell', () => {
  const source = `struct s { int a; long b; char c; struct { int d; } e; };`;
  const spoken = (key: string, edits = '') => cellAt(sceneOf(source, { edits }), key).spoken;

  test('name, type, offset, size, line', () => {
    expect(spoken('b')).toBe('b, long int, offset 8, 8 bytes, line 0');
    expect(spoken('c')).toBe('c, char, offset 16, 1 byte, line 0');
    expect(spoken('hole::a')).toBe('hole, offset 4, 4 bytes, line 0');
  });

  test('what moved, what that shifted, and an alignment that was put there', () => {
    expect(spoken('c', 'move c before b')).toBe(
      'c, char, offset 4, 1 byte, line 0; moved from offset 16',
    );
    expect(spoken('e', 'move c before b')).toMatch(/; shifted from offset 20$/);
    expect(spoken('b', 'align b 32')).toBe(
      'b, long int, offset 32, 8 bytes, line 0; shifted from offset 8; aligned to 32 by an edit',
    );
  });

  test('an alignment by its declaration differs from one that was edited', () => {
    const stated = sceneOf(`struct s { int a; int b __aligned(16); };`);
    expect(cellAt(stated, 'b').alignMark).toEqual({ bytes: 16, from: 'stated' });
    expect(cellAt(sceneOf(source, { edits: 'align b 32' }), 'b').alignMark?.from).toBe('edited');
    expect(cellAt(stated, 'a').alignMark).toBeNull();
  });

  test('the picture as a whole', () => {
    expect(sceneOf(source).label).toBe('struct s, 24 bytes, 1 cache line of 64 bytes');
  });
});

test('of moves, the fewest members count as moved', () => {
  const source = `struct s { long a; long b; long c; long d; };`;
  const scene = sceneOf(source, { edits: 'move d first' });
  expect(scene.cells.map((cell) => [cell.path, cell.change.kind])).toEqual([
    ['d', 'moved'],
    ['a', 'shifted'],
    ['b', 'shifted'],
    ['c', 'shifted'],
    [null, 'none'],
  ]);
});

test('of two neighbours that changed places, the one that was dragged has moved', () => {
  const source = `struct s { long a; long b; };`;
  for (const path of ['a', 'b'] as MemberPath[]) {
    const dragged = new Set([path]);
    const scene = sceneOf(source, { edits: 'move b first', dragged });
    const moved = scene.cells.filter((cell) => cell.change.kind === 'moved');
    expect(moved.map((cell) => cell.path)).toEqual([path]);
  }
});

test('padding that an edit put in is a cell of its own', () => {
  const scene = sceneOf(`struct s { long a; long b; };`, { edits: 'pad 8 before b' });
  expect(cellAt(scene, 'pad(b)')).toMatchObject({ kind: 'padding', change: { kind: 'added' } });
});

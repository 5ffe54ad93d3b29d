import { expect, test } from 'vitest';
import { editInView } from '../state/documentReducers';
import { documentInView } from '../state/inView';
import { edit, opened } from '../state/testing/opened';
import { comparisonOf, type Comparison } from './compareScenes';
import { lineBlocks } from './lineBlocks';

const SIX_LINES = `struct s { ${Array.from({ length: 48 }, (_, at) => `long m${at};`).join(' ')} };`;

function compared(words: string, widthPx: number, source = SIX_LINES): Comparison {
  const inView = documentInView(editInView(opened(source), [edit(words)]));
  if (!inView) throw new Error('nothing is open');
  return comparisonOf(inView, widthPx, () => null);
}

/** What is written in a picture beside its line's number. */
function texts(block: ReturnType<typeof lineBlocks>[number], side: number): readonly string[] {
  if (block.kind !== 'line') return [];
  const has = block.sides[side];
  return (has?.kind === 'picture' ? has.picture.shapes : []).flatMap((shape) =>
    shape.kind === 'text' && shape.role === 'name' ? [shape.text] : [],
  );
}

test('lines stand beside each other only where each has room for all of its bytes', () => {
  const wide = compared('move m9 before m8', 1400);
  expect(wide.arrangement).toBe('beside');
  const narrow = compared('move m9 before m8', 900);
  expect(narrow.arrangement).toBe('lines');
  for (const { columns } of [wide, narrow]) {
    for (const { scene } of columns) {
      // A row is a whole line: none of them has two.
      expect(scene.rows.map(({ line }) => line)).toEqual([0, 1, 2, 3, 4, 5]);
    }
  }
});

test('only lines that differ are shown, the others are counted', () => {
  const { columns } = compared('move m9 before m8', 900);
  const blocks = lineBlocks(columns, false);
  expect(blocks.map((block) => [block.kind, block.line])).toEqual([
    ['same', 0],
    ['line', 1],
    ['same', 2],
  ]);
  expect(blocks.flatMap((block) => (block.kind === 'same' ? [block.count] : []))).toEqual([1, 4]);
  expect(texts(blocks[1]!, 0).slice(0, 3)).toEqual(['m8', 'm9', 'm10']);
  expect(texts(blocks[1]!, 1).slice(0, 3)).toEqual(['m9', 'm8', 'm10']);
  expect(lineBlocks(columns, true).map(({ kind }) => kind)).toEqual(Array(6).fill('line'));
});

test('a line that one side has not is said to be missing there', () => {
  const { columns } = compared('align m47 cacheline', 900);
  const blocks = lineBlocks(columns, false);
  const last = blocks.at(-1);
  expect(last).toMatchObject({ kind: 'line', line: 6 });
  expect(last?.kind === 'line' && last.sides[0]).toEqual({ kind: 'none' });
  expect(last && texts(last, 1)).toEqual(['m47']);
});

test('lines that a fold stands for are counted, and are not said to be missing', () => {
  // Line 1 begins the buffer, lines 2 to 9 are folded, line 10 ends it.
  const source = 'struct s { long a[8]; char buf[640]; long b; long c; };';
  const alike = lineBlocks(compared('move c before b', 900, source).columns, false);
  expect(alike).toMatchObject([
    { kind: 'same', line: 0, count: 11 },
    { kind: 'line', line: 11 },
  ]);
  const { columns } = compared('pad 128 before buf', 900, source);
  const moved = lineBlocks(columns, false);
  const kinds = moved.map((block) =>
    block.kind === 'line' ? [block.line, ...block.sides.map(({ kind }) => kind)] : block.kind,
  );
  expect(kinds).toEqual([
    'same',
    [1, 'picture', 'picture'],
    [2, 'picture', 'picture'],
    [3, 'folded', 'picture'],
    [4, 'folded', 'picture'],
    [10, 'picture', 'folded'],
    [11, 'picture', 'folded'],
    [12, 'none', 'picture'],
    [13, 'none', 'picture'],
  ]);
});

import { expect, test } from 'vitest';
import { editInView } from '../state/documentReducers';
import { edit, opened } from '../state/testing/opened';
import type { PlacedHazard } from '../../core/patch/hazards/places';
import { inViewOf } from '../heat/testing/bound';
import { hazardPlaces, scanWords, withoutTree } from './hazardPlaces';
import { layoutChange } from './layoutChange';

const STATE = opened('struct s { int a; int b; int c; int d; };');
const viewOf = (...words: readonly string[]) => inViewOf(editInView(STATE, words.map(edit)));

const place = (line: number, values: number): PlacedHazard => ({
  kind: 'positional',
  path: 'a.c',
  line,
  text: 'INIT(1)',
  members: [],
  subject: 'v',
  values,
  rows: 1,
  size: false,
  certain: true,
});

const FOUND = {
  places: [place(7, 3), place(8, 1)],
  open: [place(9, 0)],
  left: ['Not read: x.c.'],
  lookedFor: { names: ['struct s'], files: 3 },
};

test('places come by class, those that break first, and what has to stay is offered', () => {
  const moved = hazardPlaces(viewOf('move c before b', 'pin a'), FOUND);
  const groups = ({ groups: all }: typeof moved) =>
    all.map(({ title, places }) => [title, places.map(({ where }) => where)]);
  expect(groups(moved)).toEqual([
    ['Compiles, and breaks silently:', ['a.c:7']],
    ['May break:', ['a.c:9']],
    ['Not affected by these edits:', ['a.c:8']],
  ]);
  expect(moved.lookedFor).toBe('Looked for `struct s` in 3 files.');
  expect(moved).toMatchObject({ found: 2, broken: 1, more: 0, left: FOUND.left, held: ['a'] });
  const still = hazardPlaces(viewOf(), FOUND);
  expect(groups(still)).toEqual([['Not affected by these edits:', ['a.c:7', 'a.c:8']]]);
  expect(still.toHold).toEqual(['a', 'b', 'c']);
  expect(hazardPlaces(viewOf(), undefined)).toMatchObject({ found: 0, groups: [], toHold: [] });
});

test('what has to stay is found once for a layout', () => {
  const view = viewOf('move c before b');
  expect(hazardPlaces(view, FOUND)).toBe(hazardPlaces({ ...view }, FOUND));
});

const FOLDER = { kind: 'folder', name: 'linux' } as const;

test('how far the tree was looked through, and what came of it', () => {
  const moved = hazardPlaces(viewOf('move c before b'), FOUND);
  expect(scanWords({ kind: 'running', files: 1200 }, moved, FOLDER)).toBe(
    '2 places in 1,200 files of linux so far; 1 breaks with what changes.',
  );
  const still = hazardPlaces(viewOf(), FOUND);
  expect(scanWords({ kind: 'done', files: 3, stopped: true }, still, FOLDER)).toBe(
    '2 places in 3 files of linux, then cancelled.',
  );
  const long = { kind: 'running', files: 20_000 } as const;
  expect(scanWords(long, still, FOLDER)).toContain('the .tar of it is read in seconds.');
  expect(scanWords(long, still, { ...FOLDER, kind: 'archive' })).not.toContain('.tar');
  expect(withoutTree(viewOf())).toBeNull();
  expect(withoutTree(viewOf('move c before b'))).toContain('Not looked for');
});

test('what changes of a layout is a diff; nothing where nothing does', () => {
  expect(layoutChange(viewOf())).toBe('');
  expect(layoutChange(viewOf('move c before b'))).toMatch(/^[-+].*int\s+c;/m);
});

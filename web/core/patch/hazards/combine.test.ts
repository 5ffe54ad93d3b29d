import { expect, test } from 'vitest';
import type { FileHazards, Hazard, MacroText } from '../../facts/generated';
import { type OrderChange, combineHazards, isAffected, wantedOf } from './places';
import { hazardLines, hazardReport, NOT_LOOKED_FOR } from './report';

const HAZARD: Hazard = {
  kind: 'positional',
  line: 3,
  text: 'INIT(1)',
  members: [],
  subject: 'v',
  values: 1,
  rows: 1,
  size: false,
  certain: true,
};

function use(name: string, whole: boolean, passed: readonly string[] = []): FileHazards {
  const used = { name, call: true };
  return {
    hazards: [],
    macros: [],
    casts: [],
    held: [],
    offsets: [],
    uses: [{ used, arguments: [...passed], whole, hazard: HAZARD }],
  };
}

function macro(name: string, given: Partial<MacroText>): MacroText {
  return { name, whole: 0, among: 0, named: false, refers: [], ...given };
}

function settled(found: FileHazards, macros: readonly MacroText[]) {
  const known = { macros, beginnings: new Map() };
  const { places, open } = combineHazards([{ path: 'a.c', found }], known);
  return { places: places.map(({ values }) => values), open: open.length };
}

test('a macro of a header decides what an initialiser is', () => {
  const found = use('INIT', true);
  expect(wantedOf([{ path: 'a.c', found }]).macros).toEqual(new Set(['INIT']));
  expect(settled(found, [])).toEqual({ places: [], open: 1 });
  expect(settled(found, [macro('INIT', { whole: 2 })])).toEqual({ places: [2], open: 0 });
  expect(settled(found, [macro('INIT', { named: true })])).toEqual({ places: [], open: 0 });
});

test('a short name is the macro of the file that uses it', () => {
  const named = { ...use('F', true), macros: [macro('F', { named: true })] };
  const other = { ...use('F', true), macros: [macro('F', { whole: 5 })] };
  const answers = [
    { path: 'a.c', found: named },
    { path: 'b.c', found: other },
  ];
  const { places } = combineHazards(answers, { macros: [], beginnings: new Map() });
  expect(places.map(({ path, values }) => [path, values])).toEqual([['b.c', 5]]);
});

test('names that have to keep their order count where two of them are turned', () => {
  const hazard: Hazard = { ...HAZARD, kind: 'designated', members: ['a', 'c'] };
  const change = (after: readonly string[]): OrderChange => {
    return { before: ['a', 'b', 'c'], after, moved: new Set(), size: false };
  };
  expect(isAffected(hazard, change(['b', 'a', 'c']))).toBe(false);
  expect(isAffected(hazard, change(['c', 'a', 'b']))).toBe(true);
});

test('macros in macros, circles, and a macro that is handed to another', () => {
  const refers = [{ name: 'INNER', call: true }];
  const outer = macro('INIT', { refers });
  expect(settled(use('INIT', true), [outer, macro('INNER', { whole: 3 })]).places).toHaveLength(1);
  expect(settled(use('INIT', true), [outer, macro('INNER', { refers })])).toEqual({
    places: [],
    open: 0,
  });
  const list = macro('IDS', { refers: [{ name: 'ROW', call: true }] });
  const rows = [list, macro('DEVICE', { whole: 2 })];
  expect(settled(use('IDS', true, ['DEVICE']), rows).places).toHaveLength(1);
});

test('a cast counts where the other struct begins with the same members', () => {
  const casts = [{ other: 'stand', hazard: { ...HAZARD, kind: 'cast' as const } }];
  const answers = [
    { path: 'a.c', found: { hazards: [], uses: [], macros: [], casts, held: [], offsets: [] } },
  ];
  const with_ = (beginnings: ReadonlyMap<string, readonly string[]>) =>
    combineHazards(answers, { macros: [], beginnings }).places.map(({ members }) => members);
  expect(with_(new Map())).toEqual([]);
  expect(with_(new Map([['stand', ['a', 'b']]]))).toEqual([['a', 'b']]);
});

const SWAPPED: OrderChange = {
  before: ['a', 'b', 'c'],
  after: ['a', 'c', 'b'],
  moved: new Set(['b', 'c']),
  size: false,
};

test('an order touches as many values as stand by position', () => {
  const affected = (change: Partial<Hazard>) => isAffected({ ...HAZARD, ...change }, SWAPPED);
  expect(affected({ values: 1 })).toBe(false);
  expect(affected({ values: 2 })).toBe(true);
  expect(affected({ values: 0 })).toBe(true);
  expect(affected({ values: 1, rows: 0 })).toBe(false);
  expect(affected({ kind: 'cast' })).toBe(false);
  expect(affected({ kind: 'cast', members: ['b'] })).toBe(true);
  expect(affected({ kind: 'offsetof', members: ['a'] })).toBe(false);
  expect(affected({ kind: 'offsetof', members: ['c'] })).toBe(true);
  expect(affected({ kind: 'assertion', members: [], size: true })).toBe(false);
  expect(affected({ kind: 'wholeCopy' })).toBe(true);
  expect(affected({ kind: 'asm', members: [] })).toBe(true);
});

test('edits that move nothing touch no place', () => {
  const same: OrderChange = { ...SWAPPED, after: SWAPPED.before, moved: new Set(), size: false };
  const kinds = ['positional', 'cast', 'copiedRange', 'memset', 'wholeCopy', 'assertion'] as const;
  for (const kind of [...kinds, 'offsetof', 'group', 'asm', 'documentation'] as const) {
    expect(isAffected({ ...HAZARD, kind, size: true }, same), kind).toBe(false);
  }
});

test('the report counts what it leaves out, and says when nobody looked', () => {
  const places = [
    { path: 'a.c', ...HAZARD, values: 2 },
    { path: 'b.c', ...HAZARD },
  ];
  const lines = hazardLines(hazardReport({ places, open: [], left: [] }, SWAPPED));
  expect(lines).toEqual([
    'The source tree: 1 place of 2 that depend on the layout depends on what changes:',
    'a.c:3: `v` gives the first 2 members values by position: INIT(1)',
  ]);
  const untouched = { affected: [], open: [], others: places.slice(1), left: [] };
  expect(hazardLines(untouched)).toEqual([
    'The source tree: 1 place depends on the layout, none on what changes.',
  ]);
  expect(hazardLines(null)).toEqual([NOT_LOOKED_FOR]);
});

test('macros are followed through as many others as there are', () => {
  const chain = Array.from({ length: 12 }, (_, at) =>
    macro(`M${at}`, { refers: [{ name: `M${at + 1}`, call: true }] }),
  );
  const found = use('M0', true);
  const deep = [...chain, macro('M12', { whole: 2 })];
  expect(settled(found, deep)).toEqual({ places: [2], open: 0 });
  expect(settled(found, chain)).toEqual({ places: [], open: 1 });
  expect(wantedOf([{ path: 'a.c', found: { ...found, macros: chain } }]).macros).toEqual(
    new Set(['M12']),
  );
  // One that stands in itself is not replaced again.
  const circle = macro('M0', { refers: [{ name: 'M0', call: true }] });
  expect(settled(found, [circle])).toEqual({ places: [], open: 0 });
});

test('what is not told one by one is counted, and what was not looked at is said', () => {
  const open = Array.from({ length: 43 }, (_, at) => ({ path: `a${at}.c`, ...HAZARD }));
  const left = ['37 structs hold it.'];
  const lines = hazardLines(hazardReport({ places: [], open, left }, SWAPPED));
  expect(lines).toHaveLength(43);
  expect(lines.slice(-2)).toEqual(['and 3 more (`patch --json` has all).', ...left]);
});

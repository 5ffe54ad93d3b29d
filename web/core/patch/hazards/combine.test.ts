import { expect, test } from 'vitest';
import type { FileHazards, Hazard, MacroText } from '../../facts/generated';
import { type OrderChange, combineHazards, isAffected, wantedOf } from './places';
import { patchMessage } from '../messages';
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

/** A patch whose header states nothing of its order. */
const SILENT = { path: 's.h', warnings: [] };

const LOOKED = { names: ['struct s'], files: 2 };

const NOTHING: FileHazards = {
  hazards: [],
  uses: [],
  macros: [],
  casts: [],
  held: [],
  offsets: [],
  aliases: [],
  pointers: [],
  standIns: [],
};

function use(name: string, whole: boolean, passed: readonly string[] = []): FileHazards {
  const used = { name, call: true };
  return {
    ...NOTHING,
    uses: [{ used, arguments: [...passed], whole, hazard: HAZARD }],
  };
}

function macro(name: string, given: Partial<MacroText>): MacroText {
  return { name, whole: 0, among: 0, named: false, asserts: null, refers: [], ...given };
}

function settled(found: FileHazards, macros: readonly MacroText[]) {
  const known = { macros, beginnings: new Map() };
  const { places, open } = combineHazards([{ path: 'a.c', found }], known, LOOKED);
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
  const { places } = combineHazards(answers, { macros: [], beginnings: new Map() }, LOOKED);
  expect(places.map(({ path, values }) => [path, values])).toEqual([['b.c', 5]]);
});

test('names that have to keep their order count where two of them are turned', () => {
  const hazard: Hazard = { ...HAZARD, kind: 'designated', members: ['a', 'c'] };
  const change = (after: readonly string[]): OrderChange => {
    return { ...SAME, after };
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
  const answers = [{ path: 'a.c', found: { ...NOTHING, casts } }];
  const with_ = (beginnings: ReadonlyMap<string, readonly string[]>) =>
    combineHazards(answers, { macros: [], beginnings }, LOOKED).places.map(
      ({ members }) => members,
    );
  expect(with_(new Map())).toEqual([]);
  expect(with_(new Map([['stand', ['a', 'b']]]))).toEqual([['a', 'b']]);
});

const OFFSETS = new Map([
  ['a', 0],
  ['b', 32],
  ['c', 64],
]);

const SAME: OrderChange = {
  before: ['a', 'b', 'c'],
  after: ['a', 'b', 'c'],
  moved: new Set(),
  offsets: { before: OFFSETS, after: OFFSETS },
  size: false,
  newHoles: false,
  machine: 'x86-64',
};

const SWAPPED: OrderChange = {
  ...SAME,
  after: ['a', 'c', 'b'],
  moved: new Set(['b', 'c']),
  offsets: {
    before: OFFSETS,
    after: new Map([
      ['a', 0],
      ['c', 32],
      ['b', 64],
    ]),
  },
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

test('an assertion of a group is about who is in it, or how large it is', () => {
  const [rx, end] = ['__cacheline_group_begin__rx', '__cacheline_group_end__rx'];
  const affected = (members: readonly string[], before: object, after: object) => {
    const offsets = {
      before: new Map(Object.entries(before)),
      after: new Map(Object.entries(after)),
    };
    return isAffected(named('group', ...members), { ...SWAPPED, offsets });
  };
  const was = { [rx]: 0, a: 0, b: 32, [end]: 64, c: 64 };
  const within = { [rx]: 0, b: 0, a: 32, [end]: 64, c: 64 };
  const left = { [rx]: 0, a: 0, [end]: 32, b: 32, c: 64 };
  const grown = { [rx]: 0, a: 0, b: 64, [end]: 96, c: 96 };
  expect([within, left, grown].map((now) => affected(['b'], was, now))).toEqual([
    false,
    true,
    false,
  ]);
  expect([within, left, grown].map((now) => affected([rx], was, now))).toEqual([
    false,
    false,
    true,
  ]);
});

test('edits that move nothing touch no place', () => {
  const same = SAME;
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
  const lines = hazardLines(
    hazardReport({ places, open: [], left: [], lookedFor: LOOKED }, SWAPPED),
    SILENT,
  );
  expect(lines).toEqual([
    'The source tree: 1 place of 2 that depend on the layout breaks with this change. Looked for `struct s` in 2 files.',
    'Compiles, and breaks silently:',
    'a.c:3: `v` gives the first 2 members values by position: INIT(1)',
  ]);
  const untouched = { places: places.slice(1), open: [], left: [], lookedFor: LOOKED };
  expect(hazardLines(hazardReport(untouched, SWAPPED), SILENT)).toEqual([
    'The source tree: 1 place depends on the layout, none breaks with this change. Looked for `struct s` in 2 files.',
  ]);
  expect(hazardLines(null, SILENT)).toEqual([NOT_LOOKED_FOR]);
  // What the header itself states and is false then breaks, too.
  const message = patchMessage('stated-number', 'FIELDNO_B', 2, 'b', 3);
  const warnings = [{ ...message, kind: 'stated', line: 9, action: null }] as const;
  const stated = hazardLines(hazardReport(untouched, SWAPPED), { path: 's.h', warnings });
  expect(stated[0]).toMatch(/^The source tree: 1 place of 2 that depend on the layout breaks/);
  expect(stated.slice(1)).toEqual([
    'Compiles, and breaks silently:',
    expect.stringMatching(/^s\.h:9: `FIELDNO_B` is 2/),
  ]);
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
  const lines = hazardLines(
    hazardReport({ places: [], open, left, lookedFor: LOOKED }, SWAPPED),
    SILENT,
  );
  expect(lines).toHaveLength(43);
  expect(lines.slice(-2)).toEqual(['and 3 more (`patch --json` has all).', ...left]);
});

const named = (kind: Hazard['kind'], ...members: readonly string[]): Hazard => {
  return { ...HAZARD, kind, members: [...members] };
};

test('an offset as a length speaks of who lies before it, not of a number', () => {
  // `c` and `b` change places: `a` alone lies before `b` no longer, and nothing else does before `a`.
  expect(isAffected(named('prefix', 'c'), SWAPPED)).toBe(true);
  expect(isAffected(named('prefix', 'a'), SWAPPED)).toBe(false);
  const beyond = { ...SWAPPED, offsets: wide(SWAPPED) };
  expect(beyond.offsets.before.get('end')).toBe(96);
  // Both stay before `end`: the same bytes are taken.
  expect(isAffected(named('prefix', 'end'), beyond)).toBe(false);
  expect(isAffected(named('copiedRange', 'a', 'end'), beyond)).toBe(false);
  expect(isAffected(named('copiedRange', 'b', 'end'), beyond)).toBe(true);
  expect(isAffected(named('walk', 'a'), SWAPPED)).toBe(true);
});

function wide({ offsets }: OrderChange): OrderChange['offsets'] {
  const more = (at: ReadonlyMap<string, number>) => new Map([...at, ['end', 96] as const]);
  return { before: more(offsets.before), after: more(offsets.after) };
}

test('what breaks the build first, then what breaks silently; what follows is counted', () => {
  const places = [
    { path: 'arch/parisc/a.c', ...named('assertion', 'b') },
    { path: 'arch/x86/a.c', ...named('assertion', 'c'), text: 'ASSERT' },
    { path: 'b.c', ...named('offsetof', 'b') },
    { path: 'a.c', ...named('prefix', 'c'), subject: 'crc32', text: 'crc32(p, o)' },
  ];
  const lines = hazardLines(
    hazardReport({ places, open: [], left: [], lookedFor: LOOKED }, SWAPPED),
    SILENT,
  );
  expect(lines.slice(1)).toEqual([
    'Breaks the build:',
    'arch/x86/a.c:3: asserts where `c` lies: ASSERT',
    'Compiles, and breaks silently:',
    'a.c:3: `crc32` takes an offset as a length or a bound: the members before `c`: crc32(p, o)',
    'parisc: 1 place of that architecture breaks (`patch --json` has all).',
    '1 place follows by itself: an offset that the compiler computes again.',
  ]);
});

test('assembly uses the constants of its own architecture', () => {
  const use = (path: string) => {
    return {
      path,
      found: { ...NOTHING, hazards: [{ ...named('asm', 'b'), subject: 'TI_COUNT' }] },
    };
  };
  const offsets = [{ name: 'TI_COUNT', members: ['b'] }];
  const table = { path: 'arch/parisc/kernel/asm-offsets.c', found: { ...NOTHING, offsets } };
  const answers = [table, use('arch/parisc/kernel/entry.S'), use('arch/sparc/kernel/rtrap_64.S')];
  const { places } = combineHazards(answers, { macros: [], beginnings: new Map() }, LOOKED);
  expect(places.map(({ path }) => path)).toEqual(['arch/parisc/kernel/entry.S']);
});

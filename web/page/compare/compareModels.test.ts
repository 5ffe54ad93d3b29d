import { expect, test } from 'vitest';
import type { FilePair } from '../../core/compare/filePairs';
import { structHistory } from '../../core/compare/structHistory';
import type { ContainerChange } from './containers';
import type { InFile } from '../state/otherFiles';
import { documentInView, type InView } from '../state/inView';
import { editInView } from '../state/documentReducers';
import { edit, opened } from '../state/testing/opened';
import { withoutEdits } from '../../core/edit/apply';
import { newDocument } from '../../core/edit/document';
import type { FileId } from '../../core/layout/ids';
import { structFromC } from '../../core/layout/testing/c';
import { filesTable } from './fileRows';
import { historyModel } from './historyModel';
import { containerRow } from './containerRow';
import { pairCells } from './pairCells';
import { slabTable } from './slabTable';

const SOURCE = 'struct s { long a; char b; long c; char d; };';

function viewOf(source: string, ...words: readonly string[]): InView {
  const view = documentInView(editInView(opened(source), words.map(edit)));
  if (view === null) throw new Error('nothing in view');
  return view;
}

function inFile(file: string, ...sources: readonly string[]): InFile {
  return {
    file: file as FileId,
    fileName: file,
    release: null,
    structs: sources.map((source) => structFromC(source)),
    failure: null,
  };
}

test('the changes are judged in each file: what applies, what does not, and where the struct is not', () => {
  const view = viewOf(SOURCE, 'move d after b', 'move a last');
  const found = [
    inFile('f1', SOURCE),
    inFile('f2', 'struct s { long a; char b; long c; };', SOURCE),
    inFile('f3'),
  ];
  const table = filesTable(found, view);
  expect(table).toMatchObject({
    title: '2 changes of s, in 2 other layouts',
    hotHead: 'Changed fields share a line',
    hasRules: false,
    hasOthers: true,
    without: [{ file: 'f3', text: 'f3: no struct s.' }],
  });
  expect(table.rows.map(({ title, place, applies }) => [title, place, applies.summary])).toEqual([
    ['vmlinux', null, 'all 2'],
    ['f2 #1', 'f2', '1 of 2'],
    ['f2 #2', 'f2', 'all 2'],
  ]);
  expect(table.rows[1]?.applies.fails).toMatchObject([{ key: 0, words: 'move d after b' }]);
  expect(table.rows[1]?.hot.find(({ path }) => path === 'd')?.others).toBeNull();
  expect(filesTable([inFile('f1', SOURCE)], viewOf(SOURCE))).toMatchObject({
    title: 'The untouched order of s, in view',
    hasOthers: false,
    rows: [{ applies: { summary: '–', isWhole: true } }],
  });
});

test('of many neighbours the arrived come first, and the rest is counted', () => {
  const many = `struct s { long a; ${'bcdefghij'.replace(/./g, 'char $&; ')} char far[64]; char z; };`;
  const [row] = filesTable([], viewOf(many, 'move z after a')).rows;
  const hot = row?.hot.find(({ path }) => path === 'a') ?? row?.hot[0];
  expect(hot?.path).toBe('z');
  expect(hot?.others?.length).toBe(8);
  expect(hot?.others?.every(({ hasArrived }) => hasArrived)).toBe(true);
  // The long, nine bytes and the array are on the line that it came to.
  expect(hot?.more).toBe(3);
});

test('slabs are counted for the objects in use where a machine says how many', () => {
  const view = viewOf(SOURCE, 'move d after b');
  const cache = {
    name: 's',
    activeObjects: 2050,
    strideBytes: 32,
    objectsPerSlab: 128,
    pagesPerSlab: 1,
  };
  const own = slabTable(view, [cache], null, 64);
  expect(own.objects).toBe(2050);
  expect(own.objectChoices[0]).toEqual({ value: 2050, words: '2,050, in use in s' });
  expect(own.rows[0]).toMatchObject({
    way: 'of this machine',
    strideBytes: { before: 32, after: 24 },
    totalKib: { before: 68 },
  });
  expect(own.machine).toContain('`s` before is what the machine states: 2,050 objects in use');
  expect(slabTable(view, [{ ...cache, strideBytes: 16 }], null, 64).machine).toContain(
    'it belongs to another kernel or config',
  );
  const none = slabTable(view, [], null, 64);
  expect(none.objects).toBe(1_000_000);
  expect(none.rows.every(({ way }) => way === null)).toBe(true);
  expect(none.machine).toContain('open its slabinfo');
});

test('a container says where it lies, and what shifts in it', () => {
  const container = {
    name: 'outer',
    sizeBytes: 64,
    offsetBytes: 8,
    places: 2,
    direct: false,
    desc: structFromC('struct outer { long a; };'),
    perCpu: { variables: ['one'], count: 3 },
  } as unknown as ContainerChange['container'];
  const refused = containerRow({ container, diff: null, refused: 'Why.' }, []);
  expect(refused).toEqual({
    facts: ['at 8 and 1 more place, inside another', 'per-CPU: one and 2 more'],
    change: { kind: 'refused', why: 'Cannot be recomputed. Why.' },
  });
  const fields = [...'abcdefgh'].map((path, at) => ({
    path,
    movedBits: at === 0 ? 0 : 8,
    changedLines: at > 5,
  }));
  const diff = {
    sizeBits: { before: 512, after: 448 },
    lines: { before: 1, after: 1 },
    fields,
  } as unknown as NonNullable<ContainerChange['diff']>;
  expect(containerRow({ container, diff, refused: null }, []).change).toEqual({
    kind: 'computed',
    sizeBytes: { before: 64, after: 56 },
    lines: { before: 1, after: 1 },
    shifted: [...'bcdefg'],
    moreShifted: 1,
    crossed: 2,
  });
});

test('a history shows what changed where anything did, unless all is asked for', () => {
  const release = (name: string, source: string) => ({
    name,
    applied: withoutEdits(newDocument(structFromC(source))),
  });
  const moved = structHistory([
    release('6.1', 'struct s { long a; long b; long c; };'),
    release('6.2', 'struct s { long a; long c; };'),
  ]);
  const model = historyModel(moved, 's', null);
  expect(model).toMatchObject({ onlyChanged: true, changed: 2, total: 3 });
  expect(model.text).not.toMatch(/^a /m);
  const all = historyModel(moved, 's', false);
  expect(all.onlyChanged).toBe(false);
  expect(all.text).toMatch(/^a /m);
  const same = structHistory([release('6.1', SOURCE), release('6.2', SOURCE)]);
  expect(historyModel(same, 's', null)).toMatchObject({ onlyChanged: false, changed: 0 });
  expect(historyModel(same, 's', true).picture).toBeNull();
});

test('a pair of two files says what became of the struct', () => {
  const pair = (before: number | null, after: number | null): FilePair => ({
    keyword: 'union',
    name: 'u',
    variant: 2,
    before: before === null ? null : { row: 0, sizeBytes: before, lines: 1 },
    after: after === null ? null : { row: 0, sizeBytes: after, lines: after > 64 ? 2 : 1 },
  });
  const inside = { crossed: 0, shifted: 1, resized: 1, added: 1, gone: 0 };
  expect(pairCells(pair(64, 1072), inside)).toEqual({
    title: 'union u',
    keyword: 'union',
    name: 'u',
    variant: '#2',
    before: '64',
    after: '1,072',
    change: '+1,008',
    lines: '1 → 2',
    inside: '0; 1 new, 2 moved within their lines',
  });
  expect(pairCells(pair(64, 56), null)).toMatchObject({ change: '−8', lines: '1', inside: '·' });
  expect(pairCells(pair(64, null), null)).toMatchObject({ after: '–', change: 'only before' });
});

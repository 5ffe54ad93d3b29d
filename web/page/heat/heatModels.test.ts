import { expect, test } from 'vitest';
import { line, profile, row } from '../../core/heat/testing/profiles';
import { lineRows } from '../../core/heat/lineRows';
import { movedBinding, slideInView } from '../state/bindReducers';
import { heatInView } from '../state/inView';
import { initialHeatState } from '../state/state';
import { setHeatView } from '../state/profileReducers';
import { editInView, setPreviewInView } from '../state/documentReducers';
import { edit, opened } from '../state/testing/opened';
import type { FileId, MemberPath } from '../../core/layout/ids';
import { fieldAccess } from './fieldAccess';
import { heatBar } from './heatBar';
import { hotFieldsTable } from './hotFields';
import { lineCells, lineInWords } from './lineCells';
import { lineDetail } from './lineDetail';
import { measuredField } from './measured';
import { profileFacts } from './profileFacts';
import { authorsWords, reportModel } from './reportModel';
import { slideOf } from './slide';
import { bound, inViewOf } from './testing/bound';

const STRUCT = 'struct s { long a; long b; };';
const LINE = '0x1000';
const REPORT = profile([
  line(LINE, [
    row(0, 'reader', { rmt: 6, lcl: 2 }),
    row(8, 'writer', { stores: 40 }),
    row(32, 'other', { rmt: 2 }),
  ]),
]);

const state = () => bound(opened(STRUCT), REPORT, LINE, 0);
const current = (inView = inViewOf(state())) => {
  const shown = heatInView(inView).current;
  if (shown === null) throw new Error('no heat');
  return shown;
};

test('the bar says how much of the report is on fields, and why the rest is not', () => {
  const bar = heatBar(inViewOf(state()));
  expect(bar).toMatchObject({
    profiles: [],
    profile: { name: 'c2c.txt' },
    metric: 'hitm',
    unit: 'HITM',
    onFields: {
      percentText: '80 %',
      of: 'of the report’s 10 HITM on fields',
      reasons: [{ percentText: '20 %', words: 'of another object on its lines' }],
    },
  });
  expect(bar?.metrics.map(({ name }) => name)).toEqual([
    'HITM',
    'Remote',
    'Local',
    'Loads',
    'Stores',
    'Latency',
  ]);
  expect(heatBar(inViewOf(opened(STRUCT)))).toBeNull();
});

test('the bar counts by what is chosen, of the profile that is chosen', () => {
  const two = bound(state(), REPORT, LINE, 0, 'second', 'after.txt');
  const bar = heatBar(inViewOf(setHeatView(two, { metric: 'stores', profile: 'c2c.txt' })));
  expect(bar).toMatchObject({
    profiles: ['c2c.txt', 'after.txt'],
    profile: { name: 'c2c.txt' },
    unit: 'stores',
    onFields: { percentText: '100 %', reasons: [] },
  });
});

test('hot fields have their counts; of several profiles each has a column', () => {
  const one = inViewOf(state());
  expect(hotFieldsTable('s', heatInView(one))).toMatchObject({
    isByProfile: false,
    heads: ['HITM', 'Stores'],
    rows: [
      {
        path: 'a',
        cells: [
          { text: '8', emphasis: 'none' },
          { text: '0', emphasis: 'zero' },
        ],
      },
      { path: 'b', cells: [{ text: '0' }, { text: '40', emphasis: 'stores' }] },
    ],
    note: null,
    copies: [{ label: 'Copy as a table' }],
  });
  const two = inViewOf(
    bound(state(), profile([line('0x2000', [row(0, 'f', { rmt: 3 })])]), '0x2000', 8, 'b', 'b.txt'),
  );
  expect(hotFieldsTable('s', heatInView(two))).toMatchObject({
    isByProfile: true,
    heads: ['c2c.txt', 'b.txt'],
    rows: [
      { path: 'b', cells: [{ text: '0 / 40' }, { text: '3 / 0' }] },
      { path: 'a', cells: [{ text: '8 / 0' }, { text: '·' }] },
    ],
    copies: [{ label: 'Copy as a table' }, { label: 'Copy before and after' }],
  });
});

test('of a field it is said who loads it, with shares of the struct', () => {
  const heat = current();
  const field = heat.heat.byPath.get('a' as MemberPath);
  if (!field) throw new Error('no heat of a');
  const access = fieldAccess(field, heat, [heat]);
  expect(access.facts).toEqual([
    { name: 'HITM', value: '8', aside: '100 % of the struct’s, 6 remote', isStored: false },
    { name: 'Other loads', value: '0', aside: null, isStored: false },
    { name: 'Stores', value: '0', aside: null, isStored: false },
  ]);
  expect(access.accessors).toMatchObject([
    { name: 'reader', isStoring: false, amounts: ['8 HITM (100 %)'], places: ['4 CPUs'] },
  ]);
  expect(access).toMatchObject({ more: null, elsewhere: [] });
  const inView = inViewOf(state());
  expect(measuredField(inView, 'b' as MemberPath)?.text).toBe('40 stores, by writer');
  expect(measuredField(inView, 'c' as MemberPath)).toEqual({
    text: 'No sample of c2c.txt.',
    hasSamples: false,
  });
});

test('a line of a report has its counts and names, and what the report does not say is unknown', () => {
  const [first] = lineRows(REPORT);
  if (!first) throw new Error('no line');
  expect(lineCells(first)).toMatchObject({
    share: null,
    remote: { text: '8+', isAtLeast: true },
    stores: { text: '40+' },
    functions: 'writer, reader, other',
  });
  expect(lineInWords(first)).toBe('writer, reader');
  const model = reportModel('f' as FileId, REPORT, { ...initialHeatState, query: 'nobody' });
  expect(model).toMatchObject({ hasLines: true, countText: '0 of 1 line', open: null });
  const stated = lineRows(
    profile([line(LINE, [row(0, 'f', {})], { hitmRemote: 0, hitmLocal: null, stores: 3 })]),
  )[0];
  expect(stated && lineCells(stated)).toMatchObject({
    remote: { text: '0', isZero: true, isAtLeast: false },
    stores: { text: '3', isAtLeast: false },
    // Only its rows say 0, and rows are left out of a report.
    local: null,
  });
});

test('the rows of a line are by offset, the hottest of one first', () => {
  const [first] = lineRows(
    profile([
      line(LINE, [row(8, 'late', {}), row(0, 'cold', { rmt: 1 }), row(0, 'hot', { rmt: 9 })], {}),
    ]),
  );
  if (!first) throw new Error('no line');
  const detail = lineDetail(first, { display: 'totalHitm' }, null, 2);
  expect(detail).toMatchObject({ snoop: 'HITM', rowCount: 3, hasMembers: false, trimmed: null });
  expect(detail.rows.map((each) => [each.functionName.text, each.isSameOffset])).toEqual([
    ['hot', false],
    ['cold', true],
  ]);
  expect(detail.rows[1]).toMatchObject({ remote: { text: '1', isZero: false } });
});

test('a line that is slid says what it falls on, and why it cannot lie there', () => {
  const inView = inViewOf(state());
  const slide = slideOf(inView, current(), null);
  expect(slide).toMatchObject({ lowestBytes: -63, highestBytes: 15, impossible: null });
  expect(slide?.hits).toEqual([
    { offset: '0x0', on: { kind: 'field', path: 'a', byteText: null }, snoops: '8', stores: '0' },
    { offset: '0x8', on: { kind: 'field', path: 'b', byteText: null }, snoops: '0', stores: '40' },
    {
      offset: '0x20',
      on: { kind: 'nothing', words: 'outside the struct' },
      snoops: '2',
      stores: '0',
    },
  ]);
  if (!slide) throw new Error('no slide');
  const moved = movedBinding({ ...slide.binding, doubt: 'guessed' }, 99, slide);
  expect(moved).toEqual({ profile: 'c2c.txt', target: LINE, offsetBytes: 15 });
  const guessed = { ...slide.binding, doubt: 'otherBuild' } as const;
  expect(movedBinding(guessed, -0.6, slide)).toEqual({ ...guessed, offsetBytes: -1 });
  const there = inViewOf(slideInView(state(), movedBinding(slide.binding, 4, slide)));
  expect(slideOf(there, current(there), null)).toMatchObject({
    impossible: 'No object begins here: s is aligned to 8.',
    hits: [{ on: { path: 'a', byteText: 'byte 4 of it' } }, { on: { path: 'b' } }, {}],
  });
});

test('what a slid line falls on is kept while a field is carried', () => {
  const still = state();
  const carried = setPreviewInView(still, [edit('move b first')]);
  const [before, after] = [still, carried].map((each) => {
    const inView = inViewOf(each);
    return slideOf(inView, current(inView), null);
  });
  expect(inViewOf(carried).shown).not.toBe(inViewOf(still).shown);
  expect(after?.hits).toBe(before?.hits);
});

test('a profile says what it was measured on, and on what it may have been', () => {
  const plain = inViewOf(state());
  expect(profileFacts(plain, heatInView(plain))).toMatchObject([
    {
      name: 'c2c.txt',
      isShown: true,
      sentence: '1 object on 1 line',
      targets: [],
      measuredOn: 'original',
      canBeEdited: false,
    },
  ]);
  const edited = inViewOf(editInView(state(), [edit('move b first')]));
  expect(profileFacts(edited, heatInView(edited))).toMatchObject([{ canBeEdited: true }]);
});

test('of the words of an author the first are shown, and none for programs', () => {
  expect(authorsWords(undefined)).toBeNull();
  expect(authorsWords(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toMatchObject({ rest: ['g'] });
});

import { expect, test } from 'vitest';
import { line, profile, row } from '../../core/heat/testing/profiles';
import type { Outcome } from '../../core/model/outcome';
import type { Suggestion } from '../../core/search/input';
import { editInView, selectInView } from '../state/documentReducers';
import * as model from '../state/predictModel';
import { predictionInView } from '../state/predictionInView';
import { initialPredictState } from '../state/predictState';
import type { AppState } from '../state/state';
import { edit, opened } from '../state/testing/opened';
import type { MemberPath } from '../../core/layout/ids';
import { bound, inViewOf } from '../heat/testing/bound';
import { isPinned, roleChoices, sharedRole } from './fieldRole';
import { outcomeTable } from './outcomeTable';
import { otherModel, predictionModel } from './predictionModel';
import { GOAL_CHOICES, mayBeFormat, searchSummary } from './searchOptions';
import { caveatsOf, nothingFound, suggestionsAbout, whyNotJudged } from './searchResult';
import { suggestionPoints, wholeOfTags } from './suggestionCards';

const SOURCE = 'struct s { long w; long r; char c[112]; long d; };';
const path = (name: string) => name as MemberPath;

const edited = (state: AppState, ...words: readonly string[]) => editInView(state, words.map(edit));

/** As once the model has been loaded. */
const predicted = (state: AppState) =>
  predictionInView({ ...state, predict: { ...state.predict, model } });

function firstOf(state: AppState) {
  const first = predicted(state)?.predictions[0];
  if (!first) throw new Error('nothing is predicted');
  return first;
}

const REPORT = profile([
  line('0x1000', [
    row(0, 'writer', { rmt: 4, stores: 400, cpus: 8 }),
    row(8, 'reader', { rmt: 600, loads: 900, cpus: 8 }),
  ]),
]);
const measured = () => bound(opened(SOURCE), REPORT, '0x1000', 0);

test('a measured order has its counts and no range; another is predicted against them', () => {
  const same = predictionModel(firstOf(measured()), model);
  expect(same).toMatchObject({
    kind: 'forecast',
    isMeasured: true,
    total: {
      heading: 'HITM, measured',
      hitm: '604',
      change: null,
      from: 'c2c.txt',
      isByTags: false,
    },
    rows: [],
  });
  const other = predictionModel(firstOf(edited(measured(), 'move w last')), model);
  if (other.kind !== 'forecast') throw new Error(other.why);
  expect(other).toMatchObject({ isMeasured: false, total: { heading: 'HITM, predicted' } });
  expect(other.total.change).toMatch(/, was 604 \(−\d+ %\)$/);
  expect(other.rows.length).toBeGreaterThan(0);
  expect(other.lines.length).toBeGreaterThan(0);
  expect(predictionModel(firstOf(measured()), null)).toMatchObject({ lines: [] });
});

test('tags give shares of the original', () => {
  const tagged = edited(opened(SOURCE), 'tag w write-hot', 'tag r read-hot');
  expect(predictionModel(firstOf(tagged), model)).toMatchObject({
    total: {
      isByTags: true,
      heading: 'Conflicts, by your tags',
      hitm: '100 %',
      from: 'your tags, as shares of the original',
    },
  });
  const apart = predictionModel(firstOf(edited(tagged, 'move w last')), model);
  expect(apart).toMatchObject({ total: { hitm: '0 %', change: 'was 100 %' } });
  expect(wholeOfTags(predicted(tagged))).toBeGreaterThan(0);
  expect(wholeOfTags(predicted(measured()))).toBeNull();
});

test('what cannot be predicted from says why', () => {
  const report = profile([line('0x1000', [row(8, 'reader', { rmt: 600 })])]);
  const refused = bound(opened(SOURCE), report, '0x1000', 0);
  const why = whyNotJudged(predicted(refused));
  expect(why).not.toBeNull();
  expect(predictionModel(firstOf(refused), model)).toEqual({ kind: 'refused', why });
  expect(otherModel(firstOf(refused))).toEqual({ kind: 'refused', name: 'c2c.txt', why });
  expect(whyNotJudged(predicted(measured()))).toBeNull();
  const view = inViewOf(refused);
  const { options } = initialPredictState;
  expect(nothingFound(view, predicted(refused), options, null)).toContain(why);
  expect(nothingFound(view, null, options, null)).toContain('or bind a report');
  expect(caveatsOf(predicted(refused))).toEqual([]);
});

test('another profile says what it measured, or what it predicts', () => {
  expect(otherModel(firstOf(measured()))).toEqual({
    kind: 'said',
    heading: 'c2c.txt, measured',
    name: 'c2c.txt',
    hitm: '604',
    beside: 'on just this order',
    rows: [],
  });
  const moved = firstOf(edited(measured(), 'move w last'));
  expect(otherModel(moved)).toMatchObject({ heading: 'c2c.txt, predicted' });
  // One that measured another order predicts nothing from there.
  expect(otherModel({ ...moved, basis: { ...moved.basis, isOfOriginal: false } })).toMatchObject({
    kind: 'refused',
    why: '604 HITM, measured with a different order of fields than the one in view.',
  });
});

test('what was expected stands beside what was measured', () => {
  const outcome: Outcome = {
    from: 'a',
    measured: 'b',
    before: 24_310,
    expected: 1204,
    isUnknown: false,
    range: { low: 900, high: 1400 },
    after: 1000,
    elsewhere: 0,
    isInRange: true,
    rows: [
      {
        field: path('r'),
        offsetBytes: 8,
        before: 20_000,
        expected: 0,
        after: null,
        isInText: true,
        expectedOutcome: 'vanishes',
        outcome: 'vanishes',
      },
    ],
  };
  expect(outcomeTable(outcome)).toEqual({
    measured: '1,000',
    total: 'measured, 1,204 expected (900 to 1,400): in the range; was 24,310',
    rows: [
      {
        key: 'r 8',
        field: 'r',
        offsetBytes: 8,
        before: '20.0K',
        expected: '0',
        measured: 'not listed',
        sentence: expect.stringContaining('expected to vanish') as string,
        isAsExpected: true,
      },
    ],
  });
});

test('a role that all selected fields share can be taken from them', () => {
  const tagged = edited(opened(SOURCE), 'tag w lock', 'tag r lock', 'pin w');
  const select = (...names: readonly string[]) => selectInView(tagged, names.map(path));
  expect(sharedRole(select('w', 'r'))).toBe('lock');
  expect(sharedRole(select('w', 'd'))).toBeNull();
  expect([isPinned(select('w')), isPinned(select('w', 'r'))]).toEqual([true, false]);
  const commands = roleChoices('lock').filter(({ isTheirs }) => isTheirs);
  expect(commands).toEqual([{ role: 'lock', command: 'field.untag', isTheirs: true }]);
  expect(roleChoices(null).every(({ command }) => command.startsWith('field.tag.'))).toBe(true);
});

test('the options of a search are shown in a line, those that are offered', () => {
  const { options } = initialPredictState;
  const say = (given: Partial<typeof options>, goal = false, format = false) =>
    searchSummary({ ...options, ...given }, 'holes', { goal, format });
  expect(say({})).toBe('no growth · at most 3 moves');
  expect(say({ mayChangeFormat: true })).toBe(say({}));
  expect(say({ growth: 'nextClass', mayAlign: true, mayChangeFormat: true }, true, true)).toBe(
    'fewer holes · may grow · may align · may change a format · at most 3 moves',
  );
  expect(GOAL_CHOICES.map(({ value }) => value)).toEqual(['conflicts', 'holes']);
  expect(mayBeFormat(opened(SOURCE))).toBe(false);
  expect(mayBeFormat(opened('struct s { char a; int b; } __packed;'))).toBe(true);
});

const suggestion = (point: number, words: string) =>
  ({ point, edits: words.split('; ').map(edit) }) as unknown as Suggestion;

test('orders of one price stand together, one of each set of members without a click', () => {
  const all = [
    suggestion(0, 'move w last'),
    suggestion(0, 'move w after r'),
    suggestion(0, 'move r last; move w last'),
    suggestion(1, 'move d first'),
  ];
  const points = suggestionPoints(all);
  expect(points.map(({ first, equals }) => [first.title, equals.length])).toEqual([
    ['w to the end', 2],
    ['d to the start', 0],
  ]);
  expect(points[0]?.shownEquals.map(({ words }) => words)).toEqual(['move r last; move w last']);
  const about = { struct: '' as never, title: '', members: [path('r')] };
  expect(suggestionsAbout(all, about)).toEqual([all[2]]);
});

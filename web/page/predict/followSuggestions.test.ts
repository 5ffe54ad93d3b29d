import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SearchJob } from '../../core/search/search';
import type { Suggestion } from '../../core/search/input';
import type { SearchListener } from './startSearch';
import type { MemberPath } from '../../core/layout/ids';
import type { App } from '../state/app';
import { createApp } from '../createApp';
import { editInView, undoInView } from '../state/documentReducers';
import { documentInView } from '../state/inView';
import { edit, opened } from '../state/testing/opened';
import { followSuggestions } from './followSuggestions';
import { loadModel } from './loadModel';
import {
  answerDoubts,
  changePredict,
  setSearch,
  setSuggestOptions,
} from '../state/predictReducers';
import { doubtsInView, predictionInView } from '../state/predictionInView';

const SOURCE = 'struct s { long w; long r; char c[64]; long d; };';
const SUGGESTION = { edits: [edit('move w last')], point: 0 } as unknown as Suggestion;

interface Started {
  readonly job: SearchJob;
  readonly listener: SearchListener;
  readonly stop: ReturnType<typeof vi.fn>;
}

let app: App;
let started: Started[];

beforeEach(async () => {
  vi.useFakeTimers();
  app = createApp({
    readers: { prewarm: () => Promise.resolve(), take: () => expect.unreachable() },
    storage: null,
    windowWidth: () => 1440,
  });
  started = [];
  await loadModel(app);
  app.update((state) => opened(SOURCE, state));
  followSuggestions(app, (job, listener) => {
    const stop = vi.fn();
    started.push({ job, listener, stop });
    return stop;
  });
});

afterEach(() => vi.useRealTimers());

const look = () => app.update((state) => changePredict(state, { isWatched: true }));
const rest = () => vi.advanceTimersByTime(1000);
const search = () => app.store.getState().predict.search;
const tag = (...words: readonly string[]) =>
  app.update((state) => editInView(state, words.map(edit)));

function newest(): Started {
  const last = started.at(-1);
  if (last === undefined) throw new Error('no search was started');
  return last;
}

test('nothing is searched until somebody looks', () => {
  rest();
  expect(started).toHaveLength(0);
  look();
  rest();
  expect(started).toHaveLength(1);
  expect(newest().job.basis).toBeNull();
});

test('an edit ends the search and starts another from the new order; so do options', () => {
  look();
  rest();
  tag('move c first');
  expect(newest().stop).toHaveBeenCalled();
  rest();
  expect(started).toHaveLength(2);
  expect(newest().job.applied.struct.root.members[0]?.path).toBe('c');
  app.update((state) => setSuggestOptions(state, { mayAlign: true }));
  rest();
  expect(started).toHaveLength(3);
  expect(newest().job.options.mayAlign).toBe(true);
});

test('what was found once is there again after an undo, without a search', () => {
  look();
  rest();
  newest().listener.onProgress({
    kind: 'front',
    suggestions: [SUGGESTION],
    evaluated: 7,
    vetoed: null,
    done: true,
  });
  newest().listener.onEnd();
  tag('move c first');
  rest();
  app.update(undoInView);
  rest();
  expect(started).toHaveLength(2);
  expect(search()).toMatchObject({ kind: 'found', isDone: true, suggestions: [SUGGESTION] });
});

test('a cancelled search is ended, keeps what it found, and begins anew only when asked to', () => {
  look();
  rest();
  newest().listener.onProgress({
    kind: 'front',
    suggestions: [SUGGESTION],
    evaluated: 7,
    vetoed: null,
    done: false,
  });
  app.update((state) => {
    const found = state.predict.search;
    return found.kind === 'found' ? setSearch(state, { ...found, isCancelled: true }) : state;
  });
  expect(newest().stop).toHaveBeenCalled();
  rest();
  expect(started).toHaveLength(1);
  expect(search()).toMatchObject({ isCancelled: true, suggestions: [SUGGESTION] });
  app.update((state) => setSuggestOptions(state, {}));
  rest();
  expect(started).toHaveLength(2);
});

test('the fields in doubt are asked about first; the answers are tags, one step', () => {
  tag('tag w write-hot', 'tag r read-hot');
  look();
  rest();
  expect(search()).toEqual({ kind: 'asking' });
  expect(started).toHaveLength(0);
  // c begins on the written line, and reaches over to the next; d lies behind it.
  expect(doubtsInView(app.store.getState()).map(({ field }) => field)).toEqual(['c', 'd']);
  const answers = new Map([
    ['d' as MemberPath, 'read-hot' as const],
    ['c' as MemberPath, 'unknown' as const],
  ]);
  app.update((state) => answerDoubts(state, answers));
  rest();
  expect(started).toHaveLength(1);
  const tags = () => documentInView(app.store.getState())?.edited.applied.state.tags ?? [];
  expect(tags().map(({ member, role }) => `${member} ${role}`)).toContain('d read-hot');
  expect(tags()).toHaveLength(3);
  app.update(undoInView);
  expect(tags()).toHaveLength(2);
});

test('nothing to search, and a failure, are said', () => {
  look();
  rest();
  newest().listener.onProgress({ kind: 'none', reason: 'No two members may trade places.' });
  newest().listener.onEnd();
  expect(search()).toEqual({ kind: 'none', reason: 'No two members may trade places.' });
  tag('move c first');
  rest();
  newest().listener.onFailure('It broke.');
  expect(search()).toEqual({ kind: 'failed', reason: 'It broke.' });
});

test('nobody looks any more: the search ends', () => {
  look();
  rest();
  app.update((state) => changePredict(state, { isWatched: false }));
  expect(newest().stop).toHaveBeenCalled();
  expect(search()).toEqual({ kind: 'idle' });
});

test('the forecast follows tags, the order, and a held field', () => {
  const total = () => {
    const outcome = predictionInView(app.store.getState())?.predictions[0]?.outcome;
    if (outcome?.ok !== true) throw new Error('no prediction');
    return outcome.value.forecast.hitm.total;
  };
  expect(predictionInView(app.store.getState())?.predictions).toEqual([]);
  tag('tag w write-hot', 'tag r read-hot');
  const before = total();
  expect(before).toBeGreaterThan(0);
  tag('move w last');
  // w is now at byte 80, on another line than r.
  expect(total()).toBe(0);
  app.update(undoInView);
  expect(total()).toBe(before);
});

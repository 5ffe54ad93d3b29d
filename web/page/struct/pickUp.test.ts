import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { MemberPath } from '../../core/layout/ids';
import type { AppStore } from '../state/app';
import type { AppState } from '../state/state';
import { opened } from '../state/testing/opened';
import { setView } from '../state/documentReducers';
import { documentInView } from '../state/inView';
import { pickUp } from './pickUp';
import { selectLine } from './selectLine';

const A = 'a' as MemberPath;

function appWith(state: AppState): AppStore {
  const store = createStore(() => state);
  return { store, update: (change) => store.setState(change) };
}

test('what is picked up has its places; what cannot move has none, and it is said why', () => {
  const app = appWith(opened('struct s { long a; long b; };'));
  const places = pickUp(app, [A]);
  expect(places.length).toBeGreaterThan(1);
  expect(app.store.getState().announcement.text).toBe('');
  expect(pickUp(app, ['nothing' as MemberPath])).toEqual([]);
  expect(app.store.getState().announcement.text).toContain('nothing');
});

test('nothing is picked up of the original', () => {
  const app = appWith(setView(opened('struct s { long a; long b; };'), { show: 'original' }));
  expect(pickUp(app, [A])).toEqual([]);
});

test('the fields of a line are all that have a byte on it', () => {
  const state = opened('struct s { char a[60]; char b[8]; char c[60]; char d; };');
  const on = (line: number) => documentInView(selectLine(state, line))?.open.selection;
  expect(on(0)).toEqual(['a', 'b']);
  expect(on(1)).toEqual(['b', 'c']);
  expect(on(2)).toEqual(['d']);
});

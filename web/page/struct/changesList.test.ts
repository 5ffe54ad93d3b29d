import { expect, test } from 'vitest';
import { editInView } from '../state/documentReducers';
import { documentInView } from '../state/inView';
import { edit, opened } from '../state/testing/opened';
import { line, profile, row } from '../../core/heat/testing/profiles';
import { bound } from '../heat/testing/bound';
import { changesList } from './changesList';

test('changes have their words and the fields that they name, the latest few of them', () => {
  const words = ['move c first', 'apart a | b, c', 'line 128'];
  const state = words.reduce(
    (before, each) => editInView(before, [edit(each)]),
    opened('struct s { long a; long b; long c; };'),
  );
  const report = profile([line('0x1000', [row(0, 'reader', { rmt: 1 })])]);
  const view = documentInView(bound(state, report, '0x1000', 0));
  if (view === null) throw new Error('nothing in view');
  expect(changesList(view, 200).changes.map(({ members }) => members)).toEqual([
    ['c'],
    ['a', 'b', 'c'],
    [],
    [],
  ]);
  const { earlier, changes } = changesList(view, 2);
  expect(earlier).toBe(2);
  expect(changes).toMatchObject([
    { index: 2, words: 'line 128' },
    // The sentence of a binding is its word.
    { index: 3, words: null },
  ]);
});

import { expect, test } from 'vitest';
import { formatEdit } from '../../core/edit/words';
import type { MemberPath } from '../../core/layout/ids';
import {
  editInView,
  removeEditInView,
  selectInView,
  setPreviewInView,
  undoInView,
} from '../state/documentReducers';
import { documentInView } from '../state/inView';
import type { AppState } from '../state/state';
import { edit, opened } from '../state/testing/opened';
import { RULE_COMMANDS } from './ruleCommands';
import { rulesInView } from '../state/rulesInView';

/** a 0, b 8, rest 16 to 71, c 72. */
const SOURCE = 'struct s { long a; long b; char rest[56]; long c; };';

const words = (state: AppState) => documentInView(state)!.document.edits.map(formatEdit);
const broken = (state: AppState) =>
  rulesInView(state).flatMap((each) => (each.broken === null ? [] : [each.words]));

test('an edit that breaks a rule says so, and so does the layout while the field is held', () => {
  const ruled = editInView(opened(SOURCE), [edit('apart a | c')]);
  expect(broken(ruled)).toEqual([]);
  const held = setPreviewInView(ruled, [edit('move c first')]);
  expect(broken(held)).toEqual(['apart a | c']);
  const dropped = editInView(held, [edit('move c first')]);
  expect(dropped.announcement.text).toContain('Breaks the rule apart a | c: a and c share line 0.');
  expect(broken(undoInView(dropped))).toEqual([]);
});

test('the same answer is the same object: nothing is drawn again for it', () => {
  const ruled = editInView(opened(SOURCE), [edit('apart a | c')]);
  const states = rulesInView(ruled);
  expect(rulesInView(setPreviewInView(ruled, [edit('move b before a')]))).toBe(states);
});

test('a rule that is taken back leaves the list of changes as it was', () => {
  const start = editInView(opened(SOURCE), [edit('move c before b')]);
  for (const rule of [
    'apart a | c',
    'apart a,c',
    'stay a',
    'stay a in 0',
    'size 80',
    'together a,b',
  ]) {
    const ruled = editInView(start, [edit(rule)]);
    expect(words(ruled)).toEqual(['move c before b', rule]);
    expect(words(editInView(ruled, [edit(`lift ${rule}`)]))).toEqual(['move c before b']);
  }
  // Where another rule depends on it, both stand in the list.
  const two = editInView(editInView(start, [edit('size 80')]), [edit('size 90')]);
  expect(words(editInView(two, [edit('lift size 90')]))).toEqual([
    'move c before b',
    'size 80',
    'size 90',
    'lift size 90',
  ]);
  expect(words(removeEditInView(two, 1))).toEqual(['move c before b', 'size 90']);
});

test('a note that is written again takes the place of the first', () => {
  let state = editInView(opened(SOURCE), [edit('note a "one"'), edit('note line 1 "x"')]);
  state = editInView(state, [edit('note a "two"')]);
  state = editInView(state, [edit('note line 1 "y"')]);
  expect(words(state)).toEqual(['note a "two"', 'note line 1 "y"']);
  state = editInView(state, [edit('note a ""')]);
  expect(words(editInView(state, [edit('note line 1 ""')]))).toEqual([]);
});

test('rules are made of the selected fields', () => {
  const run = (id: string, ...selection: readonly string[]) => {
    const command = RULE_COMMANDS.find((each) => each.id === `rule.${id}`)!;
    let state = selectInView(opened(SOURCE), selection as readonly MemberPath[]);
    expect(command.disabled(state)).toBeNull();
    const app = {
      store: { getState: () => state },
      edit: (edits: Parameters<typeof editInView>[1]) => (state = editInView(state, edits)),
    };
    command.run(app as unknown as Parameters<typeof command.run>[0]);
    return words(state);
  };
  expect(run('together', 'a', 'b')).toEqual(['together a,b']);
  expect(run('apart', 'a', 'c')).toEqual(['apart a,c']);
  expect(run('apartFromLine', 'a')).toEqual(['apart a | b,rest']);
  expect(run('stay', 'rest')).toEqual(['stay rest']);
  expect(run('stayHere', 'a', 'c')).toEqual(['stay a in 0', 'stay c in 1']);
  expect(run('size')).toEqual(['size 80']);
  const together = RULE_COMMANDS.find(({ id }) => id === 'rule.together')!;
  expect(together.disabled(selectInView(opened(SOURCE), ['a' as MemberPath]))).toMatch(
    /two fields/,
  );
});

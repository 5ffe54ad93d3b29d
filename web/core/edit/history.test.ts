import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MemberPath } from '../layout/ids';
import { structFromC } from '../layout/testing/c';
import { newDocument } from './document';
import type { Edit } from './edit';
import {
  addEdits,
  canRedo,
  canUndo,
  redo,
  removeEdit,
  resetEdits,
  startHistory,
  takeOrder,
  undo,
} from './history';

const START = startHistory(newDocument(structFromC(`struct s { int a; };`)));
const line = (bytes: number): Edit => ({ kind: 'line', bytes });

test('undo takes the last step back, redo brings it again', () => {
  const two = addEdits(addEdits(START, line(32)), line(128), line(256));
  expect(undo(two).document.edits).toEqual([line(32)]);
  expect(redo(undo(two))).toEqual(two);
  expect(undo(undo(two)).document).toEqual(START.document);
});

test('an edit after an undo ends what could be redone', () => {
  const history = addEdits(undo(addEdits(START, line(32))), line(64));
  expect(canRedo(history)).toBe(false);
  expect(history.document.edits).toEqual([line(64)]);
});

test('a reset, and taking one edit out, can be undone', () => {
  const two = addEdits(START, line(32), line(128));
  expect(removeEdit(two, 0).document.edits).toEqual([line(128)]);
  expect(undo(removeEdit(two, 0)).document.edits).toEqual(two.document.edits);
  expect(undo(resetEdits(two)).document.edits).toEqual(two.document.edits);
});

test('a reset leaves what ties a report to the struct', () => {
  const bind: Edit = { kind: 'bind', profile: 'report', target: '0x40', offsetBytes: 0 };
  const bound = addEdits(START, line(32), bind, line(128));
  expect(resetEdits(bound).document.edits).toEqual([bind]);
  expect(resetEdits(resetEdits(bound))).toEqual(resetEdits(bound));
});

test('somebody’s order takes the place of the own one, and undo brings that back', () => {
  const bind: Edit = { kind: 'bind', profile: 'report', target: '0x40', offsetBytes: 0 };
  const align = (member: string): Edit => ({
    kind: 'align',
    member: member as MemberPath,
    bytes: 'cacheline',
  });
  const mine = addEdits(START, align('a'), bind);
  const theirs = takeOrder(mine, [align('b')]);
  expect(theirs.document.edits).toEqual([bind, align('b')]);
  expect(undo(theirs).document.edits).toEqual(mine.document.edits);
});

test('undoing every step gives the document that it began with', () => {
  const step = fc.constantFrom('add', 'remove', 'reset', 'undo', 'redo');
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let history = START;
      for (const each of steps) {
        if (each === 'add') history = addEdits(history, line(64));
        else if (each === 'remove') history = removeEdit(history, 0);
        else if (each === 'reset') history = resetEdits(history);
        else history = each === 'undo' ? undo(history) : redo(history);
      }
      while (canUndo(history)) history = undo(history);
      expect(history.document).toEqual(START.document);
    }),
  );
});

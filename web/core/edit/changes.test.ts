import { sentence } from '../base/messages';
import { expect, test } from 'vitest';
import { structFromC } from '../layout/testing/c';
import { applyEdits } from './apply';
import { changeList, describeEdit } from './changes';
import { newDocument } from './document';
import { parseEdit } from './parse';

function outputOf(words: string): string {
  const edit = parseEdit(words);
  if (!edit.ok) throw new Error(sentence(edit.error));
  return describeEdit(edit.value);
}

test('edits are said as a person would', () => {
  expect(outputOf('move f_ref last')).toBe('f_ref to the end');
  expect(outputOf('move a,b,c before d')).toBe('a, b and c before d');
  expect(outputOf('move flag last alone')).toBe('flag to the end, out of its bit-field run');
  expect(outputOf('move a out')).toBe('a out of its anonymous struct');
  expect(outputOf('align i_mmap_rwsem cacheline')).toBe('i_mmap_rwsem aligned to a cache line');
  expect(outputOf('pad 1 before x')).toBe('1 byte of padding before x');
  expect(outputOf('tag x lock 2')).toBe('x tagged lock, weight 2');
});

test('the list marks what does not apply', () => {
  const edits = ['move a last', 'move gone first'].map((words) => {
    const edit = parseEdit(words);
    if (!edit.ok) throw new Error(sentence(edit.error));
    return edit.value;
  });
  const document = { ...newDocument(structFromC(`struct s { int a; int b; };`)), edits };
  expect(
    changeList(edits, applyEdits(document)).map(({ words, skipped }) => [words, skipped]),
  ).toEqual([
    ['move a last', null],
    ['move gone first', 'There is no member `gone`.'],
  ]);
});

import { sentence } from '../../core/base/messages';
import { expect, test } from 'vitest';
import { applyEdits } from '../../core/edit/apply';
import { newDocument } from '../../core/edit/document';
import { parseEdit } from '../../core/edit/parse';
import { aggregate, member, scalar, structDesc } from '../../core/facts/build';
import { X86_64 } from '../../core/facts/targets';
import { reasonsOf } from './reasons';

function reasons(...words: string[]): readonly string[] {
  const edits = words.map((each) => {
    const edit = parseEdit(each);
    if (!edit.ok) throw new Error(sentence(edit.error));
    return edit.value;
  });
  const desc = structDesc(
    X86_64,
    aggregate(
      'struct',
      's',
      16,
      ['a', 'b', 'c', 'd'].map((name, index) => member(name, index * 4, scalar('int', 4))),
    ),
  );
  const document = { ...newDocument(desc), edits };
  return reasonsOf(document, applyEdits(document)).map(
    ({ member, text }) => `${member}: ${text ?? '-'}`,
  );
}

test('what was moved, aligned or padded, the latest first, and whatever has a note', () => {
  expect(reasons('move a last', 'note d "cold"', 'align b 64', 'pad 8 before c')).toEqual([
    'pad(c): -',
    'b: -',
    'a: -',
    'd: cold',
  ]);
});

test('a note is said of its member; what is gone, skipped or a mere setting is not', () => {
  expect(reasons('move a last', 'note a "kept apart"', 'move a first')).toEqual(['a: kept apart']);
  expect(reasons('pad 8 before c', 'unpad c', 'move gone last', 'line 128', 'pin b')).toEqual([]);
});

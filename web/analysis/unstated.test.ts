import { expect, test } from 'vitest';
import { applyEdits } from '../edit/apply';
import { newDocument } from '../edit/document';
import { parseEdit } from '../edit/parse';
import type { IndexStage } from '../facts/generated';
import { structFromC } from '../layout/testing/c';
import { unstatedAlignments } from './unstated';

function said(source: IndexStage, ...words: readonly string[]): string | null {
  const edits = words.map((text) => {
    const edit = parseEdit(text);
    if (!edit.ok) throw new Error(edit.error);
    return edit.value;
  });
  const struct = { ...structFromC('struct s { long a; int b; char c; };'), source };
  return unstatedAlignments(applyEdits({ ...newDocument(struct), edits }), edits);
}

test('what an order of BTF rests on is said once something moved', () => {
  expect(said('btf')).toBeNull();
  expect(said('btf', 'tag a read-hot', 'line 128')).toBeNull();
  expect(said('btf', 'move nobody last')).toBeNull();
  expect(said('btf', 'move a last')).toMatch(
    /^BTF states no alignments: .* natural alignments of its types\. .* vmlinux with DWARF .* settles it\.$/,
  );
  expect(said('dwarf', 'move a last')).toBeNull();
});

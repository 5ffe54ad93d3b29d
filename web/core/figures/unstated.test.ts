import { sentence } from '../base/messages';
import { expect, test } from 'vitest';
import { applyEdits } from '../edit/apply';
import { newDocument } from '../edit/document';
import { parseEdit } from '../edit/parse';
import type { IndexStage } from '../facts/generated';
import { structFromC } from '../layout/testing/c';
import { unstatedOf } from './unstated';

function outputOf(source: IndexStage, ...words: readonly string[]): string | null {
  return messageOf('struct s { long a; int b; char c; };', source, ...words);
}

function messageOf(text: string, source: IndexStage, ...words: readonly string[]): string | null {
  const edits = words.map((text) => {
    const edit = parseEdit(text);
    if (!edit.ok) throw new Error(sentence(edit.error));
    return edit.value;
  });
  const struct = { ...structFromC(text), source };
  const unstated = unstatedOf(applyEdits({ ...newDocument(struct), edits }), edits);
  return unstated && sentence(unstated.message);
}

test('what an order of BTF rests on is said once something moved', () => {
  expect(outputOf('btf')).toBeNull();
  expect(outputOf('btf', 'tag a read-hot', 'line 128')).toBeNull();
  expect(outputOf('btf', 'move nobody last')).toBeNull();
  expect(outputOf('btf', 'move a last')).toMatch(
    /^BTF states no alignments: .* natural alignments of its types\. .* vmlinux with DWARF .* struct’s header\.$/,
  );
  expect(outputOf('dwarf', 'move a last')).toBeNull();
});

test('a struct without holes may be packed: said where the change would show it', () => {
  const text = 'struct s { int a; int b; char c[4]; };';
  const natural = 'struct s { int a; int b; char c; char d[3]; };';
  expect(messageOf(natural, 'dwarf')).toBeNull();
  expect(messageOf(natural, 'dwarf', 'move c first')).toBe(
    'Whether `s` is packed is unknown: its members have the same offsets either way. The layout shown is the one without packing (16 bytes); packed, `s` would be 12 bytes after this change. Open the struct’s header to be sure.',
  );
  expect(messageOf(natural, 'btf', 'move c first')).toMatch(
    /^BTF states.*Whether `\w+` is packed is unknown/,
  );
  expect(messageOf(text, 'dwarf', 'move a last')).toBeNull();
  // A hole shows that it is not packed, and text says what it is.
  expect(messageOf('struct s { int a; char c; int b; };', 'dwarf', 'move c first')).toBeNull();
  expect(messageOf(natural, 'text', 'move c first')).toBeNull();
});

test('what is left of a struct’s alignment without its member’s cannot be known', () => {
  const text = 'struct s { int a; int b __aligned(64); char c; } __aligned(64);';
  expect(messageOf(text, 'dwarf', 'unalign b')).toContain('aligned to 64 is unknown');
  expect(messageOf(text, 'dwarf', 'move c before b')).toBeNull();
});

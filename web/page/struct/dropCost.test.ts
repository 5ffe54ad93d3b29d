import { expect, test } from 'vitest';
import { documentInView } from '../state/inView';
import { setPreviewInView } from '../state/documentReducers';
import { edit, opened } from '../state/testing/opened';
import { dropCost } from './dropCost';

test('the cost of a drop is that against the layout it was picked up in', () => {
  // a 0/1, hole 7, b 8/8, c 16/4, tail 4: 24 bytes.
  const state = opened('struct s { char a; long b; int c; };');
  const costOf = (words: string | null) =>
    dropCost(
      documentInView(setPreviewInView(state, words === null ? null : [edit(words)]))!,
      null,
      null,
    );
  expect(costOf(null)).toBeNull();
  // a 0/1, hole 3, c 4/4, b 8/8: the hole is smaller, and there still.
  expect(costOf('move c after a')).toBe('16 B (−8) · 1 hole');
  // b 0/8, c 8/4, a 12/1.
  expect(costOf('move a last')).toBe('16 B (−8) · 0 holes (−1)');
});

test('of a struct whose end is not known the cost is at least that', () => {
  const state = opened('struct s { char a; long b; int c; };');
  const inView = documentInView(setPreviewInView(state, [edit('move a last')]))!;
  const { struct } = inView.document;
  const types = struct.types.map((type, at) =>
    at === struct.root ? { ...type, sizeBytes: null } : type,
  );
  const cut = { ...inView, document: { ...inView.document, struct: { ...struct, types } } };
  expect(dropCost(cut, null, null)).toBe('at least 16 B (−8) · 0 holes (−1)');
});

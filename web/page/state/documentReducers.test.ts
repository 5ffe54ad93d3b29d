import { describe, expect, test } from 'vitest';
import { formatEdit } from '../../core/edit/words';
import type { MemberPath } from '../../core/layout/ids';
import {
  closeDocument,
  editInView,
  enrichDocument,
  redoInView,
  removeEditInView,
  resetInView,
  selectInView,
  setPreviewInView,
  setView,
  toggleExpanded,
  undoInView,
} from './documentReducers';
import { documentInView, selectionInView } from './inView';
import { moveBy, moveTo } from '../struct/moveBy';
import type { AppState } from './state';
import { edit, opened } from './testing/opened';

// a 0/1, hole 7, b 8/8, c 16/4, tail 4: 24 bytes.
const SOURCE = 'struct s { char a; long b; int c; };';

const words = (state: AppState) => documentInView(state)!.document.edits.map(formatEdit);
const sizeBytes = (state: AppState) => documentInView(state)!.shown.layout.sizeBits / 8;
const outputOf = (state: AppState) => state.announcement.text;
const path = (name: string) => name as MemberPath;

describe('edits', () => {
  test('a field that is moved again is one change, and each move a step to undo', () => {
    const once = editInView(opened(SOURCE), [edit('move c after a')]);
    const twice = editInView(once, [edit('move c first')]);
    expect(words(twice)).toEqual(['move c first']);
    expect(words(undoInView(twice))).toEqual(['move c after a']);
    // What was moved between them may be where the first one ended.
    const other = editInView(once, [edit('move b first')]);
    expect(words(editInView(other, [edit('move c first')]))).toHaveLength(3);
  });

  test('repeated keys are one change and one step, to the end of the struct too', () => {
    let state = opened(SOURCE);
    for (let press = 0; press < 2; press++) state = moveBy(state, [path('a')], 1);
    state = moveTo(state, [path('a')], 'first');
    state = moveTo(moveBy(state, [path('a')], 1), [path('a')], 'last');
    expect(words(state)).toEqual(['move a last']);
    expect(words(undoInView(state))).toEqual([]);
  });

  test('an edit is one step that can be undone and done again', () => {
    const start = opened(SOURCE);
    const after = editInView(start, [edit('move c after a')]);
    // a 0, c 4, b 8: the hole takes c.
    expect(sizeBytes(start)).toBe(24);
    expect(sizeBytes(after)).toBe(16);
    const undone = undoInView(after);
    expect(sizeBytes(undone)).toBe(24);
    expect(sizeBytes(redoInView(undone))).toBe(16);
  });

  test('what came of it is announced', () => {
    const after = editInView(opened(SOURCE), [edit('move c after a')]);
    expect(outputOf(after)).toBe('c after a. Size 16 bytes, was 24.');
  });

  test('several edits are one step, and all or nothing', () => {
    const both = editInView(opened(SOURCE), [edit('align a 16'), edit('align b 16')]);
    expect(words(undoInView(both))).toEqual([]);
    const half = editInView(opened(SOURCE), [edit('align a 16'), edit('align nothing 16')]);
    expect(words(half)).toEqual([]);
    expect(outputOf(half)).toContain('nothing');
  });

  test('an edit that changes nothing is no step', () => {
    const after = editInView(opened(SOURCE), [edit('move a first')]);
    expect(words(after)).toEqual([]);
    expect(documentInView(after)!.canUndo).toBe(false);
  });

  test('of the ruler only the last setting stays, and the own one is none', () => {
    let state = opened(SOURCE);
    for (const each of ['line 128', 'move c after a', 'line 256', 'base 8', 'base 16']) {
      state = editInView(state, [edit(each)]);
    }
    expect(words(state)).toEqual(['move c after a', 'line 256', 'base 16']);
    state = editInView(state, [edit('line 64')]);
    expect(words(state)).toEqual(['move c after a', 'base 16']);
    expect(words(undoInView(state))).toEqual(['move c after a', 'line 256', 'base 16']);
  });

  test('one change can be taken out from among others', () => {
    const both = editInView(editInView(opened(SOURCE), [edit('align a 16')]), [
      edit('move c after a'),
    ]);
    expect(words(removeEditInView(both, 0))).toEqual(['move c after a']);
    expect(removeEditInView(both, 7)).toBe(both);
  });

  test('reset takes all away and can be undone', () => {
    const after = resetInView(editInView(opened(SOURCE), [edit('move c after a')]));
    expect(words(after)).toEqual([]);
    expect(words(undoInView(after))).toEqual(['move c after a']);
  });

  test('undo without a past changes nothing', () => {
    const start = opened(SOURCE);
    expect(undoInView(start)).toBe(start);
    expect(redoInView(start)).toBe(start);
  });

  test('an edit brings the edited layout into view', () => {
    const looking = setView(opened(SOURCE), { show: 'original' });
    const after = editInView(looking, [edit('move c after a')]);
    expect(documentInView(after)!.document.view.show).toBe('edited');
  });
});

describe('a held field', () => {
  test('shows where it would land and leaves the history alone', () => {
    const held = setPreviewInView(opened(SOURCE), [edit('move c after a')]);
    expect(sizeBytes(held)).toBe(16);
    expect(words(held)).toEqual([]);
    expect(sizeBytes(setPreviewInView(held, null))).toBe(24);
  });

  test('is gone once it is let go', () => {
    const held = setPreviewInView(opened(SOURCE), [edit('move c first')]);
    const after = editInView(held, [edit('move c after a')]);
    expect(documentInView(after)!.open.preview).toBeNull();
  });

  test('moves by one place with the keyboard, and says so at the end', () => {
    const up = moveBy(opened(SOURCE), [path('c')], -1);
    expect(sizeBytes(up)).toBe(16);
    const first = moveBy(up, [path('c')], -1);
    expect(documentInView(first)!.shown.layout.items[0]).toMatchObject({ path: 'c' });
    expect(outputOf(moveBy(first, [path('c')], -1))).toBe('It is already the first.');
    // Both presses are one change, and one step to undo.
    expect(words(first)).toEqual(['move c before a']);
    expect(words(undoInView(first))).toEqual([]);
  });

  test('a press that takes another back leaves no change', () => {
    const up = moveBy(opened(SOURCE), [path('c')], -1);
    const back = moveBy(up, [path('c')], 1);
    expect(words(back)).toEqual([]);
    expect(outputOf(back)).toBe('It is back where it was.');
  });

  test('a press after another change is a change of its own', () => {
    const up = moveBy(opened(SOURCE), [path('c')], -1);
    const between = editInView(up, [edit('align b 16')]);
    expect(words(moveBy(between, [path('c')], -1))).toHaveLength(3);
  });
});

describe('open structs', () => {
  test('opening one again keeps its edits', () => {
    const after = editInView(opened(SOURCE), [edit('move c after a')]);
    const other = opened('struct t { int x; };', after);
    expect(documentInView(other)!.document.struct.name).toBe('t');
    expect(words(opened(SOURCE, other))).toEqual(['move c after a']);
    expect(opened(SOURCE, other).documents).toHaveLength(2);
  });

  test('closing one brings the next into view', () => {
    const both = opened('struct t { int x; };', opened(SOURCE));
    const one = closeDocument(both, both.documents[0]!.id);
    expect(documentInView(one)!.document.struct.name).toBe('s');
    const none = closeDocument(one, one.documents[0]!.id);
    expect(none.centre).toEqual({ kind: 'empty' });
  });

  test('many that were only looked at make room; those with changes never do', () => {
    let state = editInView(opened(SOURCE), [edit('move c after a')]);
    for (let i = 0; i < 20; i += 1) state = opened(`struct t${i} { int x; };`, state);
    const names = state.documents.map((open) => open.history.document.struct.name);
    expect(names.length).toBeLessThan(12);
    expect(names).toContain('s');
    expect(names[0]).toBe('t19');
  });

  test('edits go on upon a better description of the same struct', () => {
    const after = editInView(opened(SOURCE), [edit('move c after a')]);
    const { struct } = documentInView(after)!.document;
    const better = { ...struct, source: 'dwarf' as const };
    const enriched = enrichDocument(after, after.documents[0]!.id, better);
    expect(documentInView(enriched)!.document.struct.source).toBe('dwarf');
    expect(words(enriched)).toEqual(['move c after a']);
    expect(words(undoInView(enriched))).toEqual([]);
  });
});

test('commands act on the selection, else on the field that the keyboard is on', () => {
  const start = opened(SOURCE);
  expect(selectionInView(start)).toEqual([]);
  const selected = selectInView(start, [path('a'), path('c')]);
  expect(selectionInView(selected)).toEqual(['a', 'c']);
});

test('a nested member opens and closes', () => {
  const start = opened('struct s { struct in { int x; int y; } n; };');
  const open = toggleExpanded(start, path('n'));
  expect(documentInView(open)!.document.view.expanded).toEqual(['n']);
  expect(documentInView(toggleExpanded(open, path('n')))!.document.view.expanded).toEqual([]);
});

test('what is in view is computed once for each state of it', () => {
  const start = opened(SOURCE);
  expect(documentInView(start)).toBe(documentInView({ ...start, inspector: 'changes' }));
  const selected = documentInView(selectInView(start, [path('a')]))!;
  expect(selected.shown).toBe(documentInView(start)!.shown);
});

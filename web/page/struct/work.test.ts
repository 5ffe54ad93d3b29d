import { expect, test, vi } from 'vitest';
import { documentInView } from '../state/inView';
import { editInView, redoInView, undoInView } from '../state/documentReducers';
import { edit, opened } from '../state/testing/opened';

/** Edits that were carried out, whoever asked for them. */
let carriedOut = 0;

vi.mock(import('../../core/edit/apply'), async (original) => {
  const real = await original();
  return {
    ...real,
    applyEdit(applied, one) {
      carriedOut += 1;
      return real.applyEdit(applied, one);
    },
    applyEdits(document) {
      carriedOut += document.edits.length;
      return real.applyEdits(document);
    },
    applyFurther(before, edits, from) {
      carriedOut += edits.length - from;
      return real.applyFurther(before, edits, from);
    },
  };
});

/** So many edits, one after the other, each looked at; then each undone and done again. */
function workOf(count: number): number {
  let state = opened('struct s { char a; long b; int c; };');
  carriedOut = 0;
  for (let at = 0; at < count; at++) {
    state = editInView(state, [edit(at % 2 === 0 ? 'move c first' : 'move b first')]);
    expect(documentInView(state)?.edited.applied.skipped).toEqual([]);
  }
  expect(documentInView(state)?.document.edits.length).toBe(count);
  for (let at = 0; at < 20; at++) state = redoInView(undoInView(state));
  return carriedOut;
}

test('an edit costs the same however many there are before it', () => {
  const [few, many] = [workOf(200), workOf(2000)];
  expect(few).toBeGreaterThanOrEqual(200);
  expect((many - few) / 1800).toBeLessThanOrEqual(few / 200);
});

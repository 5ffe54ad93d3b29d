import { expect, test } from 'vitest';
import type { Edit } from '../../core/edit/edit';
import type { AppStructs } from '../state/app';
import { addRule, keepSize } from './addRule';

function recorded(): { readonly app: Pick<AppStructs, 'edit'>; readonly edits: Edit[] } {
  const edits: Edit[] = [];
  return { app: { edit: (each: readonly Edit[]) => edits.push(...each) }, edits };
}

test('a rule is added by its words; what is no rule says so and changes nothing', () => {
  const { app, edits } = recorded();
  expect(addRule(app, 'apart a | b').ok).toBe(true);
  expect(edits).toMatchObject([{ kind: 'apart' }]);
  const move = addRule(app, ' move a last ');
  expect(!move.ok && move.error).toContain('`move a last` is no rule');
  expect(addRule(app, 'apart').ok).toBe(false);
  expect(edits).toHaveLength(1);
});

test('a size is kept where it is one', () => {
  const { app, edits } = recorded();
  expect([keepSize(app, 64), keepSize(app, 0.5), keepSize(app, Number.NaN)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(edits).toEqual([{ kind: 'size', bytes: 64 }]);
});

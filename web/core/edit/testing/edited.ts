import { sentence } from '../../base/messages';
import { expect } from 'vitest';
import { computeLayout } from '../../layout/compute';
import { structFromC } from '../../layout/testing/c';
import { normalized, written } from '../../layout/testing/check';
import type { Applied } from '../applied';
import { applyEdits } from '../apply';
import { newDocument } from '../document';
import { parseEdit } from '../parse';

/** Some C with edits in words carried out, one a line. */
export function edited(source: string, edits: string): Applied {
  const parsed = edits
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const edit = parseEdit(line);
      if (!edit.ok) throw new Error(sentence(edit.error));
      return edit.value;
    });
  return applyEdits({ ...newDocument(structFromC(source)), edits: parsed });
}

/** As `check` of the layout tests, after edits; all of them have to apply. */
export function checkEdited(source: string, edits: string, expected: string): void {
  const applied = edited(source, edits);
  expect(applied.skipped).toEqual([]);
  expect(written(computeLayout(applied.struct)).join('\n')).toBe(normalized(expected).join('\n'));
}

/** That the last edit is skipped, with this reason, and that nothing changed. */
export function checkRefused(source: string, edits: string, reason: string): void {
  const applied = edited(source, edits);
  expect(applied.skipped.map((skip) => sentence(skip.reason))).toEqual([reason]);
  const before = edited(source, edits.trim().split('\n').slice(0, -1).join('\n'));
  expect(written(computeLayout(applied.struct))).toEqual(written(computeLayout(before.struct)));
}

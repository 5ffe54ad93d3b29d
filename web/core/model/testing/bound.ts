import { sentence } from '../../base/messages';
import { expect } from 'vitest';
import { applyEdits } from '../../edit/apply';
import { newDocument, type LayoutDocument } from '../../edit/document';
import { parseEdit } from '../../edit/parse';
import type { AccessRow } from '../../facts/generated';
import { computeLayout } from '../../layout/compute';
import { structFromC } from '../../layout/testing/c';
import { sliceProfile, profileLines } from '../../heat/slice';
import { line, profile } from '../../heat/testing/profiles';
import { machineOf } from '../allocation';
import { profileBases, tagBasis } from '../basis';
import { predictAll, type Prediction } from '../predict';

export interface Given {
  readonly name?: string;
  readonly rows: readonly AccessRow[];
  readonly more?: Parameters<typeof profile>[1];
}

/** A document with reports of its first line, as they are bound on the page. */
export function documentOf(source: string, ...reports: readonly Given[]): LayoutDocument {
  const made = reports.map(({ name = 'report.txt', rows, more }) => {
    const from = profile([line('0x1000', rows)], more);
    const wanted = new Set(profileLines(from).map(({ id }) => id));
    return sliceProfile(from, { name, measuredOn: [], wanted });
  });
  return {
    ...newDocument(structFromC(source)),
    profiles: made,
    bindings: made.map(({ name }) => ({ profile: name, target: '0x1000', offsetBytes: 0 })),
  };
}

/** What is predicted of a document after edits in words. */
export function predictions(
  document: LayoutDocument,
  ...words: readonly string[]
): readonly Prediction[] {
  const edits = words.map((text) => {
    const edit = parseEdit(text);
    if (!edit.ok) throw new Error(sentence(edit.error));
    return edit.value;
  });
  const applied = applyEdits({ ...document, edits });
  expect(applied.skipped).toEqual([]);
  const original = computeLayout(applyEdits(document).struct);
  return predictAll(
    profileBases(document, applied),
    () => tagBasis(applied.struct.desc, original, applied.state),
    computeLayout(applied.struct),
    {
      tags: applied.state.tags,
      prefetchShare: applied.state.prefetchShare,
      allocation: { kind: 'embedded' },
      machine: machineOf(applied),
      statedBaseBytes: null,
    },
  );
}

import { expect, test } from 'vitest';
import { machineOf } from '../../model/allocation';
import { profileBases } from '../../model/basis';
import { predictAll } from '../../model/predict';
import { applyEdits } from '../../edit/apply';
import type { LayoutDocument } from '../../edit/document';
import { postedStudy } from '../../edit/testing/postedStudy';
import { computeLayout } from '../../layout/compute';
import type { MemberPath } from '../../layout/ids';
import { documentScene } from './documentScene';

/** The study with the posted reports, whose second was taken after these edits. */
const ALIGNED = ['align i_mmap_rwsem cacheline'];

/** Where heat is filled, and by which step. */
function stepsOf(document: LayoutDocument) {
  const applied = applyEdits(document);
  const layout = computeLayout(applied.struct);
  const [first] = predictAll(profileBases(document, applied), () => null, layout, {
    tags: [],
    prefetchShare: null,
    allocation: { kind: 'embedded' },
    machine: machineOf(applied),
    statedBaseBytes:
      applied.state.wantedBaseBytes === document.baseBytes ? null : applied.state.wantedBaseBytes,
  });
  if (!first?.outcome.ok) throw new Error('nothing is predicted');
  const { forecast } = first.outcome.value;
  const expected = forecast.basis === 'predicted' ? forecast : null;
  const { heat } = documentScene({ document, applied, layout, original: layout, expected }, 900);
  return ['i_mmap.rb_leftmost', 'i_mmap', 'i_mmap_rwsem.count', 'i_mmap_rwsem.owner'].map(
    (path) => {
      const cell = heat.get(path as MemberPath);
      return [path, cell?.source, cell?.step];
    },
  );
}

test('a field that is apart from its writer is cold in the layout in view, as the next report had it', () => {
  expect(stepsOf(postedStudy([]))).toEqual([
    ['i_mmap.rb_leftmost', 'measured', 4],
    ['i_mmap', 'measured', 4],
    ['i_mmap_rwsem.count', 'measured', 4],
    ['i_mmap_rwsem.owner', 'measured', 5],
  ]);
  // The second mail has no row of i_mmap any more; of the lock it has 653 at +0 and 24,223 at +8.
  const [leftmost, tree, count, owner] = stepsOf(postedStudy(ALIGNED));
  expect([leftmost?.[2], tree?.[2]]).toEqual([null, null]);
  expect(count?.slice(1)).toEqual(['predicted', 4]);
  expect(owner?.slice(1)).toEqual(['predicted', 5]);
});

test('the stores of a field go along with it, and are as they were measured', () => {
  const aligned = postedStudy(ALIGNED);
  const byStores = { ...aligned, view: { ...aligned.view, metric: 'stores' as const } };
  expect(stepsOf(byStores).map(([, source]) => source)).not.toContain('predicted');
});

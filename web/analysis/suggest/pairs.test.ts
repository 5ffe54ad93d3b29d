import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../edit/apply';
import { newDocument, type LayoutDocument } from '../../edit/document';
import { parseEdit } from '../../edit/parse';
import { computeLayout } from '../../layout/compute';
import { structFromC } from '../../layout/testing/c';
import { profileLines, sliceProfile } from '../heat/slice';
import { line, profile, row } from '../heat/testing/profiles';
import { machineOf } from '../predict/allocation';
import { profileBases, tagBasis } from '../predict/basis';
import { predictAll, type Surroundings } from '../predict/predict';
import { search } from '../predict/search';
import { unpredictableSentence } from '../hitm/flags';
import type { Forecast } from '../hitm/forecast';
import type { SuggestOptions, Suggestion } from './input';

/** The register of published changes: docs/pairs.md has the sources, and what is expected of each. */

const OPTIONS: SuggestOptions = {
  growth: 'nextClass',
  mostEdits: 3,
  mayAlign: true,
  mayChangeFormat: true,
};

interface Case {
  readonly document: LayoutDocument;
  /** How objects are allocated: in another one, or each on lines of its own. */
  readonly embedded: boolean;
}

function edited({ document, embedded }: Case, words: readonly string[]) {
  const edits = words.map((text) => {
    const edit = parseEdit(text);
    if (!edit.ok) throw new Error(edit.error);
    return edit.value;
  });
  const applied = applyEdits({ ...document, edits: [...document.edits, ...edits] });
  expect(applied.skipped).toEqual([]);
  const around: Surroundings = {
    tags: applied.state.tags,
    prefetchShare: null,
    allocation: embedded ? { kind: 'embedded' } : { kind: 'cache', hwcacheAlign: true },
    machine: machineOf(applied),
    statedBaseBytes: null,
  };
  return { applied, around };
}

function forecastOf(given: Case, ...words: readonly string[]): Forecast {
  const { applied, around } = edited(given, words);
  const [first] = predictAll(
    profileBases(given.document, applied),
    () => tagBasis(applied.struct.desc, computeLayout(applyEdits(given.document).struct), applied.state),
    computeLayout(applied.struct),
    around,
  );
  if (!first?.outcome.ok) throw new Error(first?.outcome.ok === false ? unpredictableSentence(first.outcome.error) : 'nothing is predicted');
  return first.outcome.value.forecast;
}

function suggestions(given: Case, options: Partial<SuggestOptions> = {}): readonly Suggestion[] {
  const { applied, around } = edited(given, []);
  const [basis] = profileBases(given.document, applied);
  const original = computeLayout(applied.struct);
  const from = basis ?? tagBasis(applied.struct.desc, original, applied.state);
  let last: readonly Suggestion[] = [];
  for (const progress of search({
    applied,
    basis: from,
    options: { ...OPTIONS, ...options },
    goal: 'conflicts',
    ...around,
  })) {
    if (progress.kind === 'front') last = progress.suggestions;
  }
  return last;
}

/** Of each of the first points the leading order, with where it puts a member. */
function leaders(given: Case, options: Partial<SuggestOptions> = {}) {
  const all = suggestions(given, options);
  const points = [...new Set(all.map(({ point }) => point))].slice(0, 3);
  return points.map((point) => {
    const first = all.find((each) => each.point === point) as Suggestion;
    const edits = [...given.document.edits, ...first.edits];
    const layout = computeLayout(applyEdits({ ...given.document, edits }).struct);
    const lineOf = (path: string) => {
      const item = layout.items.find((each) => each.kind === 'field' && each.path === path);
      if (item === undefined) throw new Error(path);
      return Math.floor(item.offsetBits / 8 / 64);
    };
    return { lineOf, figures: first.figures, edits: first.edits };
  });
}

function tagged(source: string, embedded: boolean, ...tags: readonly string[]): Case {
  const edits = tags.map((text) => {
    const edit = parseEdit(text);
    if (!edit.ok) throw new Error(edit.error);
    return edit.value;
  });
  return { document: { ...newDocument(structFromC(source)), edits }, embedded };
}

const SEMAPHORE = `struct list { void *next, *prev; };
  struct rw_semaphore { long count, owner; int osq, wait_lock; struct list wait_list; };`;

describe('address_space, the lock moved behind cold members (2024)', () => {
  // The line begins at gfp_mask. Shares of 546 remote and 748 local HITM, of 11,374 and 21 stores.
  const counted = (rmt: number, lcl: number, hits: number, misses: number, loads: number) => ({
    rmt: (546 * rmt) / 100,
    lcl: (748 * lcl) / 100,
    stores: (11374 * hits) / 100 + (21 * misses) / 100,
    loads,
    cpus: 32,
  });
  const rows = [
    { ...row(0, '__handle_mm_fault', counted(46.89, 44.65, 0, 0, 1069)), codeAddress: '0x1000' },
    { ...row(4, 'filemap_read', counted(4.21, 4.41, 0, 0, 95)), codeAddress: '0x2000' },
    { ...row(8, 'vma_interval_tree_insert', counted(6.41, 6.02, 0, 0, 210)), codeAddress: '0x3000' },
    { ...row(8, 'vma_interval_tree_remove', counted(0, 0, 0.04, 4.76, 0)), codeAddress: '0x4000' },
    { ...row(16, 'vma_interval_tree_remove', counted(0, 0, 0.47, 95.24, 0)), codeAddress: '0x4043' },
    { ...row(16, 'vma_interval_tree_remove', counted(5.5, 5.21, 0, 0, 204)), codeAddress: '0x4040' },
    { ...row(40, 'do_dentry_open', counted(1.1, 0.53, 0, 0, 24)), codeAddress: '0x5000' },
    { ...row(56, 'down_write', counted(1.1, 2.14, 57.07, 0, 500)), codeAddress: '0x6000' },
    { ...row(56, 'rwsem_down_write_slowpath', counted(2.38, 2.94, 6.54, 0, 455)), codeAddress: '0x7040' },
    { ...row(56, 'rwsem_down_write_slowpath', counted(30.59, 32.35, 0, 0, 650)), codeAddress: '0x7000' },
    { ...row(56, 'up_write', counted(1.83, 1.74, 35.88, 0, 505)), codeAddress: '0x8000' },
  ];
  const source = `${SEMAPHORE}
    struct space { void *host; long pages[2]; struct rw_semaphore invalidate; unsigned gfp; int writable;
      void *root, *leftmost; long nrpages, writeback; void *a_ops; long flags; struct rw_semaphore i_mmap_rwsem;
      int wb_err, lock; struct list private_list; void *private_data; };`;
  const before = profile([line('0x1000', rows)], {});
  const document: LayoutDocument = {
    ...newDocument(structFromC(source)),
    profiles: [
      sliceProfile(before, { name: 'before', measuredOn: [], wanted: new Set(profileLines(before).map(({ id }) => id)) }),
    ],
    bindings: [{ profile: 'before', target: '0x1000', offsetBytes: 64 }],
  };
  const given: Case = { document, embedded: true };

  test('debug', () => {
    const seen = forecastOf(given, 'move i_mmap_rwsem last');
    console.log(seen.hitm, seen.seenBand, seen.odds, seen.lines.map((l) => [l.line, l.hitm.total, l.seenBand, l.isUnknown]), seen.flags.map((f) => f.kind));
    for (const { edits, figures } of leaders(given, { mostEdits: 1, mayAlign: false, growth: 'never' })) console.log(JSON.stringify(edits), figures.hitm, figures.odds);
  });
});

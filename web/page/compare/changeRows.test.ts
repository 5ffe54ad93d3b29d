import { expect, test } from 'vitest';
import { edited } from '../../core/edit/testing/edited';
import { computeLayout } from '../../core/layout/compute';
import { changesSince } from '../../core/scene/changes';
import { changeRows, type ChangeSummary } from './changeRows';

const SOURCE = 'struct s { long a; long b; long c; char pad[40]; long d; };';

/** What changed from one C text with edits in words to another. */
function summary(source: string, words: string, now = source): ChangeSummary {
  const [before, after] = [edited(source, ''), edited(now, words)];
  const [old, layout] = [computeLayout(before.struct), computeLayout(after.struct)];
  return changeRows(old, layout, changesSince(old, layout, new Set()), after.state, before.state);
}

const outputOf = ({ rows }: ChangeSummary) =>
  rows.map(({ path, what, before, after, lines }) =>
    [path, what, `${before} → ${after}`, lines ?? 'same lines'].join(', '),
  );

test('the member that moved comes first, then those that changed lines, then the others', () => {
  const changed = summary(SOURCE, 'move d first');
  // 8 bytes go before the others; pad begins at 32 and reaches over byte 64.
  expect(outputOf(changed)).toEqual([
    'd, moved, 64 · 8 → 0 · 8, 1 → 0',
    'pad, shifted, 24 · 40 → 32 · 40, 0 → 0–1',
    'a, shifted, 0 · 8 → 8 · 8, same lines',
    'b, shifted, 8 · 8 → 16 · 8, same lines',
    'c, shifted, 16 · 8 → 24 · 8, same lines',
  ]);
  const { moved, shifted, knockedOn, added, gone } = changed;
  expect({ moved, shifted, knockedOn, added, gone }).toEqual({
    moved: 1,
    shifted: 4,
    knockedOn: 1,
    added: 0,
    gone: 0,
  });
});

test('a member of another size or type is resized or retyped where it stays; types are spelled as in debug information', () => {
  const now = 'struct s { unsigned long a; long b; long c; char pad[32]; long d; };';
  expect(outputOf(summary(SOURCE, '', now))).toEqual([
    'd, shifted, 64 · 8 → 56 · 8, 1 → 0',
    'a, retyped, 0 · 8 long int → 0 · 8 long unsigned int, same lines',
    'pad, resized, 24 · 40 → 24 · 32, same lines',
  ]);
});

test('members that only one of two layouts has are added or gone', () => {
  const now = 'struct s { long a; long b; long c; char pad[40]; long e; };';
  const changed = summary(SOURCE, '', now);
  expect(outputOf(changed)).toEqual([
    'e, added,  → 64 · 8, same lines',
    'd, gone, 64 · 8 → , same lines',
  ]);
  expect([changed.added, changed.gone, changed.knockedOn]).toEqual([1, 1, 0]);
});

test('unnamed bits are no field, and bits are shown as bits', () => {
  const source = 'struct s { int x : 3; int : 5; int y : 4; };';
  const now = 'struct s { int x : 2; int : 6; int y : 4; };';
  expect(outputOf(summary(source, '', now))).toEqual([
    'x, resized, 0 · 3 bits → 0 · 2 bits, same lines',
  ]);
});

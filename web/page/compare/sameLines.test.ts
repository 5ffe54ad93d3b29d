import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usesOf } from '../../core/findings/uses';
import { assign } from '../../core/model/assign';
import { placementOf } from '../../core/model/placement';
import { startFor } from '../../core/model/start';
import { machineOf } from '../../core/model/allocation';
import { tagBasis } from '../../core/model/basis';
import { originOf, predict } from '../../core/model/predict';
import { ruleStates } from '../../core/rules/rules';
import { openDocument } from '../state/documentReducers';
import { documentInView, type InView, type ShownLayout } from '../state/inView';
import { initialState } from '../state/state';
import { SEED } from '../../core/base/testing/seed';
import { applyEdits, withoutEdits } from '../../core/edit/apply';
import { newDocument, type LayoutDocument } from '../../core/edit/document';
import { randomEdits } from '../../core/edit/testing/randomEdits';
import { specOf, structCase } from '../../core/edit/testing/randomStructs';
import { structDesc } from '../../core/facts/build';
import { X86_64 } from '../../core/facts/targets';
import type { MemberPath, StructId } from '../../core/layout/ids';
import { leavesOf } from '../../core/layout/walk';
import { buildScene } from '../../core/scene/buildScene';
import type { GridScene } from '../../core/scene/scene';
import { sceneInput } from '../struct/sceneInput';
import { comparisonOf } from './compareScenes';

/** The lines that members touch, each as `first-last`. */
type Lines = ReadonlyMap<MemberPath, string>;

const WIDTH_PX = 1400;

/** Whole bytes that are asked for by name. */
function fieldsIn({ layout }: ShownLayout) {
  return [...leavesOf(layout)].filter(
    ({ member, sizeBits }) =>
      member.name !== null && member.bitField === null && sizeBits !== null && sizeBits > 0,
  );
}

const range = (lines: readonly number[]) => `${Math.min(...lines)}-${Math.max(...lines)}`;

/** By the definition: a struct is put on the first allowed byte that is not before the one asked for. */
function firstAllowed(wantedBytes: number, { layout }: ShownLayout): number {
  let start = wantedBytes;
  while (start % (layout.alignBits / 8) !== 0) start++;
  return start;
}

function truth(shown: ShownLayout, wantedBytes: number, lineBytes: number): Lines {
  const start = firstAllowed(wantedBytes, shown) % lineBytes;
  return new Map(
    fieldsIn(shown).map(({ path, offsetBits, sizeBits }) => {
      const from = start * 8 + offsetBits;
      const touched = [from, from + (sizeBits ?? 0) - 1].map((bit) =>
        Math.floor(bit / (lineBytes * 8)),
      );
      return [path, range(touched)];
    }),
  );
}

function inScene(scene: GridScene): Lines {
  const lines = new Map<MemberPath, number[]>();
  for (const row of scene.rows) {
    for (const cell of row.cells) {
      const path = scene.cells[cell]?.path;
      if (row.kind === 'row' && path) lines.set(path, [...(lines.get(path) ?? []), row.line]);
    }
  }
  return new Map([...lines].map(([path, all]) => [path, range(all)]));
}

function inFindings({ applied, layout }: ShownLayout): Lines {
  const lines = new Map<MemberPath, number[]>();
  for (const { path, line } of usesOf(applied, layout, null).all) {
    lines.set(path, [...(lines.get(path) ?? []), line]);
  }
  return new Map([...lines].map(([path, all]) => [path, range(all)]));
}

/** Every field is tagged, so that the model has it on each of its lines; null where no two conflict at first. */
function inForecast({ original, edited }: InView, shown: ShownLayout): Lines | null {
  const { struct, state } = edited.applied;
  const basis = tagBasis(struct.desc, original.layout, state);
  if (basis === null) throw new Error('nothing is tagged');
  const machine = machineOf(shown.applied);
  const allocation = { kind: 'embedded' } as const;
  const { tags, prefetchShare } = state;
  const around = { tags, prefetchShare, allocation, machine, statedBaseBytes: null };
  const { outcome } = predict(basis, shown.layout, around);
  if (!outcome.ok) return null;
  const { layout } = shown;
  const extent = { sizeBytes: layout.sizeBits / 8, alignBytes: layout.alignBits / 8 };
  const { lineBytes } = outcome.value.calibrated;
  const start = startFor(originOf(basis, null), extent, allocation, machine, lineBytes);
  const lines = new Map<MemberPath, number[]>();
  for (const group of outcome.value.calibrated.groups) {
    for (const assignment of assign(group, placementOf(layout, start), lineBytes)) {
      for (const [line, atoms] of assignment.lines) {
        for (const atom of atoms) {
          const site = group.sites[atom];
          if (site?.kind !== 'field') continue;
          lines.set(site.field, [...(lines.get(site.field) ?? []), line]);
        }
      }
      expect(outcome.value.forecast.lines.map(({ baseBytes }) => baseBytes)).toContain(
        assignment.baseBytes,
      );
    }
  }
  return new Map([...lines].map(([path, all]) => [path, range(all)]));
}

/** Pairs of neighbours that `hitmap check` and the page say are on one line. */
function together({ applied, layout }: ShownLayout, original: ShownLayout): readonly string[] {
  return ruleStates(applied, layout, original.applied.struct)
    .filter(({ rule, broken }) => rule?.kind === 'sameLine' && broken === null)
    .map(({ members }) => members.join());
}

test('the bytes that share a line are the same in grid, compare, findings, forecast and rules', () => {
  let realigned = 0;
  let predicted = 0;
  fc.assert(
    fc.property(
      structCase,
      fc.nat(255),
      fc.constantFrom(32, 64, 128),
      ({ root, picks }, baseBytes, lineBytes) => {
        const struct = structDesc(X86_64, specOf(root, X86_64));
        const plain: LayoutDocument = { ...newDocument(struct), baseBytes, lineBytes };
        const { edits } = randomEdits(withoutEdits(plain), picks);
        const before = viewOf({ ...plain, edits });
        const names = new Set(fieldsIn(before.edited).map(({ path }) => path));
        const paths = fieldsIn(before.original)
          .map(({ path }) => path)
          .filter((path) => names.has(path));
        fc.pre(paths.length > 1);
        const view = viewOf({
          ...plain,
          edits,
          tags: paths.map((member, at) => {
            return { member, role: at % 2 === 0 ? 'write-hot' : 'read-hot', weight: null };
          }),
          together: paths.flatMap((path, at) => {
            const next = paths[at + 1];
            return at % 2 === 0 && next !== undefined ? [[path, next]] : [];
          }),
        });
        const compared = comparisonOf(view, WIDTH_PX, () => null);
        const sides = [view.original, view.edited].map((shown, side) => {
          const lines = truth(shown, firstAllowed(baseBytes, view.original), lineBytes);
          const expected = paths.map((path) => [path, lines.get(path)]);
          const of = (found: Lines) => paths.map((path) => [path, found.get(path)]);
          expect(of(inFindings(shown))).toEqual(expected);
          const forecast = inForecast(view, shown);
          if (forecast !== null) {
            predicted++;
            // A tag on a field that straddles is of its first line.
            const first = (all: typeof expected) =>
              all.map(([path, span]) => [path, span?.split('-')[0]]);
            expect(first(of(forecast))).toEqual(first(expected));
          }
          const grid = buildScene(sceneInput({ ...view, shown }, WIDTH_PX));
          const column = compared.columns[side]?.scene;
          for (const scene of [grid, ...(column ? [column] : [])]) {
            // Rows that are folded have no cells.
            if (scene.rows.every(({ kind }) => kind === 'row')) {
              expect(of(inScene(scene))).toEqual(expected);
            }
          }
          const isOneLine = (path: MemberPath) => /^(\d+)-\1$/.test(lines.get(path) ?? '');
          expect(together(shown, view.original)).toEqual(
            view.document.together
              .filter(([a, b]) => a && b && isOneLine(a) && lines.get(a) === lines.get(b))
              .map((pair) => pair.join()),
          );
          return shown.applied.state.baseBytes;
        });
        if (sides[0] !== sides[1]) realigned++;
      },
    ),
    { numRuns: 100, seed: SEED },
  );
  expect(realigned).toBeGreaterThan(5);
  expect(predicted).toBeGreaterThan(50);
});

function viewOf(document: LayoutDocument): InView {
  const id = 'f1/s' as StructId;
  const state = openDocument(initialState, {
    id,
    origin: { kind: 'text', from: 'link', title: 's' },
    document,
  });
  const inView = documentInView(state);
  if (inView === null) throw new Error('not open');
  expect(inView.edited.applied).toEqual(applyEdits(inView.document));
  return inView;
}

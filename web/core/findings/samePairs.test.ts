import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../base/testing/seed';
import { sharersOf } from '../compare/config';
import { applyEdits } from '../edit/apply';
import { underRulerOf, type Applied } from '../edit/applied';
import { newDocument, type LayoutDocument } from '../edit/document';
import type { Edit } from '../edit/edit';
import { randomEdits } from '../edit/testing/randomEdits';
import { specOf, structCase } from '../edit/testing/randomStructs';
import { structDesc } from '../facts/build';
import { X86_64 } from '../facts/targets';
import { attribute } from '../heat/attribute';
import { profileLines, sliceProfile } from '../heat/slice';
import { line, profile, row } from '../heat/testing/profiles';
import { computeLayout } from '../layout/compute';
import type { MemberPath } from '../layout/ids';
import type { FieldItem, Layout } from '../layout/layout';
import { leavesOf } from '../layout/walk';
import { machineOf } from '../model/allocation';
import { assign } from '../model/assign';
import { profileBasis, tagBasis, type Basis } from '../model/basis';
import { placementOf } from '../model/placement';
import { originOf, predict } from '../model/predict';
import { startFor } from '../model/start';
import { judgeRule } from '../rules/judge';
import { placesIn } from '../rules/places';
import { buildScene } from '../scene/buildScene';
import { documentScene } from '../scene/fill/documentScene';
import { conflictsOf } from './sharing';
import { usesOf, type Uses } from './uses';

const subjects = fc.record({
  shape: structCase,
  baseBytes: fc.nat(127),
  lineBytes: fc.constantFrom(64 as const, 128 as const),
  /** Said on the way, so that the base is one that was asked for on other lines. */
  ruler: fc.array(
    fc.oneof(
      fc.constantFrom(64, 128, 256).map((bytes): Edit => ({ kind: 'line', bytes })),
      fc.nat(31).map((nth): Edit => ({ kind: 'base', bytes: nth * 8 })),
    ),
    { maxLength: 2 },
  ),
});

/** Whoever answers gives groups of members that are on one line; pairs on the same bytes (of a union) are no answer. */
function pairsIn(groups: readonly (readonly string[])[], layout: Layout): readonly string[] {
  const fields = new Map([...leavesOf(layout)].map((field) => [field.path as string, field]));
  const end = ({ offsetBits, sizeBits }: FieldItem) => offsetBits + (sizeBits ?? 0);
  const pairs = new Set<string>();
  for (const group of groups) {
    for (const a of group) {
      for (const b of group) {
        const [one, other] = [fields.get(a), fields.get(b)];
        if (a >= b || one === undefined || other === undefined) continue;
        const isApart = end(one) <= other.offsetBits || end(other) <= one.offsetBits;
        if (isApart) pairs.add(`${a} | ${b}`);
      }
    }
  }
  return [...pairs].sort();
}

/** The members that are distinguished here: single words, used as a whole. */
function wordsOf(layout: Layout): readonly FieldItem[] {
  return [...leavesOf(layout)].filter(
    ({ sizeBits, member }) =>
      sizeBits !== null && sizeBits > 0 && sizeBits <= 64 && member.role === 'field',
  );
}

function byFindings(uses: Uses, layout: Layout) {
  const groups = conflictsOf(uses).map(({ writers, victims }) =>
    [...writers, ...victims].map(({ path }) => path),
  );
  return pairsIn(groups, layout);
}

function byForecast(
  basis: Basis | null,
  document: LayoutDocument,
  applied: Applied,
  layout: Layout,
) {
  const { wantedBaseBytes, tags } = applied.state;
  const stated = wantedBaseBytes === document.baseBytes ? null : wantedBaseBytes;
  const allocation = { kind: 'embedded' } as const;
  const machine = machineOf(applied);
  const around = { tags, prefetchShare: null, allocation, machine, statedBaseBytes: stated };
  const outcome = basis && predict(basis, layout, around).outcome;
  if (basis === null || !outcome?.ok) return [];
  const { groups, lineBytes } = outcome.value.calibrated;
  const extent = { sizeBytes: layout.sizeBits / 8, alignBytes: layout.alignBits / 8 };
  const start = startFor(originOf(basis, stated), extent, allocation, machine, lineBytes);
  const lines = groups.flatMap((group) =>
    assign(group, placementOf(layout, start), lineBytes).flatMap((assigned) =>
      [...assigned.lines.values()].map((atoms) =>
        atoms.flatMap((at) => {
          const site = group.sites[at];
          return site?.kind === 'field' ? [site.field] : [];
        }),
      ),
    ),
  );
  return pairsIn(lines, layout);
}

test('which members share a line is one truth in findings, forecast, comparison, rules and grid', () => {
  let compared = 0;
  fc.assert(
    fc.property(subjects, ({ shape, baseBytes, lineBytes, ruler }) => {
      const desc = structDesc(X86_64, specOf(shape.root, X86_64));
      const plain = { ...newDocument(desc), lineBytes, baseBytes };
      const found = computeLayout(applyEdits(plain).struct);
      const tags = wordsOf(found).map(({ path }): Edit => ({
        kind: 'tag',
        member: path,
        role: 'lock',
        weight: null,
      }));
      const { edits } = randomEdits(applyEdits(plain), shape.picks);
      const document = { ...plain, edits: [...tags, ...ruler, ...edits] };
      const applied = applyEdits(document);
      const { state } = applied;
      const layout = computeLayout(applied.struct);
      const words = wordsOf(layout).filter(({ path }) =>
        state.tags.some(({ member }) => member === path),
      );
      const among = new Set<MemberPath>(words.map(({ path }) => path));

      const compare = words.map((field) => [field.path, ...sharersOf(field, layout, state)]);
      const truth = pairsIn(
        compare.flatMap(([a, ...others]) =>
          others.flatMap((b) => (a !== undefined && among.has(b) ? [[a, b]] : [])),
        ),
        layout,
      );
      const judged = {
        sizeBytes: layout.sizeBits / 8,
        places: placesIn(layout, desc),
        fields: () => leavesOf(layout),
        ruler: state,
      };
      const meet = (a: MemberPath, b: MemberPath) =>
        a < b && judgeRule({ kind: 'apart', a: [a], b: [b] }, judged) !== null;
      const check = pairsIn(
        [...among].flatMap((a) => [...among].flatMap((b) => (meet(a, b) ? [[a, b]] : []))),
        layout,
      );
      const scene = buildScene(documentScene({ document, applied, layout, original: found }, 1200));
      const grid = pairsIn(
        [...new Set(scene.rows.map((each) => each.line))].map((number) =>
          scene.rows
            .filter((each) => each.line === number)
            .flatMap(({ cells }) => cells.flatMap((at) => scene.cells[at]?.path ?? []))
            .filter((path) => among.has(path)),
        ),
        layout,
      );
      const findings = byFindings(usesOf(applied, layout, null), layout);
      expect({ check, grid, findings }).toEqual({ check: truth, grid: truth, findings: truth });

      // Where the struct may begin at several bytes, the forecast has the pairs of all.
      const all = [state.baseBytes, ...state.otherBases].flatMap((base) =>
        byFindings(
          usesOf({ ...applied, state: { ...state, baseBytes: base } }, layout, null),
          layout,
        ),
      );
      const basis = tagBasis(desc, found, state);
      const forecast = byForecast(basis, document, applied, layout);
      expect(forecast).toEqual([...new Set(all)].sort());
      compared += truth.length;
    }),
    { numRuns: 200 },
  );
  expect(compared).toBeGreaterThan(1000);
});

test('a report’s rows meet on the same lines in findings and forecast, whatever is edited', () => {
  let compared = 0;
  fc.assert(
    fc.property(subjects, ({ shape, baseBytes }) => {
      const desc = structDesc(X86_64, specOf(shape.root, X86_64));
      const plain: LayoutDocument = { ...newDocument(desc), lineBytes: 64, baseBytes };
      const bare = applyEdits(plain);
      const found = computeLayout(bare.struct);
      const start = 0x10000 + bare.state.baseBytes;
      const rows = wordsOf(found).map(({ offsetBits, path }) => ({
        at: start + offsetBits / 8,
        path,
      }));
      const lines = [...new Set(rows.map(({ at }) => Math.floor(at / 64)))].map((number) =>
        line(
          `0x${(number * 64).toString(16)}`,
          rows.flatMap(({ at, path }) =>
            Math.floor(at / 64) === number
              ? [row(Math.floor(at) % 64, `use_${path}`, { rmt: 40, lcl: 30, stores: 50 })]
              : [],
          ),
        ),
      );
      const [first] = lines;
      fc.pre(first !== undefined);
      const report = profile(lines);
      const wanted = new Set(profileLines(report).map(({ id }) => id));
      const extract = sliceProfile(report, { name: 'p', measuredOn: [], wanted });
      const binding = {
        profile: 'p',
        target: first.address ?? '',
        offsetBytes: Number(first.address) - start,
      };
      const bound = { ...plain, profiles: [extract], bindings: [binding] };
      const { edits } = randomEdits(bare, shape.picks);
      const document = { ...bound, edits };
      const applied = applyEdits(document);
      const layout = computeLayout(applied.struct);
      const original = underRulerOf(applied, applyEdits(bound));
      const heat = attribute(original.struct, extract, [binding]);
      const findings = byFindings(usesOf(applied, layout, heat), layout);
      const basis = profileBasis(document, extract, [binding]);
      expect(byForecast(basis, document, applied, layout)).toEqual(findings);
      compared += findings.length;
    }),
    { numRuns: 150 },
  );
  expect(compared).toBeGreaterThan(400);
});

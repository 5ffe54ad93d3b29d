import type { Layout } from '../../layout/layout';
import type { MemberPath } from '../../layout/ids';
import type { Band } from '../hitm/range';
import { placementOf } from '../hitm/placement';
import type { AccessProfile } from '../hitm/profile';
import { rowFate, type RowFate } from '../hitm/rowFates';
import type { Basis } from './basis';
import type { Prediction } from './predict';

/** What was expected of an order, beside a report of a run on just this order. Samples of each report, not scaled. */
export interface Outcome {
  /** Names of the two profiles. */
  readonly from: string;
  readonly measured: string;
  readonly before: number;
  readonly expected: number;
  readonly range: Band;
  readonly after: number;
  readonly isInRange: boolean;
  /** The hottest first. */
  readonly rows: readonly RowOutcome[];
}

export interface RowOutcome {
  readonly field: MemberPath;
  /** From the field's first byte. */
  readonly offsetBytes: number;
  readonly before: number;
  readonly expected: number;
  /** Null where the second report does not list it. */
  readonly after: number | null;
  /** Null where there was nothing to expect. */
  readonly expectedFate: RowFate | null;
  readonly fate: RowFate | null;
}

/** The first prediction for the layout, beside each report that was measured on it. */
export function outcomesOf(predictions: readonly Prediction[], layout: Layout): readonly Outcome[] {
  const prediction = predictions.find(
    ({ basis, outcome }) => basis.isOfOriginal && basis.profile.kind === 'hitm' && outcome.ok,
  );
  if (prediction === undefined) return [];
  return predictions.flatMap(({ basis }) =>
    basis !== prediction.basis && basis.profile.kind === 'hitm' && isMeasuredOn(basis, layout)
      ? (outcomeOf(prediction, basis) ?? [])
      : [],
  );
}

/** Whether every field lies where it lay when the profile was measured, and not where it lay before any edit. */
function isMeasuredOn({ baseline, isOfOriginal }: Basis, layout: Layout): boolean {
  const { offsets } = placementOf(layout);
  return (
    !isOfOriginal &&
    offsets.size === baseline.offsets.size &&
    [...offsets].every(([path, offset]) => baseline.offsets.get(path) === offset)
  );
}

function outcomeOf(prediction: Prediction, { name, profile }: Basis): Outcome | null {
  if (!prediction.outcome.ok) return null;
  const { basis, hitm, baseline, seenBand, rows } = prediction.outcome.value.forecast;
  if (basis !== 'predicted') return null;
  const places = new Map<string, Omit<RowOutcome, 'fate'>>();
  for (const { field, offsetBytes, measured, predicted, fate } of rows()) {
    places.set(keyOf(field, offsetBytes), {
      field,
      offsetBytes,
      before: measured,
      expected: predicted,
      after: null,
      expectedFate: fate,
    });
  }
  for (const { field, offsetBytes, hitm: after } of measuredRows(profile)) {
    const key = keyOf(field, offsetBytes);
    const known = places.get(key);
    const row = known ?? { field, offsetBytes, before: 0, expected: 0, expectedFate: null };
    places.set(key, { ...row, after: (known?.after ?? 0) + after });
  }
  const all = [...places.values()]
    .map((row): RowOutcome => ({
      ...row,
      fate: rowFate(row.before, row.after ?? 0, baseline.hitm),
    }))
    .filter(({ expectedFate, fate }) => expectedFate !== null || fate !== null)
    .sort((a, b) => weight(b) - weight(a));
  const after = totalHitm(profile);
  return {
    from: prediction.basis.name,
    measured: name,
    before: baseline.hitm,
    expected: hitm.total,
    range: seenBand,
    after,
    isInRange: after >= seenBand.low && after <= seenBand.high,
    rows: all,
  };
}

function* measuredRows({ instances }: AccessProfile) {
  for (const { field, offsetBytes, rows } of instances.flatMap(({ atoms }) => atoms)) {
    yield { field, offsetBytes, hitm: sum(rows) };
  }
}

function totalHitm({ instances }: AccessProfile): number {
  return instances.reduce(
    (all, { atoms, foreign }) =>
      all + [...atoms, ...foreign].reduce((part, { rows }) => part + sum(rows), 0),
    0,
  );
}

function sum(rows: readonly { readonly rmtHitm: number; readonly lclHitm: number }[]): number {
  return rows.reduce((all, { rmtHitm, lclHitm }) => all + rmtHitm + lclHitm, 0);
}

function keyOf(field: MemberPath, offsetBytes: number): string {
  return `${offsetBytes} ${field}`;
}

function weight({ before, expected, after }: RowOutcome): number {
  return Math.max(before, expected, after ?? 0);
}

const WORDS = {
  vanishes: ['to vanish', 'vanished'],
  stays: ['to stay', 'stayed'],
  appears: ['to appear', 'appeared'],
} as const satisfies Record<RowFate, readonly [string, string]>;

/** "expected to vanish, and did"; "expected to stay, and vanished"; "not expected, and appeared". */
export function outcomeWords({ expectedFate, fate }: RowOutcome): string {
  const expected = expectedFate === null ? 'not expected' : `expected ${WORDS[expectedFate][0]}`;
  if (expectedFate === fate) return `${expected}, and did`;
  return `${expected}, and ${fate === null ? 'did not' : WORDS[fate][1]}`;
}

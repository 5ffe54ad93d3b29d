import { sum } from '../base/math';
import type { Layout } from '../layout/layout';
import type { MemberPath } from '../layout/ids';
import type { Band } from './range';
import { placementOf } from './placement';
import type { AccessProfile } from './profile';
import { outcomeKind, type ExpectedOutcome, type OutcomeKind } from './rowForecasts';
import type { Basis } from './basis';
import type { Prediction } from './predict';

/** What was expected of an order, beside a report of a run on just this order. Samples of each report, not scaled. */
export interface Outcome {
  /** Names of the two profiles. */
  readonly from: string;
  readonly measured: string;
  readonly before: number;
  readonly expected: number;
  /** A line that both texts have is unknown (`LineForecast.isUnknown`): the range is all that was expected. */
  readonly isUnknown: boolean;
  readonly range: Band;
  readonly after: number;
  /** Expected on lines of the struct that the second text does not have; in none of the figures above. */
  readonly elsewhere: number;
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
  /** Whether the second text has the line that it lies on. */
  readonly isInText: boolean;
  /** Null where there was nothing to expect. */
  readonly expectedOutcome: ExpectedOutcome | null;
  readonly outcome: OutcomeKind | null;
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

/** Only lines that both texts have are compared: an author shows the one line that the change is about. */
function outcomeOf(prediction: Prediction, after: Basis): Outcome | null {
  const { name, profile } = after;
  if (!prediction.outcome.ok) return null;
  const { basis, baseline, lines, seenBand, rows } = prediction.outcome.value.forecast;
  if (basis !== 'predicted') return null;
  const inText = linesIn(after);
  const isShown = (line: number) => inText.has(line);
  const shown = lines.filter(({ line }) => isShown(line));
  const elsewhere = lines.filter(({ line }) => !isShown(line));
  const expected = sum(shown.map(({ hitm }) => hitm.total));
  const places = new Map<string, Omit<RowOutcome, 'outcome'>>();
  for (const { field, offsetBytes, measured, predicted, outcome } of rows()) {
    places.set(keyOf(field, offsetBytes), {
      field,
      offsetBytes,
      before: measured,
      expected: predicted,
      after: null,
      isInText: linesOf(after, field, offsetBytes).some(isShown),
      expectedOutcome: outcome,
    });
  }
  for (const { field, offsetBytes, hitm } of measuredRows(profile)) {
    const key = keyOf(field, offsetBytes);
    const known = places.get(key);
    const row = known ?? { field, offsetBytes, before: 0, expected: 0, expectedOutcome: null };
    places.set(key, { ...row, isInText: true, after: (known?.after ?? 0) + hitm });
  }
  const all = [...places.values()]
    .map((row): RowOutcome => ({
      ...row,
      outcome: row.isInText ? outcomeKind(row.before, row.after ?? 0, baseline.hitm) : null,
    }))
    .filter(({ expectedOutcome, outcome }) => expectedOutcome !== null || outcome !== null)
    .sort((a, b) => weight(b) - weight(a));
  const measured = totalHitm(profile);
  const range =
    elsewhere.length === 0
      ? seenBand
      : {
          low: sum(shown.map((line) => line.seenBand.low)),
          high: sum(shown.map((line) => line.seenBand.high)),
        };
  return {
    from: prediction.basis.name,
    measured: name,
    before: baseline.hitm,
    expected,
    isUnknown: shown.some((line) => line.isUnknown),
    range,
    after: measured,
    elsewhere: sum(elsewhere.map(({ hitm }) => hitm.total)),
    isInRange: measured >= range.low && measured <= range.high,
    rows: all,
  };
}

/** The lines of the struct that a report has rows of. */
function linesIn(basis: Basis): ReadonlySet<number> {
  const { instances } = basis.profile;
  return new Set([
    ...instances.flatMap(({ atoms }) =>
      atoms.flatMap(({ field, offsetBytes }) => linesOf(basis, field, offsetBytes)),
    ),
    ...instances.flatMap(({ foreign }) => foreign.map(({ line }) => line)),
  ]);
}

/** Where a place in a field lies, in each way in which the measured objects begin. */
function linesOf(
  { baseline, profile }: Basis,
  field: MemberPath,
  offsetBytes: number,
): readonly number[] {
  const start = baseline.offsets.get(field);
  if (start === undefined) return [];
  return profile.instances.map(({ baseBytes }) =>
    Math.floor((baseBytes + start + offsetBytes) / profile.lineBytes),
  );
}

function* measuredRows({ instances }: AccessProfile) {
  for (const { field, offsetBytes, rows } of instances.flatMap(({ atoms }) => atoms)) {
    yield { field, offsetBytes, hitm: rowsHitm(rows) };
  }
}

function totalHitm({ instances }: AccessProfile): number {
  return instances.reduce(
    (all, { atoms, foreign }) =>
      all + [...atoms, ...foreign].reduce((part, { rows }) => part + rowsHitm(rows), 0),
    0,
  );
}

function rowsHitm(rows: readonly { readonly rmtHitm: number; readonly lclHitm: number }[]): number {
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
} as const satisfies Record<OutcomeKind, readonly [string, string]>;

/** "expected to vanish, and did"; "expected to stay, and vanished"; "not expected, and appeared". */
export function outcomeWords({ expectedOutcome, outcome, isInText }: RowOutcome): string {
  if (!isInText) return 'not in that text';
  if (expectedOutcome === 'unknown')
    return `unknown, and ${outcome === null ? 'gone' : WORDS[outcome][1]}`;
  const expected =
    expectedOutcome === null ? 'not expected' : `expected ${WORDS[expectedOutcome][0]}`;
  if (expectedOutcome === outcome) return `${expected}, and did`;
  return `${expected}, and ${outcome === null ? 'did not' : WORDS[outcome][1]}`;
}

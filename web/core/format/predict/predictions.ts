import { sentence } from '../../base/messages';
import { isClearlyMore } from '../../model/range';
import { grouped, listed, plural } from '../../base/prose';
import { flagMessage, reservations, unpredictableMessage } from '../../model/flags';
import type { Forecast } from '../../model/forecast';
import { oddsSentence, type Odds } from '../../model/odds';
import { outcomeWords, type Outcome } from '../../model/outcome';
import type { Prediction } from '../../model/predict';
import type { Applied } from '../../edit/applied';
import type { Edit } from '../../edit/edit';
import { formatEdit } from '../../edit/words';
import { doubtsOf } from '../../heat/bindingDoubts';
import { JSON_VERSION } from '../json';
import { doubtText, wrapped } from '../wrapped';

/** All that is said of an order. */
export interface Predicted {
  readonly predictions: readonly Prediction[];
  /** A sentence where several profiles do not agree. */
  readonly several: string | null;
  /** What was expected beside what was measured afterwards. */
  readonly outcomes: readonly Outcome[];
}

/** `hitmap predict --json`; the shape is in docs/json.md. */
export function predictionsJson(
  applied: Applied,
  edits: readonly Edit[],
  { predictions, several, outcomes }: Predicted,
) {
  const { struct } = applied;
  return {
    v: JSON_VERSION,
    struct: { kind: struct.root.keyword, name: struct.desc.name, key: struct.desc.key },
    edits: edits.map(formatEdit),
    predictions: predictions.map(({ basis, outcome }) => {
      const from = {
        profile: basis.profile.kind === 'tags' ? null : basis.name,
        kind: basis.profile.kind,
        lineBytes: basis.profile.lineBytes,
      };
      if (!outcome.ok) return { ...from, none: unpredictableMessage(outcome.error) };
      const { flags, fields, rows, likeness, ...forecast } = outcome.value.forecast;
      return {
        ...from,
        none: null,
        ...forecast,
        situation: likeness.situation,
        fields: fields(),
        rows: rows(),
        flags: flags.map(flagMessage),
      };
    }),
    disagreement: several,
    outcomes,
    doubts: doubtsOf(applied),
  };
}

/** A prediction in a line, as a link carries it; null where nothing is predicted. */
export function headlineOf({ basis, outcome }: Prediction): string | null {
  if (!outcome.ok) return null;
  const { forecast } = outcome.value;
  const { hitm, baseline, odds } = forecast;
  if (forecast.basis === 'measured') return null;
  if (basis.profile.kind === 'tags') {
    if (!(baseline.hitm > 0)) return null;
    const percent = Math.round((hitm.total / baseline.hitm) * 100);
    return `conflicts by tags at ${percent} % of the original`;
  }
  return `${grouped(baseline.hitm)} HITM measured, ${predictedText(forecast, false)}${odds === null ? '' : `. ${oddsSentence(odds)}`}`;
}

/** Of what stays this share is named by the one lock or member that it is on. */
const MOST_OF_IT = 0.5;

/**
 * How much of the measured HITM an order is expected to leave, and why, as a sentence: `94 % stays …: it is inside one
 * lock`. Null at the measured order, and where a line is unknown. Names stand in backquotes.
 */
export function staysSentence({ basis, outcome }: Prediction): string | null {
  if (!outcome.ok || basis.profile.kind !== 'hitm') return null;
  const { basis: from, hitm, baseline, lines, fields } = outcome.value.forecast;
  if (from === 'measured' || !(hitm.total > 0) || lines.some(({ isUnknown }) => isUnknown)) {
    return null;
  }
  const [most] = fields().toSorted((a, b) => b.hitm.total - a.hitm.total);
  const part = (most?.hitm.total ?? 0) / hitm.total;
  const lock = basis.locks.some(({ field, kind }) => kind === 'lock' && field === most?.field);
  const why =
    most === undefined || part < MOST_OF_IT
      ? '.'
      : lock
        ? `: ${Math.round(part * 100)} % of that is inside \`${most.field}\`, one lock, which no order of members separates.`
        : `: ${Math.round(part * 100)} % of that is on \`${most.field}\`.`;
  return `${share(hitm.total, baseline.hitm)} of the HITM is expected to remain (${grouped(hitm.total)} of ${grouped(baseline.hitm)})${why}`;
}

/** `626 HITM predicted (520 to 731)`; where a line is unknown no figure stands for the whole, and its range does. */
function predictedText({ hitm, seenBand, lines: all }: Forecast, isOpen: boolean): string {
  const range = `${grouped(seenBand.low)} to ${grouped(seenBand.high)}${isOpen ? ' or more' : ''}`;
  const unknown = all.filter(({ isUnknown }) => isUnknown).map(({ line }) => String(line));
  return unknown.length === 0
    ? `${grouped(hitm.total)} HITM predicted (${range})`
    : `${range} HITM predicted (${listed(
        unknown.map((line) => `line ${line}`),
        4,
      )} unknown)`;
}

/** The same for a person, in 80 columns. */
export function predictionsText(
  applied: Applied,
  { predictions, several, outcomes }: Predicted,
): string {
  const beside = new Set(outcomes.map(({ measured }) => measured));
  const parts = predictions.flatMap((prediction) => {
    const { basis, outcome } = prediction;
    if (beside.has(basis.name)) return [];
    if (!outcome.ok) return `${basis.name}: ${sentence(unpredictableMessage(outcome.error))}\n`;
    const { forecast } = outcome.value;
    return basis.profile.kind === 'tags'
      ? tagsText(forecast)
      : profileText(basis.name, forecast, staysSentence(prediction));
  });
  parts.push(...outcomes.map(outcomeText));
  if (several !== null) parts.push(`${several}\n`);
  parts.push(...doubtsOf(applied).map((doubt) => doubtText(sentence(doubt))));
  return `${parts.join('\n')}\nHITM is not time, and fewer HITM is not always faster: measure to be sure.\n`;
}

function profileText(name: string, forecast: Forecast, stays: string | null): string {
  const { basis, hitm, band, seenBand, baseline, odds, transactions } = forecast;
  const isOpen = isClearlyMore(band.high, seenBand.high);
  const isUnknown = forecast.lines.some((line) => line.isUnknown);
  const total =
    basis === 'measured'
      ? `${name}: ${grouped(hitm.total)} HITM, measured`
      : `${name}: ${predictedText(forecast, isOpen)}, ${grouped(baseline.hitm)} measured before`;
  return lines([
    total,
    ...(odds === null ? [] : [`  ${oddsBar(odds)} ${oddsSentence(odds)}`]),
    `  ${isUnknown ? '' : `remote ${grouped(hitm.rmt)}, local ${grouped(hitm.lcl)}; `}coherence transactions ${grouped(transactions)}${basis === 'measured' ? '' : `, ${grouped(baseline.transactions)} before`}`,
    '',
    `  line      HITM${rangeCell(forecast, 'range')}  transactions`,
    ...forecast.lines.map(
      ({ line, hitm: own, isUnknown, seenBand: range, transactions: traffic }) =>
        [
          String(line).padStart(6),
          (isUnknown ? 'unknown' : grouped(own.total)).padStart(10),
          rangeCell(forecast, `${grouped(range.low)} to ${grouped(range.high)}`),
          grouped(traffic).padStart(14),
        ].join(''),
    ),
    ...(stays === null ? [] : ['', ...wrapped(stays.replaceAll('`', ''), '  ')]),
    ...(basis === 'predicted' ? rowsText(forecast) : []),
    ...flagsText(forecast),
  ]);
}

/** What was measured is a count, and has no range. */
function rangeCell({ basis }: Forecast, words: string): string {
  return basis === 'measured' ? '' : words.padStart(20);
}

function outcomeText(outcome: Outcome): string {
  const { from, measured, before, range, after, elsewhere, isInRange, rows } = outcome;
  const expected = outcome.isUnknown ? 'unknown how many' : grouped(outcome.expected);
  return lines([
    `Predicted from ${from} beside ${measured}, which was measured on this order:`,
    `  ${grouped(before)} HITM before, ${expected} expected (${grouped(range.low)} to ${grouped(range.high)}), ${grouped(after)} measured: ${isInRange ? 'in the range' : 'outside of the range'}`,
    ...(elsewhere >= 0.5
      ? [`  ${grouped(elsewhere)} more expected on lines that ${measured} does not have`]
      : []),
    '',
    '                              before  expected    measured',
    ...rows.map((row) =>
      [
        `  ${row.field}${row.offsetBytes > 0 ? ` +${row.offsetBytes}` : ''}`.padEnd(26),
        grouped(row.before).padStart(10),
        (row.expectedOutcome === 'unknown' ? 'unknown' : grouped(row.expected)).padStart(10),
        (row.after !== null ? grouped(row.after) : row.isInText ? 'not listed' : '').padStart(12),
        `  ${outcomeWords(row)}`,
      ].join(''),
    ),
    '',
    '  Two runs never do the same work: look at which rows came and went first.',
  ]);
}

function rowsText(forecast: Forecast): readonly string[] {
  const rows = forecast.rows();
  const titles = {
    vanishes: 'rows expected to vanish',
    stays: 'rows expected to stay',
    appears: 'rows expected to appear',
    unknown: 'rows on a line that is unknown',
  } as const;
  return (['vanishes', 'stays', 'appears', 'unknown'] as const).flatMap((outcome) => {
    const own = rows.filter((row) => row.outcome === outcome);
    if (own.length === 0) return [];
    return [
      '',
      `  ${titles[outcome]}:`,
      ...own.map(
        ({ field, offsetBytes, measured, predicted }) =>
          `    ${field}${offsetBytes > 0 ? ` +${offsetBytes}` : ''}: ${grouped(measured)} -> ${outcome === 'unknown' ? 'unknown' : grouped(predicted)}`,
      ),
    ];
  });
}

function tagsText(forecast: Forecast): string {
  const { hitm, baseline, transactions } = forecast;
  return lines([
    `By tags, conflicts: ${share(hitm.total, baseline.hitm)} of the original's, transactions ${share(transactions, baseline.transactions)}.`,
    ...forecast.lines.map(
      ({ line, hitm: own }) => `  line ${line}: ${share(own.total, baseline.hitm)}`,
    ),
    ...flagsText(forecast),
  ]);
}

function flagsText({ flags }: Forecast): readonly string[] {
  const { first, rest } = reservations(flags);
  const more = rest.length > 0 ? [`  (${plural(rest.length, 'more note')}: --json)`] : [];
  const sentences = [
    ...first.flatMap((flag) => wrapped(sentence(flagMessage(flag)), '  - ')),
    ...more,
  ];
  return sentences.length === 0 ? [] : ['', ...sentences];
}

/** Ten cells: better, the same, worse. */
function oddsBar({ better, worse, of }: Odds): string {
  const [fewer, more] = [better, worse].map((count) => Math.round((10 * count) / of)) as [
    number,
    number,
  ];
  return `[${'='.repeat(fewer)}${' '.repeat(Math.max(0, 10 - fewer - more))}${'x'.repeat(more)}]`;
}

function share(value: number, whole: number): string {
  if (!(whole > 0)) return value > 0 ? 'some, where there were none' : 'none';
  return `${Math.round((value / whole) * 100)} %`;
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}

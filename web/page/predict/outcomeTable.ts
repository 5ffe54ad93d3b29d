import { outcomeWords, type Outcome } from '../../core/model/outcome';
import type { MemberPath } from '../../core/layout/ids';
import { amount, range, shortAmount, type Scale } from '../kit/amounts';

/** What was expected of each row of the next report, and what that report shows. */
export interface OutcomeTable {
  readonly measured: string;
  /** `measured, 1,204 expected (900 to 1,400): in the range; was 24,310`. */
  readonly total: string;
  readonly rows: readonly OutcomeRow[];
}

export interface OutcomeRow {
  readonly key: string;
  readonly field: MemberPath;
  /** From the field's first byte. */
  readonly offsetBytes: number;
  readonly before: string;
  readonly expected: string;
  readonly measured: string;
  /** What was expected to become of it, and whether it did. */
  readonly sentence: string;
  readonly isAsExpected: boolean;
}

const SCALE: Scale = { kind: 'samples' };

export function outcomeTable(outcome: Outcome): OutcomeTable {
  const { before, after, elsewhere, isInRange, rows } = outcome;
  const expected = outcome.isUnknown ? 'unknown how many' : amount(outcome.expected, SCALE);
  return {
    measured: amount(after, SCALE),
    total: `measured, ${expected} expected (${range(outcome.range, SCALE)}): ${
      isInRange ? 'in the range' : 'outside of the range'
    }; was ${amount(before, SCALE)}${
      elsewhere >= 0.5
        ? `; ${amount(elsewhere, SCALE)} more expected on lines that it does not have`
        : ''
    }`,
    rows: rows.map((row) => ({
      key: `${row.field} ${row.offsetBytes}`,
      field: row.field,
      offsetBytes: row.offsetBytes,
      before: shortAmount(row.before, SCALE),
      expected: row.expectedOutcome === 'unknown' ? 'unknown' : shortAmount(row.expected, SCALE),
      measured:
        row.after !== null ? shortAmount(row.after, SCALE) : row.isInText ? 'not listed' : '–',
      sentence: outcomeWords(row),
      isAsExpected:
        !row.isInText || row.expectedOutcome === 'unknown' || row.expectedOutcome === row.outcome,
    })),
  };
}

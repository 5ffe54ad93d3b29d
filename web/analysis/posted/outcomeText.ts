import { grouped } from '../../base/prose';
import type { Outcome } from '../predict/outcome';

/** Expected against measured: "2,687 to 0 expected, and not in the second report; 33,034 to 31,280 (31,116 expected)". */
export function outcomeText({ before, expected, after, rows }: Outcome): string {
  // That a text does not list a row is not yet that nothing hit it: perf leaves rare rows out.
  const gone = rows.filter(
    ({ expectedFate, after: later }) => expectedFate === 'vanishes' && !later,
  );
  const rest = gone.map(
    ({ field, before: was, isInText }) =>
      `\`${field}\`: ${grouped(was)} to 0 HITM expected, and ${isInText ? 'gone in' : 'not in'} the mail's second report`,
  );
  const whole = `the lines' HITM: ${grouped(before)} to ${grouped(after)} measured (${grouped(expected)} expected)`;
  return [...rest, whole].join('; ');
}

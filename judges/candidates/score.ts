import type { LineCandidates } from '../../web/cli/bind/candidates';
import type { Candidate } from '../../web/core/bind/rank';

/** What is known of a line that is asked about. */
export interface Known {
  readonly struct: string;
  /** Which byte of it is the line's first; null where the file asked may lay it out otherwise. */
  readonly offsetBytes: number | null;
}

/** How one line was answered. */
export interface Answer {
  /** Place of the first right candidate, from 0; null where none is listed. */
  readonly rank: number | null;
  readonly first: string | null;
  readonly grade: string | null;
  /** The right struct is first, at another byte. */
  readonly isElsewhere: boolean;
  readonly isRightStrong: boolean;
  /** A wrong struct, or a wrong byte of the right one, is called strong. */
  readonly wrongStrong: string | null;
  /** The same of what is named: that is bound without a question. */
  readonly isRightNamed: boolean;
  readonly isWrongNamed: boolean;
}

export function answerOf({ search }: LineCandidates, known: Known): Answer {
  const { candidates } = search.ranking;
  const rank = candidates.findIndex((candidate) => placesIn(candidate, known.struct).length > 0);
  const [first] = candidates;
  const isAt = (candidate: Candidate<string>) =>
    known.offsetBytes === null ||
    placesIn(candidate, known.struct).some((offset) => offset === known.offsetBytes);
  const strong = candidates.filter(({ grade }) => grade === 'strong' || grade === 'named');
  const named = candidates.filter(({ grade }) => grade === 'named');
  const isRight = (candidate: Candidate<string>) =>
    placesIn(candidate, known.struct).length > 0 && isAt(candidate);
  return {
    rank: rank < 0 ? null : rank,
    first: first === undefined ? null : `${first.name}@${first.fit.offsetBytes}`,
    grade: first?.grade ?? null,
    isElsewhere: first !== undefined && rank === 0 && !isAt(first),
    isRightStrong: strong.some(isRight),
    wrongStrong: strong.find((candidate) => !isRight(candidate))?.name ?? null,
    isRightNamed: named.some(isRight),
    isWrongNamed: named.some((candidate) => !isRight(candidate)),
  };
}

/** Where in a struct the line begins by a candidate: the struct itself, or one that holds the candidate. */
function placesIn({ name, fit, inside }: Candidate<string>, struct: string): readonly number[] {
  const outer = inside.filter((each) => each.name === struct);
  return [
    ...(name === struct ? [fit.offsetBytes] : []),
    ...outer.map(({ offsetBytes }) => fit.offsetBytes + offsetBytes),
  ];
}

/** One row of the table, of some answers. */
export function rowOf(title: string, answers: readonly Answer[]): string {
  const count = (test: (answer: Answer) => boolean) => answers.filter(test).length;
  const cells = [
    answers.length,
    count(({ rank }) => rank === 0),
    count(({ rank }) => rank !== null && rank < 3),
    count(({ rank }) => rank === null),
    count(({ rank, first }) => rank !== 0 && first !== null),
    count(({ isElsewhere }) => isElsewhere),
    count(({ isRightStrong }) => isRightStrong),
    count(({ wrongStrong }) => wrongStrong !== null),
    count(({ isRightNamed }) => isRightNamed),
    count(({ isWrongNamed }) => isWrongNamed),
  ];
  return `| ${title} | ${cells.join(' | ')} |`;
}

export const TABLE_HEAD = `| lines | asked | first | among three | absent | wrong first | first, other byte | right and strong | wrong and strong | of these right and named | wrong and named |
| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |`;

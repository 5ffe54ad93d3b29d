import { byFunctionText, type Evidence } from '../../core/bind/evidence';
import { gradingText, type Grade } from '../../core/bind/grade';
import type { Candidate, ContainerOfCandidate } from '../../core/bind/rank';
import { shortPath } from '../../core/bind/reasons';
import { explainedRows, rowReadings, type RowReading } from '../../core/bind/rowReadings';
import type { CandidateSource } from './binary';
import { plural } from '../../core/base/prose';

/** One guess at the struct of a line: its grade, on which fields the rows land, and why. */
export interface CandidateCard {
  readonly grade: Grade;
  readonly grading: string;
  /** How many rows the followed code explains; null where none of their code is known. */
  readonly explained: string | null;
  /** Rows whose code is known and touches something else. */
  readonly unexplained: readonly RowReading[];
  /** Each offset of the line with the field it lands on, the hottest few in the order of the line. */
  readonly lands: readonly LandedOffset[];
  /** Structs that hold it, as many as have room. */
  readonly inside: readonly ContainerOfCandidate[];
  readonly moreInside: number;
}

export interface LandedOffset {
  readonly offset: string;
  /** Null where no field lies there. */
  readonly path: string | null;
}

const MOST_LANDS = 6;
const MOST_INSIDE = 3;

export function candidateCard(candidate: Candidate<CandidateSource>): CandidateCard {
  const { grade, inside } = candidate;
  const readings = rowReadings(candidate);
  const { explained, known } = explainedRows(readings);
  const isExact = readings.every((each) => each.by === null || each.by === 'instruction');
  const by = isExact ? 'By the sampled instructions' : 'By the instructions of its functions';
  return {
    grade,
    grading: gradingText(candidate),
    explained: known > 0 ? `${by}: ${explained} of ${plural(known, 'row')}` : null,
    unexplained: readings.filter((each) => each.isKnown && each.by === null),
    lands: landed(candidate),
    inside: inside.slice(0, MOST_INSIDE),
    moreInside: Math.max(0, inside.length - MOST_INSIDE),
  };
}

function landed({ hits }: Candidate<CandidateSource>): readonly LandedOffset[] {
  const heat = new Map<string, { at: number; path: string | null; weight: number }>();
  for (const { touch, leaf } of hits) {
    const path = leaf ? shortPath(leaf.path) : null;
    const key = `${touch.offsetBytes} ${path ?? ''}`;
    const weight = touch.weight + (heat.get(key)?.weight ?? 0);
    heat.set(key, { at: touch.offsetBytes, path, weight });
  }
  return [...heat.values()]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_LANDS)
    .sort((a, b) => a.at - b.at)
    .map(({ at, path }) => ({ offset: `0x${at.toString(16)}`, path }));
}

/** What the functions of rows without offsets say of the line; null where all have offsets. */
export function withoutOffsets(evidence: Evidence): string | null {
  return byFunctionText(evidence);
}

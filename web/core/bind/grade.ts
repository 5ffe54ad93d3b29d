import type { BindingDoubt } from '../edit/bindingDoubt';
import type { Fit } from './fit';
import { mayBeContainer, type HeldBy } from './heldBy';
import { isDoubtful, type Origin } from './origin';

/** `strong`: witnesses of several kinds agree, nothing speaks against it, and nothing else fits nearly as well. */
export type Grade = 'named' | 'strong' | 'fair' | 'weak';

/** What a grade is made of, for one place of one struct. */
export interface Graded {
  readonly name: string;
  readonly sizeBytes: number;
  readonly fit: Fit;
  /** The score of the next best place of the line in the same struct; null where there is none. */
  readonly nextPlaceScore: number | null;
  /** Other places in it that fit as well. */
  readonly otherPlaces: number;
  /** Other places in it that only hints tell from it: what names and usual code suggest proves nothing. */
  readonly openPlaces: number;
  /** Structs that hold it, and where in them it begins. */
  readonly inside: readonly { readonly name: string; readonly offsetBytes: number }[];
  /** Whether the file that has the struct is the one that the report was recorded on. */
  readonly origin: Origin;
  /** Whether it is made to be part of others, as a lock is. */
  readonly isPart: boolean;
  /** What may be the object instead: the structs that hold it by value. */
  readonly heldBy: HeldBy;
}

export interface Grading {
  readonly grade: Grade;
  /** Other structs, and other places in them and in this one, that fit as well. */
  readonly alike: number;
}

/** Scores that differ by less are not distinguished. */
export const SAME_SCORE = 2;
/** What is strong leads what comes next by so much, at least. */
const LEAD = 8;
const LEAST_EXPLAINED = 0.8;
/** A struct that explains so much of what another does is its rival. */
const RIVAL = 0.8;
/** The same by what code touches, which is finer. */
const CODE_RIVAL = 0.9;
const LEAST_FUNCTIONS = 2;
/** Functions that do the same work touch many structs in common: at one byte chance finds one of them. */
const LEAST_BYTES = 2;

/** @param all everything that was found for the line, over all files; it may hold the candidate itself */
export function gradingOf(candidate: Graded, all: readonly Graded[]): Grading {
  const rivals = all.filter((other) => !isSamePlace(candidate, other));
  const { fit, otherPlaces, nextPlaceScore } = candidate;
  const alike =
    otherPlaces +
    rivals.filter(isAlike(fit)).reduce((sum, other) => sum + 1 + other.otherPlaces, 0);
  const best = Math.max(nextPlaceScore ?? -Infinity, ...rivals.map((other) => other.fit.score));
  if (isWeak(fit)) return { grade: 'weak', alike };
  // One name for a line: what leads it, though another struct holds that or is held by it.
  const leads = all.every((other) => other.fit.score <= fit.score);
  if (leads && isNamed(candidate)) return { grade: 'named', alike: 0 };
  const isEarned =
    alike === 0 &&
    fit.score - best >= LEAD &&
    !isDoubtful(candidate.origin) &&
    candidate.openPlaces === 0 &&
    contradictions(fit).length === 0 &&
    // A lock or a counter by itself: what holds it is meant.
    !candidate.isPart &&
    !mayBeContainer(candidate) &&
    (isWitnessed(fit) || isTouched(fit)) &&
    rivals.every((other) => !isAsProven(other.fit, fit, RIVAL));
  return { grade: isEarned ? 'strong' : 'fair', alike };
}

/** The same on both sides, so that of some that fit equally well each is one of as many. */
function isAlike(fit: Fit): (other: Graded) => boolean {
  const isNoWorse = (one: Fit, other: Fit) =>
    isAsProven(one, other) && one.held.size >= other.held.size;
  return ({ fit: other }) =>
    Math.abs(other.score - fit.score) < SAME_SCORE ||
    (isNoWorse(other, fit) && isNoWorse(fit, other));
}

/** As page and command line say it: `one of 5` fit alike. What is weak is said to be, too. */
export function gradingText(grading: Grading): string {
  const { grade } = grading;
  const tie = tieText(grading);
  if (tie !== null) return grade === 'weak' ? `${grade}, ${tie}` : tie;
  return grade === 'fair' ? 'possible' : grade;
}

/** Of how many that fit alike it is one; null where none does. */
export function tieText({ alike }: Pick<Grading, 'alike'>): string | null {
  return alike === 0 ? null : `one of ${alike + 1} that fit equally well`;
}

/** What a binding to a candidate carries on to every figure; null where there is none. */
export function doubtOf({
  grade,
  origin,
}: {
  readonly grade: Grade;
  readonly origin: Origin;
}): BindingDoubt | null {
  if (isDoubtful(origin)) return 'otherBuild';
  return grade === 'strong' || grade === 'named' ? null : 'guessed';
}

/** What speaks against a place. */
export type Contradiction =
  'impossible' | 'hole' | 'outside' | 'against' | 'elsewhere' | 'const' | 'neighbour';

/** A share that rounding and a stray sample may give. */
const STRAY = 0.02;

/** What speaks against a place: a binding that nobody asked for has none of it. */
export function contradictions(fit: Fit): readonly Contradiction[] {
  return [
    ...(fit.possible ? [] : (['impossible'] as const)),
    ...(fit.gapShare >= STRAY ? (['hole'] as const) : []),
    ...(fit.outsideShare >= STRAY ? (['outside'] as const) : []),
    ...(fit.againstShare >= STRAY ? (['against'] as const) : []),
    ...(fit.elsewhere.size > 0 ? (['elsewhere'] as const) : []),
    ...(fit.constShare >= STRAY ? (['const'] as const) : []),
    ...(fit.neighboursAgainst > 0 ? (['neighbour'] as const) : []),
  ];
}

/** Whether several functions say so, and something fixes the byte: a part at its distance. */
function isWitnessed(fit: Fit): boolean {
  const isPlaced = fit.placedShare > 0 && fit.held.size >= 2;
  return explained(fit) >= LEAST_EXPLAINED && isPlaced && fit.functions.size >= LEAST_FUNCTIONS;
}

/**
 * Whether the very instructions that the report saw touch the struct itself at these bytes: two of them, or one that
 * made all of the line's heat, none touches anything else, and it is not what holds the struct that is meant.
 */
function isNamed(candidate: Graded): boolean {
  const { fit, origin, isPart } = candidate;
  if (mayBeContainer(candidate)) return false;
  const { agreeing, contradicting, directShare } = fit.code;
  const isEnough = agreeing >= 2 || (agreeing === 1 && directShare >= 1 - STRAY);
  return origin === 'same' && !isPart && fit.possible && isEnough && contradicting === 0;
}

/** Whether the code of several functions touches the struct itself at several bytes, and as good as all of the heat does. */
function isTouched(fit: Fit): boolean {
  const { directShare, functions, touchedBytes } = fit.code;
  return (
    directShare >= LEAST_EXPLAINED &&
    functions.size >= LEAST_FUNCTIONS &&
    touchedBytes.size >= LEAST_BYTES
  );
}

/** Whether one place explains as much as another, with no more against it, whatever else is liked about either. */
export function isAsProven(one: Fit, other: Fit, share = 1): boolean {
  return (
    one.possible &&
    explained(one) >= share * explained(other) - STRAY &&
    one.code.score >= Math.max(share, CODE_RIVAL) * other.code.score - STRAY &&
    one.startShare >= share * other.startShare - STRAY &&
    bad(one) <= bad(other) + STRAY
  );
}

function explained({ heldShare, ownShare, code }: Fit): number {
  return Math.max(heldShare + ownShare, code.explainedShare);
}

function bad({ gapShare, outsideShare, againstShare, constShare }: Fit): number {
  return gapShare + outsideShare + againstShare + constShare;
}

function isWeak(fit: Fit): boolean {
  return !fit.possible || explained(fit) < 0.3 || fit.gapShare + fit.outsideShare > 0.3;
}

/** The same bytes by another name: the struct of another file, or one that holds the other there. */
function isSamePlace(a: Graded, b: Graded): boolean {
  if (a.name === b.name && a.fit.offsetBytes === b.fit.offsetBytes) return true;
  return holds(a, b) || holds(b, a);
}

function holds(outer: Graded, { inside, fit }: Graded): boolean {
  return inside.some(
    ({ name, offsetBytes }) =>
      name === outer.name && outer.fit.offsetBytes === fit.offsetBytes + offsetBytes,
  );
}

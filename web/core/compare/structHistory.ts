import { figuresOf, type Figures } from '../figures/figures';
import type { Applied } from '../edit/applied';
import { computeLayout } from '../layout/compute';
import { linesOf } from '../layout/lines';
import { leavesOf } from '../layout/walk';

/** A struct over several kernels. */
export interface StructHistory {
  readonly releases: readonly HistoryRelease[];
  /** In the order of the last release that has the struct, then those that it has no more. */
  readonly members: readonly HistoryMember[];
}

export interface HistoryRelease {
  readonly name: string;
  /** Null where it has no such struct. */
  readonly figures: Figures | null;
}

export interface HistoryMember {
  readonly path: string;
  /** One for each release; null where it has no such member. */
  readonly places: readonly (MemberSpan | null)[];
}

export interface MemberSpan {
  readonly offsetBits: number;
  /** Null where unknown. */
  readonly sizeBits: number | null;
  /** Which of the object's cache lines it begins in, from 0. */
  readonly line: number;
}

/** @param releases in their order; null for one that has no such struct */
export function structHistory(
  releases: readonly { readonly name: string; readonly applied: Applied | null }[],
): StructHistory {
  const placed = releases.map(({ applied }) => (applied === null ? null : spansOf(applied)));
  const paths = new Set(placed.toReversed().flatMap((places) => [...(places?.keys() ?? [])]));
  return {
    releases: releases.map(({ name, applied }) => ({
      name,
      figures: applied === null ? null : figuresIn(applied),
    })),
    members: [...paths].map((path) => ({
      path,
      places: placed.map((places) => places?.get(path) ?? null),
    })),
  };
}

function spansOf(applied: Applied): ReadonlyMap<string, MemberSpan> {
  const places = new Map<string, MemberSpan>();
  for (const { path, offsetBits, sizeBits } of leavesOf(computeLayout(applied.struct))) {
    const { first } = linesOf(offsetBits, sizeBits, applied.state);
    places.set(path, { offsetBits, sizeBits, line: first });
  }
  return places;
}

function figuresIn(applied: Applied): Figures {
  const isUnion = applied.struct.root.keyword === 'union';
  return figuresOf(computeLayout(applied.struct), isUnion, applied.state);
}

/** Whether one member lies elsewhere than in the release before, or on another line. */
export function hasMoved(before: MemberSpan | null, after: MemberSpan | null): boolean {
  return (
    before !== null &&
    after !== null &&
    (before.offsetBits !== after.offsetBits || before.line !== after.line)
  );
}

/** Only the members that some release has elsewhere, or not at all. */
export function changedMembers(history: StructHistory): StructHistory {
  const isOne = ({ places }: HistoryMember) =>
    new Set(places.map((place) => place?.offsetBits ?? null)).size > 1;
  return { ...history, members: history.members.filter(isOne) };
}

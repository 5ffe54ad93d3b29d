import { figuresOf, type Figures } from '../analysis/figures';
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
  readonly places: readonly (HistoryPlace | null)[];
}

export interface HistoryPlace {
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
  const placed = releases.map(({ applied }) => (applied === null ? null : placesOf(applied)));
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

function placesOf(applied: Applied): ReadonlyMap<string, HistoryPlace> {
  const places = new Map<string, HistoryPlace>();
  for (const { path, offsetBits, sizeBits } of leavesOf(computeLayout(applied.struct))) {
    const { first } = linesOf(offsetBits, sizeBits, applied);
    places.set(path, { offsetBits, sizeBits, line: first });
  }
  return places;
}

function figuresIn(applied: Applied): Figures {
  const isUnion = applied.struct.root.keyword === 'union';
  return figuresOf(computeLayout(applied.struct), isUnion, applied);
}

/** A column for each release. A member's cell is its byte and, after a colon, its line; `*` where either is another than before. */
export function historyText({ releases, members }: StructHistory, struct: string): string {
  const figure = (name: string, of: (figures: Figures) => string | number) => [
    name,
    ...releases.map(({ figures }) => (figures === null ? '-' : String(of(figures)))),
  ];
  const rows = [
    [struct, ...releases.map(({ name }) => name)],
    figure('size', ({ sizeBytes }) => sizeBytes),
    figure('lines', ({ lines }) => lines),
    figure('holes', ({ holes }) => holes),
    figure('bytes in holes', ({ holeBytes }) => holeBytes),
    figure('padding', ({ paddingBytes }) => paddingBytes),
    [],
    ...members.map(({ path, places }) => [
      path,
      ...places.map((place, at) => placeText(place, places.slice(0, at))),
    ]),
  ];
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths?.[0] ?? 0) : cell.padStart(widths?.[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

function placeText(place: HistoryPlace | null, earlier: readonly (HistoryPlace | null)[]): string {
  if (place === null) return '-';
  const before = earlier.findLast((each) => each !== null);
  const moved =
    before !== undefined &&
    before !== null &&
    (before.offsetBits !== place.offsetBits || before.line !== place.line);
  const bits = place.offsetBits % 8;
  const byte = `${Math.floor(place.offsetBits / 8)}${bits === 0 ? '' : `.${bits}`}`;
  return `${moved ? '*' : ''}${byte}:${place.line}`;
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccessRow, NamedProfile } from '../facts/generated';
import { inPieces, joined } from './rowPieces';

/** Profiles whose lines have so many rows; a row is its number. */
function profilesWith(counts: readonly (readonly number[])[]): readonly NamedProfile[] {
  let number = 0;
  return counts.map((lines, at) => ({
    name: `report ${at}`,
    profile: {
      lines: lines.map((rows) => ({
        rows: Array.from({ length: rows }, () => number++ as unknown as AccessRow),
      })),
    },
  })) as unknown as readonly NamedProfile[];
}

test('every row comes, in its order, and never more at once than may', () => {
  const counts = fc.array(fc.array(fc.nat(12), { maxLength: 6 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 9 }), (lines, atOnce) => {
      const profiles = profilesWith(lines);
      const given = inPieces(profiles, atOnce);
      const rowsOf = (all: readonly NamedProfile[]) =>
        all.flatMap(({ profile }) => profile.lines.flatMap(({ rows }) => rows));
      const sizes = [
        rowsOf(given.profiles).length,
        ...given.pieces.map((piece) => piece.flatMap(({ rows }) => rows).length),
      ];
      expect(Math.max(...sizes)).toBeLessThanOrEqual(atOnce);
      expect(joined(given.profiles, given.pieces.flat())).toEqual(profiles);
    }),
  );
});

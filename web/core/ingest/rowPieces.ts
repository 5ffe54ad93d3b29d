import type { AccessRow, NamedProfile } from '../facts/generated';

/** Each takes the page's thread some microseconds to take over. */
const ROWS_AT_ONCE = 3000;

/** Rows of a line that come after the profile that they belong to. */
export interface RowPiece {
  /** Place among the profiles. */
  readonly profile: number;
  /** Place among its lines. */
  readonly line: number;
  readonly rows: readonly AccessRow[];
}

/** Profiles whose rows, where they are many, are handed over some at a time: the page can be used in between. */
export interface InPieces {
  /** The first rows of each line; all of them where there is no piece. */
  readonly profiles: readonly NamedProfile[];
  /** Together they have the other rows of each line, in their order. */
  readonly pieces: readonly (readonly RowPiece[])[];
}

export function inPieces(profiles: readonly NamedProfile[], atOnce = ROWS_AT_ONCE): InPieces {
  const pieces: RowPiece[][] = [];
  let room = atOnce;
  const bare = profiles.map((named, profile) => {
    const lines = named.profile.lines.map((each, line) => {
      const { rows } = each;
      const first = rows.slice(0, pieces.length === 0 ? room : 0);
      if (pieces.length === 0) room -= first.length;
      for (let done = first.length; done < rows.length;) {
        if (room === 0) {
          pieces.push([]);
          room = atOnce;
        }
        const some = rows.slice(done, done + room);
        pieces.at(-1)?.push({ profile, line, rows: some });
        room -= some.length;
        done += some.length;
      }
      return first.length === rows.length ? each : { ...each, rows: first };
    });
    return { ...named, profile: { ...named.profile, lines } };
  });
  return { profiles: pieces.length === 0 ? profiles : bare, pieces };
}

/** The profiles as they were. */
export function joined(
  profiles: readonly NamedProfile[],
  pieces: readonly RowPiece[],
): readonly NamedProfile[] {
  if (pieces.length === 0) return profiles;
  const more = new Map<string, AccessRow[]>();
  for (const { profile, line, rows } of pieces) {
    const key = `${profile} ${line}`;
    const known = more.get(key);
    if (known) for (const row of rows) known.push(row);
    else more.set(key, [...rows]);
  }
  return profiles.map((named, profile) => ({
    ...named,
    profile: {
      ...named.profile,
      lines: named.profile.lines.map((each, line) => {
        const rows = more.get(`${profile} ${line}`);
        return rows === undefined ? each : { ...each, rows: [...each.rows, ...rows] };
      }),
    },
  }));
}

import type { AccessProfile, Diagnostic } from '../facts/generated';

/**
 * Rows of lines that go to the page: each is copied there while it stands still. The longest report that was posted
 * anywhere has a few thousand; perf lists the lines with the most HITM first.
 */
const MOST_ROWS = 30_000;

/** A profile without the lines whose rows come after so many; what was left out is said and counted. */
export function boundedProfile(profile: AccessProfile, mostRows = MOST_ROWS): AccessProfile {
  let rows = 0;
  const end = profile.lines.findIndex((line) => (rows += line.rows.length) > mostRows);
  if (end < 0) return profile;
  const left = profile.lines.slice(end);
  const leftRows = left.reduce((sum, line) => sum + line.rows.length, 0);
  const diagnostic: Diagnostic = {
    severity: 'warning',
    message: `This report is longer than a page shows: its last ${left.length} cache lines, with ${leftRows} rows, were left out. Give only the part that is needed; the command line reads all of it`,
    place: '',
    count: 1,
  };
  const diagnostics = [...profile.diagnostics, diagnostic];
  return { ...profile, lines: profile.lines.slice(0, end), diagnostics };
}

import { askableRows, unsampledLoads } from '../../core/bind/unsampled';
import type { DocumentProfile } from '../../core/edit/profiles';
import type { AccessProfile, StructDesc } from '../../core/facts/generated';
import { hasCode } from '../../core/facts/hasCode';
import { openTypes } from './openFile';
import { reportOrigin } from './reportOrigin';

/**
 * A profile with the loads of a struct that no sample shows, from the code of the file that the report was recorded on;
 * the same where the file is another, or has none.
 */
export function withUnsampled(
  path: string,
  report: AccessProfile,
  profile: DocumentProfile,
  struct: StructDesc,
): DocumentProfile {
  const { session, close } = openTypes(path);
  try {
    if (!hasCode(session.facts)) return profile;
    const rows = askableRows(profile, reportOrigin(session, report).belonging);
    if (rows.length === 0) return profile;
    const answers = session.ask({ kind: 'visits', places: rows.map(({ place }) => place) });
    if (!answers.ok) return profile;
    return { ...profile, unsampled: unsampledLoads(struct, rows, answers.value) };
  } finally {
    close();
  }
}

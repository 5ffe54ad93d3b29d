import type { MemberPath } from '../../layout/ids';
import type { FieldPlacement } from './placement';
import type { AccessProfile } from './profile';

/**
 * A field is silent where nobody stored to its line in any instance: its reads never missed, so the
 * profile has no record of them.
 */
export function silentFields(profile: AccessProfile, baseline: FieldPlacement): Set<MemberPath> {
  const { lineBytes } = profile;
  const silent = new Set(baseline.fields.map(({ path }) => path));
  for (const group of profile.instances) {
    const written = new Set<number>();
    for (const { line, rows } of group.foreign) {
      if (rows.some(({ stores }) => stores > 0)) written.add(line);
    }
    for (const { field, offsetBytes, rows } of group.atoms) {
      const start = baseline.offsets.get(field);
      if (start === undefined || rows.every(({ stores }) => stores === 0)) continue;
      written.add(Math.floor((group.baseBytes + start + offsetBytes) / lineBytes));
    }
    for (const { path, offsetBytes, sizeBytes } of baseline.fields) {
      const first = Math.floor((group.baseBytes + offsetBytes) / lineBytes);
      const last = Math.floor(
        (group.baseBytes + offsetBytes + Math.max(1, sizeBytes) - 1) / lineBytes,
      );
      let heard = true;
      for (let line = first; line <= last && heard; line++) heard = written.has(line);
      if (heard) silent.delete(path);
    }
  }
  return silent;
}

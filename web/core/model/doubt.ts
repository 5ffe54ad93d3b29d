import type { MemberPath } from '../layout/ids';
import type { Calibrated } from './calibrated';
import type { Basis } from './basis';

/** A field that may be read often though no profile can show it: nobody writes its line. */
export interface Doubt {
  readonly field: MemberPath;
  /** Its line when the profile was measured; 0 holds the struct's first byte. */
  readonly line: number;
}

/**
 * The fields whose readers nobody could have seen and of which the user has said nothing, those nearest
 * to a written line first: they are the likeliest to meet its writer. Empty where nobody writes.
 */
export function fieldsInDoubt(calibrated: Calibrated, { baseline }: Basis): readonly Doubt[] {
  const { lineBytes, unobservable } = calibrated;
  const distances = new Map<MemberPath, Doubt & { readonly distance: number }>();
  for (const { baseBytes, lineAtoms, central } of calibrated.groups) {
    const written = [...lineAtoms].flatMap(([line, atoms]) =>
      atoms.some((atom) => (central.storeVisits[atom] ?? 0) > 0) ? [line] : [],
    );
    if (written.length === 0) continue;
    for (const { path, offsetBytes, sizeBytes } of baseline.fields) {
      if (!unobservable.has(path) || sizeBytes === 0) continue;
      const line = Math.floor((baseBytes + offsetBytes) / lineBytes);
      const distance = Math.min(...written.map((other) => Math.abs(other - line)));
      const known = distances.get(path);
      if (known === undefined || distance < known.distance) {
        distances.set(path, { field: path, line, distance });
      }
    }
  }
  // Fields of one distance stay in memory order.
  return [...distances.values()]
    .sort((a, b) => a.distance - b.distance)
    .map(({ field, line }) => ({ field, line }));
}

import type { Tag } from '../edit/document';
import type { MemberPath } from '../layout/ids';
import type { AccessProfile, AtomProfile } from './profile';
import { isLockFunction } from '../locks/lockTypes';
import type { LockObject } from '../locks/objects';

/** The least part of a member's samples that functions which work on locks must have. */
const MOST = 0.5;

/** Adds members that are locks by who touches them, or because a person says so, whatever their types are called. */
export function withLocksByUse(
  byType: readonly LockObject[],
  { instances }: AccessProfile,
  tags: readonly Tag[],
): readonly LockObject[] {
  const known = new Set(byType.filter(({ kind }) => kind === 'lock').map(({ field }) => field));
  const tagged = new Set(tags.filter(({ role }) => role === 'lock').map(({ member }) => member));
  const fields = new Map<MemberPath, AtomProfile[]>();
  for (const { atoms } of instances) {
    for (const atom of atoms) {
      if (!known.has(atom.field)) fields.set(atom.field, [...(fields.get(atom.field) ?? []), atom]);
    }
  }
  const byUse = [...fields].flatMap(([field, atoms]): readonly LockObject[] => {
    if (!tagged.has(field) && !isUsedAsLock(atoms)) return [];
    const first = Math.min(...atoms.map(({ offsetBytes }) => offsetBytes));
    const end = Math.max(...atoms.map(({ offsetBytes, sizeBytes }) => offsetBytes + sizeBytes));
    return [
      {
        field,
        offsetBytes: first,
        sizeBytes: end - first,
        kind: 'lock',
        typeName: null,
        guards: [],
      },
    ];
  });
  return [...byType, ...byUse];
}

function isUsedAsLock(atoms: readonly AtomProfile[]): boolean {
  let all = 0;
  let ofLocks = 0;
  for (const { symbol, rmtHitm, lclHitm, stores } of atoms.flatMap(({ rows }) => rows)) {
    const samples = rmtHitm + lclHitm + stores;
    all += samples;
    if (isLockFunction(symbol)) ofLocks += samples;
  }
  return all > 0 && ofLocks > MOST * all;
}

import type { Tag } from '../../edit/document';
import type { TagRole } from '../../edit/edit';
import type { MemberPath } from '../../layout/ids';
import type { CellHeat, HeatAccess, HeatStep } from '../scene';

/** Roles that a person gave, where nothing was measured. */
export function tagCells(tags: readonly Tag[]): ReadonlyMap<MemberPath, CellHeat> {
  return new Map(
    tags.map(({ member, role }) => [
      member,
      { source: 'tagged', text: `tagged ${role}`, ...TAG_MARKS[role] } as const,
    ]),
  );
}

/** Who only reads has a bar, who writes a fill too (steps 4 and 5); the signs are those of measured heat. */
const TAG_MARKS: Readonly<
  Record<TagRole, { readonly step: HeatStep; readonly access: HeatAccess }>
> = {
  cold: { step: 1, access: null },
  'read-mostly': { step: 2, access: 'reads' },
  'read-hot': { step: 3, access: 'reads' },
  lock: { step: 4, access: 'both' },
  counter: { step: 5, access: 'both' },
  'write-hot': { step: 5, access: 'writes' },
};

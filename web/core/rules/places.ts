import type { StructDesc } from '../facts/generated';
import type { MemberPath } from '../layout/ids';
import type { FieldItem, Layout } from '../layout/layout';
import { nestedLayout } from '../layout/nested';
import { fieldsOf } from '../layout/walk';

/** The bits of a member, from the start of the struct. */
export interface MemberPlace {
  readonly offsetBits: number;
  readonly sizeBits: number | null;
}

/** A member that holds data itself. */
export interface PlacedMember extends MemberPlace {
  readonly path: MemberPath;
}

/** Where a member lies; null where there is none of that name. */
export type PlaceFinder = (path: MemberPath) => MemberPlace | null;

/** Elements of arrays beyond this one are not looked up. */
const MOST_ELEMENTS = 4096;

/** The members of a layout by their names, those inside of nested types too. */
export function placesIn(layout: Layout, desc: StructDesc): PlaceFinder {
  let fields: ReadonlyMap<MemberPath, FieldItem> | null = null;
  return (path) => {
    fields ??= new Map([...fieldsOf(layout)].map((field) => [field.path, field]));
    return fields.get(path) ?? nestedIn([...fields.values()], path, desc);
  };
}

/** `mmap_lock.owner` and `slots[2].seq` lie in the fields that their names begin with. */
function nestedIn(
  fields: readonly FieldItem[],
  path: MemberPath,
  desc: StructDesc,
): FieldItem | null {
  for (const field of fields) {
    if (field.path === path) return field;
    if (field.inner !== null) {
      const inside = nestedIn([...fieldsOf(field.inner)], path, desc);
      if (inside !== null) return inside;
      continue;
    }
    const rest = path.slice(field.path.length);
    if (!path.startsWith(field.path) || !/^[.[]/.test(rest)) continue;
    const element = Number(/^\[(\d+)\]/.exec(rest)?.[1] ?? 0);
    if (element >= MOST_ELEMENTS) continue;
    const inner = nestedLayout(desc, field, element + 1);
    const found = inner === null ? null : nestedIn([...fieldsOf(inner)], path, desc);
    if (found !== null) return found;
  }
  return null;
}

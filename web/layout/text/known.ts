import type { StructDesc } from '../../facts/generated';
import { orderedFrom } from '../original';
import { membersOf } from '../walk';
import type { KnownType } from './choices';

/** Every type that a struct holds, by the name that C gives it; unnamed ones, pointers and arrays left out. */
export function typesOf(desc: StructDesc): readonly (readonly [string, KnownType])[] {
  return desc.types.flatMap(({ name, sizeBytes }, typeIndex) => {
    const named = !/[*[(]|^(?:struct|union|class)$/.test(name) && typeIndex !== desc.root;
    return named && sizeBytes !== null ? [[name, { desc, typeIndex }] as const] : [];
  });
}

/** The names of all its members, those of anonymous aggregates too. */
export function namesOf(desc: StructDesc): ReadonlySet<string> {
  const names = [...membersOf(orderedFrom(desc).root)].map(({ name }) => name);
  return new Set(names.filter((name) => name !== null));
}

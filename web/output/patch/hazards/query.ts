import type {
  HazardQuery,
  HeaderDoc,
  MemberFact,
  StructDesc,
  TypeFact,
} from '../../../facts/generated';
import { itemAt } from '../../../base/itemAt';
import { orderedFrom } from '../../../layout/original';
import { membersOf } from '../../../layout/walk';
import { qualifiedName } from '../findRecord';
import { memberAliases } from './aliases';

/**
 * What every file of a tree is asked about a struct. `header` is the one that declares it, where it is at hand:
 * its typedefs are other names of the struct.
 */
export function hazardQuery(desc: StructDesc, header: HeaderDoc | null): HazardQuery {
  const { root } = orderedFrom(desc);
  const { name } = qualifiedName(desc.name);
  const cplusplus = desc.cplusplus === true;
  return {
    keyword: root.keyword,
    name,
    aliases: [
      ...memberAliases(header, root.keyword, name),
      // C++ needs no keyword.
      ...(cplusplus || header?.cplusplus === true ? [name] : []),
    ],
    cplusplus,
    members: [
      ...new Set([...membersOf(root)].flatMap(({ name }) => (name === null ? [] : [name]))),
    ],
    firstTypes: [...firstTypes(desc)],
    held: [],
    offsets: [],
  };
}

/** Tags of what lies at the beginning of a struct, from the outside in. */
function firstTypes(desc: StructDesc): ReadonlySet<string> {
  const found = new Set<string>();
  for (let index: number | null = desc.root; index !== null;) {
    const first = firstMember(itemAt(desc.types, index));
    const type: TypeFact | null = first === null ? null : itemAt(desc.types, first.typeIndex);
    if (first === null || type === null) break;
    const tag = type.name.replace(/^(?:const |volatile |struct |union |class )+/, '');
    if (!/^\w+$/.test(tag) || found.has(tag)) break;
    if (type.shape.kind !== 'scalar' && first.name !== null) found.add(tag);
    index = type.shape.kind === 'aggregate' ? first.typeIndex : null;
  }
  return found;
}

function firstMember({ shape }: TypeFact): MemberFact | null {
  if (shape.kind !== 'aggregate' || shape.keyword === 'union') return null;
  return shape.members.find(({ offsetBits }) => offsetBits === 0) ?? null;
}

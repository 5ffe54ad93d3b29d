import { itemAt } from '../base/itemAt';
import type { MemberFact, StructDesc, TypeFact } from '../facts/generated';
import { orderedFrom } from '../layout/original';

/**
 * Why a struct looks like a format that others read too: on a wire, on a disk, in a device, in user space. Null where
 * nothing says so. An order of such a struct is no choice of the program's alone.
 *
 * @param path of its header, where it is known better than debug information states it
 */
export function formatReason(desc: StructDesc, path: string | null = null): string | null {
  const root = itemAt(desc.types, desc.root);
  const name = `\`${desc.name}\``;
  const file = path ?? root.declared?.file ?? '';
  if (/(?:^|\/)uapi\//.test(file)) return `${name} is declared for user space (${file})`;
  if (DISK.test(file)) return `${name} is declared with a format on disk (${file})`;
  if (/^rte_\w+_hdr$/.test(desc.name)) return `${name} is a header of a packet`;
  if (orderedFrom(desc).root.packed) return `${name} is packed`;
  const leaves = leavesOf(desc, desc.root, 0);
  // A pointer or a lock never leaves the machine.
  if (leaves === null || leaves.length === 0) return null;
  const ordered = leaves.find(({ type }) => BYTE_ORDER.test(type.name));
  if (ordered !== undefined) {
    return `${name} has only fields of fixed width, and ${sentenceOf(ordered)} states a byte order`;
  }
  const reserved = leaves.find(({ fact }) =>
    /^_*(?:reserved|rsvd|resv)\w*$/i.test(fact.name ?? ''),
  );
  return reserved === undefined
    ? null
    : `${name} has only fields of fixed width, and ${sentenceOf(reserved)} is reserved for later versions`;
}

/** The sentence for whoever wants another order of it. */
export function formatSentence(reason: string): string {
  return `${reason}: it looks like a format of a wire, a disk, a device or user space, which others read in this order.`;
}

/** Headers of formats on disk: `xfs_format.h`, `gfs2_ondisk.h`, a folder `ondisk/`. */
const DISK =
  /(?:^|\/)(?:\w*(?:_ondisk|_disk_format|_format|ecma_167)\.h$|on-?disk\/|disk_format\/)/;

const BYTE_ORDER =
  /^(?:const )?(?:(?:__)?[bl]e(?:16|32|64)|rte_[bl]e(?:16|32|64)_t|__sum16|__wsum)$/;

/** Types whose size and meaning no compiler decides. */
const FIXED =
  /^(?:const )?(?:(?:__)?[us](?:8|16|32|64)|u?int(?:8|16|32|64)_t|(?:unsigned |signed )?char|uuid_t|guid_t)$/;

interface Leaf {
  readonly fact: MemberFact;
  readonly type: TypeFact;
}

function sentenceOf({ fact, type }: Leaf): string {
  return `\`${fact.name ?? type.name}\` (${type.name})`;
}

/** The members of an aggregate down to scalars; null where one is of no fixed width. */
function leavesOf(desc: StructDesc, typeIndex: number, depth: number): readonly Leaf[] | null {
  const { shape } = itemAt(desc.types, typeIndex);
  if (shape.kind !== 'aggregate' || depth > DEEPEST) return null;
  const found: Leaf[] = [];
  for (const fact of shape.members) {
    if (fact.role === 'inferredBits') continue;
    let index = fact.typeIndex;
    for (let type = itemAt(desc.types, index); type.shape.kind === 'array';) {
      index = type.shape.element;
      type = itemAt(desc.types, index);
    }
    const type = itemAt(desc.types, index);
    if (FIXED.test(type.name) || BYTE_ORDER.test(type.name)) {
      found.push({ fact, type });
      continue;
    }
    const inside = leavesOf(desc, index, depth + 1);
    if (inside === null) return null;
    found.push(...inside);
  }
  return found;
}

const DEEPEST = 16;

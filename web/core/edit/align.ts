import { itemAt } from '../base/itemAt';
import { fail, ok, type Result } from '../base/result';
import type { Target } from '../facts/generated';
import type { ForcedAlign, OrderedAggregate, OrderedMember, OrderedStruct } from '../layout/order';
import type { Edit } from './edit';
import { find } from './names';
import { runOf } from './runs';
import { closedReason, replaceMembers, type Located } from './tree';

type AlignEdit = Extract<Edit, { kind: 'align' | 'unalign' | 'isolate' }>;

export function applyAlign(
  struct: OrderedStruct,
  edit: AlignEdit,
): Result<OrderedAggregate, string> {
  const { root, desc } = struct;
  const found = find(root, edit.member);
  if (!found.ok) return found;
  const closed = closedReason(found.value.chain);
  if (closed !== null) return fail(closed);
  const { member, holder } = found.value;
  if (edit.kind !== 'unalign' && member.inner !== null && holder.packed) {
    return fail(
      `\`${member.path}\` lies in a packed struct: there an alignment has no say in where an anonymous struct or union lies.`,
    );
  }
  const asked =
    edit.kind === 'unalign'
      ? 1
      : alignBytes(desc.target, edit.kind === 'align' ? edit.bytes : 'cacheline');
  const cap = desc.alignCapBytes ?? asked;
  if (asked > cap) {
    return fail(
      `\`${member.path}\` cannot be aligned to ${asked}: a \`#pragma pack\` caps every alignment in the struct at ${cap}.`,
    );
  }
  if (edit.kind === 'align' && member.bitField !== null) {
    const least = member.typeAlign.bytes;
    if (asked < least) {
      return fail(
        `\`${member.path}\` is a bit-field of ${member.typeName}, which is aligned to ${least}: gcc and clang disagree about less.`,
      );
    }
  }
  switch (edit.kind) {
    case 'align':
      return ok(aligned(root, member, asked));
    case 'unalign':
      return unaligned(root, member);
    case 'isolate':
      return ok(isolated(root, found.value, asked));
  }
}

/** `cacheline` is what `____cacheline_aligned` uses, L1_CACHE_BYTES of the architecture; not the line in view. */
function alignBytes(target: Target, bytes: number | 'cacheline'): number {
  return bytes === 'cacheline' ? target.lineBytes : bytes;
}

function aligned(root: OrderedAggregate, member: OrderedMember, bytes: number): OrderedAggregate {
  return replaceMembers(root, new Map([[member, withAlign(member, { bytes, from: 'edited' })]]));
}

/**
 * `struct { … } __aligned(64);` aligns the type of an anonymous struct, not only the member: its size
 * grows to a multiple, as gcc and clang read the attribute there.
 */
function withAlign(member: OrderedMember, align: ForcedAlign | null): OrderedMember {
  if (member.inner === null) return { ...member, align };
  return { ...member, align: null, inner: { ...member.inner, forcedAlign: align } };
}

function unaligned(
  root: OrderedAggregate,
  member: OrderedMember,
): Result<OrderedAggregate, string> {
  const own = member.align ?? member.inner?.forcedAlign ?? null;
  if (own === null && member.isolateBytes === null) {
    const why =
      member.typeAlign.from !== 'abi' && member.inner === null
        ? ` (its type ${member.typeName} is aligned to ${member.typeAlign.bytes})`
        : '';
    return fail(`\`${member.path}\` has no alignment of its own to take away${why}.`);
  }
  const bare = { ...withAlign(member, null), isolateBytes: null };
  return ok(replaceMembers(root, new Map([[member, bare]])));
}

/** Aligned, and what follows too. Of bit-fields the whole storage run is alone on its line. */
function isolated(root: OrderedAggregate, located: Located, bytes: number): OrderedAggregate {
  const { holder, index } = located;
  const run = runOf(holder, index);
  const first = itemAt(holder.members, run.start);
  // What is asked of the next member hangs on the last one that has a name; `place` carries it on.
  const named = holder.members.slice(run.start, run.end).findLast((each) => each.name !== null);
  const last = named ?? itemAt(holder.members, run.end - 1);
  const head = withAlign(first, { bytes, from: 'edited' });
  const changes =
    first === last
      ? [[first, { ...head, isolateBytes: bytes }] as const]
      : [[first, head] as const, [last, { ...last, isolateBytes: bytes }] as const];
  return replaceMembers(root, new Map(changes));
}

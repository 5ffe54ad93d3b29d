import type { MemberFact, TypeFact } from './generated';

/** Unnamed aggregates in each other, deeper than any program has them: their members count no more. */
const MAX_INSIDE = 32;

/**
 * The content key of a struct, as ingest computes it (`wasm/crates/facts/src/key.rs`): FNV-1a over each
 * direct member's name, a zero byte, offset and size in bits (little-endian, 64 bits each, all ones for an
 * unknown size), and behind an unnamed struct or union the hash of its own members. What was inferred is
 * left out. A struct whose own size is not known has 0 there.
 */
export function contentKey(
  struct: { readonly keyword: string; readonly name: string; readonly sizeBytes: number | null },
  members: readonly MemberFact[],
  types: readonly TypeFact[],
): string {
  const hash = membersHash(members, types, 0, new Map()).toString(16).padStart(16, '0');
  return `${struct.keyword}:${struct.name}:${struct.sizeBytes ?? 0}:${hash}`;
}

/** @param known hashes by the members and their depth, so that what is held twice at one depth is hashed once */
function membersHash(
  members: readonly MemberFact[],
  types: readonly TypeFact[],
  depth: number,
  known: Map<readonly MemberFact[], Map<number, bigint>>,
): bigint {
  const byDepth = known.get(members) ?? new Map<number, bigint>();
  known.set(members, byDepth);
  const done = byDepth.get(depth);
  if (done !== undefined) return done;
  let hash = 0xcbf29ce484222325n;
  const write = (byte: number) => {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  };
  const writeU64 = (value: bigint) => {
    for (let shift = 0n; shift < 64n; shift += 8n) write(Number((value >> shift) & 0xffn));
  };
  for (const member of members) {
    if (member.role === 'inferredBits') continue;
    new TextEncoder().encode(member.name ?? '').forEach(write);
    write(0);
    writeU64(BigInt(member.offsetBits));
    writeU64(member.sizeBits === null ? 0xffffffffffffffffn : BigInt(member.sizeBits));
    const inside = insideOf(member, types);
    if (inside && depth < MAX_INSIDE) writeU64(membersHash(inside, types, depth + 1, known));
  }
  byDepth.set(depth, hash);
  return hash;
}

/** The members of an unnamed struct or union, which are members of its parent to whoever writes C. */
export function insideOf(
  member: MemberFact,
  types: readonly TypeFact[],
): readonly MemberFact[] | null {
  if (member.name !== null || member.role === 'base') return null;
  const shape = types[member.typeIndex]?.shape;
  return shape?.kind === 'aggregate' ? shape.members : null;
}

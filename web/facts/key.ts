import type { MemberFact } from './generated';

/**
 * The content key of a struct, as ingest computes it (`wasm/crates/debuginfo/src/key.rs`): FNV-1a over
 * each direct member's name, a zero byte, offset and size in bits (little-endian, 64 bits each, all ones
 * for an unknown size). What was inferred is left out.
 */
export function contentKey(
  keyword: string,
  name: string,
  sizeBytes: number,
  members: readonly MemberFact[],
): string {
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
  }
  return `${keyword}:${name}:${sizeBytes}:${hash.toString(16).padStart(16, '0')}`;
}

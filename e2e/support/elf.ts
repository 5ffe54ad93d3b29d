/**
 * Where an ELF-64 file has the header of a section: sh_flags is at 8 in it, sh_offset at 24, sh_size at 32. Throws
 * where there is none.
 */
export function sectionHeader(elf: Buffer, name: string): number {
  // e_shoff and e_shstrndx; a header has 64 bytes, of which the first four say where its name is.
  const table = Number(elf.readBigUInt64LE(0x28));
  const names = Number(elf.readBigUInt64LE(table + elf.readUInt16LE(0x3e) * 64 + 24));
  for (let header = table; ; header += 64) {
    const at = names + elf.readUInt32LE(header);
    if (elf.toString('latin1', at, at + name.length + 1) === `${name}\0`) return header;
  }
}

// A writer of raw BTF, for files that are too large to be committed. The format: Documentation/bpf/btf.rst
// of the kernel.

export interface BtfStruct {
  readonly name: string;
  readonly sizeBytes: number;
  /** Type 1 is `int`, type 2 the first struct; offsets in bytes. */
  readonly members: readonly {
    readonly name: string;
    readonly type: number;
    readonly at: number;
  }[];
}

const [INT, STRUCT] = [1, 4];
const HEADER_BYTES = 24;

/** What split BTF continues; its types and strings are numbered on from there. */
interface BtfBase {
  readonly stringBytes: number;
}

export function btfOf(structs: Iterable<BtfStruct>): Uint8Array {
  return writtenBtf(structs, null).bytes;
}

/** A kernel's BTF, and that of a module which continues it: its members may have types of the base, by number. */
export function splitBtfOf(
  base: Iterable<BtfStruct>,
  module: Iterable<BtfStruct>,
): { readonly base: Uint8Array; readonly module: Uint8Array } {
  const whole = writtenBtf(base, null);
  return { base: whole.bytes, module: writtenBtf(module, whole).bytes };
}

function writtenBtf(
  structs: Iterable<BtfStruct>,
  base: BtfBase | null,
): BtfBase & { readonly bytes: Uint8Array } {
  const words: number[] = [];
  const strings: string[] = base === null ? [''] : [];
  const firstString = base?.stringBytes ?? 0;
  let stringBytes = firstString + strings.length;
  const known = new Map<string, number>();
  const text = (name: string) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, stringBytes);
    strings.push(name);
    stringBytes += name.length + 1;
    return stringBytes - name.length - 1;
  };
  if (base === null) words.push(text('int'), INT << 24, 4, 32);
  for (const { name, sizeBytes, members } of structs) {
    words.push(text(name), (STRUCT << 24) | members.length, sizeBytes);
    for (const member of members) words.push(text(member.name), member.type, member.at * 8);
  }
  const typeBytes = words.length * 4;
  const ownBytes = stringBytes - firstString;
  const header = new Uint32Array([0x1eb9f, HEADER_BYTES, 0, typeBytes, typeBytes, ownBytes]);
  const bytes = new Uint8Array(HEADER_BYTES + typeBytes + ownBytes);
  bytes.set(new Uint8Array(header.buffer));
  bytes.set(new Uint8Array(new Uint32Array(words).buffer), HEADER_BYTES);
  bytes.set(new TextEncoder().encode(`${strings.join('\0')}\0`), HEADER_BYTES + typeBytes);
  return { bytes, stringBytes };
}

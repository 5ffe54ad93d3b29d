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

export function btfOf(structs: Iterable<BtfStruct>): Uint8Array {
  const words: number[] = [];
  const strings: string[] = [''];
  let stringBytes = 1;
  const known = new Map<string, number>();
  const text = (name: string) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, stringBytes);
    strings.push(name);
    stringBytes += name.length + 1;
    return stringBytes - name.length - 1;
  };
  words.push(text('int'), INT << 24, 4, 32);
  for (const { name, sizeBytes, members } of structs) {
    words.push(text(name), (STRUCT << 24) | members.length, sizeBytes);
    for (const member of members) words.push(text(member.name), member.type, member.at * 8);
  }
  const typeBytes = words.length * 4;
  const header = new Uint32Array([0x1eb9f, HEADER_BYTES, 0, typeBytes, typeBytes, stringBytes]);
  const bytes = new Uint8Array(HEADER_BYTES + typeBytes + stringBytes);
  bytes.set(new Uint8Array(header.buffer));
  bytes.set(new Uint8Array(new Uint32Array(words).buffer), HEADER_BYTES);
  bytes.set(new TextEncoder().encode(`${strings.join('\0')}\0`), HEADER_BYTES + typeBytes);
  return bytes;
}

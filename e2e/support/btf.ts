// A writer of raw BTF, for files that are too large to be committed, or that no compiler writes. The format:
// Documentation/bpf/btf.rst of the kernel.

/** `type` is its number: 1 is the first there is; `at` is where the member begins, in bytes. */
export interface BtfMember {
  readonly name: string;
  readonly type: number;
  readonly at: number;
}

export interface BtfStruct {
  readonly name: string;
  readonly sizeBytes: number;
  /** Type 1 is `int`, type 2 the first struct. */
  readonly members: readonly BtfMember[];
}

const [INT, STRUCT, TYPEDEF] = [1, 4, 8];
const HEADER_BYTES = 24;

/** Types in a row, each with its number; those of split BTF are numbered on from the base's, and so are its strings. */
export class BtfWriter {
  private readonly words: number[] = [];
  private readonly strings: string[] = [];
  private readonly places = new Map<string, number>();
  private readonly firstString: number;
  private stringBytes: number;
  private count: number;

  constructor(base: BtfWriter | null = null) {
    this.firstString = base?.stringBytes ?? 0;
    this.stringBytes = this.firstString;
    this.count = base?.count ?? 0;
    if (base === null) this.text('');
  }

  int(): number {
    return this.type('int', INT << 24, 4, [32]);
  }

  typedef(name: string, of: number): number {
    return this.type(name, TYPEDEF << 24, of, []);
  }

  struct(name: string, sizeBytes: number, members: readonly BtfMember[]): number {
    const facts = members.flatMap((each) => [this.text(each.name), each.type, each.at * 8]);
    return this.type(name, (STRUCT << 24) | members.length, sizeBytes, facts);
  }

  structs(all: Iterable<BtfStruct>): this {
    for (const { name, sizeBytes, members } of all) this.struct(name, sizeBytes, members);
    return this;
  }

  /** What it holds, as a file. */
  bytes(): Uint8Array {
    const typeBytes = this.words.length * 4;
    const ownBytes = this.stringBytes - this.firstString;
    const header = [0x1eb9f, HEADER_BYTES, 0, typeBytes, typeBytes, ownBytes];
    const bytes = new Uint8Array(HEADER_BYTES + typeBytes + ownBytes);
    bytes.set(new Uint8Array(new Uint32Array(header).buffer));
    bytes.set(new Uint8Array(new Uint32Array(this.words).buffer), HEADER_BYTES);
    bytes.set(new TextEncoder().encode(`${this.strings.join('\0')}\0`), HEADER_BYTES + typeBytes);
    return bytes;
  }

  private type(name: string, info: number, size: number, rest: readonly number[]): number {
    // No spread: a struct may have a hundred thousand members.
    for (const word of [this.text(name), info, size]) this.words.push(word);
    for (const word of rest) this.words.push(word);
    this.count += 1;
    return this.count;
  }

  private text(name: string): number {
    const known = name === '' && this.firstString > 0 ? 0 : this.places.get(name);
    if (known !== undefined) return known;
    const place = this.stringBytes;
    this.places.set(name, place);
    this.strings.push(name);
    this.stringBytes += name.length + 1;
    return place;
  }
}

function withInt(structs: Iterable<BtfStruct>): BtfWriter {
  const writer = new BtfWriter();
  writer.int();
  return writer.structs(structs);
}

export const btfOf = (structs: Iterable<BtfStruct>): Uint8Array => withInt(structs).bytes();

/** A kernel's BTF, and that of a module which continues it: its members may have types of the base, by number. */
export function splitBtfOf(base: Iterable<BtfStruct>, module: Iterable<BtfStruct>) {
  const whole = withInt(base);
  return { base: whole.bytes(), module: new BtfWriter(whole).structs(module).bytes() };
}

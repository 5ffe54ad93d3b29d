/** BTF by hand: types in a row, the first has the number 1 (Documentation/bpf/btf.rst). */
export class BtfWriter {
  private readonly words: number[] = [];
  private strings = '\0';
  private count = 0;

  /** What it holds, as a file of raw BTF. */
  bytes(): Uint8Array {
    const text = new TextEncoder().encode(this.strings);
    const types = this.words.length * 4;
    const head = [0x0001eb9f, 24, 0, types, types, text.length];
    const words = Uint32Array.from([...head, ...this.words]);
    return Buffer.concat([new Uint8Array(words.buffer), text]);
  }

  int(): number {
    return this.type('int', 1 << 24, 4, [32]);
  }

  typedef(name: string, of: number): number {
    return this.type(name, 8 << 24, of, []);
  }

  /** `members` are names (empty for none) and numbers of types, each `stride` bytes after the one before. */
  struct(
    name: string,
    sizeBytes: number,
    members: readonly (readonly [string, number])[],
    stride: number,
  ): number {
    const facts = members.flatMap(([member, type], at) => {
      return [this.text(member), type, (at * stride * 8) >>> 0];
    });
    return this.type(name, (4 << 24) | members.length, sizeBytes >>> 0, facts);
  }

  private type(name: string, info: number, size: number, rest: readonly number[]): number {
    // No spread: a struct may have a hundred thousand members.
    for (const word of [this.text(name), info, size]) this.words.push(word);
    for (const word of rest) this.words.push(word);
    return ++this.count;
  }

  private text(name: string): number {
    if (name === '') return 0;
    const at = this.strings.length;
    this.strings += `${name}\0`;
    return at;
  }
}

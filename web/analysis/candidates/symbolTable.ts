import { fail, ok, type Result } from '../../base/result';

/** The symbols of a kernel or program, by address. */
export interface SymbolTable {
  /** Ascending. */
  readonly addresses: BigUint64Array;
  /** Bytes; of what states no size, to the next symbol. */
  readonly sizesBytes: Float64Array;
  readonly kinds: readonly SymbolKind[];
  readonly names: readonly string[];
  /** Places of every symbol of a name, in the order of addresses. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
}

export type SymbolKind = 'code' | 'data' | 'perCpu' | 'other';

/** A symbol and where in it an address lies. */
export interface SymbolPlace {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly address: bigint;
  readonly sizeBytes: number;
  readonly offsetBytes: number;
}

/** `ffffffff81000000 T _text`, as /proc/kallsyms, System.map and nm write it; or with a size, as `nm -S` does. */
const LINE = /^([0-9a-f]{4,16}) +(?:([0-9a-f]+) +)?([A-Za-z?]) (\S+)/;

/** What states no size is not taken to reach further than this. */
const MAX_UNSTATED_BYTES = 1 << 20;

/** Reads /proc/kallsyms, System.map, `nm` and `nm -S`. The failure is a sentence. */
export function readSymbols(text: string): Result<SymbolTable, string> {
  const rows: { address: bigint; sizeBytes: number; kind: SymbolKind; name: string }[] = [];
  let zeros = 0;
  for (const line of text.split('\n')) {
    const [, address, size, letter = '', name] = LINE.exec(line) ?? [];
    if (address === undefined || name === undefined) continue;
    if (/^0+$/.test(address)) zeros += 1;
    rows.push({
      address: BigInt(`0x${address}`),
      sizeBytes: size === undefined ? 0 : Number.parseInt(size, 16),
      kind: kindOf(letter),
      name,
    });
  }
  if (rows.length === 0) return fail('There are no symbols in it.');
  if (zeros > rows.length / 2) {
    return fail(
      'All its addresses are 0: the kernel hides them from ordinary users. Read it as root: sudo cat /proc/kallsyms > kallsyms.txt',
    );
  }
  markPerCpu(rows);
  rows.sort((a, b) => (a.address < b.address ? -1 : a.address > b.address ? 1 : 0));
  const byName = new Map<string, number[]>();
  const sizesBytes = new Float64Array(rows.length);
  let next = rows.length;
  for (let place = rows.length - 1; place >= 0; place -= 1) {
    const row = rows[place];
    if (row === undefined) continue;
    // Aliases stand at the same address; the next one behind them ends them all.
    const after = rows[next];
    if (after === undefined || after.address !== row.address) {
      const following = rows[place + 1];
      if (following !== undefined && following.address !== row.address) next = place + 1;
    }
    const end = rows[next]?.address;
    const gap = end === undefined ? MAX_UNSTATED_BYTES : Number(end - row.address);
    sizesBytes[place] = row.sizeBytes > 0 ? row.sizeBytes : Math.min(gap, MAX_UNSTATED_BYTES);
  }
  for (const [place, { name }] of rows.entries()) {
    const places = byName.get(name);
    if (places) places.push(place);
    else byName.set(name, [place]);
  }
  return ok({
    addresses: BigUint64Array.from(rows, ({ address }) => address),
    sizesBytes,
    kinds: rows.map(({ kind }) => kind),
    names: rows.map(({ name }) => name),
    byName,
  });
}

/** The symbol of one of these kinds that holds an address; null where none does. */
export function symbolAt(
  table: SymbolTable,
  address: bigint,
  kinds: readonly SymbolKind[],
): SymbolPlace | null {
  // Some steps back: an alias without a size may stand between.
  const last = firstAfter(table, address) - 1;
  for (let place = last; place >= Math.max(0, last - 8); place -= 1) {
    const found = placeIn(table, place, address);
    if (found && kinds.includes(found.kind) && found.offsetBytes < found.sizeBytes) return found;
  }
  return null;
}

/** Symbols of these kinds that reach into a range, each address once, by address. */
export function symbolsIn(
  table: SymbolTable,
  from: bigint,
  lengthBytes: number,
  kinds: readonly SymbolKind[],
): readonly SymbolPlace[] {
  const found: SymbolPlace[] = [];
  const before = symbolAt(table, from, kinds);
  if (before) found.push(before);
  const until = from + BigInt(lengthBytes);
  for (let place = firstAfter(table, from); place < table.names.length; place += 1) {
    const symbol = placeIn(table, place, from);
    if (!symbol || symbol.address >= until) break;
    if (!kinds.includes(symbol.kind) || symbol.sizeBytes === 0) continue;
    const last = found.at(-1);
    const overlaps = last && last.address + BigInt(last.sizeBytes) > symbol.address;
    if (!overlaps) found.push(symbol);
  }
  return found;
}

function placeIn(table: SymbolTable, place: number, address: bigint): SymbolPlace | null {
  const at = table.addresses[place];
  const [name, kind] = [table.names[place], table.kinds[place]];
  if (at === undefined || name === undefined || kind === undefined) return null;
  return {
    name,
    kind,
    address: at,
    sizeBytes: table.sizesBytes[place] ?? 0,
    offsetBytes: Number(address - at),
  };
}

/** The first place whose address is greater. */
function firstAfter({ addresses }: SymbolTable, address: bigint): number {
  let [low, high] = [0, addresses.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((addresses[middle] ?? 0n) <= address) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** x86 links them at 0 (until v6.15), far below its code; kallsyms has no letter for them. */
const LOW = 0x1000000n;
const KERNEL_HALF = 0xffff000000000000n;

function markPerCpu(rows: { address: bigint; sizeBytes: number; kind: SymbolKind }[]): void {
  if (!rows.some(({ address }) => address >= KERNEL_HALF)) return;
  let highest: (typeof rows)[number] | null = null;
  for (const row of rows) {
    if (row.address >= LOW) continue;
    row.kind = 'perCpu';
    if (highest === null || row.address > highest.address) highest = row;
  }
  // What follows the last of them is 2^64 away.
  if (highest !== null && highest.sizeBytes === 0) highest.sizeBytes = 64;
}

/** The letters of nm; `P` is our own, for `.data..percpu`. */
function kindOf(letter: string): SymbolKind {
  if (letter === 'P') return 'perCpu';
  switch (letter.toLowerCase()) {
    case 't':
    case 'w':
    case 'i':
      return 'code';
    case 'd':
    case 'b':
    case 'r':
    case 'v':
    case 'g':
    case 's':
      return 'data';
    default:
      return 'other';
  }
}

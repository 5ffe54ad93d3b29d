import { symbolsMessage } from './messages';
import type { Message } from '../base/messages';
import { fail, ok, type Result } from '../base/result';
import { visibleText } from '../base/visible';

/** The symbols of a kernel or program, by address. Columns, so that a worker hands over a kernel's at no cost. */
export interface SymbolTable {
  /** Ascending. */
  readonly addresses: BigUint64Array;
  /** Bytes; of what states no size, to the next symbol. */
  readonly sizesBytes: Float64Array;
  /** Places in `KINDS`. */
  readonly kinds: Uint8Array;
  /** All names, one after the other. */
  readonly names: string;
  /** Where in `names` that of each place ends. */
  readonly nameEnds: Uint32Array;
  /** A hash table of the first place of each name, plus one; 0 is free. Its length is a power of two. */
  readonly slots: Uint32Array;
  /** The next place of the same name, plus one; 0 for none. */
  readonly nextOfName: Uint32Array;
}

const KINDS = ['code', 'data', 'perCpu', 'other'] as const;
export type SymbolKind = (typeof KINDS)[number];

/** A symbol and where in it an address lies. */
export interface LocatedSymbol {
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
export function readSymbols(text: string): Result<SymbolTable, Message> {
  const rows: { address: bigint; sizeBytes: number; kind: SymbolKind; name: string }[] = [];
  let zeros = 0;
  for (const line of visibleText(text).split('\n')) {
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
  if (rows.length === 0) return fail(symbolsMessage('none'));
  if (zeros > rows.length / 2) {
    return fail(symbolsMessage('hidden'));
  }
  markPerCpu(rows);
  rows.sort((a, b) => (a.address < b.address ? -1 : a.address > b.address ? 1 : 0));
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
  return ok({
    addresses: BigUint64Array.from(rows, ({ address }) => address),
    sizesBytes,
    kinds: Uint8Array.from(rows, ({ kind }) => KINDS.indexOf(kind)),
    ...nameColumns(rows.map(({ name }) => name)),
  });
}

function nameColumns(
  all: readonly string[],
): Pick<SymbolTable, 'names' | 'nameEnds' | 'slots' | 'nextOfName'> {
  const names = all.join('');
  let end = 0;
  const nameEnds = Uint32Array.from(all, ({ length }) => (end += length));
  const columns = {
    names,
    nameEnds,
    slots: new Uint32Array(2 ** Math.ceil(Math.log2(2 * all.length))),
    nextOfName: new Uint32Array(all.length),
  };
  // From the last to the first, so that the places of a name ascend.
  for (let place = all.length - 1; place >= 0; place -= 1) {
    const slot = slotOf(columns, all[place] ?? '');
    columns.nextOfName[place] = columns.slots[slot] ?? 0;
    columns.slots[slot] = place + 1;
  }
  return columns;
}

type NameColumns = Pick<SymbolTable, 'names' | 'nameEnds' | 'slots'>;

/** Where in `slots` a name is, or would be. */
function slotOf(columns: NameColumns, name: string): number {
  const { slots } = columns;
  // FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), of 16 bits at once.
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  }
  const last = slots.length - 1;
  for (let slot = (hash ^ (hash >>> 15)) & last; ; slot = (slot + 1) & last) {
    const held = slots[slot] ?? 0;
    if (held === 0 || nameAt(columns, held - 1) === name) return slot;
  }
}

function nameAt({ names, nameEnds }: NameColumns, place: number): string {
  return names.slice(nameEnds[place - 1] ?? 0, nameEnds[place]);
}

/** Places of every symbol of a name, in the order of addresses. */
export function placesNamed(table: SymbolTable, name: string): readonly number[] {
  const places: number[] = [];
  let held = table.slots[slotOf(table, name)] ?? 0;
  for (; held > 0; held = table.nextOfName[held - 1] ?? 0) places.push(held - 1);
  return places;
}

/** Whether some of its names are those of C++ or Rust (`_Z…`, `_R…`). */
export function hasMangled({ names, nameEnds }: SymbolTable): boolean {
  let begin = 0;
  for (const end of nameEnds) {
    if (names[begin] === '_' && (names[begin + 1] === 'Z' || names[begin + 1] === 'R')) return true;
    begin = end;
  }
  return false;
}

/** The kind of the symbol at a place of the table. */
export function kindAt({ kinds }: SymbolTable, place: number): SymbolKind {
  return KINDS[kinds[place] ?? 0] ?? 'other';
}

/** The symbol of one of these kinds that holds an address; null where none does. */
export function symbolAt(
  table: SymbolTable,
  address: bigint,
  kinds: readonly SymbolKind[],
): LocatedSymbol | null {
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
): readonly LocatedSymbol[] {
  const found: LocatedSymbol[] = [];
  const before = symbolAt(table, from, kinds);
  if (before) found.push(before);
  const until = from + BigInt(lengthBytes);
  for (let place = firstAfter(table, from); place < table.addresses.length; place += 1) {
    const symbol = placeIn(table, place, from);
    if (!symbol || symbol.address >= until) break;
    if (!kinds.includes(symbol.kind) || symbol.sizeBytes === 0) continue;
    const last = found.at(-1);
    const overlaps = last && last.address + BigInt(last.sizeBytes) > symbol.address;
    if (!overlaps) found.push(symbol);
  }
  return found;
}

function placeIn(table: SymbolTable, place: number, address: bigint): LocatedSymbol | null {
  const at = table.addresses[place];
  if (at === undefined) return null;
  return {
    name: nameAt(table, place),
    kind: kindAt(table, place),
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

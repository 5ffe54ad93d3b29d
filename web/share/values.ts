import { fail, ok, type Result } from '../base/result';
import type { LinkTable } from './table';

/** What a link can carry: JSON without anything that only JavaScript knows. */
export type Value =
  null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

/** The low three bits of a value's first number; the others are its argument. */
const TAG = {
  /** The argument is the value. */
  natural: 0,
  /** A new text of so many bytes of UTF-8, which gets the next number among the texts. */
  text: 1,
  /** A text that came before, counted back from the last one. */
  seen: 2,
  /** From the table of names. */
  named: 3,
  list: 4,
  /** An object of a known shape, those of the table first; the number after the last one introduces a new one. */
  object: 5,
  /** 0 null, 1 true, 2 false, 3 decimal: a whole number, then how many of its digits are behind the point; 4 eight bytes of IEEE 754, the lowest first. */
  special: 6,
  /** The argument is -1 minus the value. */
  negative: 7,
} as const;

const SPECIALS = [null, true, false] as const;
const DECIMAL = 3;
const DOUBLE = 4;

/** Deeper is no document, and the readers recurse. */
const MAX_DEPTH = 800;
/** Values of all kinds in one link: a link that says more was made to hurt. */
const MAX_VALUES = 400_000;

/** Whole numbers from here on are written as doubles: three bits of a safe integer are the tag's. */
const MAX_WHOLE = 2 ** 50;

/** Writes a value as bytes. `docs/link.md` has the format; `readValue` reads it. */
export function writeValue(value: Value, table: LinkTable): Uint8Array<ArrayBuffer> {
  const writer = new Writer(table);
  writer.value(value);
  return Uint8Array.from(writer.bytes);
}

class Writer {
  readonly bytes: number[] = [];
  private readonly named: ReadonlyMap<string, number>;
  private readonly seen = new Map<string, number>();
  private readonly shapes: Map<string, number>;

  constructor({ names, shapes }: LinkTable) {
    this.named = new Map(names.map((name, place) => [name, place]));
    this.shapes = new Map(shapes.map((keys, place) => [keys.join(' '), place]));
  }

  value(value: Value): void {
    if (value === null) this.head(TAG.special, 0);
    else if (typeof value === 'boolean') this.head(TAG.special, value ? 1 : 2);
    else if (typeof value === 'number') this.number(value);
    else if (typeof value === 'string') this.text(value);
    else if (isList(value)) {
      this.head(TAG.list, value.length);
      for (const each of value) this.value(each);
    } else this.object(value);
  }

  private number(value: number): void {
    if (Number.isInteger(value) && Math.abs(value) < MAX_WHOLE) {
      if (value >= 0) this.head(TAG.natural, value);
      else this.head(TAG.negative, -1 - value);
      return;
    }
    // The shortest decimal that reads back as the same number, as JSON writes it.
    const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
    const [, sign = '', whole = '0', fraction = '', exponent = '0'] = match ?? [];
    const places = fraction.length - Number(exponent);
    const mantissa = Number(`${sign}${whole}${fraction}`);
    if (!match || places <= 0 || Math.abs(mantissa) >= MAX_WHOLE) {
      this.head(TAG.special, DOUBLE);
      this.bytes.push(...new Uint8Array(Float64Array.of(value).buffer));
      return;
    }
    this.head(TAG.special, DECIMAL);
    this.number(mantissa);
    this.varint(places);
  }

  private text(text: string): void {
    const seen = this.seen.get(text);
    const named = this.named.get(text);
    if (named !== undefined) return this.head(TAG.named, named);
    if (seen !== undefined) return this.head(TAG.seen, this.seen.size - 1 - seen);
    this.seen.set(text, this.seen.size);
    const utf8 = new TextEncoder().encode(text);
    this.head(TAG.text, utf8.length);
    // One by one: as arguments of one call, a long text would be too many.
    for (const byte of utf8) this.bytes.push(byte);
  }

  private object(object: { readonly [key: string]: Value }): void {
    const keys = Object.keys(object);
    const shape = keys.join(' ');
    const known = this.shapes.get(shape);
    this.head(TAG.object, known ?? this.shapes.size);
    if (known === undefined) {
      this.shapes.set(shape, this.shapes.size);
      this.varint(keys.length);
      for (const key of keys) this.text(key);
    }
    for (const key of keys) this.value(object[key] ?? null);
  }

  private head(tag: number, argument: number): void {
    this.varint(argument * 8 + tag);
  }

  /** Seven bits a byte, the lowest first; the high bit says that more follow. */
  private varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.bytes.push(rest);
  }
}

/** Reads one value that fills all the bytes. The error is a sentence. */
export function readValue(bytes: Uint8Array, table: LinkTable): Result<Value, string> {
  const reader = new Reader(bytes, table);
  try {
    const value = reader.value(0);
    return reader.atEnd ? ok(value) : fail('it goes on after its end');
  } catch (error) {
    if (error instanceof Malformed) return fail(error.message);
    throw error;
  }
}

class Malformed extends Error {}

class Reader {
  private next = 0;
  private values = 0;
  private readonly seen: string[] = [];
  private readonly shapes: (readonly string[])[];

  constructor(
    private readonly bytes: Uint8Array,
    private readonly table: LinkTable,
  ) {
    this.shapes = [...table.shapes];
  }

  get atEnd(): boolean {
    return this.next === this.bytes.length;
  }

  value(depth: number): Value {
    if (depth > MAX_DEPTH) throw new Malformed('it is nested too deep');
    if (++this.values > MAX_VALUES) throw new Malformed('it holds too many values');
    const head = this.varint();
    const argument = Math.floor(head / 8);
    switch (head % 8) {
      case TAG.natural:
        return argument;
      case TAG.negative:
        return -1 - argument;
      case TAG.list:
        return Array.from({ length: this.count(argument) }, () => this.value(depth + 1));
      case TAG.object:
        return this.object(argument, depth);
      case TAG.special:
        return this.special(argument, depth);
      default:
        return this.text(head % 8, argument);
    }
  }

  private special(which: number, depth: number): Value {
    if (which === DECIMAL) {
      const mantissa = this.value(depth + 1);
      const places = this.varint();
      if (typeof mantissa !== 'number' || places > 400) {
        throw new Malformed('it holds a number that is none');
      }
      return Number(`${mantissa}e-${places}`);
    }
    if (which === DOUBLE) {
      this.count(8);
      const view = new DataView(this.bytes.buffer, this.bytes.byteOffset + this.next, 8);
      this.next += 8;
      return view.getFloat64(0, true);
    }
    const value = SPECIALS[which];
    if (value === undefined) throw new Malformed('it holds an unknown kind of value');
    return value;
  }

  private object(which: number, depth: number): Value {
    if (which === this.shapes.length) this.shapes.push(this.shape());
    const shape = this.shapes[which];
    if (shape === undefined) throw new Malformed('it names a shape that it does not have');
    return Object.fromEntries(shape.map((key) => [key, this.value(depth + 1)]));
  }

  private shape(): readonly string[] {
    return Array.from({ length: this.count(this.varint()) }, () => {
      const head = this.varint();
      const key = this.text(head % 8, Math.floor(head / 8));
      // Such keys only: none that means something to JavaScript (`__proto__`) gets in.
      if (!/^[a-z]\w*$/i.test(key)) throw new Malformed('it holds a key that is no name');
      return key;
    });
  }

  private text(tag: number, argument: number): string {
    if (tag === TAG.text) {
      const utf8 = this.bytes.subarray(this.next, this.next + this.count(argument));
      this.next += argument;
      const text = new TextDecoder().decode(utf8);
      this.seen.push(text);
      return text;
    }
    const text =
      tag === TAG.seen
        ? this.seen[this.seen.length - 1 - argument]
        : tag === TAG.named
          ? this.table.names[argument]
          : undefined;
    if (text === undefined) throw new Malformed('it names a text that it does not have');
    return text;
  }

  /** Each element takes a byte at least: a count that cannot be true is known before room is made for it. */
  private count(count: number): number {
    if (count > this.bytes.length - this.next) throw new Malformed('it ends too early');
    return count;
  }

  private varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.bytes[this.next++];
      if (byte === undefined) throw new Malformed('it ends too early');
      value += (byte % 128) * factor;
      if (byte < 128) break;
    }
    // Head bits included: nothing that a document counts comes near.
    if (!Number.isSafeInteger(value)) throw new Malformed('it holds a number that is too large');
    return value;
  }
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

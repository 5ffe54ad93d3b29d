import { fail, ok, type Result } from '../../base/result';
import { CHANGE, HEAT_COLUMNS, isReserved, plain } from './format';

/** A row of a table. Offsets are from the start of the struct. */
export interface TableRow {
  readonly offsetBits: number;
  readonly size: SizeFact;
  /** Samples in the order of `HEAT_COLUMNS`; empty where the table has none. */
  readonly heat: readonly number[];
  /** Where in the member its heat lies, where that is distinguished; bytes. */
  readonly parts: readonly { readonly offsetBytes: number; readonly heat: readonly number[] }[];
  /** Null for an unnamed one. */
  readonly name: string | null;
  readonly typeName: string;
  readonly attributes: readonly string[];
  /** What is in an anonymous struct or union, and what is said of its type. */
  readonly inner: {
    readonly rows: readonly TableRow[];
    readonly attributes: readonly string[];
  } | null;
}

interface SizeFact {
  /** Null where it is unknown; of a bit-field what its type takes. */
  readonly bytes: number | null;
  readonly bitField: { readonly widthBits: number; readonly unitBits: number } | null;
  readonly alignBytes: number;
  readonly inferred: boolean;
}

export interface RowsRead {
  readonly rows: readonly TableRow[];
  readonly count: number;
  /** The changes below the rows, in words. */
  readonly changes: readonly string[];
}

/** More rows than this, or deeper, has no struct that anybody wrote. */
const MAX_ROWS = 50_000;
const MAX_DEPTH = 64;
const MAX_COUNT = 0xffff_ffff;

/** Reads what stands between the title and the end. The error says at which row, and what is wrong. */
export function readRows(words: readonly string[]): Result<RowsRead, string> {
  try {
    return ok(new RowReader(words).read());
  } catch (error) {
    if (error instanceof Damaged) return fail(error.message);
    throw error;
  }
}

class Damaged extends Error {}

class RowReader {
  private at = 0;
  private count = 0;
  private hasNow = false;
  private hasHeat = false;

  constructor(private readonly words: readonly string[]) {}

  read(): RowsRead {
    this.columns();
    const rows = this.members(0);
    const changes: string[] = [];
    while (this.at < this.words.length) {
      if (this.next() !== CHANGE) throw this.damaged('a row or a change was expected');
      const words: string[] = [];
      while (this.at < this.words.length && this.peek() !== CHANGE) words.push(this.next());
      changes.push(words.join(' '));
    }
    return { rows, count: this.count, changes };
  }

  private columns(): void {
    while (this.peek().startsWith('(')) this.comment();
    const heads: string[] = [];
    while (this.at < this.words.length && this.peek() !== 'type') heads.push(this.next());
    this.at++;
    this.hasNow = heads.includes('now');
    this.hasHeat = heads.includes('stores');
    const known = [
      'offset',
      'size',
      ...(this.hasNow ? ['now'] : []),
      ...(this.hasHeat ? HEAT_COLUMNS : []),
      'field',
    ];
    if (heads.join(' ') !== known.join(' ')) {
      throw new Damaged('The heads of its columns are missing or changed.');
    }
  }

  private members(depth: number): readonly TableRow[] {
    if (depth > MAX_DEPTH) throw new Damaged('Its structs are nested too deeply.');
    const rows: TableRow[] = [];
    for (;;) {
      const word = this.peek();
      if (word === '--') this.line();
      else if (word === '' || word === CHANGE || word === '}') return rows;
      else {
        const row = this.row(depth);
        if (row !== null) rows.push(row);
      }
    }
  }

  private row(depth: number): TableRow | null {
    const offsetBits = this.offset();
    const size = this.size();
    if (this.hasNow) this.next();
    const heat = this.heat();
    if (/^\((?:hole|padding)\)$/.test(this.peek())) {
      this.at++;
      return null;
    }
    if (++this.count > MAX_ROWS) throw new Damaged('It has too many rows.');
    const typeWords: string[] = [];
    const attributes: string[] = [];
    while (this.at < this.words.length) {
      const word = this.peek();
      if (word === '{')
        return this.aggregate({ offsetBits, size, heat, typeWords, attributes }, depth);
      if (word.startsWith('@')) attributes.push(this.next());
      else if (isReserved(word) && !(word === '-' && typeWords.length === 0)) break;
      else if (attributes.length > 0) throw this.damaged('a word follows where the row ends');
      else typeWords.push(this.next());
    }
    const [name, ...type] = typeWords;
    if (name === undefined || type.length === 0) {
      throw this.damaged('a row has no name, or no type');
    }
    return {
      offsetBits,
      size,
      heat,
      parts: this.parts(),
      name: name === '-' ? null : this.plain(name),
      typeName: this.typeName(type),
      attributes,
      inner: null,
    };
  }

  private aggregate(
    row: {
      readonly offsetBits: number;
      readonly size: SizeFact;
      readonly heat: readonly number[];
      readonly typeWords: readonly string[];
      readonly attributes: readonly string[];
    },
    depth: number,
  ): TableRow {
    const { offsetBits, size, heat, typeWords, attributes } = row;
    this.at++;
    const rows = this.members(depth + 1);
    if (this.next() !== '}') throw this.damaged('a struct or union in it is not closed');
    const own: string[] = [];
    while (this.peek().startsWith('@')) own.push(this.next());
    return {
      offsetBits,
      size,
      heat,
      parts: [],
      name: null,
      typeName: this.typeName(typeWords),
      attributes: own,
      inner: { rows, attributes },
    };
  }

  private parts(): TableRow['parts'] {
    const parts: { offsetBytes: number; heat: readonly number[] }[] = [];
    while (this.hasHeat && /^\+\d{1,9}$/.test(this.peek())) {
      const offsetBytes = Number(this.next().slice(1));
      this.at += this.hasNow ? 2 : 1;
      parts.push({ offsetBytes, heat: this.heat() });
      this.at++;
    }
    return parts;
  }

  private offset(): number {
    const [, bytes, bit] = /^(\d{1,10})(?:\.([0-7]))?$/.exec(this.peek()) ?? [];
    if (bytes === undefined) throw this.damaged('an offset was expected');
    this.at++;
    return Number(bytes) * 8 + Number(bit ?? 0);
  }

  private size(): SizeFact {
    const word = this.next();
    const bits = /^(\d{1,3})b\/(\d{1,4})(?:\/(\d{1,7})(\??))?$/.exec(word);
    if (bits !== null) {
      const unitBits = Number(bits[2]);
      return {
        bytes: unitBits / 8,
        bitField: { widthBits: Number(bits[1]), unitBits },
        alignBytes: this.power(Number(bits[3] ?? unitBits / 8)),
        inferred: bits[4] === '?',
      };
    }
    const [, size, align, mark] = /^(\d{1,10}|\?)(?:\/(\d{1,7})(\??))?$/.exec(word) ?? [];
    if (size === undefined) throw this.damaged('a size was expected', 1);
    const bytes = size === '?' ? null : Number(size);
    const isHole = /^\((?:hole|padding)\)$/.test(this.words[this.at + this.skipped()] ?? '');
    const alignBytes = isHole ? 1 : this.power(Number(align ?? bytes ?? 1));
    return { bytes, bitField: null, alignBytes, inferred: mark === '?' };
  }

  /** Columns between a size and a name. */
  private skipped(): number {
    return (this.hasNow ? 1 : 0) + (this.hasHeat ? HEAT_COLUMNS.length : 0);
  }

  private power(bytes: number): number {
    if (bytes < 1 || !Number.isInteger(Math.log2(bytes))) {
      throw this.damaged(`an alignment of ${bytes} is none`, 1);
    }
    return bytes;
  }

  private heat(): readonly number[] {
    if (!this.hasHeat) return [];
    return HEAT_COLUMNS.map(() => {
      const word = this.next();
      if (!/^(?:\.|\d{1,10})$/.test(word))
        throw this.damaged('a number of samples was expected', 1);
      return word === '.' ? 0 : Math.min(MAX_COUNT, Number(word));
    });
  }

  private typeName(words: readonly string[]): string {
    const [first = ''] = words;
    return words.length === 1 ? this.plain(first) : words.join(' ');
  }

  private plain(word: string): string {
    const text = plain(word);
    if (text === null) throw this.damaged('a name in double quotes is broken', 1);
    return text;
  }

  private line(): void {
    const end = this.words.indexOf('--', this.at + 1);
    if (end < 0 || end > this.at + 8) throw this.damaged('the mark of a line is broken');
    this.at = end + 1;
  }

  private comment(): void {
    while (this.at < this.words.length && !this.next().endsWith(')'));
  }

  private peek(): string {
    return this.words[this.at] ?? '';
  }

  private next(): string {
    return this.words[this.at++] ?? '';
  }

  /** `back` words before the present one. */
  private damaged(what: string, back = 0): Damaged {
    const at = Math.max(0, this.at - back);
    const near = this.words.slice(Math.max(0, at - 4), at + 4).join(' ');
    return new Damaged(`Near \`${near.replaceAll('`', "'")}\` (row ${this.count + 1}) ${what}.`);
  }
}

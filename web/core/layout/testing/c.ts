import {
  array,
  declaredOnly,
  pointer,
  scalar,
  structDesc,
  type AggregateSpec,
  type MemberSpec,
  type TypeSpec,
} from '../../facts/build';
import type { Target, StructDesc } from '../../facts/generated';
import { X86_64 } from '../../facts/targets';
import { declaredAggregate } from './lay';

/**
 * Reads the C that tests are written in: struct and union definitions one after the other, the last one
 * is the one described. Scalars, pointers, arrays, bit-fields, anonymous and nested aggregates, `__packed`,
 * `__aligned(n)`, comments. It throws on anything else: a test that is misread must not pass.
 */
export function structFromC(source: string, target: Target = X86_64): StructDesc {
  return new CReader(source, target).read();
}

type Attributes = { packed: boolean; align: number | undefined };

class CReader {
  private readonly words: readonly string[];
  private next = 0;
  private readonly tags = new Map<string, AggregateSpec>();
  private readonly leaves = new Map<string, TypeSpec>();

  constructor(
    source: string,
    private readonly target: Target,
  ) {
    const bare = source.replace(/\/\*.*?\*\/|\/\/.*$/gms, ' ');
    this.words = bare.match(/[A-Za-z_]\w*|\d+|[^\s\w]/g) ?? [];
  }

  read(): StructDesc {
    let last: AggregateSpec | null = null;
    while (this.next < this.words.length) {
      last = this.aggregate(this.take());
      this.expect(';');
    }
    if (last === null) throw new Error('no struct in the C source');
    return structDesc(this.target, last);
  }

  /** After `struct` or `union`. */
  private aggregate(keyword: string): AggregateSpec {
    if (keyword !== 'struct' && keyword !== 'union') throw new Error(`a struct, not ${keyword}`);
    const before = this.attributes();
    const tag = this.peek() === '{' ? '' : this.take();
    if (this.peek() !== '{') {
      const known = this.tags.get(tag);
      if (known === undefined) throw new Error(`${keyword} ${tag} is not defined`);
      return known;
    }
    this.expect('{');
    const members: MemberSpec[] = [];
    while (this.peek() !== '}') members.push(...this.members());
    this.expect('}');
    const after = this.attributes();
    const align = Math.max(before.align ?? 0, after.align ?? 0);
    const spec = declaredAggregate(this.target, keyword, tag, members, {
      packed: before.packed || after.packed,
      ...(align > 0 ? { forcedAlignBytes: align } : {}),
    });
    if (tag !== '') this.tags.set(tag, spec);
    return spec;
  }

  private members(): MemberSpec[] {
    const base = this.specifier();
    if (this.peek() === ';') {
      this.take();
      return [this.member(null, base, { packed: false, align: undefined })];
    }
    const found: MemberSpec[] = [];
    for (;;) {
      found.push(this.declarator(base));
      if (this.take() === ';') return found;
    }
  }

  private specifier(): TypeSpec {
    const words: string[] = [];
    for (;;) {
      const word = this.peek();
      if (word === 'struct' || word === 'union') {
        this.take();
        const tag = this.peek();
        // Only a pointer can follow a tag that is not defined here.
        const declared = tag !== '{' && !this.tags.has(tag) && this.words[this.next + 1] !== '{';
        if (declared && !tag.startsWith('__')) return declaredOnly(word, this.take());
        return this.aggregate(word);
      }
      if (!TYPE_WORDS.has(word)) break;
      words.push(this.take());
    }
    const name = words.filter((word) => word !== 'const' && word !== 'volatile').join(' ');
    // `void` is only the target of a pointer.
    return this.leaf(name, () => (name === 'void' ? scalar('void', 1) : this.scalar(name)));
  }

  private scalar(name: string): TypeSpec {
    const size =
      SIZES[name] ??
      (name === 'long' || name === 'unsigned long' ? this.target.pointerBytes : undefined);
    if (size === undefined) throw new Error(`no scalar type: ${name}`);
    const align =
      this.target.machine === 'i386'
        ? Math.min(size, 4)
        : Math.min(size, this.target.maxScalarAlignBytes);
    return scalar(SPELT[name] ?? name, size, align);
  }

  private declarator(base: TypeSpec): MemberSpec {
    let type = base;
    while (this.peek() === '*') {
      this.take();
      const name = type.name.endsWith('*') ? `${type.name}*` : `${type.name} *`;
      type = this.leaf(name, () => pointer(name, this.target.pointerBytes));
    }
    if (this.peek() === ':') return this.bits(null, type);
    const name = this.take();
    if (!/^[A-Za-z_]\w*$/.test(name)) throw new Error(`a member name, not ${name}`);
    if (this.peek() === ':') return this.bits(name, type);
    const counts: (number | null)[] = [];
    while (this.peek() === '[') {
      this.take();
      counts.push(this.peek() === ']' ? null : Number(this.take()));
      this.expect(']');
    }
    for (const count of counts.reverse()) {
      const element = type;
      const key = `${element.name}[${count}]`;
      type =
        element.kind === 'aggregate'
          ? array(element, count)
          : this.leaf(key, () => array(element, count));
    }
    return this.member(name, type, this.attributes());
  }

  private bits(name: string | null, type: TypeSpec): MemberSpec {
    this.expect(':');
    const widthBits = Number(this.take());
    const unitBits = (type.sizeBytes ?? 0) * 8;
    return {
      ...this.member(name, type, this.attributes()),
      bitField: { widthBits, unitBits },
    };
  }

  private member(name: string | null, type: TypeSpec, attributes: Attributes): MemberSpec {
    return {
      name,
      type,
      offsetBits: 0,
      bitField: null,
      align: attributes.align === undefined ? null : { bytes: attributes.align, from: 'stated' },
      packed: attributes.packed,
    };
  }

  private attributes(): Attributes {
    const found: Attributes = { packed: false, align: undefined };
    for (;;) {
      if (this.peek() === '__packed') {
        this.take();
        found.packed = true;
      } else if (this.peek() === '__aligned') {
        this.take();
        this.expect('(');
        found.align = Number(this.take());
        this.expect(')');
      } else return found;
    }
  }

  private leaf(name: string, make: () => TypeSpec): TypeSpec {
    const known = this.leaves.get(name);
    if (known !== undefined) return known;
    const made = make();
    this.leaves.set(name, made);
    return made;
  }

  private peek(): string {
    return this.words[this.next] ?? 'the end';
  }

  private take(): string {
    const word = this.peek();
    this.next++;
    return word;
  }

  private expect(word: string): void {
    const found = this.take();
    if (found !== word) throw new Error(`expected ${word}, found ${found}`);
  }
}

const SIZES: Readonly<Record<string, number>> = {
  _Bool: 1,
  bool: 1,
  char: 1,
  'unsigned char': 1,
  short: 2,
  'unsigned short': 2,
  int: 4,
  unsigned: 4,
  'unsigned int': 4,
  'long long': 8,
  'unsigned long long': 8,
  float: 4,
  double: 8,
  'long double': 16,
  __int128: 16,
  u8: 1,
  u16: 2,
  u32: 4,
  u64: 8,
};

/** As gcc names them in debug information, where that is not as the source does. */
const SPELT: Readonly<Record<string, string>> = {
  short: 'short int',
  'unsigned short': 'short unsigned int',
  unsigned: 'unsigned int',
  long: 'long int',
  'unsigned long': 'long unsigned int',
  'long long': 'long long int',
  'unsigned long long': 'long long unsigned int',
};

const TYPE_WORDS = new Set([
  ...Object.keys(SIZES).flatMap((name) => name.split(' ')),
  'const',
  'volatile',
  'void',
]);

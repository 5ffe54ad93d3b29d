import { itemAt } from '../../base/itemAt';
import { fail, ok, type Result } from '../../base/result';
import { contentKey } from '../../facts/key';
import type {
  AttributeText,
  DeclaredType,
  HeaderDoc,
  MemberFact,
  RecordText,
  ScalarFact,
  StructDesc,
  TypeFact,
  TypedefText,
  TypeShape,
} from '../../facts/generated';
import { orderedAggregate } from '../original';
import { place } from '../place';
import { KERNEL_TYPEDEFS } from './aliases';
import type { Choices, KnownType, Question } from './choices';
import { holds } from './conditions';
import { macroMember } from './macros';
import { nameOf, recordAt, textMembers, type TextMember } from './textMembers';

/** Source as it was read, with what is known beside it. */
export interface SourceText {
  /** As the diff names it; for `Declared`. */
  readonly path: string;
  /** One character per byte, as the spans of `doc` count. */
  readonly text: string;
  readonly doc: HeaderDoc;
  /** Reads more source: what stands in the arguments of a macro. */
  readonly read: (text: string) => HeaderDoc;
}

/** A struct that a text declares, as far as it could be resolved. */
export interface ResolvedStruct {
  readonly desc: StructDesc;
  /** Empty where all is known; until then the struct can only be shown. */
  readonly questions: readonly Question[];
  /** Macros that its `#if`s ask about, in the order of the text, and what was taken. */
  readonly switches: readonly { readonly name: string; readonly on: boolean }[];
}

/**
 * A struct of C source as the facts that a compiler would give: its types resolved from the same text,
 * the target's scalars, what other files know, and a person's answers. Offsets are computed by the one
 * engine, from the inside out. What is not understood is an error that names it and its line.
 */
export function resolveStruct(
  source: SourceText,
  record: number,
  choices: Choices,
  scalars: readonly ScalarFact[],
  known: ReadonlyMap<string, KnownType>,
): Result<ResolvedStruct, string> {
  const resolver = new Resolver(source, choices, scalars, known);
  try {
    return ok(resolver.struct(record));
  } catch (error) {
    if (error instanceof NotUnderstood) return fail(error.message);
    throw error;
  }
}

class NotUnderstood extends Error {}

class Resolver {
  private readonly types: TypeFact[] = [];
  private readonly byName = new Map<string, number>();
  /** Types without parts. */
  private readonly leaves = new Map<string, number>();
  private readonly scalars: ReadonlyMap<string, ScalarFact>;
  private readonly questions = new Map<string, Question>();
  private readonly switches = new Map<string, boolean>();
  /** Records that are being resolved: a struct cannot hold itself. */
  private readonly open: RecordText[] = [];
  /** Types of another description, by where they went. */
  private readonly imported = new Map<StructDesc, Map<number, number>>();

  constructor(
    private readonly source: SourceText,
    private readonly choices: Choices,
    scalars: readonly ScalarFact[],
    private readonly known: ReadonlyMap<string, KnownType>,
  ) {
    this.scalars = new Map(scalars.map((fact) => [fact.name, fact]));
  }

  struct(record: number): ResolvedStruct {
    const text = recordAt(this.source.doc, record);
    const name = text.tag ?? text.typedefName ?? '';
    const root = this.aggregate(this.source, record);
    const { sizeBytes, shape } = itemAt(this.types, root);
    const members = shape.kind === 'aggregate' ? shape.members : [];
    const asked = this.questions.size;
    if (asked > 0 && shape.kind === 'aggregate') {
      const readOnly = `${asked === 1 ? 'One thing' : `${asked} things`} it is made of ${asked === 1 ? 'is' : 'are'} not known yet.`;
      this.types[root] = {
        ...itemAt(this.types, root),
        sizeBytes: null,
        shape: { ...shape, readOnly },
      };
    }
    const desc: StructDesc = {
      key: contentKey(text.keyword, name, sizeBytes ?? 0, members),
      name,
      target: this.choices.target,
      source: 'text',
      types: this.types,
      root,
      diagnostics: [],
    };
    return {
      desc,
      questions: [...this.questions.values()],
      switches: [...this.switches].map(([switchName, on]) => ({ name: switchName, on })),
    };
  }

  /** A body as a type; its offsets are the engine's. */
  private aggregate(source: SourceText, record: number): number {
    const text = recordAt(source.doc, record);
    if (text.unsupported !== null) throw lineError(text.lines.first, text.unsupported);
    if (this.open.includes(text)) {
      throw lineError(text.lines.first, `\`${text.tag ?? ''}\` holds itself.`);
    }
    this.open.push(text);
    const index = this.types.length;
    const tag = text.tag ?? text.typedefName ?? '';
    const label = text.tag === null ? (text.typedefName ?? text.keyword) : `${text.keyword} ${tag}`;
    // The place is taken before the parts are: a struct comes before what it holds.
    this.types.push({
      name: label,
      sizeBytes: null,
      align: { bytes: 1, from: 'abi' },
      shape: { kind: 'other' },
      declared: { file: source.path, line: text.nameAt.line, column: text.nameAt.column },
    });
    const members = this.membersOf(source, record);
    const forced = this.alignOf(text.attributes, tag);
    const shape: TypeShape = {
      kind: 'aggregate',
      keyword: text.keyword,
      members,
      packed: text.packed,
      forcedAlign: forced === null ? null : { bytes: forced, from: 'stated' },
      readOnly: null,
    };
    this.types[index] = { ...itemAt(this.types, index), sizeBytes: 0, shape };
    this.types[index] = this.placed(index);
    this.open.pop();
    return index;
  }

  /** The offsets and the size that the engine gives an aggregate. */
  private placed(index: number): TypeFact {
    const type = itemAt(this.types, index);
    if (type.shape.kind !== 'aggregate') return type;
    const { target } = this.choices;
    const desc = { name: type.name, target, types: this.types, root: index } as StructDesc;
    const placement = place(orderedAggregate(desc, index, ''), target);
    const members = type.shape.members.map((fact, at) => ({
      ...fact,
      offsetBits: itemAt(placement.offsetsBits, at),
    }));
    const whole = members.every((fact) => fact.sizeBits !== null);
    const cpp = members.length === 0 && type.shape.keyword === 'class';
    return {
      ...type,
      sizeBytes: whole ? Math.max(placement.sizeBits / 8, cpp ? 1 : 0) : null,
      align: {
        bytes: placement.alignBits / 8,
        from: type.shape.forcedAlign === null ? 'abi' : 'stated',
      },
      shape: { ...type.shape, members },
    };
  }

  private membersOf(source: SourceText, record: number): MemberFact[] {
    return textMembers(source.doc, record)
      .filter((text) => this.present(text))
      .flatMap((text) => this.memberOf(source, text));
  }

  private present(text: TextMember): boolean {
    // All are asked, so that each switch is offered.
    const answers = text.conditions.map((condition) =>
      holds(condition, this.choices.target, this.choices.switches, (name) => {
        if (this.switches.has(name)) return;
        this.switches.set(name, holds(name, this.choices.target, this.choices.switches, ignore));
      }),
    );
    return answers.every(Boolean);
  }

  private memberOf(source: SourceText, text: TextMember): readonly MemberFact[] {
    const { declarator, member } = text;
    const { line } = declarator.at;
    if (member.macroName !== null) return this.macro(text);
    const specifiers = source.text.slice(member.specifiers.start, member.specifiers.end);
    const word =
      /\b(?:static|virtual|friend|using|template|typedef|operator|mutable|inline)\b/.exec(
        specifiers,
      )?.[0];
    if (word === 'static' || word === 'using' || word === 'typedef' || word === 'friend') return [];
    if (word === 'virtual' || word === 'template' || word === 'operator') {
      throw lineError(
        line,
        `it has a \`${word}\` member: only C structs and C++ structs without bases and virtual functions are laid out.`,
      );
    }
    const { base } = declarator.declaredType;
    if (base.kind === 'opaque' && !isEnum(base.text)) {
      throw lineError(line, `\`${base.text}\` is not understood.`);
    }
    // `struct foo;` in passing declares a type and no member (in C without -fms-extensions).
    if (declarator.name === null && declarator.bitWidth === null && member.record === null) {
      if (base.kind === 'tagged') return [];
      throw lineError(line, `\`${nameOf(text)}\` is not understood.`);
    }
    const typeIndex = this.declared(source, declarator.declaredType, text);
    const type = itemAt(this.types, typeIndex);
    const width =
      declarator.bitWidth === null ? null : this.number(declarator.bitWidth, nameOf(text));
    // What stands behind a closing brace is of the type, and told there.
    const own = ownAttributes(source.doc, member.record, declarator.attributes);
    const forced = this.alignOf(own, nameOf(text));
    const sizeBits = type.sizeBytes === null ? null : type.sizeBytes * 8;
    const bitField =
      declarator.bitWidth === null || sizeBits === null
        ? null
        : { widthBits: width ?? 0, unitBits: sizeBits };
    const flexible = type.shape.kind === 'array' && type.shape.count === null;
    return [
      {
        name: declarator.name,
        typeIndex,
        role: 'field',
        offsetBits: 0,
        sizeBits: flexible ? 0 : bitField === null ? sizeBits : bitField.widthBits,
        bitField,
        align: forced === null ? null : { bytes: forced, from: 'stated' },
        packed: own.some(packs),
        declared: { file: source.path, line, column: declarator.at.column },
      },
    ];
  }

  private macro(text: TextMember): readonly MemberFact[] {
    const found = macroMember(text);
    const { line, column } = text.declarator.at;
    if (found === null) {
      throw lineError(
        line,
        `the macro \`${text.member.macroName ?? ''}\` is not known here: write out what it declares.`,
      );
    }
    if (found.kind === 'nothing') return [];
    const { pointerBytes } = this.choices.target;
    const word = pointerBytes * 8;
    const inside =
      found.kind === 'members'
        ? found.text
        : `unsigned long ${found.name}[((${found.bits}) + ${word} - 1) / ${word}];`;
    const read = `struct macro {\n${inside}\n};\n`;
    const doc = this.source.read(read);
    const members = this.membersOf({ ...this.source, text: read, doc }, 0);
    // They stand where the macro does.
    return members.map((fact, at) => ({
      ...fact,
      declared: at === 0 ? { file: this.source.path, line, column } : null,
    }));
  }

  /** The type of a declarator: its base, then pointers, then dimensions from the inside out. */
  private declared(source: SourceText, type: DeclaredType, text: TextMember): number {
    const element = type.pointer
      ? this.pointer(pointedText(type.text))
      : this.base(source, type, text);
    return [...type.counts].reverse().reduce((inner, count) => {
      const number = count.text === '' ? null : this.number(count, nameOf(text));
      return this.array(inner, number);
    }, element);
  }

  private pointer(name: string): number {
    const bytes = this.choices.target.pointerBytes;
    return this.intern({
      name,
      sizeBytes: bytes,
      align: { bytes, from: 'abi' },
      shape: { kind: 'pointer' },
      declared: null,
    });
  }

  private array(element: number, count: number | null): number {
    const of = itemAt(this.types, element);
    const [, head = of.name, dimensions = ''] = /^(.*?)((?:\[\d*\])*)$/s.exec(of.name) ?? [];
    const fact: TypeFact = {
      name: `${head}[${count ?? ''}]${dimensions}`,
      sizeBytes: of.sizeBytes === null ? null : of.sizeBytes * (count ?? 0),
      align: of.align,
      shape: { kind: 'array', element, count },
      declared: null,
    };
    this.types.push(fact);
    return this.types.length - 1;
  }

  private base(source: SourceText, type: DeclaredType, text: TextMember): number {
    const { base } = type;
    const { line } = text.declarator.at;
    switch (base.kind) {
      case 'record':
        return this.aggregate(source, base.index);
      case 'scalar':
        if (base.name === 'void') throw lineError(line, `\`${nameOf(text)}\` is void.`);
        return this.scalar(base.name) ?? this.unknown(base.name, text);
      case 'tagged':
        return base.keyword === 'enum'
          ? this.enumeration(`enum ${base.name}`)
          : this.tagged(`${base.keyword} ${base.name}`, text);
      case 'named':
        return this.named(base.name, text, []);
      case 'opaque':
        if (isEnum(base.text)) return this.enumeration(base.text);
        throw lineError(line, `\`${nameOf(text)}\` is not understood: ${base.text}`);
    }
  }

  private scalar(name: string): number | null {
    const fact = this.scalars.get(name);
    if (fact === undefined) return null;
    return this.intern({
      name,
      sizeBytes: fact.sizeBytes,
      align: { bytes: fact.alignBytes, from: 'abi' },
      shape: { kind: 'scalar', encoding: fact.encoding },
      declared: null,
    });
  }

  /** An enum without a fixed type is an int (gcc makes it larger only where a value needs it). */
  private enumeration(name: string): number {
    return this.intern({
      name,
      sizeBytes: 4,
      align: { bytes: 4, from: 'abi' },
      shape: { kind: 'enum' },
      declared: null,
    });
  }

  /** `struct list_head` */
  private tagged(name: string, text: TextMember): number {
    const done = this.byName.get(name);
    if (done !== undefined) return done;
    const record = namesIn(this.source.doc).tagged.get(name);
    const alias = KERNEL_TYPEDEFS.get(name);
    const index =
      record === undefined
        ? (this.fromElsewhere(name) ?? this.answered(name) ?? this.aliased(alias))
        : this.aggregate(this.source, record);
    if (index === null) return this.unknown(name, text);
    this.byName.set(name, index);
    return index;
  }

  /** `spinlock_t`, `u32` */
  private named(name: string, text: TextMember, through: readonly string[]): number {
    const done = this.byName.get(name);
    if (done !== undefined) return done;
    const index = this.findNamed(name, text, through);
    this.byName.set(name, index);
    return index;
  }

  private findNamed(name: string, text: TextMember, through: readonly string[]): number {
    const names = namesIn(this.source.doc);
    const own = names.typedefs.get(name);
    if (own !== undefined && !through.includes(name)) {
      const index = this.typedef(own.declaredType, text, [...through, name]);
      const { base } = own.declaredType;
      const record = base.kind === 'record' ? base.index : null;
      const attributes = ownAttributes(this.source.doc, record, own.attributes);
      return this.renamed(index, name, this.alignOf(attributes, name));
    }
    const record = names.records.get(name);
    if (record !== undefined) return this.aggregate(this.source, record);
    const found =
      this.answered(name) ??
      this.scalar(name) ??
      this.fromElsewhere(name) ??
      this.aliased(KERNEL_TYPEDEFS.get(name));
    return found === null ? this.unknown(name, text) : this.renamed(found, name, null);
  }

  private typedef(type: DeclaredType, text: TextMember, through: readonly string[]): number {
    const element = type.pointer
      ? this.pointer(pointedText(type.text))
      : type.base.kind === 'named'
        ? this.named(type.base.name, text, through)
        : this.base(this.source, type, text);
    return [...type.counts]
      .reverse()
      .reduce(
        (inner, count) =>
          this.array(inner, count.text === '' ? null : this.number(count, nameOf(text))),
        element,
      );
  }

  /** The same type under a typedef's name, with the alignment that the typedef gives it. */
  private renamed(index: number, name: string, forced: number | null): number {
    const type = itemAt(this.types, index);
    if (type.name === name && forced === null) return index;
    const align = forced === null ? type.align : ({ bytes: forced, from: 'stated' } as const);
    this.types.push({ ...type, name, align });
    return this.types.length - 1;
  }

  private aliased(alias: string | undefined): number | null {
    return alias === undefined ? null : (this.fromElsewhere(alias) ?? this.scalar(alias));
  }

  /** What a person said of a type. */
  private answered(name: string): number | null {
    const answer = this.choices.sizes[name];
    if (answer === undefined) return null;
    return this.intern({
      name,
      sizeBytes: answer.sizeBytes,
      align: { bytes: answer.alignBytes, from: 'stated' },
      shape: { kind: 'other' },
      declared: null,
    });
  }

  /** From a loaded file, with all that it holds. */
  private fromElsewhere(name: string): number | null {
    const known = this.known.get(name);
    if (known === undefined) return null;
    const copies = this.imported.get(known.desc) ?? new Map<number, number>();
    this.imported.set(known.desc, copies);
    const copy = (index: number): number => {
      const done = copies.get(index);
      if (done !== undefined) return done;
      const to = this.types.length;
      copies.set(index, to);
      const type = itemAt(known.desc.types, index);
      this.types.push(type);
      if (type.shape.kind === 'array') {
        this.types[to] = { ...type, shape: { ...type.shape, element: copy(type.shape.element) } };
      } else if (type.shape.kind === 'aggregate') {
        const members = type.shape.members.map((fact) => ({
          ...fact,
          typeIndex: copy(fact.typeIndex),
        }));
        this.types[to] = { ...type, shape: { ...type.shape, members } };
      }
      return to;
    };
    return copy(known.typeIndex);
  }

  private unknown(name: string, text: TextMember): number {
    this.questions.set(name, { kind: 'size', typeName: name, member: nameOf(text) });
    return this.intern({
      name,
      sizeBytes: null,
      align: { bytes: 1, from: 'abi' },
      shape: { kind: 'declared', keyword: /^(?:struct|union|class)/.exec(name)?.[0] ?? 'struct' },
      declared: null,
    });
  }

  private intern(fact: TypeFact): number {
    const key = `${fact.shape.kind} ${fact.sizeBytes ?? '?'} ${fact.name}`;
    const known = this.leaves.get(key);
    if (known !== undefined) return known;
    this.types.push(fact);
    this.leaves.set(key, this.types.length - 1);
    return this.types.length - 1;
  }

  /** A constant: as the header says, as a person said, or the simplest arithmetic of both. Else it is asked for. */
  private number(
    count: { readonly text: string; readonly value: number | null },
    member: string,
  ): number {
    if (count.value !== null) return count.value;
    const given = this.choices.numbers[count.text];
    if (given !== undefined) return given;
    this.questions.set(count.text, { kind: 'number', text: count.text, member });
    return 0;
  }

  /** The alignment that attributes force, in bytes: the largest; null for none. */
  private alignOf(attributes: readonly AttributeText[], member: string): number | null {
    const found = attributes.flatMap((each) => (each.align === null ? [] : [each.align]));
    const bytes = found.map((text) => this.alignment(text, member));
    return bytes.length === 0 ? null : Math.max(...bytes);
  }

  private alignment(text: string, member: string): number {
    const { target } = this.choices;
    if (text === '') return target.maxScalarAlignBytes;
    if (/^(?:cacheline|L1_CACHE_BYTES|SMP_CACHE_BYTES|ARCH_DMA_MINALIGN)$/.test(text)) {
      return target.lineBytes;
    }
    if (/^(?:0x[\da-f]+|\d+)[ul]*$/i.test(text)) return Number(text.replace(/[ul]+$/i, ''));
    const sized = /^(?:sizeof|_Alignof|alignof|__alignof__)\s*\(\s*(.*?)\s*\)$/.exec(text)?.[1];
    if (sized !== undefined) {
      if (sized.endsWith('*')) return target.pointerBytes;
      const fact = this.scalars.get(sized.replace(/\bint$/, '').trim()) ?? this.scalars.get(sized);
      if (fact !== undefined) return text.startsWith('sizeof') ? fact.sizeBytes : fact.alignBytes;
    }
    const given = this.choices.numbers[text];
    if (given !== undefined) return given;
    this.questions.set(text, { kind: 'number', text, member });
    return 1;
  }
}

interface Names {
  /** `struct foo` to its record. */
  readonly tagged: ReadonlyMap<string, number>;
  /** `foo`, a tag in C++ or a typedef's name, to its record. */
  readonly records: ReadonlyMap<string, number>;
  readonly typedefs: ReadonlyMap<string, TypedefText>;
}

const kept = new WeakMap<HeaderDoc, Names>();

function namesIn(doc: HeaderDoc): Names {
  const known = kept.get(doc);
  if (known !== undefined) return known;
  const tagged = new Map<string, number>();
  const records = new Map<string, number>();
  // Of several under one name the first counts.
  for (const [index, { tag, typedefName, keyword }] of [...doc.records.entries()].reverse()) {
    if (tag !== null) tagged.set(`${keyword} ${tag}`, index);
    for (const name of [tag, typedefName]) if (name !== null) records.set(name, index);
  }
  const typedefs = new Map([...doc.typedefs].reverse().map((each) => [each.name, each]));
  const names = { tagged, records, typedefs };
  kept.set(doc, names);
  return names;
}

/** Attributes of a declarator that are not those of the body before it. */
function ownAttributes(
  doc: HeaderDoc,
  record: number | null,
  attributes: readonly AttributeText[],
): readonly AttributeText[] {
  if (record === null) return attributes;
  const ofType = recordAt(doc, record).attributes.map(({ span }) => span.start);
  return attributes.filter(({ span }) => !ofType.includes(span.start));
}

/** `enum` with its values written out in place. */
function isEnum(text: string): boolean {
  return /^enum\b[^(]*$/.test(text);
}

function packs({ text }: AttributeText): boolean {
  return /\b(?:__packed|packed|__packed__|QEMU_PACKED|pg_attribute_packed)\b/.test(text);
}

/** `struct foo *[4]` points with `struct foo *`. */
function pointedText(text: string): string {
  return text.replace(/(?:\[[^\]]*\])+$/, '').trim();
}

function lineError(line: number, sentence: string): NotUnderstood {
  return new NotUnderstood(`Line ${line}: ${sentence}`);
}

function ignore(): void {
  // A switch is told once.
}

import { itemAt } from '../../base/itemAt';
import { fail, ok, type Result } from '../../base/result';
import { contentKey } from '../../facts/key';
import type {
  DeclaredType,
  LayoutAttributes,
  MemberFact,
  PackLimit,
  RecordText,
  ScalarFact,
  StructDesc,
  TypeFact,
  TypeShape,
} from '../../facts/generated';
import { MOST_NESTED, withinReach } from '../../facts/expansion';
import { orderedAggregate } from '../original';
import { place } from '../place';
import { NO_ATTRIBUTES, whyUnknown, withAlignCap } from './attributes';
import { Asked, KERNEL_TYPEDEFS, type Choices, type KnownType, type OpenQuestion } from './choices';
import { holds } from './conditions';
import { located } from '../../base/messages';
import { structMessage } from '../../facts/messages';
import type { SourceText } from './sourceText';
import { includesIn, nameOf, namesIn, recordAt, textMembers, type TextMember } from './textMembers';
import { NotUnderstood, TypeTable } from './typeTable';

/** A struct that a text declares, as far as it could be resolved. */
export interface ResolvedStruct {
  readonly desc: StructDesc;
  /** Empty where all is known; until then the struct can only be shown. */
  readonly questions: readonly OpenQuestion[];
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

/** An error that names a line of the text. */
function lineError(line: number, sentence: string): NotUnderstood {
  return new NotUnderstood(`Line ${line}: ${sentence}`);
}

class Resolver {
  private readonly table: TypeTable;
  private readonly requested: Asked;
  private readonly finder: TypeFinder;
  private readonly switches = new Map<string, boolean>();
  /** Attributes that may pack or align. */
  private readonly doubts = new Map<string, LayoutAttributes['unknown'][number]>();
  /** Records that are being resolved: a struct cannot hold itself. */
  private readonly open: RecordText[] = [];

  constructor(
    private readonly source: SourceText,
    private readonly choices: Choices,
    scalars: readonly ScalarFact[],
    known: ReadonlyMap<string, KnownType>,
  ) {
    const byName = new Map(scalars.map((fact) => [fact.name, fact]));
    this.table = new TypeTable(choices.target, byName);
    this.requested = new Asked(choices, byName);
    const { table, requested } = this;
    this.finder = new TypeFinder(
      { source, choices, known, table, request: requested },
      (within, record) => this.aggregate(within, record),
    );
  }

  struct(record: number): ResolvedStruct {
    const text = recordAt(this.source.doc, record);
    const name = text.tag ?? text.typedefName ?? '';
    const root = this.aggregate(this.source, record);
    const { sizeBytes, shape } = this.table.at(root);
    const members = shape.kind === 'aggregate' ? shape.members : [];
    const wanted = this.requested.questions.size;
    if (wanted > 0 && shape.kind === 'aggregate') {
      const readOnly = `${wanted === 1 ? 'One thing' : `${wanted} things`} it is made of ${wanted === 1 ? 'is' : 'are'} not known yet.`;
      this.table.types[root] = {
        ...this.table.at(root),
        sizeBytes: null,
        shape: { ...shape, readOnly },
      };
    }
    const desc: StructDesc = {
      key: contentKey({ keyword: text.keyword, name, sizeBytes }, members, this.table.types),
      name,
      target: this.choices.target,
      source: 'text',
      types: this.table.types,
      root,
      diagnostics: [...this.doubts.values()].map((doubt) =>
        located(
          structMessage('unknown-attribute', doubt.name, doubt.line, whyUnknown(doubt, 'here')),
          this.source.path,
        ),
      ),
    };
    return {
      desc: withinReach(withAlignCap(desc, text.pack)),
      questions: [...this.requested.questions.values()],
      switches: [...this.switches].map(([switchName, on]) => ({ name: switchName, on })),
    };
  }

  /** A body as a type; its offsets are the engine's. */
  private aggregate(source: SourceText, record: number): number {
    const text = recordAt(source.doc, record);
    if (text.unsupported !== null) throw lineError(text.lines.first, text.unsupported);
    if (this.open.includes(text)) {
      throw lineError(
        text.lines.first,
        text.tag === null
          ? 'A struct without a name holds itself.'
          : `\`${text.tag}\` holds itself.`,
      );
    }
    if (this.open.length > MOST_NESTED) {
      throw lineError(text.lines.first, `types are nested deeper than ${MOST_NESTED} here.`);
    }
    this.open.push(text);
    const tag = text.tag ?? text.typedefName ?? '';
    const label = text.tag === null ? (text.typedefName ?? text.keyword) : `${text.keyword} ${tag}`;
    // The place is taken before the parts are: a struct comes before what it holds.
    const index = this.table.add({
      name: label,
      sizeBytes: null,
      align: { bytes: 1, from: 'abi' },
      shape: { kind: 'other' },
      // What a macro writes has no place of its own.
      declared:
        source.doc === this.source.doc
          ? { file: source.path, line: text.nameAt.line, column: text.nameAt.column }
          : null,
    });
    const attributes = this.understood(text.layout);
    const members = this.membersOf(source, record).map((fact) => this.limited(fact, text.pack));
    const forced = this.requested.alignOf(attributes.aligns, tag);
    const shape: TypeShape = {
      kind: 'aggregate',
      keyword: text.keyword,
      members,
      packed: attributes.packed,
      forcedAlign: forced === null ? null : { bytes: forced, from: 'stated' },
      readOnly: null,
    };
    this.table.types[index] = { ...this.table.at(index), sizeBytes: 0, shape };
    this.table.types[index] = this.placed(index);
    this.open.pop();
    return index;
  }

  /** Attributes that are known to change a layout in a way that is not followed end it; of others it is reported. */
  private understood(attributes: LayoutAttributes | null): LayoutAttributes {
    for (const unknown of attributes?.unknown ?? []) {
      const { name, line, packsPointer } = unknown;
      if (unknown.isList && !packsPointer) {
        throw lineError(line, `\`${name}\` is not followed here.`);
      }
      this.doubts.set(name, unknown);
    }
    return attributes ?? NO_ATTRIBUTES;
  }

  /**
   * A member under a `#pragma pack`. gcc and clang take it for the most that a member may be aligned to, whether its
   * type asks for more or its own declaration does.
   */
  private limited(fact: MemberFact, limit: PackLimit | null): MemberFact {
    if (limit === null) return fact;
    const { bytes, line } = limit;
    if (bytes === null) {
      throw lineError(
        line,
        'this #pragma pack is not followed: it changes inside a body, is under an #if, or a macro gives its number.',
      );
    }
    const { align, shape } = this.table.at(fact.typeIndex);
    if (fact.name === null && shape.kind === 'aggregate' && align.bytes > bytes) {
      throw lineError(
        line,
        `this #pragma pack is not followed: it packs an unnamed ${shape.keyword} that is aligned to ${align.bytes}.`,
      );
    }
    return {
      ...fact,
      typeIndex: this.table.capped(fact.typeIndex, bytes),
      align:
        fact.align === null ? null : { ...fact.align, bytes: Math.min(fact.align.bytes, bytes) },
    };
  }

  /** The offsets and the size that the engine gives an aggregate. */
  private placed(index: number): TypeFact {
    const type = this.table.at(index);
    if (type.shape.kind !== 'aggregate') return type;
    const { target } = this.choices;
    const desc = { name: type.name, target, types: this.table.types, root: index } as StructDesc;
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
    const included = includesIn(source.doc, record).find((each) => this.present(each));
    if (included !== undefined) {
      throw lineError(
        included.line,
        'there is an #include between the members, and that file is not here: write out what it declares.',
      );
    }
    return textMembers(source.doc, record)
      .filter((text) => this.present(text))
      .flatMap((text) => this.memberOf(source, text));
  }

  private present(text: Pick<TextMember, 'holds'>): boolean {
    const { target, switches } = this.choices;
    // All are asked, so that each switch is offered.
    const answers = text.holds.map((condition) =>
      holds(condition, target, switches, (name, on) => this.switches.set(name, on)),
    );
    return answers.every(Boolean);
  }

  private memberOf(source: SourceText, text: TextMember): readonly MemberFact[] {
    const { declarator, member } = text;
    const { line } = declarator.at;
    // `t(int x);` in `struct t`: a constructor.
    const isConstructor =
      member.macroName !== null && member.macroName === recordAt(source.doc, text.record).tag;
    if (isConstructor && isCpp(source)) return [];
    if (member.expansion !== null) return this.expanded(text, member.expansion);
    if (member.macroName !== null) {
      throw lineError(
        line,
        `the macro \`${member.macroName}\` is not known here: write out what it declares.`,
      );
    }
    const { specifier } = member;
    if (specifier === 'virtual' || specifier === 'template') {
      throw lineError(line, noVirtual(specifier));
    }
    if (specifier !== null || (member.declares !== 'members' && isCpp(source))) return [];
    const { base } = declarator.declaredType;
    if (base.kind === 'opaque' && !base.isEnum) {
      if (member.function === null) throw notRead(source, text);
      if (isCpp(source)) return [];
      throw lineError(
        line,
        `\`${member.function}\` looks like a function or a macro with arguments: write out what it declares.`,
      );
    }
    // `struct foo;` in passing declares a type and no member (in C without -fms-extensions).
    if (declarator.name === null && declarator.bitWidth === null && member.record === null) {
      if (base.kind === 'tagged') return [];
      throw notRead(source, text);
    }
    const typeIndex = this.finder.declared(source, declarator.declaredType, text);
    const type = this.table.at(typeIndex);
    const width =
      declarator.bitWidth === null
        ? null
        : this.requested.number(declarator.bitWidth, nameOf(text));
    // An attribute that is known to pack, and one after the name, leave no doubt of the name.
    const { possibleNames, layout } = declarator;
    const isNameOpen = ({ name, packsPointer }: LayoutAttributes['unknown'][number]) =>
      !packsPointer && possibleNames.includes(name);
    if (layout?.unknown.some(isNameOpen) === true) throw lineError(line, manyNames(possibleNames));
    const attributes = this.understood(layout);
    const forced = this.requested.alignOf(attributes.aligns, nameOf(text));
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
        packed: attributes.packed,
        declared: { file: source.path, line, column: declarator.at.column },
      },
    ];
  }

  /** What a macro declares, in its place. */
  private expanded(
    { declarator }: TextMember,
    { doc, text }: NonNullable<TextMember['member']['expansion']>,
  ): readonly MemberFact[] {
    const { line, column } = declarator.at;
    const members = this.membersOf({ ...this.source, text, doc }, 0);
    return members.map((fact, at) => ({
      ...fact,
      declared: at === 0 ? { file: this.source.path, line, column } : null,
    }));
  }
}

/** `int dense b;`, `int FIELD(x) b;`: which of the words are macros nothing here says. */
function manyNames(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return `which of ${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1) ?? ''} is the member's name is unknown: nothing here defines the others as attributes.`;
}

function notRead(source: SourceText, { member, declarator }: TextMember): NotUnderstood {
  const words = source.text.slice(member.span.start, member.span.end).slice(0, 80);
  return lineError(declarator.at.line, `\`${words}\` is not understood.`);
}

function noVirtual(what: string): string {
  return `it has \`${what}\`: only C structs and C++ structs without bases, templates and virtual functions are laid out.`;
}

/**
 * Whether a text is C++, by its name or by what C has not. There a function takes no room in its class;
 * in C what looks like one is a macro, and what that makes is not known.
 */
function isCpp({ path, doc }: SourceText): boolean {
  return doc.cplusplus || /\.(?:cc|hh|[ch]pp|[ch]xx|C|H)$/.test(path);
}

/** Where types are looked for. */
interface Places {
  /** The text that is resolved: names are looked for in it first. */
  readonly source: SourceText;
  readonly choices: Choices;
  readonly known: ReadonlyMap<string, KnownType>;
  readonly table: TypeTable;
  readonly request: Asked;
}

/** A body of a text as a type: what holds other types is resolved from the inside out. */
type AggregateOf = (within: SourceText, record: number) => number;

/** Finds the type of a declaration: in the text, among the target's scalars, in other files, in a person's answers. */
class TypeFinder {
  private readonly byName = new Map<string, number>();
  private readonly table: TypeTable;
  private readonly query: Asked;

  constructor(
    private readonly places: Places,
    private readonly aggregate: AggregateOf,
  ) {
    this.table = places.table;
    this.query = places.request;
  }

  /** The type of a declarator: its base, then pointers, then dimensions from the inside out. */
  declared(source: SourceText, type: DeclaredType, text: TextMember): number {
    const element = type.pointer
      ? this.table.pointer(pointedText(type))
      : this.base(source, type, text);
    return [...type.counts].reverse().reduce((inner, count) => {
      const number = count.text === '' ? null : this.query.number(count, nameOf(text));
      return this.table.array(inner, number);
    }, element);
  }

  private base(source: SourceText, type: DeclaredType, text: TextMember): number {
    const { base } = type;
    const { line } = text.declarator.at;
    switch (base.kind) {
      case 'record':
        return this.aggregate(source, base.index);
      case 'scalar':
        if (base.name === 'void') throw lineError(line, `\`${nameOf(text)}\` is void.`);
        return this.table.scalar(base.name) ?? this.unknown(base.name, text);
      case 'tagged':
        return base.keyword === 'enum'
          ? this.table.enumeration(`enum ${base.name}`)
          : this.tagged(`${base.keyword} ${base.name}`, text);
      case 'named':
        return this.named(base.name, text);
      case 'opaque':
        if (base.isEnum) return this.table.enumeration(base.text);
        throw lineError(line, `\`${nameOf(text)}\` is not understood: ${base.text}`);
    }
  }

  /** `struct list_head` */
  private tagged(name: string, text: TextMember): number {
    const done = this.byName.get(name);
    if (done !== undefined) return done;
    const record = namesIn(this.places.source.doc).tagged.get(name);
    const alias = KERNEL_TYPEDEFS.get(name);
    const index =
      record === undefined
        ? (this.fromElsewhere(name) ?? this.answered(name) ?? this.aliased(alias))
        : this.aggregate(this.places.source, record);
    if (index === null) return this.unknown(name, text);
    this.byName.set(name, index);
    return index;
  }

  /** `spinlock_t`, `u32` */
  private named(name: string, text: TextMember): number {
    // From the far end of a chain of typedefs: it may be longer than the stack is deep.
    for (const each of this.chainFrom(name).reverse()) {
      if (!this.byName.has(each)) this.byName.set(each, this.findNamed(each, text));
    }
    return this.byName.get(name) ?? this.unknown(name, text);
  }

  /** A name and those that its typedef leads to, as far as nothing is known of them yet. */
  private chainFrom(name: string): string[] {
    const { typedefs } = namesIn(this.places.source.doc);
    const chain = new Set<string>();
    for (let next: string | null = name; next !== null && !this.byName.has(next);) {
      if (chain.has(next)) break;
      chain.add(next);
      const type: DeclaredType | undefined = typedefs.get(next)?.declaredType;
      next = type?.base.kind === 'named' && !type.pointer ? type.base.name : null;
    }
    return [...chain];
  }

  private findNamed(name: string, text: TextMember): number {
    const names = namesIn(this.places.source.doc);
    const own = names.typedefs.get(name);
    if (own !== undefined) {
      const index = this.typedef(own.declaredType, text);
      return this.table.renamed(index, name, this.query.alignOf(own.layout?.aligns ?? [], name));
    }
    const record = names.records.get(name);
    if (record !== undefined) return this.aggregate(this.places.source, record);
    const found =
      this.answered(name) ??
      this.table.scalar(name) ??
      this.fromElsewhere(name) ??
      this.aliased(KERNEL_TYPEDEFS.get(name));
    return found === null ? this.unknown(name, text) : this.table.renamed(found, name, null);
  }

  private typedef(type: DeclaredType, text: TextMember): number {
    const element = type.pointer
      ? this.table.pointer(pointedText(type))
      : type.base.kind === 'named'
        ? (this.byName.get(type.base.name) ?? this.unknown(type.base.name, text))
        : this.base(this.places.source, type, text);
    return [...type.counts]
      .reverse()
      .reduce(
        (inner, count) =>
          this.table.array(
            inner,
            count.text === '' ? null : this.query.number(count, nameOf(text)),
          ),
        element,
      );
  }

  private aliased(alias: string | undefined): number | null {
    return alias === undefined ? null : (this.fromElsewhere(alias) ?? this.table.scalar(alias));
  }

  /** What a person answered about a type. */
  private answered(name: string): number | null {
    const answer = this.places.choices.sizes[name];
    return answer === undefined
      ? null
      : this.table.opaque(name, answer.sizeBytes, answer.alignBytes);
  }

  private fromElsewhere(name: string): number | null {
    const known = this.places.known.get(name);
    return known === undefined ? null : this.table.copy(known);
  }

  private unknown(name: string, text: TextMember): number {
    this.query.size(name, nameOf(text));
    return this.table.unknown(name);
  }
}

/** `struct foo *[4]` points with `struct foo *`. */
function pointedText({ text, counts }: DeclaredType): string {
  const dimensions = counts.map((count) => `[${count.text}]`).join('');
  return text.slice(0, text.length - dimensions.length).trim();
}

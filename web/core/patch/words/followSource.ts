import { located, type Message } from '../../base/messages';
import { structMessage } from '../../facts/messages';
import { itemAt } from '../../base/itemAt';
import type {
  Alignment,
  AlignmentText,
  LayoutAttributes,
  MemberFact,
  PackLimit,
  ScalarFact,
  StructDesc,
  TypeFact,
  TypeShape,
} from '../../facts/generated';
import type { OrderedAggregate } from '../../layout/order';
import { orderedAggregate, orderedFrom } from '../../layout/original';
import { place } from '../../layout/place';
import {
  alignmentBytes,
  isNumber,
  NO_ATTRIBUTES,
  type OpenAttribute,
  whyUnknown,
  withAlignCap,
} from '../../layout/text/attributes';
import type { SourceText } from '../../layout/text/sourceText';
import { type TextMember, recordAt } from '../../layout/text/textMembers';
import { verdictOf } from '../../layout/verdict';
import { findRecord } from '../findRecord';
import { type Tie, tie } from '../tie';

/** What a word may do that nothing here defines: pack, or align to as much as the place that it has allows. */
export interface Assumed {
  readonly word: string;
  readonly does: 'pack' | 'align';
}

/** Words with what one of them is taken to do; `bytes` are those of the place that an alignment has to divide. */
function assumedWords(
  words: LayoutAttributes,
  assumed: Assumed | null,
  bytes: number,
): LayoutAttributes {
  const unknown = words.unknown.filter(({ name }) => name !== assumed?.word);
  if (assumed === null || unknown.length === words.unknown.length) return words;
  if (assumed.does === 'pack') return { ...words, packed: true, unknown };
  const most = bytes === 0 ? MOST_ALIGN : Math.min(bytes & -bytes, MOST_ALIGN);
  return {
    ...words,
    aligns: [...words.aligns, { text: String(most), value: { kind: 'bytes', bytes: most } }],
    unknown,
  };
}

/** No attribute of a struct's member asks for more than a page. */
const MOST_ALIGN = 4096;

/** Whether a type has no name of its own. */
function isUnnamed(typeName: string): boolean {
  return /^(?:struct|union|class)$/.test(typeName);
}

/** `struct a` is declared as `a`. */
function bareName(typeName: string): string {
  return typeName.replace(/^(?:const |volatile )*(?:struct|union|class) /, '');
}

/** What became of a description that was held against its source. */
export type Followed =
  | {
      readonly kind: 'followed';
      /** The same struct with the packing and the alignments that its source states; itself where that changes nothing. */
      readonly desc: StructDesc;
      /** Words that may pack or align and that nothing here defines. */
      readonly unknown: readonly OpenAttribute[];
    }
  /** The words of the source do not make the layout that the file states, and nothing shows why. */
  | {
      readonly kind: 'disagrees';
      readonly reason: string;
      readonly line: number;
      /** As the file has it, with the reason among what is to be known of it. */
      readonly desc: StructDesc;
    };

type Aggregate = Extract<TypeShape, { kind: 'aggregate' }>;

/**
 * Packing and alignment as the source states them, which debug information only implies: neither DWARF nor BTF
 * records `packed`, and gcc repeats a member's alignment on the struct that holds it (`DW_AT_alignment`, gcc's
 * `update_alignment_for_field`). Named types that the struct holds by value are followed too where the same text
 * declares them. What the file states of offsets and size stays the judge: words that do not explain it are not
 * followed. A struct that the text does not declare, or declares with other members, comes back as it is.
 *
 * @param assumed what a word that nothing here defines is taken to do
 */
export function followSource(
  source: SourceText,
  desc: StructDesc,
  scalars: readonly ScalarFact[],
  assumed: Assumed | null = null,
): Followed {
  const same: Followed = { kind: 'followed', desc, unknown: [] };
  if (desc.source === 'text') return same;
  const record = findRecord(source.doc, desc);
  if (record === null || recordAt(source.doc, record).unsupported !== null) return same;
  const tied = tie(source, record, desc, orderedFrom(desc).root);
  if (tied.verdict.kind === 'mismatch') return same;
  try {
    return new Follower(source, desc, scalars, assumed).follow(record, tied);
  } catch (error) {
    if (error instanceof Disagreement) {
      const { message: reason, line } = error;
      return {
        kind: 'disagrees',
        reason,
        line,
        desc: noted(desc, source.path, [structMessage('source-disagrees', reason)]),
      };
    }
    throw error;
  }
}

/** The words that a struct is declared with and that nothing in its header defines. */
export function unknownIn(
  source: SourceText,
  desc: StructDesc,
  scalars: readonly ScalarFact[],
): readonly string[] {
  const followed = followSource(source, desc, scalars);
  return followed.kind === 'followed' ? followed.unknown.map(({ name }) => name) : [];
}

/** What is not known of a word that a struct is declared with. */
export function unknownWord(unknown: OpenAttribute): Message {
  const { name: word, line, packsPointer, elsewhere } = unknown;
  const definition =
    elsewhere === undefined
      ? 'The tree that defines it says so.'
      : `Source line ${elsewhere.line} of ${elsewhere.path} defines it, which nothing here includes.`;
  const why = packsPointer
    ? whyUnknown(unknown, 'here')
    : `if it packs or aligns, the offsets after a change are others. ${definition.slice(0, -1)}`;
  return structMessage('unknown-attribute', word, line, why);
}

/** A description with what its source leaves open, once each. */
function noted(desc: StructDesc, location: string, messages: readonly Message[]): StructDesc {
  const known = new Set(desc.diagnostics.map(({ text }) => text));
  const more = messages.map((message) => located(message, location));
  const each = new Map(more.filter(({ text }) => !known.has(text)).map((one) => [one.text, one]));
  return each.size === 0 ? desc : { ...desc, diagnostics: [...desc.diagnostics, ...each.values()] };
}

const PRAGMA = '#pragma pack';

class Disagreement extends Error {
  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message);
  }
}

class Follower {
  private types: TypeFact[];
  private readonly scalars: ReadonlyMap<string, ScalarFact>;
  private readonly unknown: OpenAttribute[] = [];
  private readonly visited = new Set<number>();

  constructor(
    private readonly source: SourceText,
    private readonly desc: StructDesc,
    scalars: readonly ScalarFact[],
    private readonly assumed: Assumed | null,
  ) {
    this.types = [...desc.types];
    this.scalars = new Map(scalars.map((fact) => [fact.name, fact]));
  }

  follow(record: number, tied: Tie): Followed {
    const { desc, source } = this;
    const before = orderedFrom(desc).verdict;
    this.visited.add(desc.root);
    this.heldBy(desc.root);
    this.unknown.length = 0;
    this.body(desc.root, orderedFrom(desc).root, '', tied);
    const now = this.described(desc.root);
    const verdict = verdictOf(now, orderedAggregate(now, now.root, ''));
    const unknown = this.namedElsewhere();
    if (verdict.kind === 'readOnly') {
      // What cannot be recomputed anyway stays so, and a word that nobody knows may be the reason.
      if (before.kind === 'readOnly' || unknown.length > 0) {
        return { kind: 'followed', desc: this.withUnknown(desc), unknown };
      }
      const { line } = recordAt(source.doc, record).nameAt;
      throw new Disagreement(
        `The packing and the alignments that ${source.path} states from source line ${line} on do not make the layout of the loaded file. ${verdict.reason}`,
        line,
      );
    }
    // With a word that nobody knows the source does not settle it.
    const capped = withAlignCap(now, recordAt(source.doc, record).pack);
    const settled =
      unknown.length > 0 ? this.withUnknown(capped) : { ...capped, wordsFrom: source.path };
    return { kind: 'followed', desc: settled, unknown };
  }

  private withUnknown(desc: StructDesc): StructDesc {
    return noted(desc, this.source.path, this.namedElsewhere().map(unknownWord));
  }

  /** The words that nothing here defines, with the place in the tree that does. */
  private namedElsewhere(): readonly OpenAttribute[] {
    return this.unknown.map((each) => {
      const elsewhere = this.source.defined?.elsewhere.get(each.name);
      return elsewhere === undefined ? each : { ...each, elsewhere };
    });
  }

  private described(root: number): StructDesc {
    return { ...this.desc, types: this.types, root };
  }

  /** The named types that an aggregate holds by value, from the inside out; what does not fit stays as it was. */
  private heldBy(typeIndex: number): void {
    const { shape } = itemAt(this.types, typeIndex);
    if (shape.kind === 'array') {
      this.visit(shape.element);
      const { align } = itemAt(this.types, shape.element);
      this.types[typeIndex] = { ...itemAt(this.types, typeIndex), align };
    }
    if (shape.kind !== 'aggregate') return;
    for (const { typeIndex: held } of shape.members) this.visit(held);
  }

  private visit(typeIndex: number): void {
    if (this.visited.has(typeIndex)) return;
    this.visited.add(typeIndex);
    this.heldBy(typeIndex);
    const { name, shape } = itemAt(this.types, typeIndex);
    if (shape.kind !== 'aggregate' || isUnnamed(name)) return;
    const kept = [...this.types];
    try {
      if (!this.named(typeIndex, bareName(name))) this.types = kept;
    } catch (error) {
      if (!(error instanceof Disagreement)) throw error;
      this.types = kept;
    }
  }

  private named(typeIndex: number, name: string): boolean {
    const { doc } = this.source;
    const type = { ...this.described(typeIndex), name };
    const record = findRecord(doc, type);
    if (record === null) return false;
    const ordered = orderedAggregate(type, typeIndex, '');
    const tied = tie(this.source, record, type, ordered);
    if (tied.verdict.kind === 'mismatch') return false;
    this.body(typeIndex, ordered, '', tied);
    const now = this.described(typeIndex);
    return verdictOf(now, orderedAggregate(now, typeIndex, '')).kind !== 'readOnly';
  }

  /** One body and the unnamed ones in it, from the inside out. */
  private body(
    typeIndex: number,
    ordered: OrderedAggregate,
    path: Parameters<Tie['bodies']['get']>[0],
    tied: Tie,
  ): void {
    const record = tied.bodies.get(path);
    const type = itemAt(this.types, typeIndex);
    if (record === undefined || type.shape.kind !== 'aggregate') return;
    for (const member of ordered.members) {
      if (member.inner === null || member.typeIndex === null) continue;
      this.body(member.typeIndex, member.inner, member.path, tied);
    }
    const limit = this.limitOf(record);
    if (limit?.bytes === null) {
      this.unknown.push({ name: PRAGMA, isList: false, line: limit.line, packsPointer: false });
      return;
    }
    const members = type.shape.members.map((fact, index) => {
      const member = ordered.members[index];
      const text = member === undefined ? undefined : tied.members.get(member.path);
      if (text === undefined || text.member.macroName !== null) return this.limited(fact, limit);
      return this.limited(this.member(fact, text, limit), limit);
    });
    this.types[typeIndex] = {
      ...type,
      shape: this.aggregate(typeIndex, type.shape, members, record),
    };
    const align = this.alignOf(typeIndex);
    if (align === type.align.bytes) return;
    this.types[typeIndex] = {
      ...itemAt(this.types, typeIndex),
      align: { bytes: align, from: 'stated' },
    };
  }

  private limitOf(record: number): PackLimit | null {
    const limit = recordAt(this.source.doc, record).pack;
    if (limit?.bytes !== null || this.assumed?.word !== PRAGMA) return limit;
    return { ...limit, bytes: 1 };
  }

  private member(fact: MemberFact, text: TextMember, limit: PackLimit | null): MemberFact {
    const { declarator } = text;
    const words = assumedWords(
      declarator.layout ?? NO_ATTRIBUTES,
      this.assumed,
      Math.floor((fact.offsetBits ?? 0) / 8),
    );
    this.unknown.push(...words.unknown);
    const doubt = words.unknown.length > 0;
    return {
      ...fact,
      packed: words.packed || (doubt && fact.packed) || this.isPackedElsewhere(fact),
      align: this.alignment(words.aligns, fact, declarator.at.line, doubt, limit),
    };
  }

  /**
   * Whether a member lies as only a packed type of another text lets it: where that type's own members lie naturally, the
   * file shows it nowhere else.
   */
  private isPackedElsewhere(fact: MemberFact): boolean {
    if (fact.bitField !== null || !this.isDeclaredElsewhere(fact.typeIndex)) return false;
    const { bytes } = itemAt(this.types, fact.typeIndex).align;
    return fact.packed || (fact.offsetBits ?? 0) % (bytes * 8) !== 0;
  }

  private isDeclaredElsewhere(typeIndex: number): boolean {
    const { name, shape } = itemAt(this.types, typeIndex);
    if (shape.kind === 'array') return this.isDeclaredElsewhere(shape.element);
    if (shape.kind !== 'aggregate' || isUnnamed(name)) return false;
    return (
      findRecord(this.source.doc, { ...this.described(typeIndex), name: bareName(name) }) === null
    );
  }

  /** What the file states of a declaration holds, whoever brings it: the type, a macro. What was inferred does not. */
  private alignment(
    aligns: readonly AlignmentText[],
    fact: MemberFact,
    line: number,
    doubt: boolean,
    limit: PackLimit | null,
  ): Alignment | null {
    const stated = fact.align?.from === 'inferred' && !doubt ? null : fact.align;
    const written = this.bytesOf(aligns);
    if (written === null) return stated;
    if (stated === null) return { bytes: written.bytes, from: 'stated' };
    const requested = Math.min(written.bytes, limit?.bytes ?? written.bytes);
    if (written.exact && requested > stated.bytes) {
      throw new Disagreement(
        `Source line ${line} of ${this.source.path} aligns \`${fact.name ?? 'an unnamed member'}\` to ${written.bytes}; in the loaded file it is aligned to ${stated.bytes}.`,
        line,
      );
    }
    return stated;
  }

  private aggregate(
    typeIndex: number,
    shape: Aggregate,
    members: MemberFact[],
    record: number,
  ): Aggregate {
    const words = assumedWords(
      recordAt(this.source.doc, record).layout ?? NO_ATTRIBUTES,
      this.assumed,
      itemAt(this.types, typeIndex).sizeBytes ?? 0,
    );
    this.unknown.push(...words.unknown);
    const doubt = words.unknown.length > 0;
    const bare: Aggregate = {
      ...shape,
      members,
      packed: words.packed || (doubt && shape.packed),
      forcedAlign: null,
    };
    const kept = itemAt(this.types, typeIndex);
    this.types[typeIndex] = { ...kept, shape: bare };
    const natural = this.alignOf(typeIndex);
    const stated = shape.forcedAlign?.from === 'inferred' && !doubt ? null : shape.forcedAlign;
    const written = this.bytesOf(words.aligns);
    // gcc states the larger of the struct's own and its members'.
    const more = stated !== null && stated.bytes > natural;
    if (written === null) return { ...bare, forcedAlign: more ? stated : null };
    const { line } = recordAt(this.source.doc, record).nameAt;
    if (written.exact && stated !== null && written.bytes > stated.bytes) {
      throw new Disagreement(
        `Source line ${line} of ${this.source.path} declares a type that is aligned to ${written.bytes}; in the loaded file it is aligned to ${stated.bytes}.`,
        line,
      );
    }
    const bytes = more ? stated.bytes : written.bytes;
    return { ...bare, forcedAlign: { bytes, from: 'stated' } };
  }

  /** The largest of the alignments that words ask for; null for none, and for what the text alone does not say. */
  private bytesOf(aligns: readonly AlignmentText[]): { bytes: number; exact: boolean } | null {
    const known = aligns.map((align) => alignmentBytes(align, this.desc.target, this.scalars));
    const bytes = known.filter((each) => each !== null);
    if (bytes.length === 0) return null;
    return { bytes: Math.max(...bytes), exact: aligns.every(isNumber) };
  }

  /** A member under a `#pragma pack`, which caps what its type and its own declaration ask for. */
  private limited(fact: MemberFact, limit: PackLimit | null): MemberFact {
    if (limit === null || limit.bytes === null) return fact;
    const bytes = limit.bytes;
    const type = itemAt(this.types, fact.typeIndex);
    const align =
      fact.align === null ? null : { ...fact.align, bytes: Math.min(fact.align.bytes, bytes) };
    if (type.align.bytes <= bytes) return { ...fact, align };
    this.types.push({ ...type, align: { bytes, from: 'stated' } });
    return { ...fact, align, typeIndex: this.types.length - 1 };
  }

  private alignOf(typeIndex: number): number {
    const now = this.described(typeIndex);
    return place(orderedAggregate(now, typeIndex, ''), this.desc.target).alignBits / 8;
  }
}

import type { DeclaredType } from '../../facts/generated';
import { KERNEL_TYPEDEFS } from './aliases';
import type { Asked } from './asked';
import { layoutWords, ownAttributes } from './attributes';
import type { Choices, KnownType } from './choices';
import { namesIn } from './names';
import { lineError } from './notUnderstood';
import type { SourceText } from './sourceText';
import { nameOf, type TextMember } from './textMembers';
import type { TypeTable } from './typeTable';

/** Where types are looked for. */
interface Places {
  /** The text that is resolved: names are looked for in it first. */
  readonly source: SourceText;
  readonly choices: Choices;
  readonly known: ReadonlyMap<string, KnownType>;
  readonly table: TypeTable;
  readonly asked: Asked;
}

/** A body of a text as a type: what holds other types is resolved from the inside out. */
type AggregateOf = (within: SourceText, record: number) => number;

/** Finds the type of a declaration: in the text, among the target's scalars, in other files, in a person's answers. */
export class TypeFinder {
  private readonly byName = new Map<string, number>();
  private readonly table: TypeTable;
  private readonly asked: Asked;

  constructor(
    private readonly places: Places,
    private readonly aggregate: AggregateOf,
  ) {
    this.table = places.table;
    this.asked = places.asked;
  }

  /** The type of a declarator: its base, then pointers, then dimensions from the inside out. */
  declared(source: SourceText, type: DeclaredType, text: TextMember): number {
    const element = type.pointer
      ? this.table.pointer(pointedText(type.text))
      : this.base(source, type, text);
    return [...type.counts].reverse().reduce((inner, count) => {
      const number = count.text === '' ? null : this.asked.number(count, nameOf(text));
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
        if (isEnum(base.text)) return this.table.enumeration(base.text);
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
      const { base } = own.declaredType;
      const record = base.kind === 'record' ? base.index : null;
      const attributes = ownAttributes(this.places.source.doc, record, own.attributes);
      const { aligns } = layoutWords(this.places.source, attributes);
      return this.table.renamed(index, name, this.asked.alignOf(aligns, name));
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
      ? this.table.pointer(pointedText(type.text))
      : type.base.kind === 'named'
        ? (this.byName.get(type.base.name) ?? this.unknown(type.base.name, text))
        : this.base(this.places.source, type, text);
    return [...type.counts]
      .reverse()
      .reduce(
        (inner, count) =>
          this.table.array(
            inner,
            count.text === '' ? null : this.asked.number(count, nameOf(text)),
          ),
        element,
      );
  }

  private aliased(alias: string | undefined): number | null {
    return alias === undefined ? null : (this.fromElsewhere(alias) ?? this.table.scalar(alias));
  }

  /** What a person said of a type. */
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
    this.asked.size(name, nameOf(text));
    return this.table.unknown(name);
  }
}

/** `enum` with its values written out in place. */
export function isEnum(text: string): boolean {
  return /^enum\b[^(]*$/.test(text);
}

/** `struct foo *[4]` points with `struct foo *`. */
function pointedText(text: string): string {
  return text.replace(/(?:\[[^\]]*\])+$/, '').trim();
}

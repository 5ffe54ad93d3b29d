import { itemAt } from '../../base/itemAt';
import { fail, ok, type Result } from '../../base/result';
import { contentKey } from '../../facts/key';
import type {
  MemberFact,
  RecordText,
  ScalarFact,
  StructDesc,
  TypeFact,
  TypeShape,
} from '../../facts/generated';
import { MOST_NESTED, withinReach } from '../../facts/expansion';
import { orderedAggregate } from '../original';
import { place } from '../place';
import { Asked } from './asked';
import {
  declaratorWords,
  isAttributeList,
  ownAttributes,
  type LayoutWords,
  type UnknownWord,
  whyUnknown,
} from './attributes';
import type { Choices, KnownType, OpenQuestion } from './choices';
import { holds } from './conditions';
import { isEnum, TypeFinder } from './findType';
import { macroMember } from './macros';
import { functionName, isCpp } from './memberFunctions';
import { includesIn } from './directives';
import { lineError, NotUnderstood } from './notUnderstood';
import { packLimit, withAlignCap, type PackLimit } from './pragmas';
import { recordWords } from './recordWords';
import type { SourceText } from './sourceText';
import { nameOf, recordAt, textMembers, type TextMember } from './textMembers';
import { TypeTable } from './typeTable';

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

class Resolver {
  private readonly table: TypeTable;
  private readonly asked: Asked;
  private readonly finder: TypeFinder;
  private readonly switches = new Map<string, boolean>();
  /** Words that may pack or align. */
  private readonly doubts = new Map<string, UnknownWord>();
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
    this.asked = new Asked(choices, byName);
    const { table, asked } = this;
    this.finder = new TypeFinder({ source, choices, known, table, asked }, (within, record) =>
      this.aggregate(within, record),
    );
  }

  struct(record: number): ResolvedStruct {
    const text = recordAt(this.source.doc, record);
    const name = text.tag ?? text.typedefName ?? '';
    const root = this.aggregate(this.source, record);
    const { sizeBytes, shape } = this.table.at(root);
    const members = shape.kind === 'aggregate' ? shape.members : [];
    const asked = this.asked.questions.size;
    if (asked > 0 && shape.kind === 'aggregate') {
      const readOnly = `${asked === 1 ? 'One thing' : `${asked} things`} it is made of ${asked === 1 ? 'is' : 'are'} not known yet.`;
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
      diagnostics: [...this.doubts.values()].map((doubt) => ({
        severity: 'warning',
        message: `What \`${doubt.word}\` at line ${doubt.line} makes of the layout is not known: ${whyUnknown(doubt, 'here')}.`,
        place: this.source.path,
        count: 1,
      })),
    };
    return {
      desc: withinReach(withAlignCap(desc, packLimit(this.source, record))),
      questions: [...this.asked.questions.values()],
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
      declared: { file: source.path, line: text.nameAt.line, column: text.nameAt.column },
    });
    const words = this.understood(recordWords(source, record));
    const limit = packLimit(source, record);
    const members = this.membersOf(source, record).map((fact) => this.limited(fact, limit));
    const forced = this.asked.alignOf(words.aligns, tag);
    const shape: TypeShape = {
      kind: 'aggregate',
      keyword: text.keyword,
      members,
      packed: words.packed,
      forcedAlign: forced === null ? null : { bytes: forced, from: 'stated' },
      readOnly: null,
    };
    this.table.types[index] = { ...this.table.at(index), sizeBytes: 0, shape };
    this.table.types[index] = this.placed(index);
    this.open.pop();
    return index;
  }

  /** Words that are known to change a layout in a way that is not followed end it; of others it is said. */
  private understood(words: LayoutWords): LayoutWords {
    for (const unknown of words.unknown) {
      const { word, line, packsPointer } = unknown;
      if (isAttributeList(word) && packsPointer !== true) {
        throw lineError(line, `\`${word}\` is not followed here.`);
      }
      this.doubts.set(word, unknown);
    }
    return words;
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
    const included = includesIn(source, record).find((each) => this.present(each));
    if (included !== undefined) {
      throw lineError(
        included.line,
        'a file is included among the members, which is not known here: write out what it declares.',
      );
    }
    return textMembers(source.doc, record)
      .filter((text) => this.present(text))
      .flatMap((text) => this.memberOf(source, text));
  }

  private present(text: Pick<TextMember, 'conditions'>): boolean {
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
    if (member.macroName !== null) {
      // `t(int x);` in `struct t`: a constructor.
      const constructs = member.macroName === recordAt(source.doc, text.record).tag;
      return constructs && isCpp(source) ? [] : this.macro(text);
    }
    const isMember = member.declares === 'members';
    const specifiers = source.text.slice(
      member.span.start,
      isMember ? member.specifiers.end : member.span.end,
    );
    const [head = ''] = specifiers.split(/[({]/);
    const word = /\b(?:static|virtual|friend|using|template|typedef)\b/.exec(head)?.[0];
    if (word === 'virtual' || word === 'template') throw lineError(line, noVirtual(word));
    if (word !== undefined || (!isMember && isCpp(source))) return [];
    const { base } = declarator.declaredType;
    if (base.kind === 'opaque' && !isEnum(base.text)) {
      const name = functionName(base.text);
      if (name === null) throw notRead(source, text);
      if (/^virtual\b/.test(base.text)) throw lineError(line, noVirtual(name));
      if (isCpp(source)) return [];
      throw lineError(
        line,
        `\`${name}\` looks like a function or a macro with arguments: write out what it declares.`,
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
      declarator.bitWidth === null ? null : this.asked.number(declarator.bitWidth, nameOf(text));
    // What stands behind a closing brace is of the type, and told there.
    const own = ownAttributes(source.doc, member.record, declarator.attributes);
    const said = declaratorWords(source, declarator, own);
    // A word that is known to pack, and one behind the name, leave no doubt of the name.
    const { possibleNames } = declarator;
    if (
      said.unknown.some((each) => each.packsPointer !== true && possibleNames.includes(each.word))
    ) {
      throw lineError(line, manyNames(possibleNames));
    }
    const words = this.understood(said);
    const forced = this.asked.alignOf(words.aligns, nameOf(text));
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
        packed: words.packed,
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
}

/** `int dense b;`, `int FIELD(x) b;`: which of the words are macros nothing here says. */
function manyNames(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return `which of ${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1) ?? ''} is the member's name cannot be told: nothing here defines the others as attributes.`;
}

function notRead(source: SourceText, { member, declarator }: TextMember): NotUnderstood {
  const words = source.text.slice(member.span.start, member.span.end).slice(0, 80);
  return lineError(declarator.at.line, `\`${words}\` is not understood.`);
}

function noVirtual(what: string): string {
  return `it has \`${what}\`: only C structs and C++ structs without bases, templates and virtual functions are laid out.`;
}

function ignore(): void {
  // A switch is told once.
}

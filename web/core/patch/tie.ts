import { itemAt } from '../base/itemAt';
import type { CSource } from '../facts/csource';
import type {
  Declared,
  HeaderDoc,
  MemberFact,
  PieceText,
  StructDesc,
  TypeFact,
  WordsAt,
} from '../facts/generated';
import type { MemberPath } from '../layout/ids';
import type { OrderedAggregate, OrderedMember } from '../layout/order';
import { type TextMember, nameOf, recordAt, textMembers } from '../layout/text/textMembers';
import { mayBeMacro, sameType } from '../layout/text/typeText';
import { qualifiedName } from './findRecord';
import type { ChangedType, RenamedMember, TieVerdict } from './outcome';

/** Which text declares which member. */
export interface Tie {
  readonly verdict: TieVerdict;
  readonly members: ReadonlyMap<MemberPath, TextMember>;
  /** The body of the struct (key `''`) and of each anonymous aggregate, into `HeaderDoc.records`. */
  readonly bodies: ReadonlyMap<MemberPath | '', number>;
  readonly changedTypes: readonly ChangedType[];
  readonly renamed: readonly RenamedMember[];
}

/** A header whose struct is tied. */
export interface TiedSource {
  readonly doc: HeaderDoc;
  /** Whether it is the very text that was compiled, as far as can be seen: asked where it does not fit. */
  readonly isBuiltText?: () => boolean;
}

/**
 * Ties the members of a struct to their declarations. The key is the declaration's line and column,
 * which debug information states and which also holds where a macro changes a name (`rcu_head` is
 * `callback_head`); where it states none (BTF, clang's columns), the names in their order.
 */
export function tie(
  { doc, isBuiltText = () => false }: TiedSource,
  record: number,
  desc: StructDesc,
  original: OrderedAggregate,
): Tie {
  const declared = itemAt(desc.types, desc.root).declared;
  const shift = declared === null ? 0 : recordAt(doc, record).nameAt.line - declared.line;
  let inPlace: Difference | null = null;
  for (const lines of new Set([0, shift])) {
    const found = new MemberMatcher(doc, desc, { kind: 'lines', shift: lines });
    const difference = found.body(record, desc.root, original, '');
    if (difference === null) {
      return found.result(lines === 0 ? { kind: 'exact' } : { kind: 'shifted', lines });
    }
    inPlace ??= difference;
  }
  const found = new MemberMatcher(doc, desc, { kind: 'names' });
  const difference = found.body(record, desc.root, original, '');
  if (difference === null) return found.result({ kind: 'sameMembers' });
  if (inPlace !== null && isBuiltText()) {
    const line = inPlace.stated ?? inPlace.line;
    return found.result({ kind: 'mismatch', reason: inPlace.reason, line, sameText: true });
  }
  return found.result({
    kind: 'mismatch',
    reason: difference.reason,
    line: difference.line,
    sameText: false,
  });
}

/** Whether a text declares each named member of a struct, in whatever order. */
export function sameNames(doc: HeaderDoc, record: number, desc: StructDesc): boolean {
  const { shape } = itemAt(desc.types, desc.root);
  const names = new Set(namesInText(doc, record));
  return (
    shape.kind === 'aggregate' &&
    shape.members.every(({ name, role }) => role !== 'field' || name === null || names.has(name))
  );
}

function namesInText(doc: HeaderDoc, record: number): readonly string[] {
  return textMembers(doc, record).flatMap((text) => [
    ...(text.declarator.name === null ? text.declarator.possibleNames : [text.declarator.name]),
    ...(text.member.record === null ? [] : namesInText(doc, text.member.record)),
  ]);
}

interface Difference {
  readonly reason: string;
  /** In the header. */
  readonly line: number;
  /** Where the debug information says that the member is that was not found. */
  readonly stated: number | null;
}

type Key = { readonly kind: 'lines'; readonly shift: number } | { readonly kind: 'names' };

class MemberMatcher {
  private readonly members = new Map<MemberPath, TextMember>();
  private readonly bodies = new Map<MemberPath | '', number>();
  private readonly changedTypes: ChangedType[] = [];
  private readonly renamed: RenamedMember[] = [];

  constructor(
    private readonly doc: HeaderDoc,
    private readonly desc: StructDesc,
    private readonly key: Key,
  ) {}

  result(verdict: TieVerdict): Tie {
    const { members, bodies, changedTypes, renamed } = this;
    return { verdict, members, bodies, changedTypes, renamed };
  }

  /** Ties one body; the first difference, or null. */
  body(
    record: number,
    typeIndex: number,
    ordered: OrderedAggregate,
    path: MemberPath | '',
  ): Difference | null {
    const facts = this.factsOf(typeIndex);
    const texts = textMembers(this.doc, record);
    this.bodies.set(path, record);
    let next = 0;
    for (const [index, fact] of facts.entries()) {
      const member = ordered.members[index];
      if (member !== undefined && fact.role === 'inferredBits') {
        next = this.unnamedBits(member.path, texts, next);
      }
      if (member === undefined || fact.role !== 'field') continue;
      const found = this.find(fact, texts, next);
      const skipped = texts.slice(next, found ?? texts.length).find(mustBeThere);
      if (found === null || skipped !== undefined) {
        return this.differs(record, fact, skipped ?? texts[next]);
      }
      const text = itemAt(texts, found);
      this.members.set(member.path, text);
      // One macro may declare several members.
      next = text.member.macroName === null ? found + 1 : found;
      const inside = this.inside(member, fact, text);
      if (inside !== null) return inside;
    }
    const from = texts[next]?.member.macroName === null ? next : next + 1;
    const extra = texts.slice(from).find(mustBeThere);
    if (extra === undefined) return null;
    return {
      reason: `The header declares \`${nameOf(extra)}\` at source line ${extra.declarator.at.line}; the loaded file has no such member there.`,
      line: extra.declarator.at.line,
      stated: null,
    };
  }

  /** `int :0;`, which debug information does not state and which moves where the layout has it. */
  private unnamedBits(path: MemberPath, texts: readonly TextMember[], next: number): number {
    const from = texts.slice(next).findIndex((text) => mustBeThere(text) || isUnnamedBits(text));
    const text = texts[next + from];
    if (from < 0 || text === undefined || !isUnnamedBits(text)) return next;
    this.members.set(path, text);
    return next + from + 1;
  }

  private inside(member: OrderedMember, fact: MemberFact, text: TextMember): Difference | null {
    if (member.inner !== null) {
      if (text.member.record === null) return null;
      return this.body(text.member.record, fact.typeIndex, member.inner, member.path);
    }
    const named = text.declarator.name;
    const renamed = named !== null && member.name !== null && named !== member.name;
    if (renamed && MACRO_NAMES.get(named) !== member.name) {
      const line = text.declarator.at.line;
      this.renamed.push({ member: member.path, line, inSource: named });
    }
    const declared = text.declarator.declaredType;
    const plain = declared.base.kind !== 'opaque' && declared.base.kind !== 'record';
    const { key } = this;
    const inPlace = key.kind === 'lines' && key.shift === 0;
    // At the very place of the line a macro is likelier than another type (`#define pgoff_t unsigned long`).
    const hidden = inPlace && mayBeMacro(declared, member.typeName);
    if (plain && !hidden && !sameType(declared.text, member.typeName)) {
      this.changedTypes.push({
        member: member.path,
        line: text.declarator.at.line,
        inSource: declared.text,
        inBinary: member.typeName,
      });
    }
    return null;
  }

  /** The declarator of a member, from `next` on. */
  private find(fact: MemberFact, texts: readonly TextMember[], next: number): number | null {
    for (let index = next; index < texts.length; index++) {
      const text = itemAt(texts, index);
      if (this.key.kind === 'lines' ? this.stands(fact, text) : this.named(fact, text)) {
        return index;
      }
    }
    // Names alone cannot tell what a macro makes: it is what nothing else declares.
    if (this.key.kind !== 'names') return null;
    const from = texts.slice(next).findIndex((text) => mustBeThere(text) || isMacro(text));
    const here = texts[next + from];
    return here !== undefined && isMacro(here) ? next + from : null;
  }

  private stands(fact: MemberFact, text: TextMember): boolean {
    const declared = fact.declared ?? this.typeOf(fact).declared;
    if (declared === null || this.key.kind !== 'lines') return false;
    if (declared.line + this.key.shift !== text.declarator.at.line) return false;
    // clang states no column.
    if (declared.column === 0) return this.named(fact, text) || isMacro(text);
    if (declared.column !== text.declarator.at.column) return false;
    if (fact.name === null || this.named(fact, text)) return true;
    // Another name at the same place: a macro that is not known here, or a member that was renamed.
    // It is the same member if its type is.
    if (text.declarator.name === null) return text.member.macroName !== null;
    return sameType(text.declarator.declaredType.text, this.typeOf(fact).name);
  }

  private named(fact: MemberFact, text: TextMember): boolean {
    const { declarator } = text;
    if (fact.name !== null) {
      return declarator.name === null
        ? makesName(text, fact.name)
        : declarator.name === fact.name || MACRO_NAMES.get(declarator.name) === fact.name;
    }
    if (declarator.name !== null) return false;
    if (fact.bitField !== null) return declarator.bitWidth !== null;
    if (text.member.macroName !== null) return text.member.knownMacro === 'group';
    const shape = this.typeOf(fact).shape;
    const record = text.member.record;
    if (shape.kind !== 'aggregate') return false;
    if (record === null) return declarator.declaredType.base.kind === 'tagged';
    // Which of several unnamed ones: the one that declares the same first name.
    const names = new Set(namesInText(this.doc, record));
    const first = this.firstName(fact.typeIndex);
    const keyword = recordAt(this.doc, record).keyword;
    return keyword === shape.keyword && (first === null || names.has(first));
  }

  private firstName(typeIndex: number): string | null {
    for (const fact of this.factsOf(typeIndex)) {
      const name = fact.name ?? (fact.bitField === null ? this.firstName(fact.typeIndex) : null);
      if (name !== null) return name;
    }
    return null;
  }

  private differs(record: number, fact: MemberFact, text: TextMember | undefined): Difference {
    const wanted = fact.name === null ? 'an unnamed member' : `\`${fact.name}\``;
    const stated = (fact.declared ?? this.typeOf(fact).declared)?.line ?? null;
    if (text === undefined) {
      const { last } = recordAt(this.doc, record).lines;
      return {
        reason: `The loaded file has ${wanted}, which the header does not declare before source line ${last}.`,
        line: last,
        stated,
      };
    }
    const line = text.declarator.at.line;
    return {
      reason: `Source line ${line} of the header declares ${declaredNames(text)} where the loaded file has ${wanted}.`,
      line,
      stated,
    };
  }

  private factsOf(typeIndex: number): readonly MemberFact[] {
    const { shape } = itemAt(this.desc.types, typeIndex);
    return shape.kind === 'aggregate' ? shape.members : [];
  }

  private typeOf(fact: MemberFact): TypeFact {
    return itemAt(this.desc.types, fact.typeIndex);
  }
}

/** The name that a text declares; all that it may be where the text does not tell which of them it is. */
function declaredNames(text: TextMember): string {
  const { name, possibleNames } = text.declarator;
  const names = name === null || possibleNames.length === 0 ? [nameOf(text)] : possibleNames;
  return names.map((each) => `\`${each}\``).join(' or ');
}

/** Names that the kernel's headers change by macro (include/linux/types.h). */
const MACRO_NAMES: ReadonlyMap<string, string> = new Map([['rcu_head', 'callback_head']]);

export function isUnnamedBits({ declarator }: TextMember): boolean {
  return declarator.name === null && declarator.bitWidth !== null;
}

/** Whether a macro's arguments are in a name: `hot` of `__cacheline_group_begin(hot)`, which is `__cacheline_group_begin__hot`. */
function makesName({ declarator, member }: TextMember, name: string): boolean {
  const { possibleNames } = declarator;
  return (
    possibleNames.includes(name) ||
    possibleNames.some((each) => name === `${member.macroName ?? ''}__${each}`)
  );
}

/** `COMMON_FIELDS` on a line of its own, `LIST(F)`; what is known to make no members, or a group of them, is none. */
function isMacro({ member, declarator }: TextMember): boolean {
  return member.macroName !== null && member.knownMacro === null && declarator.name === null;
}

/** What every configuration has: a named declarator under no condition. Macros may expand to nothing. */
function mustBeThere(text: TextMember): boolean {
  const { declarator, member, conditions } = text;
  return conditions.length === 0 && member.macroName === null && declarator.name !== null;
}

/**
 * Whether a header is the text that was compiled, as far as a struct's debug information tells: where it says
 * that something is declared, a word begins, the name itself or (one of few) a macro's. Then what does not fit is
 * not understood, and another version would not fit better.
 */
export function isSameText({ wordsAt }: CSource, bytes: Uint8Array, desc: StructDesc): boolean {
  const root = itemAt(desc.types, desc.root);
  if (root.declared === null) return false;
  const { file } = root.declared;
  const { name } = qualifiedName(desc.name);
  const members = stated(desc, desc.root).filter(({ at }) => at.file === file);
  const places = [{ name, at: root.declared }, ...members];
  const found = wordsAt(
    bytes,
    places.map(({ at }) => [at.line, at.column]),
  );
  // A struct that only a typedef names is declared at its keyword.
  const [own, ...fits] = places.map((each, index) => fitOf(each, itemAt(found, index)));
  const right = fits.filter((fit) => fit === 'name').length;
  return (
    fits.length > 0 && !fits.includes('nothing') && (own === 'name' || right * 2 >= fits.length)
  );
}

interface Stated {
  readonly name: string;
  readonly at: Declared;
}

function stated(desc: StructDesc, typeIndex: number): readonly Stated[] {
  const { shape } = itemAt(desc.types, typeIndex);
  if (shape.kind !== 'aggregate') return [];
  // What one macro declares counts once.
  const macros = new Set<string>();
  return shape.members.flatMap((member): readonly Stated[] => {
    if (member.role !== 'field') return [];
    if (member.name === null) return stated(desc, member.typeIndex);
    const at = member.declared;
    if (at === null) return [];
    const place = `${at.line}:${at.column}`;
    if (at.column > 0 && macros.has(place)) return [];
    macros.add(place);
    return [{ name: member.name, at }];
  });
}

/** What is where a name is said to be declared. */
function fitOf(
  { name, at }: Stated,
  { words, begins, mayBeMacro }: WordsAt,
): 'name' | 'macro' | 'nothing' {
  // clang states no column.
  const isName = at.column === 0 ? words.includes(name) : begins && words[0] === name;
  if (isName) return 'name';
  // `UV_HANDLE_FIELDS`, `DECLARE(x)`: another plain word would be another member.
  return mayBeMacro && (begins || at.column === 0) ? 'macro' : 'nothing';
}

/** The members that each declaration makes, in the order of the text. */
export function pathsByPiece(
  texts: ReadonlyMap<MemberPath, TextMember>,
): ReadonlyMap<PieceText, readonly MemberPath[]> {
  const found = new Map<PieceText, { readonly path: MemberPath; readonly ordinal: number }[]>();
  for (const [path, { piece, ordinal }] of texts) {
    const paths = found.get(piece) ?? [];
    paths.push({ path, ordinal });
    found.set(piece, paths);
  }
  return new Map(
    [...found].map(([piece, paths]) => [
      piece,
      paths.sort((a, b) => a.ordinal - b.ordinal).map((each) => each.path),
    ]),
  );
}

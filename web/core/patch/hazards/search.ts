import { itemAt } from '../../base/itemAt';
import { grouped } from '../../base/prose';
import type { CSource } from '../../facts/csource';
import type {
  FileHazards,
  HazardQuery,
  HeaderDoc,
  MemberFact,
  StructDesc,
  TypeFact,
} from '../../facts/generated';
import { orderedFrom } from '../../layout/original';
import { recordAt, textMembers } from '../../layout/text/textMembers';
import { sameType } from '../../layout/text/typeText';
import { membersOf } from '../../layout/walk';
import { declares, qualifiedName } from '../findRecord';
import {
  combineHazards,
  wantedOf,
  type FileAnswer,
  type Hazards,
  type LookedUp,
  type StatedOrder,
  type Wanted,
} from './places';

/**
 * What every file of a tree is asked about a struct. `header` is the one that declares it, where it is at hand:
 * its typedefs are other names of the struct, and so are `typedefs`, which the loaded file has.
 */
export function hazardQuery(
  desc: StructDesc,
  header: HeaderDoc | null,
  typedefs: readonly string[],
): HazardQuery {
  const { root } = orderedFrom(desc);
  const { name } = qualifiedName(desc.name);
  const cplusplus = desc.cplusplus === true;
  return {
    keyword: root.keyword,
    name,
    aliases: [
      ...new Set([
        ...memberAliases(header, root.keyword, name),
        ...typedefs,
        // C++ needs no keyword.
        ...(cplusplus || header?.cplusplus === true ? [name] : []),
      ]),
    ],
    pointers: [],
    cplusplus,
    members: [
      ...new Set([...membersOf(root)].flatMap(({ name }) => (name === null ? [] : [name]))),
    ],
    firstTypes: [...firstTypes(desc)],
    held: [],
    offsets: [],
    standIns: [],
  };
}

/** Whether a file is to be read, by whether it may hold any of some names. */
export type FileTest = (path: string, holds: (names: readonly string[]) => boolean) => boolean;

/** Files of a tree that are to be read, and what each is asked. */
export type Look =
  | {
      readonly kind: 'hazards';
      readonly query: HazardQuery;
      /** Null for those that may name the struct, of all that `mayHoldHazards`. */
      readonly isWanted: FileTest | null;
    }
  | { readonly kind: 'lookUp'; readonly ask: LookUp; readonly isWanted: FileTest };

export interface Looked {
  readonly answers?: readonly FileAnswer[];
  readonly lookedUp?: readonly LookedUp[];
}

/**
 * Every place of a tree that depends on the order of a struct's members. Gives the files to read one look after the other, and
 * takes what they answered; `files` says how many were looked at by the end.
 */
export function* hazardsInFiles(
  desc: StructDesc,
  asked: HazardQuery,
  stated: readonly StatedOrder[],
  files: () => number,
): Generator<Look, Hazards, Looked> {
  let query = asked;
  let answers: readonly FileAnswer[] = [];
  function* look(put: HazardQuery, isWanted: FileTest | null): Generator<Look, void, Looked> {
    const { answers: more = [] } = yield { kind: 'hazards', query: put, isWanted };
    answers = withSecond(answers, more);
  }
  yield* look(query, null);
  for (let more = withNames(query, answers); more !== null; more = withNames(query, answers)) {
    query = more.query;
    yield* look(query, more.isNews);
  }
  const lookedFor = { names: namesOf(query), files: files() };
  const { query: filled, left: notHeld } = secondLook(query, answers);
  const left = [...notHeld, ...namesLeft(query)];
  if (filled !== null) {
    yield* look(filled, (path, holds) => holds(fillingWords(path, filled)));
  }
  const wanted = wantedOf(answers);
  const names = [...wanted.macros, ...wanted.types];
  const isWanted: FileTest = (path, holds) => mayAnswer(wanted, path) && holds(names);
  const ask = { wanted, desc, query };
  const { lookedUp = [] } = names.length === 0 ? {} : yield { kind: 'lookUp', ask, isWanted };
  return combineHazards(answers, joined(lookedUp), lookedFor, stated, left);
}

/**
 * The query with the names that the files of the tree give the struct, and their own names in turn: any header may have
 * `typedef struct x x_t;`. Null where they tell no new one. `isNews` says of a file whether it is to be read again, by whether
 * it may hold any of some names.
 */
function withNames(
  query: HazardQuery,
  answers: readonly FileAnswer[],
): {
  readonly query: HazardQuery;
  readonly isNews: FileTest;
} | null {
  const fresh = (known: readonly string[], told: (found: FileHazards) => readonly string[]) =>
    [...new Set(answers.flatMap(({ found }) => told(found)))].filter(
      (name) => !known.includes(name),
    );
  const aliases = fresh(query.aliases, (found) => found.aliases);
  const pointers = fresh(query.pointers, (found) => found.pointers);
  // What a `.c` file defines is its own.
  const told = answers.flatMap(({ path, found }) => (isHeader(path) ? found.standIns : []));
  const known = new Map([...told, ...query.standIns].map((each) => [each.name, each]));
  const standIns = [...known.values()].slice(0, MOST_STAND_INS);
  const more = standIns.filter(({ name }) => query.standIns.every((each) => each.name !== name));
  if (aliases.length + pointers.length + more.length === 0) return null;
  if (query.aliases.length + query.pointers.length > MOST_NAMES) return null;
  const alone = [...aliases, ...pointers, ...macrosOf(more)];
  // A member's other name says nothing where the struct is not named.
  const members = more.flatMap((each) => (namesIt(each) ? [] : [each.name]));
  const read = new Set(answers.map(({ path }) => path));
  return {
    query: {
      ...query,
      aliases: [...query.aliases, ...aliases],
      pointers: [...query.pointers, ...pointers],
      standIns,
    },
    isNews: (path, holds) => holds(alone) || (read.has(path) && holds(members)),
  };
}

/** Macros that name the struct themselves. */
function macrosOf(standIns: HazardQuery['standIns']): readonly string[] {
  return standIns.flatMap((each) => (namesIt(each) ? [each.name] : []));
}

/** `#define UPTO offsetof(struct x, a)` does, `#define sk_state __sk_common.skc_state` does not. */
function namesIt({ parameters, body }: HazardQuery['standIns'][number]): boolean {
  return parameters !== null || body.includes('(');
}

/** `struct sock` has ninety. */
const MOST_STAND_INS = 400;

/** A tree gives one struct a handful of names; more are a text that was made to grow. */
const MOST_NAMES = 64;

/** Where names are left that were not looked for, that as a sentence. */
function namesLeft(query: HazardQuery): readonly string[] {
  return query.aliases.length + query.pointers.length > MOST_NAMES
    ? [
        `The tree gives \`${query.name}\` more than ${MOST_NAMES} names: what uses further ones is not looked at.`,
      ]
    : [];
}

/** The names that a query looks for, as C spells them. */
export function namesOf(query: HazardQuery): readonly string[] {
  const { keyword, name, aliases, pointers, standIns } = query;
  return [...new Set([`${keyword} ${name}`, ...aliases, ...pointers, ...macrosOf(standIns)])];
}

/** Tags of what lies at the beginning of a struct, from the outside in. */
function firstTypes(desc: StructDesc): ReadonlySet<string> {
  const found = new Set<string>();
  for (let index: number | null = desc.root; index !== null;) {
    const first = firstMember(itemAt(desc.types, index));
    const type: TypeFact | null = first === null ? null : itemAt(desc.types, first.typeIndex);
    if (first === null || type === null) break;
    const tag = type.name.replace(/^(?:const |volatile |struct |union |class )+/, '');
    if (!/^\w+$/.test(tag) || found.has(tag)) break;
    if (type.shape.kind !== 'scalar' && first.name !== null) found.add(tag);
    index = type.shape.kind === 'aggregate' ? first.typeIndex : null;
  }
  return found;
}

function firstMember({ shape }: TypeFact): MemberFact | null {
  if (shape.kind !== 'aggregate' || shape.keyword === 'union') return null;
  return shape.members.find(({ offsetBits }) => offsetBits === 0) ?? null;
}

/** Names that a header gives a struct by `typedef`, and that stand for it without its keyword. */
function memberAliases(
  header: HeaderDoc | null,
  keyword: string,
  name: string,
): ReadonlySet<string> {
  const found = new Set<string>();
  if (header === null) return found;
  for (const { tag, typedefName } of header.records) {
    if (typedefName !== null && (tag === name || typedefName === name)) found.add(typedefName);
  }
  for (const { name: alias, declaredType } of header.typedefs) {
    const { base, pointer, counts } = declaredType;
    if (pointer || counts.length > 0) continue;
    const itself = base.kind === 'tagged' && base.keyword === keyword && base.name === name;
    const again = base.kind === 'named' && (found.has(base.name) || base.name === name);
    if (itself || again) found.add(alias);
  }
  return found;
}

/** The files of a tree that can hold a hazard. */
export function mayHoldHazards(path: string): boolean {
  if (path.includes('Documentation/networking/net_cachelines/')) return path.endsWith('.rst');
  return isSourceFile(path) && !BESIDE.test(path) && !REGISTERS.test(path);
}

/** Whether a file of a tree is what a compiler reads: a source, a header, or what they include by another name. */
export function isSourceFile(path: string): boolean {
  return SOURCE.test(path) || INCLUDED.test(path);
}

/** The headers in which macros and structs are looked up that the files of a struct use. */
function isHeader(path: string): boolean {
  return (INCLUDED.test(path) || /\.(?:h|hh|hpp|hxx)$/.test(path)) && mayHoldHazards(path);
}

/** Whether a compiler takes a file for C++ by its name. */
export function isCplusplusFile(path: string): boolean {
  return /\.(?:cc|cpp|cxx|hh|hpp|hxx|C|H)$/.test(path);
}

/** Whether a file may name a struct by its tag without `struct` before it: C++, tables for assembly, documentation. */
function namesTagAlone(path: string): boolean {
  return isCplusplusFile(path) || /offsets\.c$|asm[-_]offsets|\.rst$/.test(path);
}

const SOURCE = /\.(?:[chS]|cc|cpp|cxx|hh|hpp|hxx)$/;

/** What C and C++ include by other names: tables that a program writes (PostgreSQL's `utf8_to_win1250.map`), parts of a file. */
const INCLUDED = /\.(?:in|inc|inl|ipp|tcc|tpp|def|tbl|map)$/;

/** Copies of headers for other programs, and examples. */
const BESIDE = /(?:^|\/)(?:tools|samples)\//;

/** The kernel's lists of a graphics card's registers: `#define`s of numbers alone, and two fifths of its bytes. */
const REGISTERS = /(?:^|\/)asic_reg\//;

/**
 * Which words a file holds, as `word_marks` of `csource` makes it: a Bloom filter. It says "no" only where a word is not
 * there, and "yes" of one in ten that are not.
 */
export type FileWords = Uint8Array;

/** Whether a file may hold any of the words. */
export function mayHold(words: FileWords, wanted: Iterable<string>): boolean {
  for (const word of wanted) if (has(words, hashOf(word))) return true;
  return false;
}

/** Whether a file may name a struct. Tables of offsets for assembly and pages of documentation do so in ways of their own. */
export function mayMention(path: string, words: FileWords, query: HazardQuery): boolean {
  const { name, aliases, pointers, standIns } = query;
  const others = [...aliases, ...pointers, ...macrosOf(standIns)];
  if (has(words, tagged(hashOf(name))) || mayHold(words, others)) return true;
  if (namesTagAlone(path) && has(words, hashOf(name))) return true;
  return mayHold(words, fillingWords(path, query));
}

/** FNV-1a. */
const START = 0x811c9dc5;

function mixed(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

function hashOf(word: string): number {
  let hash = START;
  for (const byte of new TextEncoder().encode(word)) hash = mixed(hash, byte);
  return hash;
}

function tagged(hash: number): number {
  return mixed(hash, 0x20);
}

function has(words: FileWords, hash: number): boolean {
  const mask = words.length * 8 - 1;
  return [hash & mask, other(hash) & mask].every(
    (bit) => ((words[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0,
  );
}

/** Independent enough of the low bits of the hash itself. */
function other(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 7;
}

/** Every file is asked for each container's name: for a struct with more of them than this the look would take longest of all. */
const MOST_CONTAINERS = 24;

/** A second look, and what it leaves out. */
export interface SecondLook {
  /** Null where no file holds the struct or lists its offsets. */
  readonly query: HazardQuery | null;
  /** What is not looked at, as sentences. */
  readonly left: readonly string[];
}

/**
 * What files that do not name the struct are asked as well, once those that do were read: values for a member of
 * another struct (`.gm_oid = { 9, … }`), and assembly that uses its offsets by a table's names.
 */
export function secondLook(query: HazardQuery, answers: readonly FileAnswer[]): SecondLook {
  const all = answers.flatMap(({ found }) => found.held);
  const held = [...new Map(all.map((each) => [`${each.container}.${each.member}`, each])).values()];
  const tables = answers.flatMap(({ found }) => found.offsets);
  const offsets = [...new Map(tables.map((each) => [each.name, each])).values()];
  const containers = new Set(held.map(({ container }) => container)).size;
  const few = containers <= MOST_CONTAINERS;
  const left = few
    ? []
    : [
        `${grouped(containers)} structs contain \`${query.name}\`. With more than ${MOST_CONTAINERS}, files that fill one of them and do not name \`${query.name}\` are not looked at: values by position in those are not told.`,
      ];
  const asks = (few && held.length > 0) || offsets.length > 0;
  return { query: asks ? { ...query, held: few ? held : [], offsets } : null, left };
}

/** The words of which a file has to hold one to be worth a second look. */
function fillingWords(path: string, { held, offsets }: HazardQuery): readonly string[] {
  if (path.endsWith('.S')) return offsets.map(({ name }) => name);
  return [...new Set(held.map(({ container }) => container))];
}

/** The answers of a second look in the place of those that the same files gave before. */
function withSecond(
  answers: readonly FileAnswer[],
  second: readonly FileAnswer[],
): readonly FileAnswer[] {
  return [...new Map([...answers, ...second].map((each) => [each.path, each])).values()];
}

/** What is looked up in the headers of a tree, for which struct. */
export interface LookUp {
  readonly wanted: Wanted;
  readonly desc: StructDesc;
  readonly query: HazardQuery;
}

/** Whether a file may tell any of it: macros and structs of a tree are in its headers, some where they are used. */
function mayAnswer({ casting }: Wanted, path: string): boolean {
  return isHeader(path) || casting.has(path);
}

/** What a header says to what is wanted. */
export function lookUpIn(
  csource: CSource,
  { wanted: { macros, types }, desc, query }: LookUp,
  path: string,
  bytes: Uint8Array,
): LookedUp {
  const beginnings = new Map<string, readonly string[]>();
  const names = csource.names(bytes, [...macros, ...types], false);
  const defines = names.found.some(({ kind, name }) => kind === 'macro' && macros.has(name));
  const read = defines ? csource.hazards(path, bytes, query).macros : [];
  for (const other of types) {
    if (!declares(names, 'struct', other)) continue;
    beginnings.set(other, sharedBeginning(desc, csource.header(bytes), other));
  }
  return { macros: read.filter(({ name }) => macros.has(name)), beginnings };
}

/** What several headers say; of a struct that several declare, the first. */
export function joined(all: readonly LookedUp[]): LookedUp {
  const beginnings = new Map<string, readonly string[]>();
  for (const each of all) {
    for (const [name, members] of each.beginnings) {
      if (!beginnings.has(name)) beginnings.set(name, members);
    }
  }
  return { macros: all.flatMap(({ macros }) => macros), beginnings };
}

/**
 * The members that a struct of a header and the struct that is asked about both begin with, by name and type;
 * none where they begin in different ways.
 */
export function sharedBeginning(
  desc: StructDesc,
  doc: HeaderDoc,
  other: string,
): readonly string[] {
  const index = doc.records.findIndex(
    ({ tag, typedefName }) => tag === other || typedefName === other,
  );
  if (index < 0) return [];
  const { tag, typedefName } = recordAt(doc, index);
  const names = [tag, typedefName].filter((each) => each !== null);
  const own = [qualifiedName(desc.name).name];
  const theirs = textMembers(doc, index);
  const { members } = orderedFrom(desc).root;
  const shared: string[] = [];
  for (const [place, { name, typeName }] of members.entries()) {
    const their = theirs[place]?.declarator;
    if (their === undefined || name === null || their.name !== name) break;
    const theirType = their.declaredType.text;
    // Two bodies of their own are two types: haproxy's `struct { … } var_hdr` of each packet.
    if (/^(?:struct|union|class|enum)\b[^\w]*$/.test(theirType)) break;
    const theirRest = afterOwnName(theirType, names);
    const alike =
      sameType(theirType, typeName) ||
      (theirRest !== null && theirRest === afterOwnName(typeName, own));
    if (!alike) break;
    shared.push(name);
  }
  return shared;
}

/** What follows the struct's own name in a type, null where that is none: two lists point to their own kind (`*next`). */
function afterOwnName(type: string, names: readonly string[]): string | null {
  const own = names.flatMap((name) => [`struct ${name} *`, `${name} *`]);
  const start = own.find((each) => type.startsWith(each));
  return start === undefined ? null : type.slice(start.length);
}

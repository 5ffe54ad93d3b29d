import uFuzzy from '@leeoniya/ufuzzy';

/** Names as they are searched; one entry for each row of a list. */
export interface NameTable {
  readonly names: readonly string[];
  /** The same, in lower case. */
  readonly lowerNames: readonly string[];
  /** 0 struct, 1 union, 2 class. */
  readonly kinds: ArrayLike<number>;
  /** Which layout of its name a row is, from 1; 0 where there is only one. */
  readonly variants: ArrayLike<number>;
  /** Other names that rows are found by, in lower case; absent where there are none. */
  readonly typedefs?: ReadonlyMap<string, Typedef>;
}

/** A typedef of C, as it is written, and the names of the structs that it stands for. */
export interface Typedef {
  readonly name: string;
  readonly of: readonly string[];
}

/** A half-open range of characters of a name. */
export type TextRange = readonly [start: number, end: number];

/** What a person typed, taken apart: `struct fil` looks for structs only, `foo#2` for a second layout. */
export interface NameQuery {
  readonly text: string;
  /** As in `NameTable.kinds`; null for any. */
  readonly kind: number | null;
  readonly variant: number | null;
}

const KEYWORDS = ['struct', 'union', 'class'];

/** Letters may be left out of a word, but not many in a row: else every long name matches everything. */
const close = new uFuzzy({ intraIns: 3, intraChars: '[a-z\\d_]' });
/** The search for when nothing is close. */
const loose = new uFuzzy({ intraIns: Infinity, intraChars: '.' });

/** Reads `struct name`, `union name`, `name#2`, or just a name. */
export function parseNameQuery(typed: string): NameQuery {
  const [, keyword = '', rest = ''] =
    /^[\s/]*(?:(struct|union|class)(?=\s|$))?\s*(.*?)[\s;{]*$/i.exec(typed) ?? [];
  const [, text = '', variant] = /^(.*?)(?:#(\d+))?$/.exec(rest) ?? [];
  const kind = KEYWORDS.indexOf(keyword.toLowerCase());
  return { text, kind: kind < 0 ? null : kind, variant: variant ? Number(variant) : null };
}

/**
 * Rows that match, best first: the exact name, names that begin with the text, names with a word that
 * begins with it, names that contain it, then names that have its letters in order. Within each, short
 * names come first.
 */
export function searchNames(table: NameTable, query: NameQuery): number[] {
  const found = ranked(table, query);
  const behindTypedef = rowsBehind(table, query);
  if (behindTypedef.length > 0) {
    const isNamed = found.some((row) => table.lowerNames[row] === query.text.toLowerCase());
    const [first, rest] = isNamed ? [found, behindTypedef] : [behindTypedef, found];
    return [...new Set([...first, ...rest])];
  }
  const tag = tagOf(query.text);
  if (tag === null || nearnessOf(table, found, query) === 'named') return found;
  // A typedef is listed under the name of its struct.
  const behind = { ...query, text: tag };
  const tagged = ranked(table, behind);
  return nearnessOf(table, tagged, behind) === 'named' ? tagged : found;
}

/** Of so short a beginning too many typedefs are. */
const LEAST_LETTERS = 3;

/** The typedefs that are the text or begin with it, the shortest first: `PyObject` before `PyObjectArenaAllocator`. */
function typedefsLike({ typedefs }: NameTable, text: string): readonly Typedef[] {
  const wanted = text.toLowerCase();
  const exact = typedefs?.get(wanted);
  if (exact !== undefined) return [exact];
  if (typedefs === undefined || wanted.length < LEAST_LETTERS) return [];
  return [...typedefs]
    .flatMap(([name, typedef]) => (name.startsWith(wanted) ? [typedef] : []))
    .sort((a, b) => a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
}

/** The rows of structs that C programmers know by a typedef of this name, or of one that begins so. */
function rowsBehind(table: NameTable, query: NameQuery): readonly number[] {
  const place = new Map(
    typedefsLike(table, query.text)
      .flatMap(({ of }) => of)
      .map((name, at) => [name, at]),
  );
  if (place.size === 0) return [];
  const placeOf = (row: number) => place.get(table.names[row] ?? '') ?? 0;
  const rows = table.names.flatMap((name, row) =>
    place.has(name) && fits(table, row, query) ? [row] : [],
  );
  return rows.sort((a, b) => placeOf(a) - placeOf(b));
}

function fits(table: NameTable, row: number, { kind, variant }: NameQuery): boolean {
  return (
    (kind === null || table.kinds[row] === kind) &&
    (variant === null || Math.max(1, table.variants[row] ?? 0) === variant)
  );
}

/** The typedef by which a row was found; null where that is its own name. */
export function typedefOf(table: NameTable, row: number, { text }: NameQuery): string | null {
  const name = table.names[row] ?? '';
  if (name.toLowerCase().startsWith(text.toLowerCase())) return null;
  return typedefsLike(table, text).find(({ of }) => of.includes(name))?.name ?? null;
}

function ranked(table: NameTable, query: NameQuery): number[] {
  const rows = candidates(table, query.text).filter((row) => fits(table, row, query));
  if (query.text === '') return rows;
  const wanted = query.text.toLowerCase();
  // One number to sort by: how well it matches, then the length, then the place in the list. Numbers
  // in a typed array sort many times faster than rows by a comparison.
  const keys = Float64Array.from(rows, (row) => {
    const name = table.lowerNames[row] ?? '';
    const match = matchClass(name, wanted) * MAX_LENGTH + Math.min(name.length, MAX_LENGTH - 1);
    return match * MAX_ROWS + row;
  });
  return Array.from(keys.sort(), (key) => key % MAX_ROWS);
}

const MAX_LENGTH = 4096;
/** Together with the classes and the length well below 2^53. */
const MAX_ROWS = 2 ** 32;

/** How near the rows that were found come to what was typed. */
export type Nearness = 'named' | 'typedef' | 'letters' | 'none';

/**
 * `named`: a name is the text, or a word in it begins so. `typedef`: one is the text without its `_t`, as `spinlock` of
 * `spinlock_t`. `letters`: all have its letters somewhere.
 */
export function nearnessOf(
  table: NameTable,
  rows: ArrayLike<number>,
  { text }: NameQuery,
): Nearness {
  if (rows.length === 0) return 'none';
  const begins = (wanted: string, row: number) =>
    matchClass(table.lowerNames[row] ?? '', wanted.toLowerCase()) <= 2;
  const all = Array.from(rows);
  if (text === '' || all.some((row) => begins(text, row))) return 'named';
  if (
    typedefsLike(table, text).some(({ of }) =>
      all.some((row) => of.includes(table.names[row] ?? '')),
    )
  )
    return 'named';
  const tag = tagOf(text);
  return tag !== null && all.some((row) => begins(tag, row)) ? 'typedef' : 'letters';
}

/** `spinlock` of `spinlock_t`, as C programmers name the struct behind a typedef; null for any other name. */
function tagOf(text: string): string | null {
  return /^\w\w+_t$/.test(text) ? text.slice(0, -'_t'.length) : null;
}

/** Which characters of `name` the query matched, for showing them. */
export function matchedRanges(name: string, query: NameQuery): TextRange[] {
  if (query.text === '') return [];
  const lower = name.toLowerCase();
  const wanted = query.text.toLowerCase();
  const at = bestOccurrence(lower, wanted);
  if (at >= 0) return [[at, at + wanted.length]];
  for (const finder of [close, loose]) {
    const hits = finder.filter([name], query.text);
    if (!hits || hits.length === 0) continue;
    const flat = finder.info(hits, [name], query.text).ranges[0] ?? [];
    const ranges: TextRange[] = [];
    for (let i = 0; i + 1 < flat.length; i += 2) ranges.push([flat[i] ?? 0, flat[i + 1] ?? 0]);
    return ranges;
  }
  return [];
}

function candidates(table: NameTable, text: string): number[] {
  if (text === '') return Array.from(table.names, (_, row) => row);
  // The library's words are of Latin letters and digits; anything else is looked for as it stands.
  if (!/[a-z\d]/i.test(text) || /[^\x20-\x7e]/.test(text)) {
    const wanted = text.toLowerCase();
    return table.lowerNames.flatMap((name, row) => (name.includes(wanted) ? [row] : []));
  }
  const names = table.names as string[];
  const hits = close.filter(names, text) ?? [];
  return hits.length > 0 ? hits : (loose.filter(names, text) ?? []);
}

/** 0 exact, 1 prefix, 2 begins a word, 3 contained, 4 letters in order. */
function matchClass(lowerName: string, wanted: string): number {
  const at = bestOccurrence(lowerName, wanted);
  if (at < 0) return 4;
  if (at === 0) return lowerName.length === wanted.length ? 0 : 1;
  return beginsWord(lowerName, at) ? 2 : 3;
}

/** Where `wanted` begins a word of the name, else where it first occurs, else -1. */
function bestOccurrence(lowerName: string, wanted: string): number {
  const first = lowerName.indexOf(wanted);
  for (let at = first; at >= 0; at = lowerName.indexOf(wanted, at + 1)) {
    if (beginsWord(lowerName, at)) return at;
  }
  return first;
}

function beginsWord(name: string, at: number): boolean {
  return at === 0 || !/[a-z\d]/.test(name[at - 1] ?? '');
}

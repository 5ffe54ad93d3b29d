import type { StructTable } from '../../core/facts/structTable';
import type { NameTable, Typedef } from './nameSearch';
import type { FileId } from '../../core/layout/ids';
import type { LoadedFile } from './state';

/**
 * The rows of every loaded file in one table of columns. A row is named by its place; `fileOf` and
 * `rowInFile` lead back to the file. A count that is not known yet is -1.
 */
export interface Catalog extends NameTable {
  readonly rowCount: number;
  readonly files: readonly FileId[];
  /** What the rows of each of `files` are from. */
  readonly indexes: readonly StructTable[];
  /** Index into `files`. */
  readonly fileOf: Uint16Array;
  readonly rowInFile: Uint32Array;
  readonly kinds: Uint8Array;
  readonly variants: Uint16Array;
  readonly sizesBytes: Float64Array;
  /** Lines of the file's own target, for an object that starts on one. */
  readonly lines: Float64Array;
  readonly members: Int32Array;
  readonly holes: Int32Array;
  readonly holeBytes: Int32Array;
  readonly paddingBytes: Int32Array;
  /** Rows by name, the program's own first: the order in which a list starts. */
  readonly byName: Uint32Array;
  /** How many of them are the program's own. */
  readonly ownCount: number;
}

type Column = Uint8Array | Uint16Array | Int32Array | Float64Array;

/** Joins the indexes of all files that have one. */
export function buildCatalog(files: readonly ListedFile[]): Catalog {
  const parts = listedParts(files);
  const names = parts.flatMap((part) => part.names);
  const count = names.length;
  let lowerNames: readonly string[] | null = null;
  let typedefs: ReadonlyMap<string, Typedef> | null = null;
  const columns = {
    fileOf: new Uint16Array(count),
    rowInFile: new Uint32Array(count),
    kinds: new Uint8Array(count),
    variants: new Uint16Array(count),
    sizesBytes: new Float64Array(count),
    lines: new Float64Array(count),
    members: new Int32Array(count).fill(-1),
    holes: new Int32Array(count).fill(-1),
    holeBytes: new Int32Array(count).fill(-1),
    paddingBytes: new Int32Array(count).fill(-1),
  };
  let start = 0;
  for (const [fileIndex, { index, lineBytes, names: ownNames, rows }] of parts.entries()) {
    const end = start + ownNames.length;
    columns.fileOf.fill(fileIndex, start, end);
    const put = (column: Column, own: ArrayLike<number>) => {
      // All rows at once where that is possible: it takes no time.
      if (rows === null) column.set(own, start);
      else for (const [at, row] of rows.entries()) column[start + at] = own[row] ?? -1;
    };
    put(columns.kinds, index.kinds);
    put(columns.variants, index.variants);
    put(columns.sizesBytes, index.sizesBytes);
    put(columns.members, index.memberCounts);
    put(columns.holes, index.holeCounts);
    put(columns.holeBytes, index.holeBytes);
    put(columns.paddingBytes, index.paddingBytes);
    for (let row = start; row < end; row += 1) {
      columns.rowInFile[row] = rows?.[row - start] ?? row - start;
      const size = columns.sizesBytes[row] ?? 0;
      columns.lines[row] = size < 0 ? -1 : Math.ceil(size / lineBytes);
    }
    start = end;
  }
  const ranks = names.map(rankOf);
  // BTF's rows come in this order; `Array.sort` is quick with what is sorted already, a typed array's is not.
  // A list that starts with what is internal shows nobody what they look for.
  const byName = new Uint32Array(
    names
      .map((_, row) => row)
      .sort((a, b) => {
        const rank = (ranks[a] ?? 0) - (ranks[b] ?? 0);
        if (rank !== 0) return rank;
        const [x = '', y = ''] = [names[a], names[b]];
        if (x !== y) return x < y ? -1 : 1;
        return (columns.variants[a] ?? 0) - (columns.variants[b] ?? 0) || a - b;
      }),
  );
  return {
    rowCount: count,
    files: parts.map((part) => part.id),
    indexes: parts.map((part) => part.index),
    names,
    // Computed when a search first needs it.
    get lowerNames() {
      return (lowerNames ??= names.map((name) => name.toLowerCase()));
    },
    get typedefs() {
      return (typedefs ??= typedefsOf(parts.map((part) => part.index)));
    },
    ...columns,
    byName,
    ownCount: ranks.filter((rank) => rank < LIBRARY).length,
  };
}

function typedefsOf(indexes: readonly StructTable[]): ReadonlyMap<string, Typedef> {
  const all = new Map<string, Typedef>();
  for (const index of indexes) {
    for (const [name, own] of index.typedefs) {
      const key = name.toLowerCase();
      all.set(key, { name, of: [...(all.get(key)?.of ?? []), ...own] });
    }
  }
  return all;
}

const LIBRARY = 2;

/**
 * What a language's own library declares and its compiler makes up: of C++ and Rust by their namespaces, with references,
 * tuples, closures and vtables; of Go by its packages.
 */
const OF_LIBRARY =
  /^(?:[&*([{]|<.*\{vtable|<?(?:std|core|alloc|hashbrown|gimli|addr2line|miniz_oxide|__gnu_cxx|__cxxabiv1)::|(?:dyn|fn|func|map|struct|noalg|go)\b[^:]|(?:bucket|groupReference|hash|hchan|sudog|table|waitq)<|(?:archive|bufio|bytes|cmp|compress|container|context|crypto|database|debug|embed|encoding|errors|expvar|flag|fmt|hash|html|image|index|internal|io|iter|log|maps|math|mime|net|os|path|plugin|reflect|regexp|runtime|slices|sort|strconv|strings|sync|syscall|testing|text|time|unicode|unique|unsafe|vendor|weak)(?:\/[\w/]+)?\.\w)/;

/** 0 for the program's own types, 1 for what has underscores in front, and last what its language brings. */
function rankOf(name: string): number {
  return OF_LIBRARY.test(name) ? LIBRARY : name.startsWith('_') ? 1 : 0;
}

/** Whether a type is what the program's language brings, and nobody's own. */
export function isOfLibrary(catalog: Catalog, row: number): boolean {
  return catalog.ownCount < catalog.rowCount && OF_LIBRARY.test(catalog.names[row] ?? '');
}

/** Types that share a namespace of C++, a crate or module of Rust, or a package of Go. */
export interface Namespace {
  /** As it is typed into the search box: `std::`, `net/http.`. */
  readonly prefix: string;
  readonly count: number;
  readonly isOfLibrary: boolean;
}

/** The outermost namespaces of the listed types, the program's own first, then those with the most types. */
export function namespacesOf({ names }: Catalog): readonly Namespace[] {
  const counts = new Map<string, number>();
  for (const name of names) {
    const [prefix] = /^\w+::|^(?:[\w.-]+\/)*\w+\.(?=\w)/.exec(name) ?? [];
    if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  return [...counts]
    .map(([prefix, count]) => ({ prefix, count, isOfLibrary: OF_LIBRARY.test(`${prefix}T`) }))
    .sort((a, b) => Number(a.isOfLibrary) - Number(b.isOfLibrary) || b.count - a.count);
}

/** The catalog of no file at all. */
export const NO_ROWS: Catalog = buildCatalog([]);

/** What a file lists, and the size of its lines; null where it lists nothing. */
export function listedOf({ phase }: LoadedFile): {
  readonly index: StructTable;
  readonly lineBytes: number;
} | null {
  if (phase.kind === 'ready' && phase.index) {
    return { index: phase.index, lineBytes: phase.facts.target.lineBytes };
  }
  if (phase.kind !== 'text') return null;
  const { text } = phase;
  const target = text.language === 'c' ? text.choices.target : text.structs[0]?.target;
  return { index: text.index, lineBytes: target?.lineBytes ?? 64 };
}

/** A file that lists something. */
export interface ListedFile {
  readonly id: FileId;
  readonly index: StructTable;
  /** The size of its machine's lines. */
  readonly lineBytes: number;
  /** Whether it is C source, of which only structs that no loaded binary has are listed: the binary knows them better. */
  readonly isSource: boolean;
}

interface ListedPart extends ListedFile {
  readonly names: readonly string[];
  /** The rows of the index that are listed; null for all. */
  readonly rows: readonly number[] | null;
}

function listedParts(files: readonly ListedFile[]): readonly ListedPart[] {
  const binary = new Set<string>();
  const hasSource = files.some(({ isSource }) => isSource);
  return [...files]
    .sort((a, b) => Number(a.isSource) - Number(b.isSource))
    .map((file): ListedPart => {
      const names = file.index.names;
      const keyAt = (row: number) => `${file.index.kinds[row] ?? 0} ${names[row] ?? ''}`;
      if (!file.isSource) {
        if (hasSource) names.forEach((_, row) => binary.add(keyAt(row)));
        return { ...file, names, rows: null };
      }
      const rows = [...names.keys()].filter((row) => !binary.has(keyAt(row)));
      return { ...file, names: rows.map((row) => names[row] ?? ''), rows };
    });
}

/** Whether its structs are laid out from C source. */
export function isSourceFile({ phase }: LoadedFile): boolean {
  return phase.kind === 'text' && phase.text.language === 'c';
}

const KEYWORDS = ['struct', 'union', 'class'] as const;

/** `struct`, `union` or `class`. */
export function keywordOf(catalog: Catalog, row: number): string {
  return KEYWORDS[catalog.kinds[row] ?? 0] ?? 'struct';
}

/** `foo`, or `foo#2` where the name has several layouts. */
export function labelOf(catalog: Catalog, row: number): string {
  const variant = catalog.variants[row] ?? 0;
  return `${catalog.names[row] ?? ''}${variant ? `#${variant}` : ''}`;
}

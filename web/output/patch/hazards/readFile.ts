import type {
  FileHazards,
  HazardQuery,
  HeaderDoc,
  MacroText,
  StructDesc,
} from '../../../facts/generated';
import { declares } from '../declares';
import { isHeader } from './files';
import { sharedBeginning } from './sharedBeginning';
import type { LookedUp, Wanted } from './combine';

/** What reads C source: `csource`, in a worker or in Node. */
export interface HazardReaders {
  readonly header: (bytes: Uint8Array) => HeaderDoc;
  readonly hazards: (path: string, bytes: Uint8Array, query: HazardQuery) => FileHazards;
}

/** What is looked up in the headers of a tree, for which struct. */
export interface LookUp {
  readonly wanted: Wanted;
  readonly desc: StructDesc;
  readonly query: HazardQuery;
}

/** Whether there is anything to look up. */
export function asksForMore({ macros, types }: Wanted): boolean {
  return macros.size > 0 || types.size > 0;
}

/** Whether a file may tell any of it: macros and structs of a tree are in its headers, some where they are used. */
export function mayAnswer({ casting }: Wanted, path: string): boolean {
  return isHeader(path) || casting.has(path);
}

/** A function that tells what a header says to what is wanted. `text` is the file, one character per byte. */
export function lookUpIn(
  { wanted, desc, query }: LookUp,
  readers: HazardReaders,
): (path: string, bytes: Uint8Array, text: string) => LookedUp {
  const { macros, types } = wanted;
  const any = new RegExp(`\\b(?:${[...macros, ...types].join('|')})\\b`);
  const defines = new RegExp(`#[ \\t]*define[ \\t]+(?:${[...macros].join('|')})\\b`);
  return (path, bytes, text) => {
    const beginnings = new Map<string, readonly string[]>();
    if (!any.test(text)) return { macros: [], beginnings };
    const found: MacroText[] = [];
    if (macros.size > 0 && defines.test(text)) {
      const read = readers.hazards(path, bytes, query).macros;
      found.push(...read.filter(({ name }) => macros.has(name)));
    }
    for (const other of types) {
      if (!declares(text, 'struct', other)) continue;
      beginnings.set(other, sharedBeginning(desc, readers.header(bytes), other));
    }
    return { macros: found, beginnings };
  };
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

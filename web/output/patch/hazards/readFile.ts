import type { CSource } from '../../../facts/csource';
import type { HazardQuery, StructDesc } from '../../../facts/generated';
import { declares } from '../declares';
import { isHeader } from './files';
import { sharedBeginning } from './sharedBeginning';
import type { LookedUp, Wanted } from './combine';

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

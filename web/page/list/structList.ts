import { byStruct, type ByStruct } from './byStruct';
import type { Catalog } from '../state/catalog';
import type { ListSettings } from '../state/state';
import { listRows, type Measures } from './listView';
import { bareMemberQuery, parseMemberQuery, type MemberQuery } from './memberQuery';
import { matchedRanges, nearnessOf, parseNameQuery, type NameQuery } from '../state/nameSearch';
import type { InView } from '../state/inView';
import { derived } from '../../core/base/derived';
import { extentBytes } from '../../core/layout/extent';

/** What the list shows for what is typed into its box. */
export interface StructList {
  /** Rows of the catalog that match, also where several are shown as one. */
  readonly listedCount: number;
  /** Where several files list structs, one row for each; null where one does. */
  readonly grouped: ByStruct | null;
  readonly rows: Uint32Array;
  readonly query: NameQuery;
  /** Whether what is typed may be a typedef of what is listed. */
  readonly isTypedef: boolean;
  /** The members that a bare name could mean; null where it can mean none. */
  readonly bareMember: MemberQuery | null;
  /** Whether members are what is asked for. */
  readonly isAboutMembers: boolean;
  /** The members to look for: those asked for, or those of a name that no struct begins with; null for none. */
  readonly memberQuery: MemberQuery | null;
}

export function structList(
  catalog: Catalog,
  settings: ListSettings,
  measures: Measures,
): StructList {
  const listed = listRows(catalog, settings, measures);
  const grouped = settings.file === null ? byStruct(catalog, listed) : null;
  const { query, bareMember, askedMember } = typedInto(catalog, settings.query);
  const nearness = nearnessOf(catalog, listed, query);
  const isStrange = catalog.rowCount > 0 && (nearness === 'letters' || nearness === 'none');
  return {
    listedCount: listed.length,
    grouped,
    rows: grouped?.rows ?? listed,
    query,
    isTypedef: nearness === 'typedef',
    bareMember,
    isAboutMembers: askedMember !== null,
    memberQuery: askedMember ?? (isStrange ? bareMember : null),
  };
}

/** What is typed, as it can be read. The same as long as it is: files are asked for members once for each query. */
const typedInto = derived((_: Catalog, typed: string) => {
  const query = parseNameQuery(typed);
  return { query, bareMember: bareMemberQuery(query), askedMember: parseMemberQuery(typed) };
});

/** A piece of a name, which what was typed matches or not. */
export interface NamePart {
  readonly text: string;
  readonly isMatched: boolean;
}

/** A name in pieces, so that what matches can be marked. */
export function nameParts(name: string, query: NameQuery): readonly NamePart[] {
  const parts: NamePart[] = [];
  let at = 0;
  for (const [start, end] of matchedRanges(name, query)) {
    parts.push({ text: name.slice(at, start), isMatched: false });
    parts.push({ text: name.slice(start, end), isMatched: true });
    at = end;
  }
  parts.push({ text: name.slice(at), isMatched: false });
  return parts.filter(({ text }) => text !== '');
}

/** Whether a row is the struct in view. Several layouts of a name and size are not distinguished. */
export function isRowInView({ open, document }: InView, catalog: Catalog, row: number): boolean {
  const { struct } = document;
  const sizeBytes = catalog.sizesBytes[row];
  return (
    open.origin.kind === 'file' &&
    catalog.files[catalog.fileOf[row] ?? 0] === open.origin.file &&
    catalog.names[row] === struct.name &&
    (sizeBytes === extentBytes(struct) || sizeBytes === -1)
  );
}

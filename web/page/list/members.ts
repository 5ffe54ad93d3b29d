import { keptWith } from '../../core/base/derived';
import type { MemberFact, StructDesc } from '../../core/facts/generated';
import type { StructTable } from '../../core/facts/structTable';
import { insideOf } from '../../core/facts/key';
import { searchNames } from '../state/nameSearch';
import type { FileId } from '../../core/layout/ids';
import type { AppQuestions } from '../state/app';
import { matcher } from '../state/findReducers';
import type { Catalog } from '../state/catalog';
import type { MemberQuery } from './memberQuery';

/** A member of a struct; those of unnamed structs and unions inside are the struct's own, as in C. */
export interface MemberRow {
  /** The row in the file's index. */
  readonly row: number;
  readonly name: string;
  readonly typeName: string;
  readonly offsetBits: number;
  /** Null where unknown. */
  readonly sizeBits: number | null;
}

/** A member that was looked for, in its struct. */
export interface MemberHit extends Omit<MemberRow, 'row'> {
  /** The row in the catalog. */
  readonly row: number;
}

/** Described at once: a file answers in some 50 ms. */
const CHUNK_ROWS = 300;
/** Structs that a name that none has is taken for. */
const LIKE_STRUCTS = 30;
/** More are no answer. */
const MOST_HITS = 3_000;
const MAX_DEPTH = 12;
const TELL_MS = 300;

/**
 * Looks for members, and tells of what there is so far: over all structs the files have to describe each of them once,
 * which takes a second or two for a kernel.
 */
export async function findMembers(
  app: AppQuestions,
  catalog: Catalog,
  query: MemberQuery,
  listen: {
    readonly onHits: (hits: readonly MemberHit[], isAll: boolean) => void;
    readonly isOver: () => boolean;
  },
): Promise<void> {
  const wanted = query.struct === null ? null : rowsLike(catalog, query.struct);
  const found: MemberHit[] = [];
  let reportedMs = 0;
  const isNamed = query.member === '' ? () => true : matcher(query.member);
  // Over all structs a typedef may be meant, too: its name is only to be found where it is used.
  const matches = ({ name, typeName }: MemberRow) =>
    isNamed(name) || (query.struct === null && typeName === query.member);
  for (const [place, file] of catalog.files.entries()) {
    const index = catalog.indexes[place];
    if (!index) continue;
    const rows = catalogRows(catalog, place);
    const take = (members: readonly MemberRow[]) => {
      for (const member of members) {
        const row = rows.get(member.row);
        if (row !== undefined && matches(member)) found.push({ ...member, row });
      }
      // Sorting many takes as long as a file takes to give the next.
      if (Date.now() - reportedMs < TELL_MS) return;
      reportedMs = Date.now();
      listen.onHits(ranked(catalog, found, query), false);
    };
    if (wanted === null) await eachMember(app, file, index, take, listen.isOver);
    else {
      const own = wanted.filter((row) => catalog.fileOf[row] === place);
      take(
        await describe(
          app,
          file,
          own.map((row) => catalog.rowInFile[row] ?? 0),
        ),
      );
    }
    if (listen.isOver()) return;
  }
  listen.onHits(ranked(catalog, found, query), true);
}

/** What was described so far of an index, and who goes on with it. */
const described = keptWith<StructTable, { readonly parts: (readonly MemberRow[])[] }>(() => ({
  parts: [],
}));

async function eachMember(
  app: AppQuestions,
  file: FileId,
  index: StructTable,
  take: (members: readonly MemberRow[]) => void,
  isOver: () => boolean,
): Promise<void> {
  const { parts } = described(index);
  const count = index.sizesBytes.length;
  for (let part = 0; part * CHUNK_ROWS < count && !isOver(); part++) {
    const first = part * CHUNK_ROWS;
    const known = parts[part];
    const rows = Array.from({ length: Math.min(CHUNK_ROWS, count - first) }, (_, at) => first + at);
    const members = known ?? (await describe(app, file, rows));
    // A file that went tells nothing, and is not remembered to have nothing.
    if (members.length > 0) parts[part] ??= members;
    if (!isOver()) take(members);
  }
}

async function describe(
  app: AppQuestions,
  file: FileId,
  rows: readonly number[],
): Promise<readonly MemberRow[]> {
  if (rows.length === 0) return [];
  const answer = await app.askFile(file, { kind: 'describeAll', rows });
  if (!answer.ok) return [];
  return answer.value.flatMap((desc, at) => {
    const row = rows[at];
    return desc === null || row === undefined ? [] : membersOf(desc, row);
  });
}

function membersOf(desc: StructDesc, row: number): readonly MemberRow[] {
  const all: MemberRow[] = [];
  const visit = (members: readonly MemberFact[], baseBits: number, depth: number) => {
    for (const member of members) {
      const offsetBits = baseBits + member.offsetBits;
      const inside = insideOf(member, desc.types);
      if (inside && depth < MAX_DEPTH) visit(inside, offsetBits, depth + 1);
      if (member.name === null || member.role === 'base') continue;
      const typeName = desc.types[member.typeIndex]?.name ?? '';
      all.push({ row, name: member.name, typeName, offsetBits, sizeBits: member.sizeBits });
    }
  };
  const root = desc.types[desc.root];
  if (root?.shape.kind === 'aggregate') visit(root.shape.members, 0, 0);
  return all;
}

/** Rows of exactly that name, else rows with similar names. */
function rowsLike(catalog: Catalog, name: string): readonly number[] {
  const same = catalog.names.flatMap((each, row) => (each === name ? [row] : []));
  if (same.length > 0) return same;
  const behind = catalog.typedefs?.get(name.toLowerCase());
  if (behind?.name === name) {
    return catalog.names.flatMap((each, row) => (behind.of.includes(each) ? [row] : []));
  }
  return searchNames(catalog, { text: name, kind: null, variant: null }).slice(0, LIKE_STRUCTS);
}

/** Row of the catalog by row of a file. */
function catalogRows(catalog: Catalog, place: number): ReadonlyMap<number, number> {
  const rows = new Map<number, number>();
  for (let row = 0; row < catalog.rowCount; row++) {
    if (catalog.fileOf[row] === place) rows.set(catalog.rowInFile[row] ?? 0, row);
  }
  return rows;
}

/** The very name first, then what begins so; short ones before long ones, then by struct. */
function ranked(
  catalog: Catalog,
  hits: readonly MemberHit[],
  { member }: MemberQuery,
): readonly MemberHit[] {
  const wanted = member.toLowerCase().replaceAll('*', '');
  const rank = (name: string) => {
    const lower = name.toLowerCase();
    return lower === wanted ? 0 : lower.startsWith(wanted) ? 1 : 2;
  };
  const byOffset = wanted === '';
  return hits
    .map((hit) => ({ hit, key: byOffset ? hit.offsetBits : rank(hit.name) }))
    .sort(
      (a, b) =>
        a.key - b.key ||
        (byOffset ? 0 : a.hit.name.length - b.hit.name.length) ||
        compare(a.hit.name, b.hit.name) ||
        compare(catalog.names[a.hit.row] ?? '', catalog.names[b.hit.row] ?? ''),
    )
    .slice(0, MOST_HITS)
    .map(({ hit }) => hit);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

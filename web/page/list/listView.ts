import { assertNever } from '../../core/base/assert';
import { parseNameQuery, searchNames } from '../state/nameSearch';
import type { Catalog } from '../state/catalog';
import type { HeatColumn } from './heatMarks';
import type { HeldColumn } from './heldCounts';
import type { ListSettings, SortColumn } from '../state/state';

/** What rows can be sorted by that their files' lists do not have; null while it is not known. */
export interface Measures {
  readonly heat: HeatColumn | null;
  readonly held: HeldColumn | null;
}

/** The catalog's rows that are listed, in their order. */
export function listRows(
  catalog: Catalog,
  settings: ListSettings,
  { heat, held }: Measures,
): Uint32Array {
  const found = withHot(matching(catalog, settings), catalog, settings, heat);
  const { by, descending } = settings.sort;
  if (by === 'match') return isBlank(settings) && heat !== null ? hottestFirst(found, heat) : found;
  if (by === 'name') {
    const rank = new Uint32Array(catalog.rowCount);
    catalog.byName.forEach((row, place) => (rank[row] = place));
    found.sort((a, b) => (rank[a] ?? 0) - (rank[b] ?? 0));
    return descending ? found.reverse() : found;
  }
  const column = by === 'heat' ? heat?.shares : by === 'held' ? held : columnOf(catalog, by);
  if (!column) return found;
  const sign = descending ? -1 : 1;
  // `sort` is stable, so rows that tie keep the order of the search or of the names.
  return found.sort((a, b) => sign * ((column[a] ?? 0) - (column[b] ?? 0)));
}

/** With what the language brings where it is in a report and nothing is looked for. */
function withHot(
  found: Uint32Array,
  { byName, ownCount }: Catalog,
  settings: ListSettings,
  heat: HeatColumn | null,
): Uint32Array {
  if (heat === null || ownCount === 0 || !isBlank(settings) || settings.file !== null) return found;
  const hot = byName.subarray(ownCount).filter((row) => (heat.shares[row] ?? 0) > 0);
  return Uint32Array.from([...found, ...hot]);
}

/** Where nothing is looked for, what was measured stands above what was not; the rest keeps its order. */
function hottestFirst(rows: Uint32Array, { shares }: HeatColumn): Uint32Array {
  const share = (row: number) => shares[row] ?? 0;
  const hot = rows.filter((row) => share(row) > 0).sort((a, b) => share(b) - share(a));
  const ordered = new Uint32Array(rows.length);
  ordered.set(hot);
  ordered.set(
    rows.filter((row) => share(row) === 0),
    hot.length,
  );
  return ordered;
}

/** What a click on a column's head does: numbers start with the largest, a third click goes back. */
export function nextSort(sort: ListSettings['sort'], clicked: SortColumn): ListSettings['sort'] {
  const first = clicked !== 'name';
  if (sort.by !== clicked) return { by: clicked, descending: first };
  if (sort.descending === first) return { by: clicked, descending: !first };
  return { by: 'match', descending: false };
}

export function isBlank({ query }: ListSettings): boolean {
  const { text, kind, variant } = parseNameQuery(query);
  return text === '' && kind === null && variant === null;
}

function matching(catalog: Catalog, settings: ListSettings): Uint32Array {
  const { query, file } = settings;
  const parsed = parseNameQuery(query);
  const all = isBlank(settings);
  const { byName, ownCount } = catalog;
  const wantedFile = file === null ? -1 : catalog.files.indexOf(file);
  const inScope = (row: number) => wantedFile < 0 || catalog.fileOf[row] === wantedFile;
  // Nobody looks for what the language brings: it is found by its name, and stands here where it is hot or all there is.
  const listed = ownCount === 0 ? byName.slice() : byName.slice(0, ownCount);
  if (all) return wantedFile < 0 ? listed : listed.filter(inScope);
  const rows = Uint32Array.from(searchNames(catalog, parsed));
  const scoped = wantedFile < 0 ? rows : rows.filter(inScope);
  // After `union ` alone every row matches equally well, so the list is sorted by name.
  if (parsed.text !== '') return scoped;
  const chosen = new Set(scoped);
  return catalog.byName.filter((row) => chosen.has(row));
}

function columnOf(catalog: Catalog, by: Exclude<SortColumn, 'match' | 'name' | 'heat' | 'held'>) {
  switch (by) {
    case 'size':
      return catalog.sizesBytes;
    case 'lines':
      return catalog.lines;
    case 'holes':
      return catalog.holeBytes;
    case 'padding':
      return catalog.paddingBytes;
    default:
      return assertNever(by);
  }
}

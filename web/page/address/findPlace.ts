import { sentence } from '../../core/base/messages';
import { pageMessage } from '../state/messages';
import { searchNames } from '../state/nameSearch';
import type { FileId, StructId } from '../../core/layout/ids';
import { listedOf, type Catalog } from '../state/catalog';
import { catalogOf } from '../state/listSelectors';
import { presentOf } from '../state/inView';
import type { AppState, LoadedFile } from '../state/state';
import { keyParts, type Address, type FileRef, type StructRef } from '../state/address';
import { DRAFT_ID, draftMark, fileRefOf } from './addressOf';

/** Where the place of an address is among what is open and loaded. */
export type FoundPlace =
  | { readonly kind: 'open'; readonly id: StructId }
  /** Rows of the catalog that it may be: one, but for layouts that share a name and a size. */
  | {
      readonly kind: 'rows';
      readonly file: FileId;
      readonly rows: readonly number[];
      /** How the struct differs from what the address says, in a sentence; null where it may be the same. */
      readonly differs: string | null;
    }
  | { readonly kind: 'report'; readonly file: FileId }
  | { readonly kind: 'twoFiles'; readonly before: FileId; readonly after: FileId }
  | { readonly kind: 'list' }
  /** A file that has it, or may have it, is still being read. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'absent'; readonly why: string; readonly offers: readonly Offer[] };

/** A struct that is there and near to the one that is not. */
export interface Offer {
  readonly row: number;
  readonly name: string;
  readonly keyword: string;
  readonly fileName: string;
}

const MOST_OFFERS = 5;
/** Names that share less are not near. In characters. */
const MIN_SHARED = 3;
const KINDS = ['struct', 'union', 'class'];

/** Looks for the place of an address. A study is always there, and is not looked for. */
export function findPlace(state: AppState, address: Address): FoundPlace {
  const { file, place } = address;
  switch (place.kind) {
    case 'study':
    case 'struct': {
      const draft = draftOf(state, place.drafts);
      if (draft !== null) return { kind: 'open', id: draft };
      if (place.kind === 'study') return absent(sentence(pageMessage('study-draft-gone')));
      return place.from === undefined
        ? findStruct(state, file, place.struct)
        : findText(state, place.struct, place.from, file);
    }
    case 'report': {
      const report = file && named(state.files, file).find(({ phase }) => phase.kind === 'profile');
      if (report) return { kind: 'report', file: report.id };
      return isReading(state, file) ? { kind: 'reading' } : absent(missing(file, 'The report'));
    }
    case 'twoFiles': {
      const [before] = file === null ? [] : named(state.files, file).filter(lists);
      const [after] = named(state.files, place.after).filter(lists);
      if (before && after) return { kind: 'twoFiles', before: before.id, after: after.id };
      const lacking = before ? place.after : file;
      return isReading(state, lacking)
        ? { kind: 'reading' }
        : absent(missing(lacking, 'One of the two files'));
    }
    case 'list':
      if (file !== null && named(state.files, file).some(lists)) return { kind: 'list' };
      return isReading(state, file) ? { kind: 'reading' } : absent(missing(file, 'The file'));
  }
}

function findStruct(state: AppState, file: FileRef | null, struct: StructRef): FoundPlace {
  const open = state.documents.find(
    (each) =>
      each.origin.kind === 'file' &&
      presentOf(each).struct.key === struct.key &&
      isOfFile(state, each.origin.file, each.origin.fileName, file),
  );
  if (open) return { kind: 'open', id: open.id };
  const catalog = catalogOf(state.files);
  const inFile = (file === null ? state.files : named(state.files, file)).filter(lists);
  for (const each of inFile) {
    const place = catalog.files.indexOf(each.id);
    const rows = rowsNamed(catalog, struct.name).filter((row) => catalog.fileOf[row] === place);
    const same = rows.filter((row) => isLike(catalog, row, struct));
    const chosen = same.length > 0 ? same : rows;
    if (chosen.length > 0) {
      const differs = same.length > 0 ? null : otherLayout(catalog, rows, struct, each.name);
      return { kind: 'rows', file: each.id, rows: chosen, differs };
    }
  }
  if (isReading(state, file)) return { kind: 'reading' };
  const [has] = inFile;
  const what = `\`${keywordOf(struct)} ${struct.name}\``;
  const why = has
    ? pageMessage('not-in-file', what, has.name)
    : file === null
      ? pageMessage('in-no-file', what)
      : pageMessage('in-file-not-open', what, nameOf(file));
  return {
    kind: 'absent',
    why: sentence(why),
    offers: offersOf(state, catalog, struct.name, inFile),
  };
}

/** A struct that came as a text: open still, or nowhere. */
function findText(
  state: AppState,
  struct: StructRef,
  from: 'link' | 'draft' | 'table' | 'patch',
  file: FileRef | null,
): FoundPlace {
  const open = state.documents.find(
    (each) =>
      each.origin.kind === 'text' &&
      each.origin.from === from &&
      presentOf(each).struct.key === struct.key,
  );
  if (open) return { kind: 'open', id: open.id };
  const catalog = catalogOf(state.files);
  const why =
    from === 'draft'
      ? pageMessage('draft-gone', struct.name)
      : pageMessage('text-gone', struct.name, from);
  const inFile = file === null ? [] : named(state.files, file).filter(lists);
  return {
    kind: 'absent',
    why: sentence(why),
    offers: offersOf(state, catalog, struct.name, inFile),
  };
}

function draftOf(state: AppState, marks: readonly string[]): StructId | null {
  for (const mark of marks) {
    const open = state.documents.find(
      ({ id }) => id.startsWith(DRAFT_ID) && draftMark(id.slice(DRAFT_ID.length)) === mark,
    );
    if (open) return open.id;
  }
  return null;
}

/** Files that a reference may mean: of that build, else of that name. */
function named(files: readonly LoadedFile[], ref: FileRef): readonly LoadedFile[] {
  const sameBuild = files.filter(
    (file) => ref.buildId !== null && fileRefOf(file).buildId === ref.buildId,
  );
  return sameBuild.length > 0 ? sameBuild : files.filter(({ name }) => name === ref.name);
}

function isOfFile(state: AppState, id: FileId, name: string, ref: FileRef | null): boolean {
  if (ref === null) return true;
  const file = state.files.find((each) => each.id === id);
  const buildId = file ? fileRefOf(file).buildId : null;
  return buildId !== null && ref.buildId !== null ? buildId === ref.buildId : name === ref.name;
}

function lists(file: LoadedFile): boolean {
  return listedOf(file) !== null;
}

/** Whether a file that may be meant is not read to its end. */
function isReading({ files }: AppState, ref: FileRef | null): boolean {
  return files.some((file) => {
    const { phase } = file;
    const isBusy =
      phase.kind === 'loading' ||
      (phase.kind === 'ready' &&
        phase.waitsFor === undefined &&
        (phase.index === null || phase.more !== null));
    // What build a file is of may be unknown yet.
    return isBusy && (ref === null || phase.kind === 'loading' || named([file], ref).length > 0);
  });
}

function rowsNamed(catalog: Catalog, name: string): readonly number[] {
  return catalog.names.flatMap((each, row) => (each === name ? [row] : []));
}

function isLike(catalog: Catalog, row: number, { key }: StructRef): boolean {
  const parts = key === null ? null : keyParts(key);
  if (parts === null) return true;
  const sizeBytes = catalog.sizesBytes[row];
  // A text may not say its size.
  const isSize = sizeBytes === parts.sizeBytes || sizeBytes === -1;
  return KINDS[catalog.kinds[row] ?? 0] === parts.keyword && isSize;
}

function otherLayout(
  catalog: Catalog,
  rows: readonly number[],
  { name, key }: StructRef,
  fileName: string,
): string {
  const sizes = [...new Set(rows.map((row) => catalog.sizesBytes[row] ?? 0))];
  const was = key === null ? null : keyParts(key);
  return sentence(
    pageMessage('other-size', name, `${was?.sizeBytes ?? '?'}`, fileName, sizes.join(' or ')),
  );
}

/** Offers structs of the same name in other files first, then those of the file itself with a similar name. */
function offersOf(
  state: AppState,
  catalog: Catalog,
  name: string,
  inFile: readonly LoadedFile[],
): readonly Offer[] {
  const same = rowsNamed(catalog, name);
  const near = same.length > 0 ? [] : nearNames(catalog, name);
  const own = near.filter((row) =>
    inFile.some(({ id }) => catalog.files[catalog.fileOf[row] ?? 0] === id),
  );
  const rows = [...new Set([...same, ...own, ...near])].slice(0, MOST_OFFERS);
  return rows.map((row) => ({
    row,
    name: catalog.names[row] ?? '',
    keyword: KINDS[catalog.kinds[row] ?? 0] ?? 'struct',
    fileName:
      state.files.find(({ id }) => id === catalog.files[catalog.fileOf[row] ?? 0])?.name ?? '',
  }));
}

/** A name that is gone mostly has a neighbour that begins like it: those that share the most, then of like length. */
function nearNames(catalog: Catalog, name: string): readonly number[] {
  const wanted = name.toLowerCase();
  for (let length = wanted.length; length >= MIN_SHARED; length--) {
    const start = wanted.slice(0, length);
    const rows = catalog.lowerNames.flatMap((each, row) => (each.startsWith(start) ? [row] : []));
    const unlike = (row: number) => Math.abs((catalog.names[row] ?? '').length - name.length);
    if (rows.length > 0) return rows.sort((a, b) => unlike(a) - unlike(b)).slice(0, MOST_OFFERS);
  }
  return searchNames(catalog, { text: name, kind: null, variant: null }).slice(0, MOST_OFFERS);
}

function keywordOf({ key }: StructRef): string {
  return (key === null ? null : keyParts(key)?.keyword) ?? 'struct';
}

/** `vmlinux (build-id 0123456789ab…)` */
function nameOf({ name, buildId }: FileRef): string {
  return buildId === null ? name : `${name} (build-id ${buildId.slice(0, 12)}…)`;
}

function missing(file: FileRef | null, what: string): string {
  return sentence(
    file === null
      ? pageMessage('address-without-file', what)
      : pageMessage('file-not-open', nameOf(file)),
  );
}

function absent(why: string): FoundPlace {
  return { kind: 'absent', why, offers: [] };
}

import { assertNever } from '../../core/base/assert';
import { fail, ok, type Result } from '../../core/base/result';
import type { ComparePart, InspectorPart } from './state';
import { STUDY_CARDS, type StudyId } from './studyList';

/** A loaded file as an address names it: by what it is where that is known, else by its name. */
export interface FileRef {
  readonly name: string;
  readonly buildId: string | null;
}

/** A struct as an address names it. Written by hand it may be a name alone. */
export interface StructRef {
  readonly name: string;
  /** Its content key (`core/facts/key.ts`); null where only the name is known. */
  readonly key: string | null;
}

/** How a struct is looked at. Left out is what shows by itself. */
export interface StructView {
  readonly tab?: InspectorPart;
  /** The field that the inspector speaks of. */
  readonly field?: string;
  readonly compare?: ComparePart;
  readonly show?: 'original';
}

/** What is in view. Edits are no part of it: they travel in links, and stay in this browser as drafts. */
export type AddressPlace =
  | { readonly kind: 'list' }
  | {
      readonly kind: 'struct';
      readonly struct: StructRef;
      /** What a struct came as that is of no file. */
      readonly from?: 'link' | 'draft' | 'table' | 'patch';
      /** Marks of the drafts that have its edits, the newest first (`draftMark`). */
      readonly drafts: readonly string[];
      readonly view: StructView;
    }
  | {
      readonly kind: 'study';
      readonly study: StudyId;
      /** The step of its story, from 0. */
      readonly step: number;
      readonly drafts: readonly string[];
      readonly view: StructView;
    }
  | { readonly kind: 'report' }
  | { readonly kind: 'twoFiles'; readonly after: FileRef };

/** What the address of the page says after its `#`. */
export interface Address {
  /** What the place is of; null where it is of no file. */
  readonly file: FileRef | null;
  readonly place: AddressPlace;
}

/** The form of what stands behind `#at`. */
const FORM = 1;
const MARK = /^#?at(\d{1,4})\?(.*)$/s;

const TABS: readonly InspectorPart[] = [
  'findings',
  'field',
  'heat',
  'predict',
  'suggest',
  'changes',
  'patch',
  'share',
];
const PARTS: readonly ComparePart[] = ['layouts', 'files', 'cost'];
const FROM = ['link', 'draft', 'table', 'patch'] as const;

/** The part of the inspector that shows by itself: whoever chose a field wants to know of it. */
export function ownTab(field: string | undefined): InspectorPart {
  return field === undefined ? 'findings' : 'field';
}

/** More than any name that is shown has; what is longer is cut, and no longer found by it. In characters. */
const MAX_VALUE = 2_000;

/** `#at1?struct=struct:file:184:0123456789abcdef&file=vmlinux&build=…`: whether it is one of these at all. */
export function isAddress(hash: string): boolean {
  return MARK.test(hash);
}

/** The text of an address, with its `#`. */
export function formatAddress({ file, place }: Address): string {
  const words = new URLSearchParams();
  const put = (name: string, value: string | null | undefined) => {
    if (value !== null && value !== undefined && value !== '')
      words.set(name, value.slice(0, MAX_VALUE));
  };
  switch (place.kind) {
    case 'list':
      break;
    case 'struct':
      put('struct', place.struct.key ?? place.struct.name);
      put('from', place.from);
      break;
    case 'study':
      put('study', place.study);
      if (place.step > 0) put('step', String(place.step));
      break;
    case 'report':
      put('report', file?.name);
      break;
    case 'twoFiles':
      put('before', file?.name);
      put('beforeBuild', file?.buildId);
      put('after', place.after.name);
      put('afterBuild', place.after.buildId);
      break;
    default:
      assertNever(place);
  }
  if (place.kind !== 'report' && place.kind !== 'twoFiles') {
    put('file', file?.name);
    put('build', file?.buildId);
  }
  if (place.kind === 'struct' || place.kind === 'study') {
    put('draft', place.drafts.join('.'));
    const { tab, field, compare, show } = place.view;
    put('tab', tab);
    put('field', field);
    put('compare', compare);
    put('show', show);
  }
  // `:` and `.` may stand in a fragment, and read better.
  return `#at${FORM}?${words.toString().replaceAll('%3A', ':')}`;
}

/** Reads an address. The error is a sentence. */
export function parseAddress(hash: string): Result<Address, string> {
  const [, form = '', text = ''] = MARK.exec(hash) ?? [];
  if (form === '') return fail('It is not an address of Hitmap.');
  if (Number(form) !== FORM) {
    return fail(
      `It has form ${Number(form)}, and this Hitmap reads form ${FORM}: it was made by ${Number(form) > FORM ? 'a later' : 'another'} version. Open its file, and choose the struct from the list.`,
    );
  }
  const words = new URLSearchParams(text);
  const get = (name: string) => words.get(name)?.slice(0, MAX_VALUE) ?? '';
  const file = fileRef(get('file'), get('build'));
  const view = viewOf(get);
  const drafts = get('draft').split('.').filter(Boolean).slice(0, 4);
  if (get('study') !== '') {
    const card = STUDY_CARDS.find(({ id }) => id === get('study'));
    if (!card) return fail(`No study is called “${get('study')}”. The start page has them all.`);
    const step = /^\d{1,3}$/.test(get('step')) ? Number(get('step')) : 0;
    return ok({ file: null, place: { kind: 'study', study: card.id, step, drafts, view } });
  }
  if (get('struct') !== '') {
    const from = FROM.find((each) => each === get('from'));
    const struct = structRef(get('struct'));
    return ok({ file, place: { kind: 'struct', struct, ...(from && { from }), drafts, view } });
  }
  if (get('report') !== '') {
    return ok({ file: fileRef(get('report'), ''), place: { kind: 'report' } });
  }
  const after = fileRef(get('after'), get('afterBuild'));
  if (after !== null) {
    return ok({
      file: fileRef(get('before'), get('beforeBuild')),
      place: { kind: 'twoFiles', after },
    });
  }
  if (file !== null) return ok({ file, place: { kind: 'list' } });
  return fail('It names no struct, no report and no file.');
}

/** `struct:file:184:hash`, or a name. */
function structRef(text: string): StructRef {
  const { name } = keyParts(text) ?? { name: text };
  return { name, key: name === text ? null : text };
}

/** What a content key says of its struct; null where it is none. */
export function keyParts(key: string): {
  readonly keyword: string;
  readonly name: string;
  readonly sizeBytes: number;
} | null {
  const [, keyword, name, size] = /^(struct|union|class):(.*):(-?\d+):[\da-f]+$/s.exec(key) ?? [];
  if (keyword === undefined || name === undefined) return null;
  return { keyword, name, sizeBytes: Number(size) };
}

function fileRef(name: string, buildId: string): FileRef | null {
  return name === '' ? null : { name, buildId: /^[\da-f]+$/i.test(buildId) ? buildId : null };
}

function viewOf(get: (name: string) => string): StructView {
  const tab = TABS.find((each) => each === get('tab'));
  const compare = PARTS.find((each) => each === get('compare'));
  const field = get('field');
  return {
    ...(tab && { tab }),
    ...(field !== '' && { field }),
    ...(compare && { compare }),
    ...(get('show') === 'original' && { show: 'original' }),
  };
}

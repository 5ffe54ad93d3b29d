import { grouped, listed, quoted } from '../base/prose';
import { applyEdits } from '../edit/apply';
import type { Edit } from '../edit/edit';
import type { LayoutDocument } from '../edit/document';
import { formatEdit } from '../edit/words';
import type { PostedDiff, PostedPatch } from '../facts/generated';
import { computeLayout } from '../layout/compute';
import { leavesOf, membersOf } from '../layout/walk';
import type { Review, ReviewedStruct } from './review';

/** Another version of a patch or of a series, and what it is called. */
export interface EarlierVersion {
  /** `v1` */
  readonly name: string;
  readonly diff: PostedDiff;
}

/** The newest of the earlier versions that a text has of what is meant in it; null where it has none. */
export function earlierVersion(diff: PostedDiff): EarlierVersion | null {
  const shown = versionOf(diff.patches);
  const older = diff.others.filter(
    ({ why, patch }) => why === 'earlier' && patch.version < shown && patch.subject !== '',
  );
  const version = Math.max(...older.map(({ patch }) => patch.version));
  const own = older
    .filter(({ patch }) => patch.version === version)
    .sort((a, b) => (a.patch.part ?? 0) - (b.patch.part ?? 0));
  if (own.length === 0) return null;
  return { name: `v${version}`, diff: versionOfDiff(diff, own) };
}

function versionOfDiff(diff: PostedDiff, own: PostedDiff['others']): PostedDiff {
  return {
    ...diff,
    patches: own.map(({ patch }) => patch),
    hunks: own.flatMap(({ hunks }, at) => hunks.map((hunk) => ({ ...hunk, patch: at }))),
    absent: [],
    others: [],
  };
}

/** What a text that stands alone is called as an earlier version. */
export function versionName({ patches }: PostedDiff, now: PostedDiff): string {
  const version = versionOf(patches);
  return version < versionOf(now.patches) ? `v${version}` : 'the earlier version';
}

function versionOf(patches: readonly PostedPatch[]): number {
  return Math.max(1, ...patches.map(({ version }) => version));
}

/** More edits than these are listed by `hitmap review` alone. */
const MOST_EDITS = 4;

/** Which patch of a series changes what of a struct: a sentence each. */
export function stepNotes({ document, steps, isKnown }: ReviewedStruct): readonly string[] {
  let order: readonly Edit[] = [];
  const changing = steps.filter(({ edits }) => edits.length > 0);
  return changing.map(({ patch, edits }) => {
    const [was, is] = [order, [...order, ...edits]].map((each) => sizeOf(document, each));
    order = [...order, ...edits];
    const size = was === is ? `still ${is}` : `${was} to ${is}`;
    const figures = isKnown ? `${size} bytes, ` : '';
    const words = listed(quoted(edits.map(formatEdit)), MOST_EDITS);
    return `${patchName(patch)}: ${figures}${words}.`;
  });
}

function patchName({ subject, line }: PostedPatch): string {
  return subject === '' ? `The patch at line ${line}` : subject;
}

function sizeOf(document: LayoutDocument, edits: readonly Edit[]): string {
  const { sizeBits } = computeLayout(applyEdits({ ...document, edits }).struct);
  return grouped(sizeBits / 8);
}

/** What the order and the size of a struct are in this version of a patch that they were not in an earlier one. */
export function versionNotes(
  { document, edits, isKnown }: ReviewedStruct,
  name: string,
  earlier: Review,
): readonly string[] {
  const before = earlier.structs.find((each) => each.document.struct.key === document.struct.key);
  if (!isKnown || before?.isKnown === false)
    return [`What differs from ${name} is not known: not all lines of both are placed.`];
  const [was, is] = [before?.edits ?? [], edits].map((each) => placesOf(document, each));
  if (was === undefined || is === undefined) return [];
  const size = was.size === is.size ? [] : [`${was.size} to ${is.size} bytes`];
  const only = (one: Places, other: Places) =>
    [...one.offsets.keys()].filter((each) => !other.offsets.has(each));
  const [gone, come] = [only(was, is), only(is, was)];
  const moved = [...is.offsets].flatMap(([path, offset]) => {
    const old = was.offsets.get(path);
    return old === undefined || old === offset ? [] : [`\`${path}\` ${old} to ${offset}`];
  });
  const order = was.order.filter((each) => !gone.includes(each)).join();
  const isSameOrder = order === is.order.filter((each) => !come.includes(each)).join();
  const parts = [
    ...size,
    ...(gone.length === 0 ? [] : [`without ${listed(quoted(gone), MOST_EDITS)}`]),
    ...(come.length === 0 ? [] : [`with ${listed(quoted(come), MOST_EDITS)}`]),
    ...(isSameOrder || moved.length === 0 ? [] : ['another order']),
    ...(moved.length === 0 ? [] : [`${listed(moved, MOST_EDITS)}`]),
  ];
  return [
    parts.length === 0 ? `The same layout as in ${name}.` : `Since ${name}: ${parts.join('; ')}.`,
  ];
}

/** The structs that an earlier version changes and this one does not. */
export function droppedNotes(now: Review, name: string, earlier: Review): readonly string[] {
  const keys = new Set(now.structs.map(({ document }) => document.struct.key));
  return earlier.structs
    .filter(({ document, edits }) => edits.length > 0 && !keys.has(document.struct.key))
    .map(
      ({ document }) =>
        `\`${document.struct.name}\` is changed by ${name} and no longer by this version.`,
    );
}

interface Places {
  readonly size: string;
  /** In bytes, by path. */
  readonly offsets: ReadonlyMap<string, number>;
  readonly order: readonly string[];
}

function placesOf(document: LayoutDocument, edits: readonly Edit[]): Places {
  const { struct } = applyEdits({ ...document, edits });
  const layout = computeLayout(struct);
  const offsets = new Map<string, number>();
  for (const { path, offsetBits } of leavesOf(layout)) offsets.set(path, offsetBits / 8);
  const order = [...membersOf(struct.root)].map(({ path }) => path);
  return { size: grouped(layout.sizeBits / 8), offsets, order };
}

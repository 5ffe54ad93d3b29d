import type { LayoutDocument } from '../edit/document';
import { itemAt } from '../base/itemAt';
import { applyEdits } from '../edit/apply';
import type { Edit } from '../edit/edit';
import type { PostedDiff, PostedPatch } from '../facts/generated';
import type { MemberPath } from '../layout/ids';
import { computeLayout } from '../layout/compute';
import { orderedFrom } from '../layout/original';
import { sameType } from '../layout/text/typeText';
import { type LeftLine, LinePlacement, type UsersOf, heldNamed, mayDecide } from './placement';
import type { KnownTypes } from './newMembers';
import {
  type Entry,
  type HunkOfStruct,
  type PostedStruct,
  changedIn,
  entriesIn,
  goesOnUnseen,
  leafNames,
  linesOf,
  memberNamed,
  namesInHunk,
  structsOf,
} from './sides';
import { type ReviewNote, eachOnce } from './notes';
import { type Placed, orderOfHunks, placeStruct } from './placer';
import { type Elsewhere, followMembers } from './verifyOrder';

/** What a posted patch does to loaded structs, with every one of its changed lines accounted for. */
export interface Review {
  readonly structs: readonly ReviewedStruct[];
  /** Changed lines of the patch. */
  readonly total: number;
  /** Those that are not shown, in the order of the patch. */
  readonly left: readonly LeftLine[];
  /** Lines of hunks that were cut out of the text. */
  readonly missing: number;
  /** Parts of the text that look like a diff and could not be read. */
  readonly refused: number;
  /** The numbers of patches of the series that the text does not have: what they change is not known. */
  readonly absent: readonly number[];
  readonly notes: readonly ReviewNote[];
  /** Types that would have given the sizes of new members, as C names them. */
  readonly wanted: readonly string[];
  /** Hunks that name no struct, and are of none that was found by a name. */
  readonly nameless: readonly NamelessHunk[];
}

export interface ReviewedStruct {
  readonly document: LayoutDocument;
  /** The line of the text in which its first hunk begins, from 1; null where it has none. */
  readonly line: number | null;
  readonly edits: readonly Edit[];
  /** Of a series, what each of its patches does to the struct as the ones before it leave it, in their order; else empty. */
  readonly steps: readonly Step[];
  /**
   * Where the loaded struct has what the patch does already, the edits that give the order before it; empty where the
   * patch changes its order, and where it changes no order at all.
   */
  readonly undone: readonly Edit[];
  /** The members that the patch is about, as the loaded struct names them. */
  readonly touched: readonly MemberPath[];
  /** Hunks of which nothing is carried out, since the loaded struct has their members elsewhere. */
  readonly elsewhere: readonly Elsewhere[];
  /** Where nothing is carried out for that reason, the edits that give the order of the hunks and what they make of it. */
  readonly theirs: readonly Edit[];
  /** Whether every line that may change its size or offsets is placed: else no figure of it is known. */
  readonly isKnown: boolean;
  /** A type in it by value that the patch makes of another size, or of one that is not known; null for none. */
  readonly grown: string | null;
}

/** What one patch of a series does to a struct. */
export interface Step {
  readonly patch: PostedPatch;
  readonly edits: readonly Edit[];
}

/** A struct as a patch names it. */
export interface NamedStruct {
  readonly keyword: string;
  /** Empty where nothing names it. */
  readonly name: string;
}

/** Why no struct is meant, as a sentence; `among` are those of which the hunks may tell which one is. */
export interface NoStruct {
  readonly reason: string;
  readonly among?: readonly string[];
}

/** The struct that a name means, as it was found; or why there is none. */
export type FindStruct = (named: NamedStruct) => LayoutDocument | NoStruct;

/** Where a hunk lies that does not say which struct it is of, and the members that it shows of before. */
export interface NamelessHunk {
  /** The structs that it can be of; null for any. */
  readonly among: readonly string[] | null;
  /** Empty where the text names no file. */
  readonly file: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly members: readonly string[];
}

/** The one struct of the loaded file that such a hunk can be of: `typedef struct {` has its name below the hunk. */
export type FindByMembers = (hunk: NamelessHunk) => LayoutDocument | null;

/** The structs that a patch may change. */
export function namedStructs(diff: PostedDiff): readonly NamedStruct[] {
  return structsOf(diff);
}

export function review(
  diff: PostedDiff,
  find: FindStruct,
  types: KnownTypes,
  byMembers: FindByMembers = () => null,
  usersOf: UsersOf = () => null,
): Review {
  const placement = new LinePlacement(diff, usersOf);
  const structs: ReviewedStruct[] = [];
  const notes: ReviewNote[] = diff.refused.map((part) => ({ kind: 'unread', ...part }));
  const wanted: string[] = [];
  const nameless: NamelessHunk[] = [];
  const look: FindByMembers = (hunk) => {
    nameless.push(hunk);
    return byMembers(hunk);
  };
  const posted = structsOf(diff);
  for (const { posted: each, found } of matched(posted, find, look)) {
    if ('reason' in found) {
      if (isBrought(each)) placeAll(placement, each);
      else leaveAll(placement, each, found.reason);
      continue;
    }
    const { readOnly } = orderedFrom(found.struct).root;
    if (readOnly !== null) {
      leaveAll(
        placement,
        each,
        `The order of struct ${each.name} cannot be recomputed: ${readOnly}`,
      );
      continue;
    }
    if (isTakenAway(each)) {
      leaveAll(placement, each, TAKEN_AWAY);
      continue;
    }
    if (isBrought(each) && !isAsBrought(diff, found, each, types)) {
      leaveAll(placement, each, BROUGHT);
      continue;
    }
    const { steps, ...placed } = placeInOrder(diff, found, each.hunks, placement, types);
    const { edits, note } = followMembers(found, placed.edits, each.hunks);
    notes.push(...placed.notes, ...(note === null ? [] : [note]));
    wanted.push(...placed.wanted);
    const { elsewhere, touched } = placed;
    const undone =
      edits.length > 0 || elsewhere.length > 0 ? [] : undoing(diff, found, each.hunks, types);
    const theirs =
      elsewhere.length > 0 && edits.length === 0
        ? forced(diff, found, each.hunks, elsewhere, types)
        : [];
    const isWhole = !each.hunks.some(goesOnUnseen);
    const line = each.hunks[0]?.hunk.line ?? null;
    structs.push({
      document: found,
      line,
      edits,
      steps,
      undone,
      touched,
      elsewhere,
      theirs,
      isKnown: isWhole,
      grown: null,
    });
  }
  const { total, left, missing } = placement.result();
  const refused = diff.refused.length;
  const known = structs.map((each) => {
    const isLeft = left.some((line) => mayDecide(line, each.document.struct, each.edits));
    return { ...each, isKnown: each.isKnown && !isLeft && diff.absent.length === 0 };
  });
  const grown = new Set(
    known.filter((each) => !keepsSize(each)).map(({ document }) => document.struct.name),
  );
  return {
    structs: known.map((each) => withGrown(each, grown)),
    total,
    left,
    missing,
    refused,
    absent: diff.absent,
    notes: eachOnce(notes),
    wanted: [...new Set(wanted)],
    nameless,
  };
}

function keepsSize({ document, edits, isKnown }: ReviewedStruct): boolean {
  if (!isKnown) return false;
  const sizeBits = (of: LayoutDocument) => computeLayout(applyEdits(of).struct).sizeBits;
  return edits.length === 0 || sizeBits(document) === sizeBits({ ...document, edits });
}

/** No figure of a struct is known that holds one of these by value. */
function withGrown(each: ReviewedStruct, grown: ReadonlySet<string>): ReviewedStruct {
  const { struct } = each.document;
  const [held] = [...grown].flatMap((name) => heldNamed(struct, name) ?? []);
  return held === undefined ? each : { ...each, isKnown: false, grown: held };
}

/** The hunks of each patch of a text, placed on what the patches before it leave of the struct. */
function placeInOrder(
  { patches }: PostedDiff,
  document: LayoutDocument,
  hunks: readonly HunkOfStruct[],
  placement: LinePlacement,
  types: KnownTypes,
): Placed & Pick<ReviewedStruct, 'steps'> {
  const steps: Step[] = [];
  const placed: Placed[] = [];
  for (const at of new Set(hunks.map(({ hunk }) => hunk.patch))) {
    const own = hunks.filter(({ hunk }) => hunk.patch === at);
    const order = placed.flatMap(({ edits }) => edits);
    const next = placeStruct(document, own, placement, types, order);
    placed.push(next);
    steps.push({ patch: itemAt(patches, at), edits: next.edits });
  }
  return {
    edits: placed.flatMap(({ edits }) => edits),
    wanted: placed.flatMap(({ wanted }) => wanted),
    notes: placed.flatMap(({ notes }) => notes),
    elsewhere: placed.flatMap(({ elsewhere }) => elsewhere),
    touched: [...new Set(placed.flatMap(({ touched }) => touched))],
    steps: patches.length > 1 ? steps : [],
  };
}

/** What makes of a struct that has a patch already the one before it. */
function undoing(
  diff: PostedDiff,
  document: LayoutDocument,
  hunks: readonly HunkOfStruct[],
  types: KnownTypes,
): readonly Edit[] {
  const turned = hunks.map(({ hunk, old, new: now }) => {
    return { hunk: { ...hunk, old: hunk.new, new: hunk.old }, old: now, new: old };
  });
  const last = turned.toSorted((a, b) => b.hunk.patch - a.hunk.patch);
  return placeInOrder(diff, document, last, new LinePlacement(diff, () => null), types).edits;
}

/** None where not all of it can be carried out in that order either. */
function forced(
  diff: PostedDiff,
  document: LayoutDocument,
  hunks: readonly HunkOfStruct[],
  elsewhere: readonly Elsewhere[],
  types: KnownTypes,
): readonly Edit[] {
  const order = orderOfHunks(document, hunks, elsewhere);
  const placement = new LinePlacement(diff, () => null);
  const placed = placeStruct(document, hunks, placement, types, order);
  const { name } = document.struct;
  const isLeft = placement.result().left.some(({ struct }) => struct === name);
  return isLeft || placed.edits.length === 0 ? [] : [...order, ...placed.edits];
}

interface Matched {
  readonly posted: PostedStruct;
  readonly found: ReturnType<FindStruct>;
}

/** Each struct of the patch with the loaded one. Hunks that name none go to the one that has their members. */
function matched(
  posted: readonly PostedStruct[],
  find: FindStruct,
  byMembers: FindByMembers,
): readonly Matched[] {
  const named = posted
    .filter(({ name }) => name !== '')
    .map((each) => ({ posted: each, found: meant(each, find, byMembers) }));
  const nameless = posted.find(({ name }) => name === '');
  if (nameless === undefined) return named;
  const inView = { posted: { ...nameless, hunks: [] }, found: find(nameless) };
  const candidates: Matched[] = [...named, inView];
  const hunksOf = new Map(candidates.map((each) => [each, [...each.posted.hunks]]));
  const lost: HunkOfStruct[] = [];
  const inFunctions: HunkOfStruct[] = [];
  const byKey = new Map<string, Matched>();
  for (const hunk of nameless.hunks) {
    const isInFunction = hunk.hunk.inFunction;
    const match = candidates.find((each) => {
      if (!mayBeIn(each, hunk.hunk.file)) return false;
      return isInFunction ? hasAll(each.found, hunk) : hasSome(each.found, namesInHunk(hunk));
    });
    const place = placeOf(hunk);
    // One name in a function may be a variable's.
    const isMember = place.members.length > (isInFunction ? 1 : 0);
    const found = match === undefined && isMember ? byMembers(place) : null;
    if (found !== null) {
      const { key } = found.struct;
      const known = byKey.get(key) ?? { posted: { ...nameless, hunks: [] }, found };
      byKey.set(key, known);
      hunksOf.set(known, [...(hunksOf.get(known) ?? []), hunk]);
      continue;
    }
    const unmatched = isInFunction ? inFunctions : lost;
    (match === undefined ? unmatched : hunksOf.get(match))?.push(hunk);
  }
  const all = [...candidates, ...byKey.values()].map((each) => {
    const own = 'reason' in each.found ? each.posted.name : each.found.struct.name;
    return { ...each, posted: { ...each.posted, name: own, hunks: hunksOf.get(each) ?? [] } };
  });
  const without = (hunks: readonly HunkOfStruct[], reason: string): Matched => {
    return { posted: { ...nameless, hunks }, found: { reason } };
  };
  return [...all, without(lost, NO_NAME), without(inFunctions, IN_FUNCTION)].filter(
    (each) => each.posted.hunks.length > 0,
  );
}

/** The struct of a name; of several in different namespaces the one that its hunks show. */
function meant(posted: PostedStruct, find: FindStruct, byMembers: FindByMembers) {
  const found = find(posted);
  if (!('reason' in found) || found.among === undefined) return found;
  const { among } = found;
  const shown = posted.hunks.map((hunk) => byMembers({ ...placeOf(hunk), among }));
  return shown.find((each) => each !== null) ?? found;
}

/** Whether a file is that of a struct's own hunks; of one that has none nothing is known. */
function mayBeIn({ posted: { hunks } }: Matched, file: string): boolean {
  return hunks.length === 0 || file === '' || hunks.some(({ hunk }) => hunk.file === file);
}

function placeOf({ hunk, old }: HunkOfStruct): NamelessHunk {
  const { firstLine, lines } = hunk.old;
  const lastLine = firstLine + lines.length - 1;
  const members = ownNames(old?.entries ?? []);
  return { among: null, file: hunk.file, firstLine, lastLine, members };
}

function hasSome(found: ReturnType<FindStruct>, names: readonly string[]): boolean {
  if ('reason' in found) return false;
  const { root } = orderedFrom(found.struct);
  return names.some((name) => memberNamed(root, name) !== null);
}

/** Whether a struct has every name that a hunk shows of before: one alone may be a variable's, too. */
function hasAll(found: ReturnType<FindStruct>, { old }: HunkOfStruct): boolean {
  const names = ownNames(old?.entries ?? []);
  return names.length > 1 && names.every((name) => hasSome(found, [name]));
}

/** The names that a struct's own members have: what is in the type of one of them has names of its own. */
function ownNames(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'linePadding') return [];
    if (entry.kind === 'member') return entry.names;
    return entry.name === null ? ownNames(entry.entries) : [entry.name];
  });
}

/** Whether only the old side has the struct, and loses its head: no order of it is left. */
function isTakenAway({ hunks }: PostedStruct): boolean {
  const loses = hunks.some(({ old }) => {
    return old?.head !== undefined && old.head !== null && changedIn(old.side, old.head).length > 0;
  });
  return (
    loses && hunks.every(({ new: now }) => now === null || (!now.opens && now.entries.length === 0))
  );
}

/** Whether a patch brings a struct, every line of it: nothing that is loaded changes by that. */
function isBrought({ name, hunks }: PostedStruct): boolean {
  return (
    name !== '' &&
    hunks.every(({ old, new: now }) => {
      if (old !== null || now?.opens !== true || !now.closes) return false;
      return linesOf(now).every(
        (at) => now.side.lines[at]?.changed === true || now.side.lines[at]?.says === 'blank',
      );
    })
  );
}

/** Whether the loaded struct is the one that a patch brings: the same members under no condition, and no attributes. */
function isAsBrought(
  diff: PostedDiff,
  found: LayoutDocument,
  { name, hunks }: PostedStruct,
  types: KnownTypes,
): boolean {
  const placement = new LinePlacement(diff, () => null);
  const { edits, elsewhere } = placeInOrder(diff, found, hunks, placement, types);
  const isLeft = placement.result().left.some(({ struct }) => struct === name);
  if (edits.length > 0 || elsewhere.length > 0 || isLeft) return false;
  const bodies = hunks.flatMap(({ new: now }) => now ?? []);
  const { root } = orderedFrom(found.struct);
  const entries = bodies.flatMap((body) => [...entriesIn(body.entries)]);
  const isPlain = [...bodies, ...entries].every((each) => {
    if (!('attributes' in each)) return true;
    const { packed, aligns, unknown } = each.attributes;
    return !packed && aligns.length + unknown.length === 0;
  });
  const isSame = entries.every((entry) => {
    if (entry.kind !== 'member') return true;
    const { condition } = itemAt(entry.side.lines, entry.lines.first - 1);
    const typeOf = (member: string) => memberNamed(root, member)?.typeName ?? '';
    return condition === '' && entry.names.every((each) => sameType(entry.declared, typeOf(each)));
  });
  const names = new Set(bodies.flatMap((body) => ownNames(body.entries)));
  return isPlain && isSame && leafNames(root).every((each) => names.has(each));
}

const BROUGHT =
  'The patch adds the whole struct, and the loaded file has a different one of that name: post the diff between the two.';

const TAKEN_AWAY = 'It takes the struct away, or gives it another name, which is not shown.';

/** Why a hunk has no match. */
export const NO_NAME =
  'Nothing says which struct it is in: post the diff with more context (`git diff -W`).';

const IN_FUNCTION =
  'It may be a variable of the function, or a member of a struct that is declared in it: post the diff with more context (`git diff -W`).';

function leaveAll(placement: LinePlacement, struct: PostedStruct, reason: string): void {
  for (const { old, new: now } of struct.hunks) {
    for (const body of [old, now])
      if (body !== null) placement.leave(body.side, linesOf(body), reason, struct.name);
  }
}

function placeAll(placement: LinePlacement, { hunks }: PostedStruct): void {
  for (const { new: now } of hunks) if (now !== null) placement.place(now.side, linesOf(now));
}

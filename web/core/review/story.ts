import { listed, plural, quoted } from '../base/prose';
import { applyEdits, withoutEdits } from '../edit/apply';
import type { Applied } from '../edit/applied';
import { newDocument, type LayoutDocument } from '../edit/document';
import type { Edit } from '../edit/edit';
import type { PostedDiff, StructDesc } from '../facts/generated';
import { computeLayout } from '../layout/compute';
import type { MemberPath } from '../layout/ids';
import { leavesOf, membersOf } from '../layout/walk';
import { contradictions } from '../bind/grade';
import type { Candidate } from '../bind/rank';
import { figuresOf, type Figures } from '../figures/figures';
import { placesIn } from '../rules/places';
import { movedUnits } from '../search/edits';
import { authorsWords, instead, type AuthorsWords } from './authorsWords';
import { isMark } from './newMembers';
import {
  pairsOf,
  pairsText,
  pairText,
  reportedPairs,
  type Pair,
  type PatchSubject,
  type PlacedLayout,
} from './pairs';
import { absentText } from './notes';
import { mayDecide } from './placement';
import type { Review, ReviewedStruct } from './review';

/** What a posted patch comes to for one loaded struct. */
export interface StructStory {
  readonly name: string;
  /**
   * `changes`: the patch gives another layout. `applied`: the loaded struct is the one after it. `apart`: the loaded struct
   * parts the same members in another way, and nothing of the patch is carried out. `none`: nothing of it changes a layout.
   */
  readonly kind: 'changes' | 'applied' | 'apart' | 'none';
  /** What shared a line, what does after it, what it costs: one or two sentences. */
  readonly sentence: string;
  /** Whether size and offsets after the patch are known: else a line that may change them is not placed. */
  readonly isKnown: boolean;
  readonly pairs: readonly Pair[];
  /** The edits of the loaded struct that give the order before the patch, and after it. */
  readonly before: readonly Edit[];
  readonly after: readonly Edit[];
  readonly words: AuthorsWords;
  /** Another order that somebody asks for in the text. */
  readonly proposals: readonly Proposed[];
}

export interface Proposed {
  readonly who: string;
  /** Null for the patch itself, in the order of the mail's own kernel, where nothing of it is carried out here. */
  readonly text: string | null;
  readonly edits: readonly Edit[];
  readonly sizeBytes: number;
}

/** A layout, and how it is looked at. */
interface Seen extends PlacedLayout {
  readonly applied: Applied;
  readonly figures: Figures;
}

/** Whether there is anything to say of a struct. */
export function isReported({
  story,
  struct,
}: {
  readonly story: StructStory;
  readonly struct: ReviewedStruct;
}): boolean {
  return story.kind !== 'none' || !struct.isKnown || struct.touched.length > 0;
}

export function storyOf(diff: PostedDiff, review: Review, struct: ReviewedStruct): StructStory {
  const { document, edits, undone, touched, elsewhere, isKnown } = struct;
  const { name } = document.struct;
  const original = seen(document, []);
  const isApplied = undone.length > 0 || (edits.length === 0 && review.notes.some(isFilled));
  const before = isApplied ? seen(document, undone) : original;
  const after = isApplied ? original : seen(document, edits);
  const taken = new Map(
    review.notes.flatMap((note) => (note.kind === 'takenFor' ? [[note.member, note.taken]] : [])),
  );
  const { root } = original.applied.struct;
  const words = authorsWords(
    diff,
    { members: [...membersOf(root)], placeOf: original.placeOf },
    touched,
    taken,
    struct.line,
  );
  const own = touched.filter((path) => !isMark(path));
  const about = own.length > 0 ? own : touched;
  const subject = { touched: about, edits: isApplied ? undone : edits, words };
  const pairs = pairsOf(before, after, subject);
  const theirs = (who: string, text: string | null, other: readonly Edit[]): Proposed => {
    return { who, text, edits: other, sizeBytes: seen(document, other).figures.sizeBytes };
  };
  const replies = words.proposals.flatMap((proposal): readonly Proposed[] => {
    const other = instead(edits, proposal);
    if (other === null) return [];
    return [theirs(proposal.who, proposal.text, other)];
  });
  const posted = [
    ...(struct.theirs.length === 0 ? [] : [theirs('', null, struct.theirs)]),
    ...replies,
  ];
  const kind =
    elsewhere.length > 0 && edits.length === 0
      ? 'apart'
      : isApplied
        ? 'applied'
        : edits.length > 0
          ? 'changes'
          : 'none';
  const displaced = elsewhere.flatMap(({ members }) => members);
  const sentence =
    kind === 'apart'
      ? apartText(name, displaced, pairs)
      : kind === 'applied'
        ? appliedText(name, after, subject, pairs)
        : kind === 'changes'
          ? changesText({ before, after, subject, pairs, isKnown, grown: struct.grown }, review)
          : noneText(name, original, subject, isKnown);
  const isKnownHere = isKnown || kind === 'applied' || kind === 'apart';
  return {
    name,
    kind,
    sentence,
    isKnown: isKnownHere,
    // Where a line is left that decides, no offset after the patch is known.
    pairs: kind === 'none' || (kind === 'changes' && !isKnown) ? [] : reportedPairs(pairs),
    before: isApplied ? undone : [],
    after: edits,
    words,
    // What replaces some of the lines has a size that nobody proposed.
    proposals: isKnownHere ? posted : [],
  };
}

function isFilled({ kind }: Review['notes'][number]): boolean {
  return kind === 'filled';
}

function seen(document: LayoutDocument, edits: readonly Edit[]): Seen {
  const whole = { ...document, edits };
  const applied = edits.length === 0 ? withoutEdits(whole) : applyEdits(whole);
  const layout = computeLayout(applied.struct);
  const isUnion = applied.struct.root.keyword === 'union';
  const figures = figuresOf(layout, isUnion, applied.state);
  const { lineBytes, baseBytes } = applied.state;
  const placeOf = placesIn(layout, document.struct);
  return { applied, layout, figures, placeOf, lineBytes, baseBytes };
}

function apartText(name: string, displaced: readonly string[], pairs: readonly Pair[]): string {
  const moved = `${listed(quoted(displaced), 4)} ${displaced.length === 1 ? 'is' : 'are'}`;
  const pair = pairs.find(({ a, b }) => displaced.includes(a) || displaced.includes(b));
  if (pair === undefined || pair.before.share) {
    return `In this struct \`${name}\` ${moved} not where the patch has ${displaced.length === 1 ? 'it' : 'them'}: nothing is carried out.`;
  }
  const { a, b, before } = pair;
  const [first, second] = before.aBytes < before.bBytes ? [a, b] : [b, a];
  const low = Math.min(before.aBytes, before.bBytes);
  const high = Math.max(before.aBytes, before.bBytes);
  // Whether that is another cure of the same trouble or only another version, the offsets do not tell.
  return `This \`${name}\` has \`${first}\` (${low}) and \`${second}\` (${high}) on two lines already, and ${moved} not where the patch has ${displaced.length === 1 ? 'it' : 'them'}: nothing is carried out.`;
}

/** What the text names of what the patch changes, where it names any. */
function mainOf({ touched, words: { mentioned } }: PatchSubject): readonly MemberPath[] {
  const named = touched.filter((path) => mentioned.includes(path));
  return (named.length > 0 ? named : touched).slice(0, 3);
}

function placesText(now: Seen, subject: PatchSubject): string {
  const places = mainOf(subject).map((path) => `\`${path}\` is ${placeText(now, path)}`);
  return places.length === 0 ? '.' : `: ${listed(places)}.`;
}

function appliedText(
  name: string,
  now: Seen,
  subject: PatchSubject,
  [pair]: readonly Pair[],
): string {
  const first = `This \`${name}\` has the patch already${placesText(now, subject)}`;
  if (pair === undefined) return first;
  const { before, after } = pair;
  const isAsBefore = before.aBytes === after.aBytes && before.bBytes === after.bBytes;
  const was = isAsBefore
    ? ', as before it (reconstructed)'
    : `; ${pairText(pair, before, 'before it (reconstructed)')}`;
  return `${first} ${pairText(pair, after, 'Here')}${was}.`;
}

function noneText(name: string, now: Seen, subject: PatchSubject, isKnown: boolean): string {
  return isKnown
    ? `The patch changes no layout of this \`${name}\`${placesText(now, subject)}`
    : `What the patch makes of this \`${name}\` is not known: none of its lines that decide could be placed.`;
}

/** `last (176)`, `at 88` */
function placeText({ layout, placeOf, applied }: Seen, path: MemberPath): string {
  const place = placeOf(path);
  if (place === null) return 'not there';
  const isLast = applied.struct.root.members.at(-1)?.path === path;
  const isAligned = applied.struct.root.members.some(
    (each) => each.path === path && (each.align?.bytes ?? 0) >= applied.state.lineBytes,
  );
  const at = place.offsetBits / 8;
  if (isLast && layout.sizeBits > 0) return `last (${at})`;
  return isAligned ? `at ${at}, aligned to its line` : `at ${at}`;
}

function changesText(
  of: {
    readonly before: Seen;
    readonly after: Seen;
    readonly subject: PatchSubject;
    readonly pairs: ReturnType<typeof pairsOf>;
    readonly isKnown: boolean;
    readonly grown: string | null;
  },
  review: Review,
): string {
  const { before, after, subject, pairs, isKnown } = of;
  if (of.grown !== null) {
    return `It holds \`${of.grown}\`, whose size the patch changes too: its own size is not known.`;
  }
  if (!isKnown) return withheldText(review, before.applied.struct.desc);
  const moves = mainOf(subject).map(
    (path) => `\`${path}\` ${moveText(before, after, path).trim()}`,
  );
  const only = onlyText(subject.edits);
  const sentence = pairsText(pairs, subject, before.lineBytes);
  const about = sentence ?? (moves.length === 0 ? 'Its layout changes' : listed(moves));
  const parts = only === null ? [about] : [only, ...(sentence === null ? [] : [sentence])];
  return `${parts.join(': ')}. ${costText(before.figures, after.figures, before.lineBytes)}`;
}

/** What the patch does where it leaves every member in its order: padding, or the marks of groups. */
function onlyText(edits: readonly Edit[]): string | null {
  const pads = edits.flatMap((edit) => (edit.kind === 'pad' ? [edit] : []));
  if (pads.length === edits.length && pads.length > 0) {
    const places = pads.map(({ bytes, before }) => `${plural(bytes, 'byte')} before \`${before}\``);
    return `It only adds padding, ${listed(places, 4)}`;
  }
  const touched = edits.flatMap((edit): readonly string[] => {
    if (edit.kind === 'move') return edit.members;
    if (edit.kind === 'add') return [edit.name];
    return 'member' in edit ? [edit.member] : [''];
  });
  const groups = touched.map((path) => GROUP_MARK.exec(path)?.[1] ?? null);
  if (groups.length === 0 || groups.includes(null)) return null;
  const names = [...new Set(groups)].flatMap((name) => name ?? []);
  return `It only moves where ${names.length === 1 ? 'the group' : 'the groups'} ${listed(quoted(names), 4)} ${names.length === 1 ? 'begins or ends' : 'begin or end'}`;
}

const GROUP_MARK = /^__cacheline_group_(?:begin|end)__(\w+)/;

/** While a line is left that may change size or offsets, no figure leads: what is missing does. */
function withheldText({ total, left, missing, absent }: Review, struct: StructDesc): string {
  const own =
    left.find((line) => line.struct === struct.name) ??
    left.find((line) => mayDecide(line, struct));
  if (own === undefined && missing === 0 && absent.length > 0)
    return `Its size is not known. ${absentText(absent)}`;
  return own === undefined
    ? `Its size is not known: ${plural(missing, 'line')} of the patch ${missing === 1 ? 'is' : 'are'} not in the text.`
    : `${total - left.length} of ${total} changed lines are placed: its size is not known, because of line ${own.line} (\`${own.text.replace(/\s+/g, ' ')}\`). ${own.reason}`;
}

function moveText(before: Seen, after: Seen, path: MemberPath): string {
  const [was, is] = [before.placeOf(path), after.placeOf(path)];
  if (was === null) return is === null ? '' : `(new, ${is.offsetBits / 8}) `;
  if (is === null) return '(removed) ';
  return was.offsetBits === is.offsetBits
    ? `(${is.offsetBits / 8}) `
    : `(${was.offsetBits / 8} to ${is.offsetBits / 8}) `;
}

function costText(before: Figures, after: Figures, lineBytes: number): string {
  const size =
    before.sizeBytes === after.sizeBytes
      ? `Still ${plural(after.sizeBytes, 'byte')}`
      : `${before.sizeBytes} to ${after.sizeBytes} bytes`;
  if (after.alignBytes >= lineBytes && mayBeMoreLines(before, lineBytes)) {
    // `address_space` in an inode was on 4 lines already: 192 bytes from byte 48 of the first.
    return `${size}, and it begins a line now: ${plural(after.lines, 'line')}.`;
  }
  const lines =
    before.lines === after.lines
      ? `${plural(after.lines, 'line')}`
      : `${before.lines} to ${plural(after.lines, 'line')}`;
  return `${size}, ${lines}.`;
}

/** Whether a struct that begins elsewhere in its line, as its alignment lets it, touches more lines. */
function mayBeMoreLines({ sizeBytes, alignBytes, lines }: Figures, lineBytes: number): boolean {
  const latest = Math.max(0, lineBytes - alignBytes);
  return Math.ceil((latest + sizeBytes) / lineBytes) > lines;
}

/** Which of the two layouts of a mail a heading speaks of: `Baseline`, `with patch v3`; null where it does not say. */
export function sideOfLabel(label: string): 'before' | 'after' | null {
  if (
    /\b(?:without|before|base(?:line)?|default|orig(?:inal)?|old|vanilla|unpatched|mainline|upstream|current)\b/i.test(
      label,
    )
  )
    return 'before';
  return /\b(?:with|after|new|patch(?:ed)?|this change|fixed|v\d+)\b/i.test(label) ? 'after' : null;
}

/** The layouts of a struct that pahole printed into a mail: by their headings, else the first and the second. */
export function postedLayouts(
  { layouts }: PostedDiff,
  name: string,
): { readonly before: StructDesc | null; readonly after: StructDesc | null } {
  const own = layouts.filter(({ desc }) => desc.name === name);
  const of = (side: 'before' | 'after') => own.find(({ label }) => sideOfLabel(label) === side);
  const before = of('before') ?? own.find((each) => each !== of('after'));
  const after = of('after') ?? own.find((each) => each !== before);
  return { before: before?.desc ?? null, after: after?.desc ?? null };
}

/** Of an order that no patch makes no line is left over. */
export const NOTHING_LEFT: Review = {
  structs: [],
  total: 0,
  left: [],
  missing: 0,
  refused: 0,
  absent: [],
  notes: [],
  wanted: [],
  nameless: [],
};

/** What a text says where there is none. */
const NO_TEXT: PostedDiff = {
  subject: null,
  author: null,
  date: null,
  hunks: [],
  patches: [],
  absent: [],
  others: [],
  layouts: [],
  mails: [],
  prose: [],
  refused: [],
};

/** What an order comes to that is given as edits, and the members that they name; `diff` is the text that speaks of them. */
export function storyOfEdits(
  document: LayoutDocument,
  edits: readonly Edit[],
  diff: PostedDiff = NO_TEXT,
): { readonly story: StructStory; readonly touched: readonly MemberPath[] } {
  const touched = edits.flatMap((edit): readonly MemberPath[] =>
    'members' in edit ? edit.members : 'member' in edit ? [edit.member] : [],
  );
  const nothing = {
    line: null,
    steps: [],
    undone: [],
    elsewhere: [],
    theirs: [],
    isKnown: true,
    grown: null,
  };
  return { story: storyOf(diff, NOTHING_LEFT, { document, edits, touched, ...nothing }), touched };
}

/** The moves and alignments that make one layout of a mail from the other; null where its members are others. */
export function editsBetween(document: LayoutDocument, after: StructDesc): readonly Edit[] | null {
  const target = seen(newDocument(after), []);
  const wanted = target.applied.struct.root.members.map(({ path }) => path);
  const had = seen(document, []).applied.struct.root.members.map(({ path }) => path);
  if ([...wanted].sort().join() !== [...had].sort().join()) return null;
  const moved = new Set(movedUnits(wanted.map((path) => had.indexOf(path))));
  const edits: Edit[] = wanted.flatMap((member, at): readonly Edit[] => {
    if (!moved.has(had.indexOf(member))) return [];
    const above = wanted[at - 1];
    const to =
      above === undefined ? ({ at: 'first' } as const) : ({ at: 'after', member: above } as const);
    return [{ kind: 'move', members: [member], to }];
  });
  for (const member of wanted) {
    const bits = target.placeOf(member)?.offsetBits ?? 0;
    const now = seen(document, edits).placeOf(member)?.offsetBits ?? 0;
    const bytes = bits / 8;
    // The lowest bit of its offset that is set is the largest alignment that it can have.
    if (now < bits)
      edits.push({ kind: 'align', member, bytes: Math.min(bytes & -bytes, MOST_ALIGN) });
  }
  return isSameLayout(document, edits, after) ? edits : null;
}

/** No member of Linux asks for more than a page. */
const MOST_ALIGN = 4096;

/** Whether two layouts have the same members at the same offsets, and the same size. */
function isSameLayout(one: LayoutDocument, edits: readonly Edit[], other: StructDesc): boolean {
  const textOf = (document: LayoutDocument) => {
    const { layout } = seen(document, document.edits);
    const fields = [...leavesOf(layout)].map(
      ({ path, offsetBits, sizeBits }) => `${path} ${offsetBits} ${sizeBits}`,
    );
    return `${layout.sizeBits} ${fields.join()}`;
  };
  return textOf({ ...one, edits }) === textOf(newDocument(other));
}

/**
 * The place of a report's line in the struct that the patch of the same mail is about: where no row of it contradicts, and
 * a row falls on a member that the patch touches. Null where there is none: its rows come from another layout.
 */
export function placeOfPatched<Source>(
  places: readonly Candidate<Source>[],
  touched: readonly MemberPath[],
): Candidate<Source> | null {
  const isMeant = ({ fit, hits }: Candidate<Source>) =>
    contradictions(fit).every((each) => each === 'neighbour' || each === 'const') &&
    hits.some(({ leaf }) =>
      touched.some((path) => leaf?.path === path || leaf?.path.startsWith(`${path}.`) === true),
    );
  return places.find(isMeant) ?? null;
}

/** Whether the layouts that the mail has are those of the struct, before and after the patch: a sentence each. */
export function layoutNotes(
  diff: PostedDiff,
  document: LayoutDocument,
  { name, isKnown, before, after }: StructStory,
): readonly string[] {
  const posted = postedLayouts(diff, name);
  // Where no file has the struct it is the mail's own.
  const isOwn = posted.before?.key === document.struct.key;
  return [
    ...(posted.before !== null && !isOwn && isSameLayout(document, before, posted.before)
      ? [
          `This \`${name}\` ${before.length > 0 ? 'before the patch ' : ''}is the layout that the mail prints as before, byte for byte.`,
        ]
      : []),
    // Of some of the lines it is another for certain, whatever the version.
    ...(posted.after === null || !isKnown
      ? []
      : [
          isSameLayout(document, after, posted.after)
            ? 'With the patch it is the layout that the mail prints as after, byte for byte.'
            : 'With the patch it differs from the layout that the mail prints as after: this is another version.',
        ]),
  ];
}

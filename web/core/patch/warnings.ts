import type { Message } from '../base/messages';
import { patchMessage } from './messages';
import { formatSentence } from '../figures/wireFormat';
import { itemAt } from '../base/itemAt';
import type { HeaderDoc, StructDesc } from '../facts/generated';
import type { OpenAttribute } from '../layout/text/attributes';
import { recordAt, textMembers } from '../layout/text/textMembers';
import { membersUnder, titleAbove } from './arrange';
import { isDeclaringFile } from './findRecord';
import type { Element } from './level';
import { type Demand, demandsIn, indexOfUnit, isKept, neighbourhood } from './orderRules';
import type { ChangedType, PatchWarning, RenamedMember, TieVerdict } from './outcome';
import { alignments } from './ownLines';
import type { SpelledRequest, Versions } from './request';
import { readable } from './text';
import { type Tie, isUnnamedBits } from './tie';
import type { ReadText } from './verify';
import { unknownWord } from './words/followSource';

/** A struct in its header, and what a patch does to it. */
export interface PatchedRecord {
  readonly header: ReadText & { readonly path: string };
  readonly desc: StructDesc;
  readonly versions: Versions;
  readonly tie: Pick<Tie, 'verdict' | 'changedTypes' | 'renamed' | 'members'>;
  /** The record's body, and what of it moves. */
  readonly before: readonly Element[];
  readonly after: readonly Element[];
  readonly moved: readonly Element[];
  /** Why the struct's layout is a format; null where nothing says that it is one. */
  readonly format: string | null;
}

/** What a person should know before they send the patch. */
export function warningsOf(patched: PatchedRecord): readonly PatchWarning[] {
  const { header, desc, versions, tie, before, after, moved, format } = patched;
  const { path, doc, record, text } = header;
  const { verdict, changedTypes, renamed, members } = tie;
  return [
    ...versionWarning(path, verdict, desc, versions),
    ...changedTypes.map(changedTypeWarning),
    ...renamed.map(renamedWarning),
    ...randomizedWarning(doc, record),
    ...formatWarning(format),
    ...groupWarnings(before, after, moved, text),
    ...demandWarnings(doc, before, after),
    ...leftBehind(before, moved),
    ...paragraphWarnings(before, after, moved),
    ...unseen(moved),
    ...(moved.length === 0 ? [] : unknownBits(doc, record, members)),
  ];
}

function versionWarning(
  path: string,
  verdict: TieVerdict,
  desc: StructDesc,
  versions: Versions,
): readonly PatchWarning[] {
  const file = itemAt(desc.types, desc.root).declared?.file ?? '';
  if (file !== '' && verdict.kind === 'sameMembers' && !isDeclaringFile(path, desc)) {
    return [warning('version', patchMessage('other-file', desc.name, file))];
  }
  const sides = sidesOf(versions);
  if (verdict.kind === 'shifted') {
    const by = `${Math.abs(verdict.lines)} lines ${verdict.lines > 0 ? 'down' : 'up'}`;
    return [warning('version', patchMessage('other-lines', sides, desc.name, by))];
  }
  if (verdict.kind === 'sameMembers') {
    return [warning('version', patchMessage('names-alone', sides))];
  }
  return [];
}

/** ` (header: Linux 6.12, loaded file: Linux 6.1.0-56-amd64)`, as far as they say. */
function sidesOf({ header, binary }: Versions): string {
  const known = [
    ...(header === null ? [] : [`header: ${header}`]),
    ...(binary === null ? [] : [`loaded file: ${binary}`]),
  ];
  return known.length === 0 ? '' : ` (${known.join(', ')})`;
}

function changedTypeWarning(each: ChangedType): PatchWarning {
  return warning(
    'changedType',
    patchMessage('changed-type', each.member, each.inSource, each.line, each.inBinary),
    each.line,
  );
}

function renamedWarning(each: RenamedMember): PatchWarning {
  return warning(
    'renamed',
    patchMessage('renamed', each.member, each.inSource, each.line),
    each.line,
  );
}

function randomizedWarning(doc: HeaderDoc, record: number): readonly PatchWarning[] {
  if (!recordAt(doc, record).randomized) return [];
  return [warning('randomized', patchMessage('randomized'))];
}

/** Said even where the change was asked for all the same. */
function formatWarning(reason: string | null): readonly PatchWarning[] {
  return reason === null ? [] : [warning('format', patchMessage('format', formatSentence(reason)))];
}

/** A unit that stands on the other side of a marker than before. */
function groupWarnings(
  before: readonly Element[],
  after: readonly Element[],
  moved: readonly Element[],
  text: string,
): readonly PatchWarning[] {
  return moved.flatMap((unit) => {
    const was = markersBefore(before, unit);
    const is = markersBefore(after, unit);
    if (isMarker(before, unit) || was === null || is === null || was === is) return [];
    return [
      warning(
        'group',
        patchMessage('crosses-marker', namesOf(unit), markerBetween(before, was, is, text)),
        unit.piece?.declaredLine,
      ),
    ];
  });
}

/** The marker that is crossed first, as it is written. */
function markerBetween(
  elements: readonly Element[],
  was: number,
  is: number,
  text: string,
): string {
  const marker = elements.filter((each) => isMarker(elements, each))[is > was ? was : was - 1];
  const member = marker?.piece?.members[0];
  if (member === undefined) return 'a marker';
  const { start, end } = member.span;
  const written = text.slice(start, member.semicolon ? end - 1 : end);
  return `\`${readable(written.split(/\s+/).join(' '))}\``;
}

function markersBefore(elements: readonly Element[], unit: Element): number | null {
  const index = indexOfUnit(elements, unit);
  if (index < 0) return null;
  return elements.slice(0, index).filter((each) => isMarker(elements, each)).length;
}

/**
 * A marker, or a member without bytes that marks a place: `__u8 headers_start[0]`, `RTE_MARKER rearm_data`,
 * `struct { } begin`. At the end of the struct it is an array without bounds.
 */
function isMarker(elements: readonly Element[], unit: Element): boolean {
  if (unit.marker) return true;
  const [member] = unit.piece?.members ?? [];
  const [declarator] = member?.declarators ?? [];
  if (member === undefined || declarator === undefined) return false;
  const { base, counts } = declarator.declaredType;
  const isLast = elements.findLast(({ kind }) => kind === 'unit') === unit;
  const isMarkerType = base.kind === 'named' && MARKER_TYPES.has(base.name);
  return isMarkerType || (counts[0]?.value === 0 && !isLast);
}

/** DPDK's types of no bytes (rte_common.h). */
const MARKER_TYPES: ReadonlySet<string> = new Set([
  'RTE_MARKER',
  'RTE_MARKER8',
  'RTE_MARKER16',
  'RTE_MARKER32',
  'RTE_MARKER64',
]);

/** What comments ask of the place of a member, or of the members under them, and that no longer holds. */
function demandWarnings(
  doc: HeaderDoc,
  before: readonly Element[],
  after: readonly Element[],
): readonly PatchWarning[] {
  return demandsIn(doc, before).flatMap((each) => {
    const { demand, by, units } = each;
    if (placeOf(before, each) === placeOf(after, each)) return [];
    const whose =
      by.kind === 'comment'
        ? `The comment at source line ${by.firstLine}`
        : `The comment of ${namesOf(by)}`;
    const isNamed = units.length > 1 || by.kind === 'comment';
    const which = isNamed ? `${units.map(namesOf).join(', ')} ` : 'it ';
    const says =
      demand === 'stay'
        ? `asks that the order there is kept, and ${which}${units.length > 1 ? 'lie' : 'lies'} beside other members than before.`
        : `says that ${which}must be ${demand}, and ${units.length > 1 ? 'they are no longer' : 'it no longer is'}.`;
    return [
      warning(
        'demand',
        patchMessage('comment-demand', whose, says),
        by.piece?.declaredLine ?? by.firstLine,
      ),
    ];
  });
}

/** What a demand is about: the members from the first on, to the last, or with those around them. */
function placeOf(elements: readonly Element[], demand: Demand): string {
  if (demand.demand !== 'stay') {
    // Of what was never the first there is nothing to keep.
    return isKept(demand, elements) ? 'kept' : 'elsewhere';
  }
  return neighbourhood(demand, elements)
    .map(({ firstLine }) => firstLine)
    .join(' ');
}

/** Members that came under a comment that speaks of all under it, or left it: what it says may not hold for them. */
function paragraphWarnings(
  before: readonly Element[],
  after: readonly Element[],
  moved: readonly Element[],
): readonly PatchWarning[] {
  return moved.flatMap((unit) => {
    const from = before.find((each) => sameUnit(each, unit));
    const to = after.find((each) => sameUnit(each, unit));
    const [was, is] = [
      from === undefined ? null : titleAbove(before, from),
      to === undefined ? null : titleAbove(after, to),
    ];
    if (was?.firstLine === is?.firstLine) return [];
    const isUnder =
      was !== null && from !== undefined && membersUnder(before, was).slice(1).includes(from);
    return [
      ...(was?.several === false && isUnder
        ? [
            warning(
              'joins',
              patchMessage('leaves-comment', namesOf(unit), was.firstLine),
              was.firstLine,
            ),
          ]
        : []),
      ...(was?.several === true && from !== undefined && before[before.indexOf(from) - 1] !== was
        ? [
            warning(
              'joins',
              patchMessage('leaves-spoken-of', namesOf(unit), was.firstLine),
              was.firstLine,
            ),
          ]
        : []),
      ...(is?.several === true
        ? [
            warning(
              'joins',
              patchMessage('comes-under-comment', namesOf(unit), is.firstLine),
              is.firstLine,
            ),
          ]
        : []),
    ];
  });
}

function sameUnit(a: Element, b: Element): boolean {
  return (
    a.kind === 'unit' &&
    b.kind === 'unit' &&
    a.members.length > 0 &&
    a.members.join() === b.members.join()
  );
}

/** A comment right above a member that moved, which was taken to speak of a paragraph. */
function leftBehind(
  before: readonly Element[],
  moved: readonly Element[],
): readonly PatchWarning[] {
  return moved.flatMap((unit) => {
    const index = indexOfUnit(before, unit);
    const above = before[index - 1];
    if (index < 0 || above?.kind !== 'comment' || above.boundary !== null) return [];
    return [warning('leftBehind', patchMessage('comment-stays', namesOf(unit)), above.firstLine)];
  });
}

/** A whole `#if … #else` moved: the other branch is not in the loaded file. */
function unseen(moved: readonly Element[]): readonly PatchWarning[] {
  return moved
    .filter((unit) => unit.branches.length > 0)
    .map((unit) =>
      warning(
        'unseen',
        patchMessage('other-branches', namesOf(unit), unit.firstLine),
        unit.firstLine,
      ),
    );
}

/** `int :0;` that explains nothing in the layout as it was: what it does in another one was not seen. */
function unknownBits(
  doc: HeaderDoc,
  record: number,
  members: Tie['members'],
): readonly PatchWarning[] {
  const tied = new Set(
    [...members.values()].map(({ ordinal, record: body }) => `${body} ${ordinal}`),
  );
  return textMembers(doc, record)
    .filter((text) => isUnnamedBits(text) && !tied.has(`${record} ${text.ordinal}`))
    .map(({ declarator }) =>
      warning('unseen', patchMessage('unnamed-bit-field', declarator.at.line), declarator.at.line),
    );
}

function namesOf(unit: Element): string {
  return readable(unit.members.map((path) => `\`${path}\``).join(', '));
}

function warning(
  kind: PatchWarning['kind'],
  message: Message,
  line: number | undefined = undefined,
): PatchWarning {
  return { ...message, kind, line: line ?? null, action: null };
}

/** What should be known of the words that a struct is declared with, and of those that its patch writes. */
export function wordWarnings(
  { spelling, document, applied, header, defined }: SpelledRequest,
  unknown: readonly OpenAttribute[],
  included: string | null,
): readonly PatchWarning[] {
  const { lineBytes } = document.struct.target;
  const onLine = [...alignments(applied.struct.root).values()].includes(lineBytes);
  return [
    ...unknown.map((each) => warning('words', unknownWord(each), each.line)),
    ...(included === null
      ? []
      : [warning('words', patchMessage('includes', included, spelling.align(lineBytes)))]),
    ...(onLine && spelling.hasNoLine && document.edits.some(alignsToLine)
      ? [
          warning(
            'words',
            patchMessage(
              'word-written',
              spelling.align(lineBytes),
              defined === null
                ? 'nothing at hand shows that the header knows `____cacheline_aligned_in_smp`: with the tree of the kernel the patch includes what it needs'
                : `\`____cacheline_aligned_in_smp\` is of linux/cache.h, which ${header.path} does not include and programs do not have`,
            ),
          ),
        ]
      : []),
  ];
}

function alignsToLine({ kind }: { readonly kind: string }): boolean {
  return kind === 'align' || kind === 'isolate';
}

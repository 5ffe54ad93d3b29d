import type { Attribution } from '../heat/attribute';
import { snoopName, snoopsOf, sumCounts } from '../heat/counts';
import type { PlacedRow } from '../heat/placedRow';
import {
  ALLOCATION_NAMES,
  type AllocationChoice,
  allocationOf,
  machineOf,
  usualAllocation,
} from '../model/allocation';
import { slabFit, strideBytes } from '../figures/slab';
import { assertNever } from '../base/assert';
import { listed, plural } from '../base/prose';
import { visibleIn, visibleName } from '../base/visible';
import type { Applied } from '../edit/applied';
import { placePhrase } from '../edit/changes';
import type { Edit } from '../edit/edit';
import { computeLayout } from '../layout/compute';
import { orderedFrom } from '../layout/original';
import type { Patch } from './outcome';
import { readable, textOfBytes } from './text';
import { quotedPath } from './unified';

/** What a mail says beside its diff. All of it is the user's or measured; nothing here is made up. */
export interface MailRequest {
  readonly patch: Patch;
  /** `file`, as the subject and the size line name it. */
  readonly structName: string;
  /** `fs`, `mm`: what is before the colon. Empty for none. */
  readonly subsystem: string;
  /** `net-next`: the tree that the subject is marked with. Empty for none. */
  readonly tree: string;
  /** What the edits do, in the imperative: `move f_ref to the end of struct file`. */
  readonly change: string;
  /** What the patch's own comments say of members, in the author's words. */
  readonly reasons: readonly { readonly member: string; readonly text: string }[];
  /** Figures of a loaded report, each a line; empty where none is loaded. */
  readonly measured: readonly string[];
  /** Why these figures or the lines may be wrong (`doubtsOf`). */
  readonly doubts: readonly string[];
  /** What is expected of the change, with its odds, below the `---`; null where nothing is. */
  readonly forecast: string | null;
  readonly architecture: string;
  /** Whose configuration the binary was built with: `Linux 6.1.0-56-amd64`; null where nothing says. */
  readonly configuration: string | null;
  /** The kernel's release or the program's name, and its build-id. */
  readonly binary: string;
  readonly before: LayoutFigures;
  readonly after: LayoutFigures;
  /** Null where objects come from no slab, or nothing says. */
  readonly slab: SlabChange | null;
  /** What structs that contain it cost, as a sentence; null where nothing says. */
  readonly containers: string | null;
  /** What the source tree holds that the change touches, or that nobody looked; each a line below the `---`. */
  readonly hazards: readonly string[];
  /** What changes of pahole's text, as a diff (`layoutDiff`); it is below the `---`. */
  readonly layoutDiff: string;
  /** What the user has filled in already; a FILL IN stands for each that is null. */
  readonly filledIn: {
    readonly problem: string | null;
    readonly results: string | null;
    readonly alternatives: string | null;
    /** `Name <address>`; never set but by the user. */
    readonly signedOffBy: string | null;
  };
}

interface LayoutFigures {
  readonly sizeBytes: number;
  readonly lines: number;
  /** Of its first line, those before it. */
  readonly baseBytes: number;
}

const BODY_COLUMNS = 75;
const SUBJECT_COLUMNS = 70;

/**
 * A mail that `git am` takes. While something is still to be filled in, its subject begins with
 * `[RFC PATCH]`. It never signs off for the user and never states a result that was not measured.
 */
export function mailOf(given: MailRequest): string {
  const request = withNamesInLine(given);
  const { patch, filledIn } = request;
  const diff = readable(textOfBytes(patch.diff));
  return [
    'From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001',
    // git am takes no mail without an author.
    `From: ${visibleName(filledIn.signedOffBy ?? 'FILL IN <fill.in@example.org>')}`,
    `Subject: [${markOf(request)}] ${subjectOf(request)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=UTF-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    wrapped(filledIn.problem ?? 'FILL IN: the problem, and what showed it.'),
    ...(request.measured.length === 0 ? [] : ['', ...request.measured.map(quotable)]),
    ...request.doubts.flatMap((doubt) => ['', quotable(`In doubt: ${doubt.replaceAll('`', '')}`)]),
    '',
    quotable(sentence(request.change)),
    ...request.reasons.flatMap(({ member, text }) => ['', quotable(`${member}: ${text}`)]),
    '',
    quotable(sizeSentence(request)),
    ...(request.containers === null ? [] : ['', quotable(visibleName(request.containers))]),
    '',
    wrapped(filledIn.results ?? 'FILL IN: workload, machine, before, after.'),
    '',
    wrapped(filledIn.alternatives ?? 'FILL IN: alternatives tested.'),
    '',
    filledIn.signedOffBy === null
      ? 'FILL IN: your own Signed-off-by'
      : `Signed-off-by: ${visibleName(filledIn.signedOffBy)}`,
    '---',
    `Layout from ${request.binary}, computed by Hitmap. ${patch.unchecked}`,
    ...recipients(patch),
    '',
    ...(request.forecast === null
      ? []
      : [wrapped(`Forecast, to be measured: ${visibleName(request.forecast)}`), '']),
    ...request.hazards.map((line) => (endsMessage(line) ? ` ${line}` : line)),
    '',
    ...(request.layoutDiff === '' ? [] : [indented(request.layoutDiff), '']),
    ...diffstat(patch),
    '',
    diff + '-- ',
    'Hitmap',
    '',
  ].join('\n');
}

/** Names, of structs, files and kernels, whose line breaks would begin paragraphs of their own. */
function withNamesInLine(request: MailRequest): MailRequest {
  const { structName, subsystem, change, architecture, configuration, binary } = request;
  return {
    ...request,
    ...visibleIn(
      { structName, subsystem, change, architecture, configuration, binary },
      visibleName,
    ),
    reasons: request.reasons.map(({ member, text }) => ({ member: visibleName(member), text })),
    measured: request.measured.map(visibleName),
    doubts: request.doubts.map(visibleName),
    hazards: request.hazards.map(visibleName),
  };
}

/** How a kernel's tree names who to send it to; only a path that a shell takes as it is may stand in a line to copy. */
function recipients({ dialect, path }: Patch): readonly string[] {
  return dialect === 'kernel' && /^[\w./+-]+$/.test(path)
    ? [`To and Cc, as the tree says: scripts/get_maintainer.pl --no-rolestats -f ${path}`]
    : [];
}

/** How many FILL INs a mail still has; its download asks first while there are any. */
export function gapsIn(request: Pick<MailRequest, 'filledIn'>): number {
  return Object.values(request.filledIn).filter((value) => value === null).length;
}

/** `RFC PATCH net-next`; a bracket would end it. */
function markOf(request: MailRequest): string {
  const tree = request.tree.replace(/[^\w./-]+/g, '');
  const words = [...(gapsIn(request) > 0 ? ['RFC'] : []), 'PATCH', ...(tree === '' ? [] : [tree])];
  return words.join(' ');
}

function subjectOf(request: MailRequest): string {
  const prefix = request.subsystem === '' ? '' : `${request.subsystem}: `;
  const change = request.change.replace(/\s+/g, ' ').trim();
  const whole = `${prefix}${change}`;
  if (whole.length <= SUBJECT_COLUMNS) return whole;
  const short = `${prefix}rearrange struct ${request.structName}`;
  return short.length <= SUBJECT_COLUMNS ? short : short.slice(0, SUBJECT_COLUMNS).trimEnd();
}

function sizeSentence(request: MailRequest): string {
  const { structName, architecture, configuration, before, after, slab } = request;
  const change = after.sizeBytes - before.sizeBytes;
  const difference =
    change === 0 ? 'no change of size' : `${change > 0 ? '+' : ''}${change} bytes an object`;
  const slabs = slab === null ? '' : `; ${slabText(slab)}`;
  const size = ({ sizeBytes, lines, baseBytes }: LayoutFigures) => {
    const base = baseBytes === 0 ? '' : ` from byte ${baseBytes} of the first on`;
    return `${sizeBytes} bytes in ${plural(lines, 'cache line')}${base}`;
  };
  const config = configuration === null ? '' : ` with the configuration of ${configuration}`;
  return `On ${architecture}${config}, struct ${structName} is ${size(before)} before and ${size(after)} after (${difference}${slabs}).`;
}

function sentence(change: string): string {
  const text = change.replace(/\s+/g, ' ').trim();
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

/** Filled to 75 columns; paragraphs stay. A line that git would take for a diff or the end is indented. */
function wrapped(text: string, isRead = endsMessage): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => {
      const lines: string[] = [];
      for (const word of paragraph.split(/\s+/).filter((each) => each !== '')) {
        const last = lines.at(-1);
        if (last !== undefined && last.length + 1 + word.length <= BODY_COLUMNS) {
          lines[lines.length - 1] = `${last} ${word}`;
        } else {
          lines.push(word);
        }
      }
      return lines.map((line) => (isRead(line) ? ` ${line}` : uncut(line))).join('\n');
    })
    .join('\n\n');
}

/** The trailers that a kernel's commit has (Documentation/process/submitting-patches.rst), and what mailers read. */
const TRAILER = /^(?:[\w-]+-by|cc|fixes|link|closes|change-id|message-id|in-reply-to)\s*:/i;

/** The same of what others said, names and notes: none of its lines is a trailer that somebody never gave. */
function quotable(text: string): string {
  return wrapped(text, (line) => endsMessage(line) || TRAILER.test(line));
}

/** What `git am` cuts a message at, or takes for a header of its own (git-mailinfo). */
function endsMessage(line: string): boolean {
  return /^(?:---\s*$|--- |diff -|Index: |>?From |(?:From|Subject|Date): |-- $)/.test(line);
}

/** `git am --scissors` cuts at scissors wherever they stand in a line of dashes. */
function uncut(line: string): string {
  return line.replace(/>(?=[8%])/g, '> ').replace(/[8%](?=<)/g, '$& ');
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}

/** As `git diff --stat` writes it for one file. */
function diffstat({ path, added, removed }: Patch): readonly string[] {
  const total = added + removed;
  const width = Math.min(total, 40);
  const plus = Math.round((added / Math.max(1, total)) * width);
  const bar = '+'.repeat(plus) + '-'.repeat(width - plus);
  const many = (count: number, what: string, sign: string) =>
    count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}(${sign})`];
  const summary = [
    '1 file changed',
    ...many(added, 'insertion', '+'),
    ...many(removed, 'deletion', '-'),
  ];
  return [` ${quotedPath(path)} | ${total} ${bar}`, ` ${summary.join(', ')}`];
}

const MOST_LINES = 3;
const MOST_FIELDS = 4;

/**
 * What a loaded report says of a struct, for the mail: its share of the recording's HITM, and its hottest
 * lines with their fields, by the layout that the report was measured on. Empty where it has no HITM,
 * or shares of a line and no counts.
 */
export function measuredLines(attribution: Attribution, structName: string): readonly string[] {
  const { profile, rows, peer, unit } = attribution;
  const kind = snoopName({ peer });
  const own = rows.filter(({ place }) => place.kind === 'field');
  const all = snoops(own);
  if (all === 0 || unit === 'percent') return [];
  const remote = sum(own, ({ counts }) => counts.hitmRemote + counts.peerRemote);
  const kernel = profile.kernelRelease === null ? '' : `, Linux ${profile.kernelRelease}`;
  const share = `${number(all)} of ${number(snoopsOf(attribution.total))} sampled ${kind}`;
  const lines = hottest(own, ({ line }) => line.offsetBytes);
  const others = lines.slice(MOST_LINES).flatMap(([, touched]) => touched);
  return [
    `perf c2c (${profile.name}${kernel}): ${share} are on struct ${structName}, ${number(remote)} of them remote.`,
    ...lines.slice(0, MOST_LINES).map(([offset, touched]) => {
      const bytes = `Bytes ${Math.max(0, offset)} to ${offset + profile.lineBytes - 1}`;
      return `${bytes}, ${number(snoops(touched))} ${kind}: ${fieldsOf(touched)}.`;
    }),
    ...(others.length === 0
      ? []
      : [
          `${plural(lines.length - MOST_LINES, 'more cache line')} of it: ${number(snoops(others))} ${kind}.`,
        ]),
  ];
}

/** The hottest fields with their counts, and what is left of the line. */
function fieldsOf(touched: readonly PlacedRow[]): string {
  const fields = hottest(touched, ({ place }) => (place.kind === 'field' ? place.path : ''));
  const others = fields.slice(MOST_FIELDS).flatMap(([, rows]) => rows);
  return [
    ...fields.slice(0, MOST_FIELDS).map(([path, rows]) => `${path} ${number(snoops(rows))}`),
    ...(others.length === 0
      ? []
      : [`${plural(fields.length - MOST_FIELDS, 'more field')} ${number(snoops(others))}`]),
  ].join(', ');
}

/** Groups of rows that saw any, the hottest first. */
function hottest<K>(
  rows: readonly PlacedRow[],
  keyOf: (row: PlacedRow) => K,
): readonly (readonly [K, readonly PlacedRow[]])[] {
  const groups = new Map<K, PlacedRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups]
    .filter(([, group]) => snoops(group) > 0)
    .sort(([, a], [, b]) => snoops(b) - snoops(a));
}

function snoops(rows: readonly PlacedRow[]): number {
  return snoopsOf(sumCounts(rows.map(({ counts }) => counts)));
}

function sum(rows: readonly PlacedRow[], of: (row: PlacedRow) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

function number(count: number): string {
  return String(Math.round(count));
}

/** What a change costs where objects come from slabs. */
export interface SlabChange {
  readonly before: number;
  readonly after: number;
  /** `its own slab cache, line-aligned` */
  readonly from: string;
  /** Nobody said how objects are allocated: it is what hot kernel structs usually have. */
  readonly assumed: boolean;
}

/** `objects per slab 42 to 39, if allocated from its own slab cache` */
export function slabText({ before, after, from, assumed }: SlabChange): string {
  return `objects per slab ${before} to ${after}${assumed ? ', if allocated' : ''} from ${from}`;
}

/**
 * Objects per slab (SLUB, 4 KiB pages) before and after. `choice` is what the user says of the
 * allocation; without it only a kernel's struct is taken to have a cache, and it is marked as assumed.
 * Null where objects come from no slab, or nothing says.
 */
export function slabChange(
  applied: Applied,
  choice: AllocationChoice | null,
  isKernel: boolean,
): SlabChange | null {
  const usual = usualAllocation(applied);
  const taken = choice ?? (isKernel && usual === 'lineAlignedCache' ? usual : null);
  if (taken === null || taken === 'embedded') return null;
  const machine = machineOf(applied);
  const objects = (struct: Applied['struct']) => {
    const { sizeBits, alignBits } = computeLayout(struct);
    const allocation = allocationOf(taken, applied);
    const stride = strideBytes(sizeBits / 8, alignBits / 8, allocation, machine);
    return stride === 0 ? 0 : slabFit(stride, machine).objectsPerSlab;
  };
  return {
    before: objects(orderedFrom(applied.struct.desc)),
    after: objects(applied.struct),
    from: ALLOCATION_NAMES[taken],
    assumed: choice === null,
  };
}

/**
 * What edits do to a struct, in the imperative, as a subject or a sentence says it: `move f_ref to the end
 * of struct file`. Settings, tags and notes change nothing in the source and are left out.
 */
export function changeWords(edits: readonly Edit[], struct: string): string {
  const phrases = edits.flatMap((edit) => {
    const phrase = phraseOf(edit);
    return phrase === null ? [] : [phrase];
  });
  const [first, ...others] = phrases;
  if (first === undefined) return `change struct ${struct}`;
  const sentences = [`${first.verb} ${first.rest}`];
  let { verb } = first;
  // "move a after b and c to the end": the verb is said once.
  for (const next of others) {
    sentences.push(next.verb === verb ? next.rest : `${next.verb} ${next.rest}`);
    verb = next.verb;
  }
  const last = sentences.pop() ?? '';
  const all = sentences.length === 0 ? last : `${sentences.join(', ')} and ${last}`;
  const atEnd = phrases.at(-1)?.atEnd === true;
  return `${all} ${atEnd ? 'of' : 'in'} struct ${struct}`;
}

interface Phrase {
  readonly verb: string;
  readonly rest: string;
  /** It ends with "the end" or "the start", of the struct. */
  readonly atEnd: boolean;
}

function phraseOf(edit: Edit): Phrase | null {
  switch (edit.kind) {
    case 'move':
      return {
        verb: 'move',
        rest: `${listed(edit.members)} ${placePhrase(edit.to)}`,
        atEnd: edit.to.at === 'first' || edit.to.at === 'last',
      };
    case 'order':
      return { verb: 'reorder', rest: listed(edit.members), atEnd: false };
    case 'align':
      return {
        verb: 'align',
        rest: `${edit.member} to ${edit.bytes === 'cacheline' ? 'a cache line' : `${edit.bytes} bytes`}`,
        atEnd: false,
      };
    case 'unalign':
      return { verb: 'drop', rest: `the alignment of ${edit.member}`, atEnd: false };
    // Nothing of the source changes.
    case 'unalignStruct':
      return null;
    case 'isolate':
      return { verb: 'put', rest: `${edit.member} on its own cache line`, atEnd: false };
    case 'pad':
      return {
        verb: 'add',
        rest: `${edit.bytes} bytes of padding before ${edit.before}`,
        atEnd: false,
      };
    case 'unpad':
      return { verb: 'drop', rest: `the padding before ${edit.before}`, atEnd: false };
    case 'add':
      return { verb: 'add', rest: `${edit.name} ${placePhrase(edit.to)}`, atEnd: false };
    case 'remove':
      return { verb: 'remove', rest: edit.member, atEnd: false };
    case 'pin':
    case 'unpin':
    case 'together':
    case 'apart':
    case 'stay':
    case 'range':
    case 'size':
    case 'lift':
    case 'noteLine':
    case 'tag':
    case 'untag':
    case 'line':
    case 'pair':
    case 'base':
    case 'prefetch':
    case 'note':
    case 'bind':
    case 'unbind':
      return null;
    default:
      return assertNever(edit);
  }
}

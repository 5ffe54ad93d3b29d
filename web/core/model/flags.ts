import { grouped, listed, plural } from '../base/prose';
import { assertNever } from '../base/assert';
import type { MemberPath } from '../layout/ids';

/** What a reader of a forecast must know to judge it. Each has its sentence in `flagSentence`. */
export type Flag =
  | { readonly kind: 'noLineTable' }
  /** CPUs wait for each other at these lines; `times` as of `LineWait`, of the worst. */
  | { readonly kind: 'queues'; readonly lines: readonly number[]; readonly times: number }
  | { readonly kind: 'cpusUnknown' }
  /** See `MOST_ASSUMED_CPUS`; `cpus` as of the row that saw most. */
  | { readonly kind: 'cpusAssumed'; readonly cpus: number }
  | {
      readonly kind: 'noStoresSampled';
      readonly hitm: number;
      readonly fields: readonly MemberPath[];
    }
  | {
      readonly kind: 'unknownReaders';
      readonly line: number;
      readonly fields: readonly MemberPath[];
    }
  /** Loads that the code of functions shows: see `AccessRow.isUnsampled`. */
  | { readonly kind: 'loadsByCode'; readonly loads: number; readonly fields: readonly MemberPath[] }
  | { readonly kind: 'locksByUse'; readonly fields: readonly MemberPath[] }
  | { readonly kind: 'lockSplit'; readonly fields: readonly MemberPath[] }
  | { readonly kind: 'lockNeighbours'; readonly fields: readonly MemberPath[] }
  /** See `LeftByLock`; `most` as the sum over these lines. */
  | { readonly kind: 'leftByLock'; readonly lines: readonly number[]; readonly most: number }
  | { readonly kind: 'hiddenWriters'; readonly fields: readonly MemberPath[] }
  | { readonly kind: 'pair'; readonly writerLine: number; readonly readerLine: number }
  | { readonly kind: 'straddles'; readonly fields: readonly MemberPath[] }
  | { readonly kind: 'foreignUnplaced'; readonly hitm: number }
  | { readonly kind: 'foreignStays'; readonly hitm: number; readonly share: number }
  | { readonly kind: 'unplaced'; readonly hitm: number; readonly fields: readonly MemberPath[] }
  | { readonly kind: 'badRows'; readonly count: number }
  | { readonly kind: 'fewSamples'; readonly hitm: number }
  | { readonly kind: 'moreTransactions'; readonly before: number; readonly after: number }
  | { readonly kind: 'atomicsUnderReported'; readonly fields: readonly MemberPath[] }
  | { readonly kind: 'tagsOnly' }
  /** Members that are larger than a line: their accesses are spread over it. */
  | { readonly kind: 'tagsSpread'; readonly fields: readonly MemberPath[] }
  | { readonly kind: 'tagContradicts'; readonly field: MemberPath; readonly because: string };

/** Flags that may change what somebody does with a forecast, the weightiest first. */
const DECISIVE: readonly Flag['kind'][] = [
  'tagsOnly',
  'tagContradicts',
  'lockSplit',
  'leftByLock',
  'lockNeighbours',
  'unknownReaders',
  'hiddenWriters',
  'moreTransactions',
  'noStoresSampled',
  'queues',
  'fewSamples',
  'cpusAssumed',
  'cpusUnknown',
  'foreignUnplaced',
];
const MOST_RESERVATIONS = 2;

/** At most two reservations that change a decision, and the rest. */
export function reservations(flags: readonly Flag[]): {
  readonly first: readonly Flag[];
  readonly rest: readonly Flag[];
} {
  const rank = ({ kind }: Flag) => (DECISIVE.includes(kind) ? DECISIVE.indexOf(kind) : Infinity);
  const first = flags
    .filter((flag) => rank(flag) < Infinity)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST_RESERVATIONS);
  return { first, rest: flags.filter((flag) => !first.includes(flag)) };
}

/** How to get all rows; `perf c2c report --help` lists each of these options. */
const WHOLE_REPORT =
  'Paste the whole report: `perf c2c report --stdio -NNN --show-all --full-symbols`.';

/** One sentence: what it is, and what to do about it. */
export function flagSentence(flag: Flag): string {
  switch (flag.kind) {
    case 'noLineTable':
      return 'No line table: only an upper bound on loads that missed without a HITM is known, so the range is wider. Paste the whole report, with its "Shared Data Cache Line Table".';
    case 'queues':
      return `CPUs queue for ${flag.lines.length === 1 ? 'line' : 'lines'} ${listed(flag.lines.map(String), 4)}: HITM there took up to ${flag.times.toFixed(1)} times as long as the fastest of the report. Queueing is not modelled, so the range is wider and near-equal orders cannot be ranked. Measure under less load too.`;
    case 'cpusUnknown':
      return 'Every row was seen on one CPU, and the report does not say on which: threads look pinned, and which fields one CPU uses is unknown. Paste a report with the CPU lists: `perf c2c report --stdio -NNN`.';
    case 'cpusAssumed':
      return `No row was seen on more than ${flag.cpus} CPUs, and none lists which. Hitmap assumes that all functions ran on the same ones; if each had its own, orders that separate their fields get fewer HITM than predicted. The range covers both. Paste a report with the CPU lists: \`perf c2c report --stdio -NNN\`.`;
    case 'noStoresSampled':
      return `${plural(flag.hitm, 'sample')} of HITM on lines without a sampled store (${list(flag.fields)}) cannot be modelled; they are assumed to move with their field. Record longer, or with more stores sampled.`;
    case 'unknownReaders':
      return `Reads of ${plural(flag.fields.length, 'field')} on line ${flag.line} could not be observed (${list(flag.fields)}): nobody wrote the line, so they could not miss. If they are read often, HITM may exceed the range, by up to one for each store there. Tag them read-hot or cold.`;
    case 'loadsByCode':
      return `${plural(flag.loads, 'load')} of ${list(flag.fields)} ${flag.loads === 1 ? 'is' : 'are'} known from the code of the report’s functions, not from samples: ${flag.loads === 1 ? 'it hits' : 'they hit'} in the present layout, and ${flag.loads === 1 ? 'counts' : 'count'} where an order would make ${flag.loads === 1 ? 'it' : 'them'} miss.`;
    case 'locksByUse':
      return `${list(flag.fields)}: functions use ${flag.fields.length === 1 ? 'it as a lock, and its type is not a known lock type' : 'them as locks, and their types are not known lock types'}. Only the sampled bytes count as the lock. Tag ${flag.fields.length === 1 ? 'it' : 'them'} as lock to count the whole member.`;
    case 'lockSplit':
      return `Whether it gets better or worse is unknown: ${list(flag.fields)} ${flag.fields.length === 1 ? 'is a lock that now spans' : 'are locks that now span'} more lines than before. Taking it writes all its words, sampled or not, so the counts cannot say whether this is cheaper. Keep it on one line, or measure.`;
    case 'lockNeighbours':
      return `Whether it gets better or worse is unknown: a lock's neighbours change. ${list(flag.fields)} ${flag.fields.length === 1 ? 'loses' : 'lose'} a neighbour that is written, which changes how its waiters and its owner meet. Measure before you trust the figure.`;
    case 'leftByLock':
      return `What is left on ${flag.lines.length === 1 ? 'line' : 'lines'} ${listed(flag.lines.map(String), 4)} after the lock has moved away is unknown, up to ${plural(flag.most, 'sample')}: only the lock’s own line showed how many HITM a store causes.`;
    case 'hiddenWriters':
      return `${list(flag.fields)} ${flag.fields.length === 1 ? 'comes' : 'come'} to share a line with fields that the report does not show. perf omits rare rows and lines, so one of them may be written; HITM would then exceed the range. ${WHOLE_REPORT}`;
    case 'pair':
      return `Line ${flag.writerLine} is written often and line ${flag.readerLine}, which may be the other half of its 128-byte pair, is read often: adjacent-line prefetch can make them interfere. Keep a line between them, or measure.`;
    case 'straddles':
      return `${list(flag.fields)} ${flag.fields.length === 1 ? 'crosses' : 'cross'} a line boundary and ${flag.fields.length === 1 ? 'is' : 'are'} counted on both lines. Move or align ${flag.fields.length === 1 ? 'it' : 'them'}.`;
    case 'foreignUnplaced':
      return `${plural(flag.hitm, 'sample')} of HITM belong to bytes outside the struct's fields. The struct now begins elsewhere in its line, so their new place is unknown and they stay with the hottest field of their line. Open the containing struct to place them.`;
    case 'foreignStays':
      return `${percent(flag.share)} of the lines' HITM (${plural(flag.hitm, 'sample')}) belong to no field of the struct: rows missing from the paste, counted with the hottest field of their line, or bytes of the containing struct, which do not move. Paste the whole report, or open the containing struct.`;
    case 'unplaced':
      return `${list(flag.fields)}: this layout has no such member, so its ${plural(flag.hitm, 'sample')} of HITM are left out. Check which struct the profile is bound to.`;
    case 'badRows':
      return `${plural(flag.count, 'row was', 'rows were')} left out: a count is not a number, negative, or beyond 2^53. Check these rows of the report.`;
    case 'fewSamples':
      return `Only ${plural(flag.hitm, 'sample')} of HITM: counting noise is as large as most effects. Record longer.`;
    case 'moreTransactions':
      return `Coherence transactions rise from ${grouped(flag.before)} to ${grouped(flag.after)}: this order may only turn HITM loads into store misses. Prefer one that lowers both.`;
    case 'atomicsUnderReported':
      return `${list(flag.fields)}: HITM lists show only a small part of what atomic operations cost. Judge by the transactions.`;
    case 'tagsOnly':
      return 'Figures come from tags, not from a measurement: they rank orders and have no unit. Open a profile for counts.';
    case 'tagsSpread':
      return `${list(flag.fields)}: larger than a cache line, so the tag is spread evenly over ${flag.fields.length === 1 ? 'its' : 'their'} lines. Tag the part that is used, where it has a name.`;
    case 'tagContradicts':
      return `The tag on ${flag.field} is not used: ${flag.because}. Remove the tag, or check what the profile is bound to.`;
    default:
      return assertNever(flag);
  }
}

/** Why nothing can be predicted from a profile. */
export type Unpredictable =
  | { readonly kind: 'peerSnoops' }
  | { readonly kind: 'sharesOnly' }
  | { readonly kind: 'noRows' }
  | { readonly kind: 'noHitm' }
  /** `countsAsLoads`: what loads and stores in one operation was sampled as a load; see `AccessProfile.isIbs`. */
  | { readonly kind: 'noStores'; readonly countsAsLoads: boolean }
  /** Every HITM is on a line without a sampled store, or with those of the one CPU that updates it. */
  | { readonly kind: 'noLineWithBoth' }
  | { readonly kind: 'oneCpu' }
  | { readonly kind: 'noTaggedWriter' }
  | { readonly kind: 'noTaggedOther' }
  | {
      readonly kind: 'otherStruct';
      readonly functions: readonly string[];
      readonly fields: readonly MemberPath[];
      /** The fields are locks, of another kind than the functions work on. */
      readonly isOfAnother: boolean;
      readonly share: number;
    }
  | { readonly kind: 'badLineSize'; readonly lineBytes: number };

export function unpredictableSentence(reason: Unpredictable): string {
  switch (reason.kind) {
    case 'peerSnoops':
      return 'This profile counts peer snoops (Arm SPE), which include clean forwards, so no HITM is predicted from it. Record on x86, or tag the fields.';
    case 'sharesOnly':
      return 'This table has each row’s share of its line but no counts, so nothing is predicted from it. Paste the rows with the line above them, which has the counts, or tag the fields.';
    case 'noRows':
      return 'No row of the profile falls on a field of this struct. Check the binding: slide the line along the struct.';
    case 'noHitm':
      return 'The profile has no HITM on this struct, so nothing can be predicted. Record under contention, or tag the fields.';
    case 'noStores':
      if (reason.countsAsLoads) {
        return 'No store was sampled on this struct, so it is unknown who writes: AMD’s IBS counts an operation that both loads and stores, such as any atomic, as a load. Tag the fields with HITM that are written as lock, and those that are only read as read-hot.';
      }
      return 'No store was sampled on this struct, so it is unknown who writes. Record with stores (perf c2c record does by default; check that the CPU supports it), or tag the writers.';
    case 'noLineWithBoth':
      return `No line with HITM has a sampled store from another CPU, so readers cannot be matched to writers. Record longer, or with more stores sampled. ${WHOLE_REPORT}`;
    case 'oneCpu':
      return 'The profile was recorded on one CPU, where no line moves between caches. Record with several.';
    case 'noTaggedWriter':
      return 'No field is tagged as written, so nothing can conflict yet. Tag the written fields (write-hot, counter or lock).';
    case 'noTaggedOther':
      return 'Only one field is tagged, so nothing can conflict with it yet. Tag the others that are read or written.';
    case 'otherStruct':
      return `${listed(reason.functions, 3)} ${reason.functions.length === 1 ? 'works' : 'work'} on ${reason.isOfAnother ? 'another kind of lock' : 'a lock'}, and where the line lies now, ${percent(reason.share)} of ${reason.functions.length === 1 ? 'its' : 'their'} samples fall on ${reason.fields.length === 0 ? 'no field' : `${list(reason.fields)}${reason.isOfAnother ? '' : `, which ${reason.fields.length === 1 ? 'is not a lock' : 'are not locks'}`}`}: the line belongs to another struct, or to another part of this one. Slide the line along the struct, or look at its candidates.`;
    case 'badLineSize':
      return `A cache line of ${finite(reason.lineBytes)} bytes is not possible: give a power of two from 16 to 1024.`;
    default:
      return assertNever(reason);
  }
}

function finite(value: number): string {
  return Number.isFinite(value) ? String(value) : 'unknown';
}

function list(paths: readonly MemberPath[]): string {
  return listed(paths, 4);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}

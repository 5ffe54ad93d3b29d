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
      return 'No line table: how many loads missed without a HITM is only known to be at most so many, so the range is wider. Paste the whole report, with its "Shared Data Cache Line Table".';
    case 'queues':
      return `CPUs queue for ${flag.lines.length === 1 ? 'line' : 'lines'} ${listed(flag.lines.map(String), 4)}: HITM there took up to ${flag.times.toFixed(1)} times as long as the fastest of the report. How often a function comes back then depends on the queue, which is not modelled: the range is wider, and orders close to each other are not told apart. Measure under less load too.`;
    case 'cpusUnknown':
      return 'No row was seen on more than one CPU, and none lists its CPUs: threads are pinned, and which fields are used by the same CPU is not known. Paste a report with the CPU lists: `perf c2c report --stdio -NNN`.';
    case 'cpusAssumed':
      return `No row was seen on more than ${flag.cpus} CPUs, and none lists which: that all functions ran on the same ones is an assumption. If they had CPUs of their own, orders that part their fields have fewer HITM than is said; the range has both. Paste a report with the CPU lists: \`perf c2c report --stdio -NNN\`.`;
    case 'noStoresSampled':
      return `${plural(flag.hitm, 'sample')} of HITM on lines without a sampled store (${list(flag.fields)}) cannot be modelled and go where their field goes. Record longer, or with more stores sampled.`;
    case 'unknownReaders':
      return `Reads of ${plural(flag.fields.length, 'field')} on line ${flag.line} could not be observed (${list(flag.fields)}): nobody wrote the line, so they could not miss. If they are read often, HITM may be higher than the range says, up to one for each store there; mark them read-hot or cold to know.`;
    case 'loadsByCode':
      return `${plural(flag.loads, 'load')} of ${list(flag.fields)} ${flag.loads === 1 ? 'is' : 'are'} known from the code of the report’s functions and not from samples: ${flag.loads === 1 ? 'it' : 'they'} hit where the fields lie now, and ${flag.loads === 1 ? 'counts' : 'count'} where an order would let ${flag.loads === 1 ? 'it' : 'them'} miss.`;
    case 'locksByUse':
      return `${list(flag.fields)}: functions use ${flag.fields.length === 1 ? 'it as a lock, and its type is not a known lock type' : 'them as locks, and their types are not known lock types'}. Only the bytes that were sampled count as the lock, and what it protects is not known. Tag ${flag.fields.length === 1 ? 'it' : 'them'} as lock to keep all of ${flag.fields.length === 1 ? 'it' : 'each'} whole.`;
    case 'lockSplit':
      return `Whether it gets better or worse is unknown: ${list(flag.fields)} ${flag.fields.length === 1 ? 'is a lock that lies' : 'are locks that lie'} over more lines than before. Its words are written by whoever takes it, sampled or not, so that no count tells whether this is cheaper. Keep it whole, or measure.`;
    case 'lockNeighbours':
      return `Whether it gets better or worse is unknown: a lock's neighbours change. ${list(flag.fields)} ${flag.fields.length === 1 ? 'loses' : 'lose'} a neighbour that is written: who waits and who holds then meet in another way. Measure before you believe the figure.`;
    case 'leftByLock':
      return `What is left on ${flag.lines.length === 1 ? 'line' : 'lines'} ${listed(flag.lines.map(String), 4)} after the lock has gone is unknown, up to ${plural(flag.most, 'sample')}: how many HITM a store makes was only seen on the lock’s own line.`;
    case 'hiddenWriters':
      return `${list(flag.fields)} ${flag.fields.length === 1 ? 'comes' : 'come'} to lie beside fields of which the report shows nothing. perf leaves rare rows and lines out, so that one of them may be written: then HITM is higher than the range says. ${WHOLE_REPORT}`;
    case 'pair':
      return `Line ${flag.writerLine} is written often and line ${flag.readerLine}, which may be the other half of its 128-byte pair, is read often: adjacent-line prefetch can make them disturb each other. Keep a line between them, or measure.`;
    case 'straddles':
      return `${list(flag.fields)} ${flag.fields.length === 1 ? 'crosses' : 'cross'} a line boundary and ${flag.fields.length === 1 ? 'is' : 'are'} counted on both lines. Move or align ${flag.fields.length === 1 ? 'it' : 'them'}.`;
    case 'foreignUnplaced':
      return `${plural(flag.hitm, 'sample')} of HITM belong to bytes outside the struct's fields, and the struct begins elsewhere in its line now: where they lie then is not known, and they are kept with the hottest field of their line. Open the struct that holds it to place them.`;
    case 'foreignStays':
      return `${percent(flag.share)} of the lines' HITM (${plural(flag.hitm, 'sample')}) belong to no field of the struct: rows that the paste left out, which are kept with the hottest field of their line, or bytes of the struct that holds it, which stay. Paste the whole report, or open that one.`;
    case 'unplaced':
      return `${list(flag.fields)}: no such member in this layout, so its ${plural(flag.hitm, 'sample')} of HITM are left out. Check which struct the profile is bound to.`;
    case 'badRows':
      return `${plural(flag.count, 'row was', 'rows were')} left out because a count was no number, negative, or beyond 2^53. Check the report at these rows.`;
    case 'fewSamples':
      return `Only ${plural(flag.hitm, 'sample')} of HITM: the counting noise is as large as most effects. Record longer.`;
    case 'moreTransactions':
      return `Coherence transactions rise from ${grouped(flag.before)} to ${grouped(flag.after)}: this order may only turn HITM loads into store misses. Prefer one that lowers both.`;
    case 'atomicsUnderReported':
      return `${list(flag.fields)}: HITM lists show only a small part of what atomic operations cost. Judge by the transactions.`;
    case 'tagsOnly':
      return 'Figures come from tags, not from a measurement: they rank orders and have no unit. Load a profile for counts.';
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
      return 'This profile counts peer snoops (Arm SPE), which contain clean forwards: it is shown, and no HITM is predicted from it. Record on x86, or tag the fields.';
    case 'sharesOnly':
      return 'This table has each row’s share of its line and no counts, each kind of sample of another total: it is shown, and nothing is predicted from it. Paste the rows with the line above them, which has the counts, or tag the fields.';
    case 'noRows':
      return 'No row of the profile lies on a field of this struct. Check the binding: slide the line over the struct.';
    case 'noHitm':
      return 'The profile has no HITM on this struct, so there is nothing to predict from. Record under contention, or tag the fields.';
    case 'noStores':
      if (reason.countsAsLoads) {
        return 'No store was sampled on this struct, so it is unknown who writes: AMD’s IBS counts an operation that loads and stores, as every atomic one does, as a load. Fields that are written by such operations alone are among those with HITM: tag these as lock (written and read), and those that are only read as read-hot.';
      }
      return 'No store was sampled on this struct, so it is unknown who writes. Record with stores (perf c2c record does by default; check that the CPU supports it), or tag the writers.';
    case 'noLineWithBoth':
      return `On no line of this struct that has HITM a store of another CPU was sampled, so reads cannot be set against writes. Record longer, or with more stores sampled. ${WHOLE_REPORT}`;
    case 'oneCpu':
      return 'The profile was recorded on one CPU, where no line moves between caches. Record with several.';
    case 'noTaggedWriter':
      return 'No tag says who writes, so nothing can conflict yet: tag the fields that are written (write-hot, counter or lock).';
    case 'noTaggedOther':
      return 'Only one field is tagged, and nothing can conflict with it yet: tag who reads or writes the others, too.';
    case 'otherStruct':
      return `${listed(reason.functions, 3)} ${reason.functions.length === 1 ? 'works' : 'work'} on ${reason.isOfAnother ? 'another kind of lock' : 'a lock'}, and where the line lies now, ${percent(reason.share)} of ${reason.functions.length === 1 ? 'its' : 'their'} samples fall on ${reason.fields.length === 0 ? 'no field' : `${list(reason.fields)}${reason.isOfAnother ? '' : `, which ${reason.fields.length === 1 ? 'is not a lock' : 'are not locks'}`}`}: the line is of another struct, or lies elsewhere in this one. Slide the line over the struct, or look at which structs it may be of.`;
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

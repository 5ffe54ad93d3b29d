import type { Message } from '../base/messages';
import { assertNever } from '../base/assert';
import type { MemberPath } from '../layout/ids';
import { predictMessage } from './messages';

/** What a reader of a forecast must know to judge it. `flagMessage` says it. */
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

/** What it is, and what to do about it. */
export function flagMessage(flag: Flag): Message {
  switch (flag.kind) {
    case 'noLineTable':
      return predictMessage('no-line-table');
    case 'queues':
      return predictMessage('queues', flag.lines, flag.times);
    case 'cpusUnknown':
      return predictMessage('cpus-unknown');
    case 'cpusAssumed':
      return predictMessage('cpus-assumed', flag.cpus);
    case 'noStoresSampled':
      return predictMessage('no-stores-sampled', flag.hitm, flag.fields);
    case 'unknownReaders':
      return predictMessage('unknown-readers', flag.line, flag.fields);
    case 'loadsByCode':
      return predictMessage('loads-by-code', flag.loads, flag.fields);
    case 'locksByUse':
      return predictMessage('locks-by-use', flag.fields);
    case 'lockSplit':
      return predictMessage('lock-split', flag.fields);
    case 'lockNeighbours':
      return predictMessage('lock-neighbours', flag.fields);
    case 'leftByLock':
      return predictMessage('left-by-lock', flag.lines, flag.most);
    case 'hiddenWriters':
      return predictMessage('hidden-writers', flag.fields);
    case 'pair':
      return predictMessage('pair', flag.writerLine, flag.readerLine);
    case 'straddles':
      return predictMessage('straddles', flag.fields);
    case 'foreignUnplaced':
      return predictMessage('foreign-unplaced', flag.hitm);
    case 'foreignStays':
      return predictMessage('foreign-stays', flag.hitm, flag.share);
    case 'unplaced':
      return predictMessage('unplaced', flag.fields, flag.hitm);
    case 'badRows':
      return predictMessage('bad-rows', flag.count);
    case 'fewSamples':
      return predictMessage('few-samples', flag.hitm);
    case 'moreTransactions':
      return predictMessage('more-transactions', flag.before, flag.after);
    case 'atomicsUnderReported':
      return predictMessage('atomics-under-reported', flag.fields);
    case 'tagsOnly':
      return predictMessage('tags-only');
    case 'tagsSpread':
      return predictMessage('tags-spread', flag.fields);
    case 'tagContradicts':
      return predictMessage('tag-contradicts', flag.field, flag.because);
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
      /** What the functions are known to work on, as a message says it: `a lock`, `rb_root_cached`. */
      readonly worksOn: string;
      readonly share: number;
    }
  | { readonly kind: 'badLineSize'; readonly lineBytes: number };

export function unpredictableMessage(reason: Unpredictable): Message {
  switch (reason.kind) {
    case 'peerSnoops':
      return predictMessage('peer-snoops');
    case 'sharesOnly':
      return predictMessage('shares-only');
    case 'noRows':
      return predictMessage('no-rows');
    case 'noHitm':
      return predictMessage('no-hitm');
    case 'noLineWithBoth':
      return predictMessage('no-line-with-both');
    case 'oneCpu':
      return predictMessage('one-cpu');
    case 'noTaggedWriter':
      return predictMessage('no-tagged-writer');
    case 'noTaggedOther':
      return predictMessage('no-tagged-other');
    case 'noStores':
      return predictMessage(reason.countsAsLoads ? 'no-stores-ibs' : 'no-stores');
    case 'otherStruct': {
      const { functions, fields, worksOn, share } = reason;
      return predictMessage('other-struct', functions, fields, worksOn, share);
    }
    case 'badLineSize':
      return predictMessage('bad-line-size', reason.lineBytes);
    default:
      return assertNever(reason);
  }
}

import { error, messagesOf, note, warning } from '../base/messages';
import { grouped, listed, plural } from '../base/prose';

const F: readonly string[] = ['MEMBER'];
const list = (paths: readonly string[]) => listed(paths, 4);
const lineList = (lines: readonly number[]) =>
  `${lines.length === 1 ? 'line' : 'lines'} ${listed(lines.map(String), 4)}`;
const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
const finite = (value: number) => (Number.isFinite(value) ? String(value) : 'unknown');

/** `perf c2c report --help` lists each of these options. */
const WHOLE_REPORT =
  'Paste the whole report: `perf c2c report --stdio -NNN --show-all --full-symbols`.';
const CPU_LISTS = 'Paste a report with the CPU lists: `perf c2c report --stdio -NNN`.';

/** What a reader of a forecast has to know to judge it (a warning may change what they do), and why there is none. */
export const predictMessage = messagesOf('predict', {
  // Of a forecast from tags.
  'tags-only': warning(() => ({
    text: 'Figures come from tags, not from a measurement: they rank orders and have no unit.',
    fix: 'Open a profile for counts.',
  })),
  'tag-contradicts': warning((field = 'MEMBER', because = 'the profile has its counts') => ({
    text: `The tag on ${field} is not used: ${because}.`,
    fix: 'Remove the tag, or check what the profile is bound to.',
  })),
  'tags-spread': note((fields = F) => ({
    text: `${list(fields)}: larger than a cache line, so the tag is spread evenly over ${fields.length === 1 ? 'its' : 'their'} lines.`,
    fix: 'Tag the part that is used, where it has a name.',
  })),

  // Locks.
  'lock-split': warning((fields = F) => ({
    text: `Whether it gets better or worse is unknown: ${list(fields)} ${fields.length === 1 ? 'is a lock that now spans' : 'are locks that now span'} more cache lines than before. Taking it writes all its words, sampled or not, so the counts cannot say whether this is cheaper.`,
    fix: 'Keep it on one cache line, or measure.',
  })),
  'left-by-lock': warning(
    (lines: readonly number[] = [2], most = 120) =>
      `How many HITM remain on cache ${lineList(lines)} without the lock is unknown: 0 to ${plural(most, 'sample')}. How many a store causes was seen only on the line that has the lock.`,
  ),
  'lock-neighbours': warning((fields = F) => ({
    text: `${list(fields)} ${fields.length === 1 ? 'is a lock, or a field that one protects, and loses' : 'are locks, or fields that one protects, and lose'} a neighbour that is written. That changes how waiters and owner meet, so whether HITM rises or falls is unknown.`,
    fix: 'Measure before you trust the figure.',
  })),
  'locks-by-use': note((fields = F) => ({
    text: `${list(fields)}: functions use ${fields.length === 1 ? 'it as a lock, and its type is not a known lock type' : 'them as locks, and their types are not known lock types'}. Only its bytes with samples are treated as the lock.`,
    fix: `Tag ${fields.length === 1 ? 'it' : 'them'} as lock to count the whole member.`,
  })),

  // Readers and writers that the report cannot show.
  'unknown-readers': warning((line = 2, fields = F) => ({
    text: `Reads of ${plural(fields.length, 'field')} on cache line ${line} could not be observed (${list(fields)}): nobody wrote the line, so they could not miss. If they are read often, HITM may exceed the range, by up to one for each store there.`,
    fix: 'Tag them read-hot or cold.',
  })),
  'hidden-writers': warning((fields = F) => ({
    text: `${list(fields)} ${fields.length === 1 ? 'comes' : 'come'} to share a cache line with fields that the report does not show. perf omits rare rows and lines, so one of them may be written; HITM would then exceed the range.`,
    fix: WHOLE_REPORT,
  })),
  'loads-by-code': note((loads = 2, fields = F) => {
    const one = loads === 1;
    return `${plural(loads, 'load')} of ${list(fields)} ${one ? 'is' : 'are'} known from the code of the report’s functions, not from samples: ${one ? 'it hits' : 'they hit'} in the present layout, and ${one ? 'counts' : 'count'} where an order would make ${one ? 'it' : 'them'} miss.`;
  }),

  // What was counted.
  'more-transactions': warning((before = 100, after = 120) => ({
    text: `Coherence transactions rise from ${grouped(before)} to ${grouped(after)}: this order may only turn HITM loads into store misses.`,
    fix: 'Prefer one that lowers both.',
  })),
  'no-stores-sampled': warning((hitm = 120, fields = F) => ({
    text: `${plural(hitm, 'sample')} of HITM on cache lines without a sampled store (${list(fields)}) cannot be modelled; they are assumed to move with their field.`,
    fix: 'Record longer, or with more stores sampled.',
  })),
  queues: warning((lines: readonly number[] = [2], times = 3.5) => ({
    text: `CPUs queue for cache ${lineList(lines)}: HITM there took up to ${times.toFixed(1)} times as long as the fastest of the report. Queueing is not modelled, so the range is wider and near-equal orders cannot be ranked.`,
    fix: 'Measure under less load too.',
  })),
  'few-samples': warning((hitm = 12) => ({
    text: `Only ${plural(hitm, 'sample')} of HITM: counting noise is as large as most effects.`,
    fix: 'Record longer.',
  })),
  'cpus-assumed': warning((cpus = 4) => ({
    text: `No row was seen on more than ${cpus} CPUs, and none lists which. Hitmap assumes that all functions ran on the same ones; if each had its own, orders that separate their fields get fewer HITM than predicted. The range covers both.`,
    fix: CPU_LISTS,
  })),
  'cpus-unknown': warning(() => ({
    text: 'Every row was seen on one CPU, and the report does not say on which: threads look pinned, and which fields one CPU uses is unknown.',
    fix: CPU_LISTS,
  })),
  'foreign-unplaced': warning((hitm = 120) => ({
    text: `${plural(hitm, 'sample')} of HITM belong to bytes outside the struct's fields. The struct now begins elsewhere in its cache line, so their new place is unknown and they stay with the hottest field of their line.`,
    fix: 'Open the containing struct to place them.',
  })),
  'foreign-stays': note((hitm = 120, share = 0.2) => ({
    text: `${percent(share)} of the cache lines' HITM (${plural(hitm, 'sample')}) belong to no field of the struct. Those of rows that the paste lacks count with the hottest field of their line; bytes of the containing struct do not move.`,
    fix: 'Paste the whole report, or open the containing struct.',
  })),
  'no-line-table': note(() => ({
    text: 'No table of cache lines: only an upper bound on loads that missed without a HITM is known, so the range is wider.',
    fix: 'Paste the whole report, with its "Shared Data Cache Line Table".',
  })),
  pair: note((writerLine = 2, readerLine = 3) => ({
    text: `Cache line ${writerLine} is written often and line ${readerLine}, which may be the other half of its 128-byte pair, is read often: adjacent-line prefetch can make them interfere.`,
    fix: 'Keep a cache line between them, or measure.',
  })),
  straddles: note((fields = F) => ({
    text: `${list(fields)} ${fields.length === 1 ? 'crosses' : 'cross'} a cache-line boundary and ${fields.length === 1 ? 'is' : 'are'} counted on both lines.`,
    fix: `Move or align ${fields.length === 1 ? 'it' : 'them'}.`,
  })),
  unplaced: note((fields = F, hitm = 120) => ({
    text: `${list(fields)}: this layout has no such member, so its ${plural(hitm, 'sample')} of HITM are left out.`,
    fix: 'Check which struct the profile is bound to.',
  })),
  'bad-rows': note((count = 2) => ({
    text: `${plural(count, 'row was', 'rows were')} left out: a count is not a number, negative, or beyond 2^53.`,
    fix: 'Check these rows of the report.',
  })),
  'atomics-under-reported': note((fields = F) => ({
    text: `${list(fields)}: HITM lists show only a small part of what atomic operations cost.`,
    fix: 'Judge by the transactions.',
  })),

  // Why there is no forecast.
  'peer-snoops': error(() => ({
    text: 'This profile counts peer snoops (Arm SPE), which include clean forwards, so no HITM is predicted from it.',
    fix: 'Record on x86, or tag the fields.',
  })),
  'shares-only': error(() => ({
    text: 'This table has each row’s share of its cache line but no counts, so nothing is predicted from it.',
    fix: 'Paste the rows with the line above them, which has the counts, or tag the fields.',
  })),
  'no-rows': error(() => ({
    text: 'No row of the profile falls on a field of this struct.',
    fix: 'Check the binding: slide the cache line along the struct.',
  })),
  'no-hitm': error(() => ({
    text: 'The profile has no HITM on this struct, so nothing can be predicted.',
    fix: 'Record while it is contended, or tag who reads and writes its fields.',
  })),
  'no-stores': error(() => ({
    text: 'No store was sampled on this struct, so it is unknown who writes.',
    fix: 'Record with stores (perf c2c record does by default; check that the CPU supports it), or tag the writers.',
  })),
  'no-stores-ibs': error(() => ({
    text: 'No store was sampled on this struct, so it is unknown who writes: AMD’s IBS counts an operation that both loads and stores, such as any atomic, as a load.',
    fix: 'Tag the fields with HITM that are written as lock, and those that are only read as read-hot.',
  })),
  'no-line-with-both': error(() => ({
    text: 'No cache line with HITM has a sampled store from another CPU, so readers cannot be matched to writers.',
    fix: `Record longer, or with more stores sampled. ${WHOLE_REPORT}`,
  })),
  'one-cpu': error(() => ({
    text: 'The profile was recorded on one CPU, where no cache line moves between caches.',
    fix: 'Record with several.',
  })),
  'no-tagged-writer': error(() => ({
    text: 'No field is tagged as written, so nothing can conflict yet.',
    fix: 'Tag the written fields (write-hot, counter or lock).',
  })),
  'no-tagged-other': error(() => ({
    text: 'Only one field is tagged, so nothing can conflict with it yet.',
    fix: 'Tag the others that are read or written.',
  })),
  'other-struct': error(
    (functions: readonly string[] = ['FUNCTION'], fields = F, worksOn = 'a lock', share = 0.9) => {
      const one = functions.length === 1;
      const no = fields.length === 1 ? 'which is not' : 'none of which is';
      const notLocks = worksOn === 'another kind of lock' ? '' : `, ${no} ${worksOn}`;
      const where = fields.length === 0 ? 'no field' : `${list(fields)}${notLocks}`;
      return {
        text: `The cache line is bound to the wrong struct, or to the wrong offset in it: ${listed(functions, 3)} ${one ? 'works' : 'work'} on ${worksOn}, and here ${percent(share)} of ${one ? 'its' : 'their'} samples are on ${where}.`,
        fix: 'Give the line another offset in the struct, or bind it to another of its candidates.',
      };
    },
  ),
  'bad-line-size': error(
    (lineBytes = 48) =>
      `A cache line of ${finite(lineBytes)} bytes is not possible: give a power of two from 16 to 1024.`,
  ),
});

import { listed, quoted } from '../base/prose';
import { lastName, type Cpus, type LineTraffic, type Spot } from './lineTraffic';

/**
 * What the counts of a line say of its sharing, in one sentence, with names between backticks. Loads that find bytes
 * modified to which no row stores suffer from stores beside them; bytes that are loaded and stored themselves are shared.
 *
 * @param lockOf the struct that a well-known function is handed: what two parts of one lock do to each other no order
 * changes
 */
export function lineVerdict(
  traffic: LineTraffic,
  lockOf: (functionName: string) => string | null,
): string {
  const sentence = verdictOf(traffic, lockOf);
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}

function verdictOf(traffic: LineTraffic, lockOf: (functionName: string) => string | null): string {
  const { spots, snoop, writers, readers } = traffic;
  if (spots.length === 0) {
    return writers.length + readers.length === 0
      ? 'No load found this line modified, and no row stores to it.'
      : 'The report has no offsets: which bytes of the line are shared is unknown.';
  }
  const stored = spots.filter(({ stores }) => stores > 0);
  const found = spots.filter(({ snoops }) => snoops > 0);
  if (found.length === 0) return `${storedWords(stored, traffic)}; no load found them modified.`;
  if (stored.length === 0) {
    return `${readWords(found, traffic)}; no row stores to the line, so its writer is unknown.`;
  }
  const victims = found.filter((spot) => !stored.some((other) => overlap(spot, other)));
  const locks = new Set(stored.map((spot) => oneLock(spot.storedBy, lockOf)));
  const [lock = null] = locks;
  const inside =
    locks.size === 1 && lock !== null
      ? victims.filter((spot) => oneLock(spot.readBy, lockOf) === lock)
      : [];
  const beside = victims.filter((spot) => !inside.includes(spot));
  const shared = found.filter((spot) => !victims.includes(spot));
  const share = (some: readonly Spot[]) => shareWords(some, traffic);
  const parts: string[] = [];
  if (beside.length > 0) {
    parts.push(
      `${readWords(beside, traffic)}${found.length > beside.length ? share(beside) : ''}; ${storedWords(stored, traffic)}: ${kindOf(traffic)} between them`,
    );
  }
  if (inside.length > 0) {
    parts.push(
      `${names(inside, traffic)}${share(inside)} and ${names(stored, traffic)} are in one \`${lock}\`, by their functions: no order separates them`,
    );
  } else if (shared.length > 0 && (beside.length === 0 || part(shared, traffic) >= LEAST_PERCENT)) {
    parts.push(sharedWords(shared, beside.length > 0, traffic));
  }
  return `${parts.join('; ')}.${cutWords(traffic, snoop)}`;
}

function overlap(a: Spot, b: Spot): boolean {
  return a.fromByte < b.toByte && b.fromByte < a.toByte;
}

/** The struct that all of some functions are handed; null where one is handed another, or is not known. */
function oneLock(
  functions: ReadonlySet<string>,
  lockOf: (functionName: string) => string | null,
): string | null {
  const found = new Set([...functions].map(lockOf));
  const [only = null] = found;
  return found.size === 1 ? only : null;
}

/** Peer snoops count clean forwards, too: they do not show that a line was modified. */
function kindOf({ snoop }: LineTraffic): string {
  return snoop === 'HITM' ? 'false sharing' : 'it may be false sharing';
}

/** Bytes that are loaded and stored themselves. */
function sharedWords(shared: readonly Spot[], isRest: boolean, traffic: LineTraffic): string {
  const which = names(shared, traffic);
  const head = isRest
    ? `the rest is at ${which}, loaded and stored`
    : `${which} ${be(shared)} loaded and stored`;
  // A load that found them modified is of another CPU than the store, also where each is one CPU alone.
  const isOfOne = shared.every(({ writers, readers }) => most(writers) <= 1 && most(readers) <= 1);
  const by = isOfOne && !isRest ? 'different CPUs' : actorsOf(shared, 'both');
  if (shared.length === 1 || isRest) {
    return `${head} by ${by}: the same bytes are shared, which no order changes`;
  }
  if (!shared.every(isOfOneCpu)) {
    return `${head} by ${by}: each is shared, and a store to one takes the line from all`;
  }
  // One CPU that loads and another that stores would share the bytes.
  const isSure = shared.every(({ readBy, storedBy }) =>
    [...storedBy].every((by) => readBy.has(by)),
  );
  const kind = isSure ? kindOf(traffic) : 'it may be false sharing';
  return `${head} by one CPU each: ${kind} between them`;
}

function isOfOneCpu({ writers, readers }: Spot): boolean {
  const [writer] = writers.ids;
  const [reader] = readers.ids;
  const isSame = writer === undefined || reader === undefined || writer === reader;
  return most(writers) <= 1 && most(readers) === 1 && isSame;
}

function readWords(spots: readonly Spot[], traffic: LineTraffic): string {
  const who = actorsOf(spots, 'read');
  const isOne = who.endsWith('one CPU') || (who.startsWith('`') && !who.includes(' '));
  return `${who} ${isOne ? 'reads' : 'read'} ${names(spots, traffic)}`;
}

function storedWords(spots: readonly Spot[], traffic: LineTraffic): string {
  return `${names(spots, traffic)} ${be(spots)} stored by ${actorsOf(spots, 'stored')}`;
}

function be({ length }: readonly Spot[]): string {
  return length === 1 ? 'is' : 'are';
}

/** `14 CPUs`, `one CPU each`, `up to 3 CPUs each`; the functions where nobody counted CPUs. */
function actorsOf(spots: readonly Spot[], what: 'read' | 'stored' | 'both'): string {
  const cpus = spots.flatMap(({ readers, writers }) =>
    what === 'read' ? [readers] : what === 'stored' ? [writers] : [readers, writers],
  );
  const highest = Math.max(0, ...cpus.map(most));
  if (highest === 0) {
    const functions = spots.flatMap(({ readBy, storedBy }) => [
      ...(what === 'stored' ? [] : readBy),
      ...(what === 'read' ? [] : storedBy),
    ]);
    return listed(quoted([...new Set(functions)]), MOST_NAMES);
  }
  const isSame = cpus.every((each) => most(each) === highest && !each.isAtLeast);
  const count = highest === 1 ? 'one CPU' : `${highest} CPUs`;
  if (spots.length === 1) return isSame ? count : `at least ${count}`;
  if (what === 'read') return `up to ${count}`;
  return isSame ? `${count} each` : `up to ${count} each`;
}

function most({ count }: Cpus): number {
  return count ?? 0;
}

/** More offsets than these are a range. */
const MOST_NAMES = 3;

function names(spots: readonly Spot[], { spots: all }: LineTraffic): string {
  const [first] = spots;
  const last = spots.at(-1);
  if (spots.length <= MOST_NAMES || first?.name.startsWith('0x') !== true || last === undefined) {
    return listed(quoted(spots.map((spot) => shortName(spot, all))), MOST_NAMES);
  }
  const isWhole = all.indexOf(last) - all.indexOf(first) === spots.length - 1;
  return `${isWhole ? '' : `${spots.length} offsets from `}\`${first.name}\` to \`${last.name}\``;
}

/** `owner` of `i_mmap_rwsem.owner`, where no other is called so. */
function shortName({ name }: Spot, all: readonly Spot[]): string {
  const last = lastName(name);
  return all.some((other) => other.name !== name && lastName(other.name) === last) ? name : last;
}

/** ` (80 % of the HITM)`; nothing of shares, whose kinds have no sum. */
function shareWords(some: readonly Spot[], traffic: LineTraffic): string {
  if (traffic.isPercent) return '';
  return ` (${Math.round(part(some, traffic))} % of the ${traffic.snoop})`;
}

/** Of all snoops on the line, in percent. */
function part(some: readonly Spot[], { spots }: LineTraffic): number {
  const sum = (all: readonly Spot[]) => all.reduce((total, { snoops }) => total + snoops, 0);
  return (100 * sum(some)) / sum(spots);
}

/** What is less than this part of the line changes no verdict. */
const LEAST_PERCENT = 10;

function cutWords({ cut, spots, isPercent }: LineTraffic, snoop: string): string {
  const lost = (missing: number, known: number) =>
    isPercent ? Math.round(missing) : Math.round((100 * missing) / (missing + known));
  const stores = lost(
    cut.stores,
    spots.reduce((sum, spot) => sum + spot.stores, 0),
  );
  const snoops = lost(
    cut.snoops,
    spots.reduce((sum, spot) => sum + spot.snoops, 0),
  );
  const missing = [
    stores >= LEAST_PERCENT ? `${stores} % of its stores` : '',
    // Remote and local ones of shares have no sum.
    snoops >= LEAST_PERCENT && !isPercent ? `${snoops} % of its ${snoop}` : '',
  ].filter(Boolean);
  return missing.length === 0
    ? ''
    : ` ${listed(missing)} are in no row: other bytes may be stored, too.`;
}

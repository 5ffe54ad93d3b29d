import { listed } from '../base/prose';
import type { Accessor } from '../heat/accessor';
import { loadsOf, snoopsOf } from '../heat/counts';
import type { Finding, FindingFunction } from './finding';
import type { MemberPath } from '../layout/ids';
import type { Use, Uses } from './uses';
import { doneBy, storedCount, suffered, sufferedCount, written } from './words';

const MOST_NAMED = 3;

/** A line where one member is written and another one is used, as measured or as tagged. */
export interface Conflict {
  readonly line: number;
  /** Most stores first. */
  readonly writers: readonly Use[];
  /** Those who use the line beside a writer, most HITM first. */
  readonly victims: readonly Use[];
}

export function conflictsOf(uses: Uses): readonly Conflict[] {
  const lines = new Set(uses.all.map(({ line }) => line));
  return [...lines].flatMap((line) => {
    const here = uses.all.filter((use) => use.line === line);
    const writers = here.filter(uses.isWriter).sort((a, b) => b.stores - a.stores);
    const victims = here
      .filter(uses.isVictim)
      .filter((victim) => writers.some(({ path }) => path !== victim.path))
      .sort((a, b) => b.snoops - a.snoops || b.loads - a.loads);
    const disturbing = writers.filter((writer) => victims.some(({ path }) => path !== writer.path));
    return victims.length === 0 ? [] : [{ line, writers: disturbing, victims }];
  });
}

const MOST_FUNCTIONS = 2;

/** The functions that do most of it to a member, where the profile has samples and names them. */
function functionsOf(
  { path }: Use,
  kind: 'stores' | 'snoops' | 'loads',
  uses: Uses,
): readonly FindingFunction[] {
  const count = ({ counts }: Accessor): number =>
    kind === 'stores' ? counts.stores : kind === 'snoops' ? snoopsOf(counts) : loadsOf(counts);
  const bySymbol = new Map<string, number>();
  for (const accessor of uses.accessors(path)) {
    const { symbol } = accessor;
    if (symbol !== null) bySymbol.set(symbol, (bySymbol.get(symbol) ?? 0) + count(accessor));
  }
  return [...bySymbol]
    .filter(([, counted]) => counted > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_FUNCTIONS)
    .map(([symbol, counted]) => {
      const does = kind === 'snoops' ? uses.snoopName : kind;
      return { symbol, path, does, amount: doneBy(counted, does, uses) };
    });
}

/** Two members of a line, and the HITM that end where they are parted. */
interface Pair {
  readonly members: ReadonlySet<MemberPath>;
  readonly hitm: number;
}

/** A pair that ends less than this share of what the biggest one does is not named beside it. */
const NAMED_SHARE = 0.1;

/**
 * The pairs of a line by the HITM that end where they are parted, the biggest first: who stores more takes the line more
 * often, so that a member's HITM are split over all who store to its line, itself included.
 */
function pairsOf({ writers, victims }: Conflict, stored: number): readonly Pair[] {
  const pairs = new Map<string, Pair>();
  for (const victim of victims) {
    for (const writer of writers) {
      if (writer.path === victim.path || stored === 0) continue;
      const names = [writer.path, victim.path].sort();
      const before = pairs.get(names.join(' '))?.hitm ?? 0;
      const hitm = before + (victim.snoops * writer.stores) / stored;
      if (hitm > 0) pairs.set(names.join(' '), { members: new Set(names), hitm });
    }
  }
  return [...pairs.values()].sort((a, b) => b.hitm - a.hitm);
}

/** Those of a line's writers and victims that its biggest pairs are of; all where no pair has any HITM. */
function foremost(conflict: Conflict, pairs: readonly Pair[]): Conflict {
  const [biggest] = pairs;
  if (biggest === undefined) return conflict;
  const named = pairs.filter(({ hitm }) => hitm >= NAMED_SHARE * biggest.hitm);
  // The pair that pays most stands first, whatever else its members do.
  const rank = ({ path }: Use) => named.findIndex(({ members }) => members.has(path));
  const ofPairs = (uses: readonly Use[]) =>
    uses.filter((use) => rank(use) >= 0).sort((a, b) => rank(a) - rank(b));
  return {
    ...conflict,
    writers: ofPairs(conflict.writers),
    victims: ofPairs(conflict.victims),
  };
}

/** Whether two members store and each loses the line to the other: neither is a mere reader. */
const isMutual = ([biggest]: readonly Pair[], { writers, victims }: Conflict) =>
  biggest !== undefined &&
  [...biggest.members].every(
    (path) =>
      writers.some((use) => use.path === path) &&
      victims.some((use) => use.path === path && use.snoops > 0),
  );

/** Who writes and who suffers. Of writers of whom no more is known than that they write, each is both. */
function reasonOf(
  writers: readonly Use[],
  victims: readonly Use[],
  uses: Uses,
  isRead: boolean,
): string {
  const ofWriters = writers.map((use) => written(use, uses));
  const ofVictims = victims.map((use) => suffered(use, uses));
  if (ofVictims.every((words) => ofWriters.includes(words))) {
    const all = writers.length === 2 ? 'both' : 'all';
    const why = `${listed(ofWriters)} are ${all} written on this line: each store to one takes it from the cores that use ${writers.length === 2 ? 'the other' : 'others'}.`;
    return isRead ? why : `${why} ${ONLY_WRITTEN}`;
  }
  return `${listed(ofWriters)} ${isOrAre(ofWriters)} written on the line where ${listed(
    ofVictims,
  )} ${isOrAre(ofVictims)} used: each store takes it from the other cores.`;
}

/** A conflict is a load that misses: the figures have none of these, and a title that says otherwise contradicts them. */
const ONLY_WRITTEN =
  'No read of them is known, so that they count as no conflict. If the same code writes them, one line serves them.';

/** Whether a use is known to read. A write-hot field may be read by whoever writes it, and nobody said so. */
const reads = ({ tag, loads, snoops }: Use) =>
  tag === null ? loads > 0 || snoops > 0 : tag !== 'write-hot';

const isOrAre = ({ length }: readonly unknown[]) => (length === 1 ? 'is' : 'are');

/** False sharing, line by line. Two fields inside of one nested member are that type's affair. */
export function sharingFindings(uses: Uses): readonly Finding[] {
  return conflictsOf(uses).map((all) => {
    const { line } = all;
    const stored = uses.all.reduce((sum, use) => sum + (use.line === line ? use.stores : 0), 0);
    const pairs = pairsOf(all, stored);
    const conflict = foremost(all, pairs);
    const writers = conflict.writers.slice(0, MOST_NAMED);
    // A writer that is alone in suffering from another writer is named once, as the one who suffers.
    const others = conflict.victims.filter(({ path }) => writers.every((w) => w.path !== path));
    const isBoth = isMutual(pairs, conflict);
    const victims = (others.length > 0 && !isBoth ? others : conflict.victims).slice(0, MOST_NAMED);
    const isRead = [...conflict.writers, ...conflict.victims].some(reads);
    const named = new Set([...writers, ...victims].map(({ path }) => path));
    return {
      kind: 'falseSharing',
      title: isRead ? `False sharing on line ${line}` : `Written fields share line ${line}`,
      reason: `${
        isBoth ? mutualReason(conflict, victims, uses) : reasonOf(writers, victims, uses, isRead)
      }${insideWords(uses, line, stored)}`,
      members: [...named],
      lines: [line],
      functions: [
        ...writers.flatMap((use) => functionsOf(use, 'stores', uses)),
        ...victims.flatMap((use) => functionsOf(use, use.snoops > 0 ? 'snoops' : 'loads', uses)),
      ],
      samples:
        pairs.length > 0
          ? pairs.reduce((sum, { hitm }) => sum + hitm, 0)
          : victims.reduce((sum, use) => sum + (use.snoops > 0 ? use.snoops : use.loads), 0),
    };
  });
}

/** Less of a line's HITM inside one member is no reason to doubt an order. */
const MOSTLY_INSIDE = 0.5;

/** What of a line no order ends, where that is most of it: a member's loads that its own stores disturb. */
function insideWords(uses: Uses, line: number, stored: number): string {
  const { all, shareOf, snoopName, atLeast } = uses;
  if (shareOf !== null || stored === 0) return '';
  const here = all.filter((use) => use.line === line);
  const counted = here.reduce((sum, { snoops }) => sum + snoops, 0);
  const inside = here
    .map((use) => ({ path: use.path, part: (use.snoops * use.stores) / stored / counted }))
    .find(({ part }) => part >= MOSTLY_INSIDE);
  if (inside === undefined) return '';
  // What was cut away may be of others.
  const isCut = atLeast.snoops || atLeast.stores;
  const of = isCut ? `the ${snoopName} that the line’s rows show` : `the line’s ${snoopName}`;
  return ` ${Math.round(100 * inside.part)} % of ${of} is inside \`${inside.path}\`: no order of members ends that.`;
}

/** `tail` (3,200 stores, 535 HITM) and … each lose the line to the other. */
function mutualReason({ writers }: Conflict, victims: readonly Use[], uses: Uses): string {
  const stores = (use: Use) => writers.some(({ path }) => path === use.path);
  const words = (use: Use) =>
    `\`${use.path}\` (${storedCount(use, uses)}, ${sufferedCount(use, uses)})`;
  const both = victims.filter(stores).map(words);
  const readers = victims.filter((use) => !stores(use)).map((use) => suffered(use, uses));
  const also =
    readers.length === 0 ? '' : ` ${listed(readers)} ${isOrAre(readers)} used there, too.`;
  return `${listed(both)} are written and used on one line: each store to one takes it from the cores that use ${both.length === 2 ? 'the other' : 'the others'}.${also}`;
}

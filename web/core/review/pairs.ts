import { listed, quoted } from '../base/prose';
import type { Edit } from '../edit/edit';
import type { MemberPath } from '../layout/ids';
import type { Layout } from '../layout/layout';
import { linesOf, shareLine } from '../layout/lines';
import { leavesOf } from '../layout/walk';
import type { PlaceFinder } from '../rules/places';
import type { AuthorsWords } from './authorsWords';

/** Two members that the patch or its text is about: offsets in bytes, and whether they share a line. */
export interface Pair {
  readonly a: MemberPath;
  readonly b: MemberPath;
  readonly before: PairPlace;
  readonly after: PairPlace;
}

export interface PairPlace {
  readonly aBytes: number;
  readonly bBytes: number;
  readonly share: boolean;
  /** The same on lines of twice the size: 128 bytes, or an adjacent pair. */
  readonly shareTwice: boolean;
}

/** A layout, as far as a pair needs it. */
export interface PlacedLayout {
  readonly layout: Layout;
  readonly lineBytes: number;
  readonly baseBytes: number;
  readonly placeOf: PlaceFinder;
}

/** What a patch is about: what it changes, and what its text says of members. */
export interface PatchSubject {
  readonly touched: readonly MemberPath[];
  readonly edits: readonly Edit[];
  readonly words: Pick<AuthorsWords, 'mentioned' | 'roles' | 'wants'>;
}

/** A pair with how much it has to do with the patch. */
interface Scored extends Pair {
  readonly score: number;
  /** How many of the two the text names. */
  readonly named: number;
}

/**
 * What counts of a pair. That its members are parted counts most (joined, where the text asks for that), then that the text
 * names both, then that it says one is written and the other is not; of a lock that the text takes apart, its parts.
 */
const SCORES = {
  wanted: 40,
  partedTwice: 30,
  other: 20,
  bothNamed: 30,
  oneNamed: 10,
  atOdds: 15,
  changed: 5,
  aligned: 8,
  partsOfLock: 80,
};

/** Pairs this near to the best one are told with it, and a second member that far only. */
const NEAR = 20;
const NEXT = 5;

/** The pairs of members that the patch parts or joins and those that its text names, what matters most first. */
export function pairsOf(
  before: PlacedLayout,
  after: PlacedLayout,
  { touched, edits, words: { mentioned, roles, wants } }: PatchSubject,
): readonly Scored[] {
  const aligned = new Set(edits.flatMap((edit) => (edit.kind === 'align' ? [edit.member] : [])));
  const [changed, named] = [new Set(touched), new Set(mentioned)];
  const roleOf = new Map(roles.map(({ member, role }) => [member, role]));
  const leaves = [...leavesOf(before.layout)].map(({ path }) => path);
  const inside = mentioned.filter((path) => path.includes('.'));
  const isOf = (path: MemberPath, outer: MemberPath) => path.startsWith(`${outer}.`);
  const scoreOf = (a: MemberPath, b: MemberPath, was: PairPlace, is: PairPlace, count: number) => {
    const [one, other] = [roleOf.get(a), roleOf.get(b)];
    const isLock = a.includes('.') && b.includes('.');
    const isMoved = changed.has(a) || changed.has(b);
    return (
      changeScore(was, is, wants) +
      (count === 2 ? SCORES.bothNamed : count === 1 ? SCORES.oneNamed : 0) +
      // What is written is at odds with all that nobody says to be written.
      (one !== other && (one === 'written' || other === 'written') ? SCORES.atOdds : 0) +
      (isMoved ? SCORES.changed : 0) +
      (was.share && (aligned.has(a) || aligned.has(b)) ? SCORES.aligned : 0) +
      (isLock ? SCORES.partsOfLock - SCORES.bothNamed : 0)
    );
  };
  const found: Scored[] = [];
  const seen = new Set<string>();
  const firsts = [...new Set([...inside, ...touched, ...mentioned])];
  for (const a of firsts) {
    for (const b of new Set([...firsts, ...(a.includes('.') ? [] : leaves)])) {
      const key = [a, b].sort().join(' ');
      if (a === b || isOf(a, b) || isOf(b, a) || seen.has(key)) continue;
      seen.add(key);
      const [was, is] = [pairPlace(before, a, b), pairPlace(after, a, b)];
      if (was === null || is === null) continue;
      const count = [a, b].filter((path) => named.has(path)).length;
      if (count < 2 && !changed.has(a) && !changed.has(b)) continue;
      const isMentioned = count === 2 || (count === 1 && changed.has(named.has(a) ? b : a));
      if (was.share === is.share && !isMentioned && !(was.share && changed.has(a))) continue;
      const score = scoreOf(a, b, was, is, count);
      found.push({ a, b, before: was, after: is, score, named: count });
    }
  }
  return found.sort((x, y) => y.score - x.score || y.named - x.named);
}

function changeScore(was: PairPlace, is: PairPlace, wants: AuthorsWords['wants']): number {
  const wanted = SCORES.wanted;
  // Beside what a text wants to be parted, what comes together by that says little.
  const other = wants === null ? SCORES.other : 0;
  if (was.share && !is.share) return wants === 'joined' ? other : wanted;
  if (is.share && !was.share) return wants === 'joined' ? wanted : other;
  return wants !== 'joined' && was.shareTwice && !is.shareTwice ? SCORES.partedTwice : 0;
}

/** Null where a member takes no room, or is not in the layout. */
function pairPlace(of: PlacedLayout, a: MemberPath, b: MemberPath): PairPlace | null {
  const [one, other] = [of.placeOf(a), of.placeOf(b)];
  if (one === null || other === null || one.sizeBits === 0 || other.sizeBits === 0) return null;
  const shares = (lineBytes: number) => {
    const ruler = { lineBytes, baseBytes: of.baseBytes };
    const [x, y] = [one, other].map((each) => linesOf(each.offsetBits, each.sizeBits, ruler));
    return x !== undefined && y !== undefined && shareLine(x, y);
  };
  return {
    aBytes: one.offsetBits / 8,
    bBytes: other.offsetBits / 8,
    share: shares(of.lineBytes),
    shareTwice: shares(of.lineBytes * 2),
  };
}

/** Of the pairs those that the text says as much of as of the first. */
export function reportedPairs(pairs: readonly Scored[]): readonly Pair[] {
  const reported = pairs.filter(({ named }) => named === pairs[0]?.named);
  return reported.map(({ a, b, before, after }) => ({ a, b, before, after }));
}

/** `Here `a` (8) and `b` (16) are on one line` */
export function pairText(
  { a, b }: Pair,
  { aBytes, bBytes, share }: PairPlace,
  where: string,
): string {
  return `${where} \`${a}\` (${aBytes}) and \`${b}\` (${bBytes}) are on ${share ? 'one line' : 'two lines'}`;
}

/** What the patch does to its pairs, as a sentence without its end; null where no pair says anything. */
export function pairsText(
  pairs: readonly Scored[],
  { touched, words: { roles } }: PatchSubject,
  lineBytes: number,
): string | null {
  const [best] = pairs;
  if (best === undefined) return null;
  const isChanged = best.before.share !== best.after.share;
  if (isChanged && best.a.includes('.') && best.b.includes('.')) {
    return `${pairText(best, best.before, 'Before')}; ${pairText(best, best.after, 'after')}`;
  }
  const near = pairs.filter(
    ({ score, named }) => score >= best.score - NEAR && named === best.named,
  );
  const isJoin = isChanged && best.after.share;
  const parted = near.filter(({ before, after }) => before.share && !after.share);
  const isAtOdds = ({ a, b }: Pair) => {
    const [one, other] = [a, b].map((path) => roles.find(({ member }) => member === path)?.role);
    return one !== undefined && other !== undefined && one !== other;
  };
  // Beside what is parted only what the text says to be at odds is worth a word.
  const joined = pairs
    .filter(({ before, after }) => !before.share && after.share)
    .filter((pair) => isJoin || (parted.length === 0 ? near.includes(pair) : isAtOdds(pair)));
  const leave = hubs(parted, touched).map((hub) => hubText(hub, 'leaves', 'leave'));
  const come = hubs(isJoin ? joined.filter((pair) => near.includes(pair)) : joined, touched).map(
    (hub) => hubText(hub, 'comes to', 'come to'),
  );
  const texts = isJoin ? come : [...leave, ...come];
  if (texts.length > 0) return texts.join('; ');
  const { a, b, before, after } = best;
  if (!before.share && !after.share) {
    const twice =
      before.shareTwice && !after.shareTwice
        ? `; on lines of ${lineBytes * 2} bytes they share one before it, and none after`
        : '';
    return `\`${a}\` (${before.aBytes}) and \`${b}\` (${before.bBytes}) are on two lines of ${lineBytes} bytes already${twice}`;
  }
  const [hub] = hubs(
    near.filter((pair) => pair.before.share && pair.after.share),
    touched,
  );
  if (hub === undefined) return null;
  return hubText(hub, 'stays on', 'stay on');
}

const MOST_NAMES = 6;
const MOST_HUBS = 2;

interface Placed {
  readonly path: MemberPath;
  readonly was: number;
  readonly is: number;
}

/** A member, or several that go alike, with those that it is parted from, or joined with. */
interface Hub {
  readonly members: Placed[];
  readonly others: readonly Placed[];
}

/**
 * Pairs by the member that they have in common, from the best pair on; of two alone it is the one that the patch changes.
 * A second member is told where its best pair is nearly as good.
 */
function hubs(pairs: readonly Scored[], touched: readonly MemberPath[]): readonly Hub[] {
  const found: Hub[] = [];
  let left = pairs;
  while (left.length > 0) {
    const [best] = left;
    if (best === undefined || best.score < (pairs[0]?.score ?? 0) - NEXT) break;
    const countOf = (path: MemberPath) =>
      left.filter(({ a, b }) => a === path || b === path).length;
    const rank = ({ path, was, is }: Placed) =>
      countOf(path) * 4 + (touched.includes(path) ? 2 : 0) + (was === is ? 0 : 1);
    const [one, other] = placesOf(best);
    const member = rank(one) >= rank(other) ? one : other;
    const isOwn = ({ a, b }: Pair) => a === member.path || b === member.path;
    const others = left
      .filter(isOwn)
      .flatMap(placesOf)
      .filter(({ path }) => path !== member.path);
    const twin = found.find((each) => namesOf(each.others) === namesOf(others));
    if (twin !== undefined) twin.members.push(member);
    else if (found.length < MOST_HUBS) found.push({ members: [member], others });
    left = left.filter((pair) => !isOwn(pair));
  }
  return found;
}

function placesOf({ a, b, before, after }: Pair): readonly [Placed, Placed] {
  return [
    { path: a, was: before.aBytes, is: after.aBytes },
    { path: b, was: before.bBytes, is: after.bBytes },
  ];
}

function namesOf(places: readonly Placed[]): string {
  return places
    .map(({ path }) => path)
    .sort()
    .join(' ');
}

/** `a` (0 to 88) leaves the line of `b`; of one that stays where it is the others do. */
function hubText({ members, others }: Hub, one: string, several: string): string {
  const isStill = members.every(({ was, is }) => was === is);
  const moved = others.filter(({ was, is }) => was !== is);
  const [who, whose] =
    isStill && moved.length === others.length ? [moved, members] : [members, others];
  const names =
    whose === members
      ? listed(whose.map(placedText), MOST_NAMES)
      : listed(quoted(whose.map(({ path }) => path)), MOST_NAMES);
  return `${listed(who.map(placedText), MOST_NAMES)} ${who.length === 1 ? one : several} the line of ${names}`;
}

function placedText({ path, was, is }: Placed): string {
  return was === is ? `\`${path}\` (${is})` : `\`${path}\` (${was} to ${is})`;
}

import { assertNever } from '../base/assert';
import { listed, quoted } from '../base/prose';
import type { Evidence, Handed } from './evidence';
import type { Fit, Judge, TouchHit } from './fit';
import { heldReason, type HeldBy } from './heldBy';
import type { Origin } from './origin';

/** What a candidate's reasons speak of. */
interface Judged {
  readonly name: string;
  readonly fit: Fit;
  readonly hits: readonly TouchHit[];
  readonly otherPlaces: number;
  readonly alike: number;
  readonly origin: Origin;
  readonly heldBy: HeldBy;
}

/** A sentence for or against a candidate; names are in backquotes. */
export interface Reason {
  readonly text: string;
  readonly isAgainst: boolean;
}

/** The strongest first. */
export function reasonsOf(
  { name, fit, hits, otherPlaces, alike, origin, heldBy }: Judged,
  judge: Judge,
  evidence: Evidence,
): readonly Reason[] {
  const found: Reason[] = [];
  const reasons = {
    push: (...texts: readonly string[]) =>
      found.push(...texts.map((text) => ({ text, isAgainst: false }))),
  };
  const against = (text: string) => found.push({ text, isAgainst: true });
  if (!fit.possible) {
    against(
      `Base offset ${fit.baseBytes} is impossible: \`${name}\` is aligned to ${judge.alignBytes} bytes.`,
    );
  }
  found.push(...codeReasons({ name, hits, alike, origin }, evidence));
  const held = heldReason(name, fit, heldBy);
  if (held !== null) against(held);
  const byHeat = [...hits].sort((a, b) => b.touch.weight - a.touch.weight);
  for (const handed of evidence.handed) {
    const on = byHeat.filter(({ held }) => held === handed.aggregate);
    if (on.length > 0) reasons.push(handedReason(name, handed, on));
  }
  for (const aggregate of fit.held.size > 0 ? fit.elsewhere : []) {
    against(
      `It holds ${article(aggregate)} \`${aggregate}\` too, but not at the distance that the report has: it may belong to another version or configuration.`,
    );
  }
  const { gapShare, outsideShare, againstShare } = fit;
  if (gapShare + outsideShare < 0.005) {
    reasons.push(
      fit.startShare > 0.98
        ? 'Every hot offset is the first byte of a field.'
        : 'Every hot offset falls on a field.',
    );
  } else {
    const lost = [
      ...(gapShare >= 0.005 ? [`${percent(gapShare)} of the heat falls into a hole`] : []),
      ...(outsideShare >= 0.005 ? [`${percent(outsideShare)} is outside of it`] : []),
    ];
    against(`${lost.join(', ')}.`);
  }
  const named = byHeat.find(({ word }) => word !== null);
  if (named?.leaf && named.touch.functionName !== null) {
    reasons.push(`\`${named.touch.functionName}\` lands on \`${shortPath(named.leaf.path)}\`.`);
  }
  if (againstShare > 0.1) {
    against(`${percent(againstShare)} of the heat is not where its functions would be.`);
  }
  if (fit.constShare >= 0.005) {
    against(`${percent(fit.constShare)} of the stores go into a member that is declared const.`);
  }
  if (fit.neighboursFor > 0) {
    reasons.push(
      fit.neighboursFor === 1
        ? 'The neighbouring line agrees.'
        : `${fit.neighboursFor} neighbouring lines agree.`,
    );
  }
  if (fit.neighboursAgainst > 0) against('A neighbouring line does not fit.');
  if (judge.alignBytes >= evidence.lineBytes && fit.possible) {
    reasons.push(`Aligned to ${judge.alignBytes} bytes, it can begin nowhere else on a line.`);
  }
  if (fit.held.size === 0 && fit.code.explainedShare === 0) against('Only the offsets support it.');
  if (otherPlaces > 0) {
    const places = otherPlaces === 1 ? 'One other place' : `${otherPlaces} other places`;
    against(`${places} in it fit${otherPlaces === 1 ? 's' : ''} as well: slide to compare.`);
  }
  return found;
}

/** What is said of the instructions of a line's functions. */
function codeReasons(
  { name, hits, alike, origin }: Pick<Judged, 'name' | 'hits' | 'alike' | 'origin'>,
  { hasAddresses }: Evidence,
): readonly Reason[] {
  const known = hits.filter(({ touch }) => touch.code !== null);
  const read = known.filter(({ reading }) => reading !== null);
  if (read.length === 0) return [];
  const isExact = known.every(({ touch }) => touch.code?.how === 'address');
  const by = isExact ? 'By the sampled instructions' : 'By the instructions of its functions';
  const here = read.filter(({ reading }) => reading?.shiftBytes === 0);
  const isDirect = here.some(({ reading }) => reading?.how === 'direct');
  const rows = `${here.length} of ${known.length} rows`;
  const touched = isDirect
    ? `touch \`${name}\` at these bytes`
    : `touch ${listed(quoted(heldParts(here)), 3)}, which \`${name}\` holds there`;
  const why = here.length === 0 ? [] : [`${by}: ${rows} ${touched}.`];
  const against = [...shiftedReasons(name, read)];
  if (!isDirect && alike > 0) {
    against.push(
      `${alike + 1} places match, and nothing in the report distinguishes them: add a line of the same object, or open the file that the report was recorded on.`,
    );
  }
  const unused = !isExact && hasAddresses ? whyNoAddress(origin) : null;
  if (unused !== null) against.push(`No code address was used: ${unused}.`);
  const others = [
    ...new Set(
      known
        .filter(({ reading }) => reading === null)
        .map(
          ({ touch }) =>
            `${quoted([touch.functionName ?? '?'])[0] ?? ''} at 0x${touch.offsetBytes.toString(16)}`,
        ),
    ),
  ];
  if (others.length > 0) {
    const are = others.length === 1 ? 'touches' : 'touch';
    against.push(
      `${listed(others, 3)} ${are} nothing of it there: those rows belong to another object in this line, or to another version.`,
    );
  }
  return [
    ...why.map((text) => ({ text, isAgainst: false })),
    ...against.map((text) => ({ text, isAgainst: true })),
  ];
}

/** The structs that rows touch as parts of what holds them. */
function heldParts(hits: readonly TouchHit[]): readonly string[] {
  const parts = hits.flatMap(({ reading }) =>
    reading?.how === 'held' ? [reading.touch.struct] : [],
  );
  return [...new Set(parts)];
}

/** What is said of rows that a struct explains at another place, as if the report had another layout of it. */
function shiftedReasons(name: string, read: readonly TouchHit[]): readonly string[] {
  const shifted = read.filter(({ reading }) => (reading?.shiftBytes ?? 0) !== 0);
  // They are shifted alike.
  const shiftBytes = shifted[0]?.reading?.shiftBytes ?? 0;
  if (shiftBytes === 0) return [];
  const parts = heldParts(shifted);
  const what =
    parts.length === 0 ? `\`${name}\`` : `${listed(quoted(parts), 3)}, which \`${name}\` holds`;
  const where = `${Math.abs(shiftBytes)} bytes ${shiftBytes > 0 ? 'further on' : 'before'}`;
  const [rows, those] =
    shifted.length === 1
      ? ['1 row touches', 'that row']
      : [`${shifted.length} rows touch`, 'those rows'];
  return [
    `${rows} ${what} ${where}: the report comes from another layout, or ${those} from another object.`,
  ];
}

/** Why code was found by the names of its functions though rows have addresses; null where they were not asked for. */
function whyNoAddress(origin: Origin): string | null {
  switch (origin) {
    case 'other':
      return 'the report was recorded on another build';
    case 'elsewhere':
      return 'the report’s functions have other addresses than in this file: it was probably recorded on a different build';
    case 'unknown':
      return 'it is unknown whether the report was recorded on this build';
    case 'same':
      return null;
    default:
      return assertNever(origin);
  }
}

function handedReason(
  name: string,
  { aggregate, functions, from }: Handed,
  on: readonly TouchHit[],
) {
  const touching = new Set(on.map(({ touch }) => touch.functionName ?? ''));
  const shown = functions.filter((each) => touching.has(each));
  const sentence = listed(quoted(shown.length > 0 ? shown : functions), 4);
  const isOne = (shown.length || functions.length) === 1;
  const known = isOne ? 'is known to take' : 'are known to take';
  const takes = from === 'byName' ? known : isOne ? 'takes' : 'take';
  const first = on[0]?.leaf?.containers.findLast((container) =>
    on.every(({ leaf }) => leaf?.containers.some((other) => other.path === container.path)),
  );
  if (aggregate === name || first === undefined) {
    return `${sentence} ${takes} ${article(aggregate)} \`${aggregate}\`.`;
  }
  return `${sentence} ${takes} ${article(aggregate)} \`${aggregate}\`; \`${name}\` holds one at ${first.offsetBytes} (\`${first.path}\`).`;
}

/** `i_mmap_rwsem.count` for `i_mmap_rwsem.count.counter`: nobody means the inside of an atomic. */
export function shortPath(path: string): string {
  return path.replace(/\.(?:counter|val)$/, '');
}

function article(name: string): string {
  return /^[aeio]/i.test(name) ? 'an' : 'a';
}

function percent(share: number): string {
  return share < 0.01 ? 'Under 1 %' : `${Math.round(share * 100)} %`;
}

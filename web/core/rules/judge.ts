import { assertNever } from '../base/assert';
import { listed } from '../base/prose';
import type { Message } from '../base/messages';
import { ruleMembers, type Rule } from '../edit/rule';
import { ruleMessage } from './messages';
import type { MemberPath } from '../layout/ids';
import { linesOf, type LineRuler, type LineSpan } from '../layout/lines';
import type { MemberPlace, PlacedMember, PlaceFinder } from './places';

/** Why a layout breaks a rule. */
export interface Broken {
  /** As the end of a sentence: "they lie on lines 0 and 1". */
  readonly why: Message;
  /** The members that break it. */
  readonly violatingMembers: readonly MemberPath[];
  /** Lines to look at, in their order. */
  readonly lines: readonly number[];
}

/** Where a struct's members lie, as far as rules care. */
export interface Judged {
  readonly sizeBytes: number;
  readonly places: PlaceFinder;
  /** All members that hold data, wherever they lie. */
  readonly fields: () => Iterable<PlacedMember>;
  readonly ruler: LineRuler;
}

/** At most this many offending pairs are named. */
const MOST_PAIRS = 3;

/** Why a layout breaks a rule; null where it keeps it. A member that it lacks breaks it. */
export function judgeRule(rule: Rule, { sizeBytes, places, fields, ruler }: Judged): Broken | null {
  const spans = new Map<MemberPath, LineSpan>();
  const missing: MemberPath[] = [];
  for (const path of ruleMembers(rule)) {
    const place = places(path);
    if (place === null) missing.push(path);
    else spans.set(path, linesOf(place.offsetBits, place.sizeBits, ruler));
  }
  if (missing.length > 0) {
    return { why: ruleMessage('no-member', missing), violatingMembers: [], lines: [] };
  }
  switch (rule.kind) {
    case 'maxSize': {
      if (sizeBytes <= rule.bytes) return null;
      const beyond = linesOf(rule.bytes * 8, (sizeBytes - rule.bytes) * 8, ruler);
      return {
        why: ruleMessage('too-large', sizeBytes),
        violatingMembers: [],
        lines: between(beyond),
      };
    }
    case 'sameLine': {
      const lines = sorted([...spans.values()].flatMap(between));
      if (lines.length < 2) return null;
      return {
        why: ruleMessage('on-several-lines', lineWords(lines)),
        violatingMembers: rule.members,
        lines,
      };
    }
    case 'inLine': {
      const isStray = ({ first, last }: LineSpan) =>
        first !== last || (rule.line !== null && first !== rule.line);
      const violatingMembers = rule.members.filter((path) => isStray(spans.get(path) ?? NOWHERE));
      if (violatingMembers.length === 0) return null;
      const lines = sorted(violatingMembers.flatMap((path) => between(spans.get(path) ?? NOWHERE)));
      return {
        why: ruleMessage('off-its-line', violatingMembers, lineWords(lines)),
        violatingMembers,
        lines,
      };
    }
    case 'apart':
      return meeting(rule, spans);
    case 'range':
      return intruded(rule, places, fields(), ruler);
    default:
      return assertNever(rule);
  }
}

/** Never asked for: every member of a rule has its span by then. */
const NOWHERE: LineSpan = { first: 0, last: 0 };

/** The members of a range that lie outside it, and others that lie in it. */
function intruded(
  { members, toEnd }: Extract<Rule, { kind: 'range' }>,
  places: PlaceFinder,
  fields: Iterable<PlacedMember>,
  ruler: LineRuler,
): Broken | null {
  const extents = members.flatMap((path) => {
    const place = places(path);
    return place === null ? [] : [{ path, from: place.offsetBits, to: endOf(place) }];
  });
  const from = extents[0]?.from ?? 0;
  const to = toEnd ? Infinity : (extents.at(-1)?.to ?? 0);
  const left = extents.filter((each) => each.from < from || each.to > to);
  const inside = [...fields].filter((field) => {
    const [start, end] = [field.offsetBits, endOf(field)];
    if (end <= from || start >= to || end === start) return false;
    return !extents.some((each) => each.from <= start && end <= each.to);
  });
  if (left.length === 0 && inside.length === 0) return null;
  const gone = left.map(({ path }) => path);
  const others = inside.map(({ path }) => path);
  const starts = [...left.map((each) => each.from), ...inside.map((each) => each.offsetBits)];
  return {
    why: ruleMessage('out-of-range', gone, others),
    violatingMembers: [...gone, ...others],
    lines: sorted(starts.map((at) => linesOf(at, 1, ruler).first)),
  };
}

/** Where the size is unknown the end is the offset: nothing is claimed about it. */
function endOf({ offsetBits, sizeBits }: MemberPlace): number {
  return offsetBits + (sizeBits ?? 0);
}

/** The members that must not meet and share a line. Thousands of pairs are counted, not listed. */
function meeting(
  { a, b }: Extract<Rule, { kind: 'apart' }>,
  spans: ReadonlyMap<MemberPath, LineSpan>,
): Broken | null {
  const spanOf = (path: MemberPath) => spans.get(path) ?? NOWHERE;
  const among = b.length === 0;
  const crowds = { a: new Crowd(a.map(spanOf)), b: new Crowd((among ? a : b).map(spanOf)) };
  const self = among ? 1 : 0;
  const meets = (path: MemberPath, others: Crowd) => others.meeting(spanOf(path)) > self;
  const fromA = a.filter((path) => meets(path, crowds.b));
  if (fromA.length === 0) return null;
  const fromB = among ? [] : b.filter((path) => meets(path, crowds.a));
  const met = a.reduce((sum, path) => sum + crowds.b.meeting(spanOf(path)) - self, 0);
  // Among themselves each pair is met from both sides.
  const more = (among ? met / 2 : met) - MOST_PAIRS;
  const texts = firstPairs(a, b, spanOf).map(
    ({ one, other, line }) => `\`${one}\` and \`${other}\` share line ${line}`,
  );
  const begins = (path: MemberPath, others: Crowd) => {
    const { first } = spanOf(path);
    return others.meeting({ first, last: first }) > self ? [first] : [];
  };
  return {
    why: ruleMessage('share-a-line', texts.join(', '), more),
    violatingMembers: [...new Set([...fromA, ...fromB])],
    lines: sorted([
      ...fromA.flatMap((path) => begins(path, crowds.b)),
      ...fromB.flatMap((path) => begins(path, crowds.a)),
    ]),
  };
}

interface Pair {
  readonly one: MemberPath;
  readonly other: MemberPath;
  readonly line: number;
}

function firstPairs(
  a: readonly MemberPath[],
  b: readonly MemberPath[],
  spanOf: (path: MemberPath) => LineSpan,
): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const [place, one] of a.entries()) {
    for (const other of b.length === 0 ? a.slice(place + 1) : b) {
      const [x, y] = [spanOf(one), spanOf(other)];
      const line = Math.max(x.first, y.first);
      if (line <= Math.min(x.last, y.last)) pairs.push({ one, other, line });
      if (pairs.length === MOST_PAIRS) return pairs;
    }
  }
  return pairs;
}

/** Spans of lines, for the question how many of them meet another. */
class Crowd {
  private readonly firsts: readonly number[];
  private readonly lasts: readonly number[];

  constructor(spans: readonly LineSpan[]) {
    this.firsts = spans.map(({ first }) => first).sort((x, y) => x - y);
    this.lasts = spans.map(({ last }) => last).sort((x, y) => x - y);
  }

  meeting({ first, last }: LineSpan): number {
    return countBelow(this.firsts, last + 1) - countBelow(this.lasts, first);
  }
}

/** How many of ascending numbers are less than `bound`. */
function countBelow(ascending: readonly number[], bound: number): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ascending[middle] ?? 0) < bound) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Every line of a span; of one longer than any struct of a kernel (a large array) its ends tell enough. */
function between({ first, last }: LineSpan): readonly number[] {
  if (last - first > 4096) return [first, last];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function sorted(lines: readonly number[]): readonly number[] {
  return [...new Set(lines)].sort((x, y) => x - y);
}

/** `line 2`, `lines 0 and 2`; of many in a row `lines 0 to 21`. */
function lineWords(lines: readonly number[]): string {
  const [first = 0, last = 0] = [lines[0], lines.at(-1)];
  const isRow = lines.length > 2 && last - first === lines.length - 1;
  if (isRow) return `lines ${first} to ${last}`;
  return `${lines.length === 1 ? 'line' : 'lines'} ${listed(lines.map(String))}`;
}

import type { Random } from '../random';
import { endOf, LINE_BYTES, type Member, type Offsets } from './struct';

/** What changed its line by an edit, as far as a lock is concerned; `noLock` where the struct has none. */
export const MOVED = [
  'noLock',
  'lockWord',
  'owner',
  'lockRest',
  'protected',
  'outside',
  'wholeLock',
  'nothingOfLock',
  'several',
] as const;

export type Moved = (typeof MOVED)[number];

export interface EditedLayout {
  readonly moved: Moved;
  readonly offsets: Offsets;
}

const LAYOUTS = 12;

/** Members one after the other as the compiler lays them out, with the cold ones as filling. */
export function baselineOf(members: readonly Member[], random: Random): Offsets {
  const order = random.shuffled(members.map((_, m) => m));
  const offsets: number[] = [];
  let end = 0;
  for (const m of order) {
    const { sizeBytes, alignBytes } = members[m] as Member;
    offsets[m] = Math.ceil(end / alignBytes) * alignBytes;
    end = (offsets[m] ?? 0) + sizeBytes;
  }
  // A lock that crosses a line would be split from the start.
  members.forEach(({ role, sizeBytes }, m) => {
    const at = offsets[m] ?? 0;
    if (role === 'lock' && lineOf(at) !== lineOf(at + sizeBytes - 1)) {
      offsets[m] = Math.ceil(end / LINE_BYTES) * LINE_BYTES;
      end = (offsets[m] ?? 0) + sizeBytes;
    }
  });
  return offsets;
}

/** A dozen of edits: each leaves all members where they were but those that it is about. */
export function editsOf(
  members: readonly Member[],
  before: Offsets,
  random: Random,
): EditedLayout[] {
  const layouts: EditedLayout[] = [];
  const hasLock = members.some(({ role }) => role === 'lock');
  const plans = hasLock ? lockPlans(members, before, random) : plainPlans(members, random);
  for (const { moved, edit } of plans) {
    const offsets = edit([...before]);
    if (offsets.some((at, m) => at !== before[m])) layouts.push({ moved, offsets });
  }
  return layouts.slice(0, LAYOUTS);
}

interface Plan {
  readonly moved: Moved;
  readonly edit: (offsets: number[]) => number[];
}

function plainPlans(members: readonly Member[], random: Random): Plan[] {
  const hot = indices(members, ({ words }) => words.length > 0);
  const any = () => random.pick(hot);
  const plan = (edit: Plan['edit']): Plan => ({ moved: 'noLock', edit });
  const some = (count: number) =>
    plan((offsets) => {
      for (let i = 0; i < count; i++)
        toLine(members, offsets, any(), random.pick(lines(members, offsets)));
      return offsets;
    });
  const alone = (count: number) =>
    plan((offsets) => toNewLine(members, offsets, random.shuffled(hot).slice(0, count)));
  const swap = plan((offsets) => swapped(members, offsets, any(), any()));
  const shuffled = plan(() => [...baselineOf(members, random)]);
  return [
    some(1),
    some(1),
    some(1),
    some(2),
    some(3),
    alone(1),
    alone(1),
    alone(2),
    swap,
    swap,
    shuffled,
    shuffled,
  ];
}

function lockPlans(members: readonly Member[], before: Offsets, random: Random): Plan[] {
  const lock = indices(members, ({ role }) => role === 'lock');
  const anchor = lock[0] as number;
  const home = lineOf(before[anchor] ?? 0);
  const isHome = (m: number) => lineOf(before[m] ?? 0) === home;
  const protectedOnes = indices(members, ({ role }) => role === 'protected');
  const outside = indices(members, ({ role }) => role === 'outside');
  const elsewhere = () => random.pick(lines(members, before).filter((line) => line !== home));
  const first = (list: readonly number[], wanted: (m: number) => boolean) => list.filter(wanted)[0];
  const move = (m: number | undefined, moved: Moved, to: () => number | undefined): Plan => ({
    moved,
    edit: (offsets) => {
      const line = to();
      if (m !== undefined && line !== undefined) toLine(members, offsets, m, line);
      return offsets;
    },
  });
  const away = (list: readonly number[], moved: Moved): Plan => ({
    moved,
    edit: (offsets) => toNewLine(members, offsets, list),
  });
  const owner = indices(
    members,
    ({ role, words }) => role === 'lock' && words[0]?.part === 'owner',
  )[0];
  return [
    away(lock, 'wholeLock'),
    { moved: 'wholeLock', edit: (offsets) => lockTo(members, offsets, lock, elsewhere()) },
    away(outside.filter(isHome), 'outside'),
    move(first(outside, isHome), 'outside', elsewhere),
    move(
      first(outside, (m) => !isHome(m)),
      'outside',
      () => home,
    ),
    move(first(protectedOnes, isHome), 'protected', elsewhere),
    away(protectedOnes.filter(isHome), 'protected'),
    move(
      first(protectedOnes, (m) => !isHome(m)),
      'protected',
      () => home,
    ),
    ...splits(members, lock, home, owner, elsewhere),
    move(
      first(outside, (m) => !isHome(m)),
      'nothingOfLock',
      () => lines(members, before).at(-1),
    ),
    { moved: 'several', edit: () => [...baselineOf(members, random)] },
    away([...outside.filter(isHome), ...protectedOnes.filter(isHome)], 'several'),
  ];
}

/** A lock in one member is split by the line boundary; one in words by moving words. */
function splits(
  members: readonly Member[],
  lock: readonly number[],
  home: number,
  owner: number | undefined,
  elsewhere: () => number | undefined,
): Plan[] {
  const [anchor] = lock;
  const whole = members[anchor ?? -1];
  if (anchor === undefined || whole === undefined) return [];
  if (lock.length === 1) {
    // A line begins at a multiple of the lock's alignment.
    const [second, third] = whole.words
      .map(({ offsetBytes }) => offsetBytes)
      .filter((offset) => offset > 0 && offset % whole.alignBytes === 0);
    if (second === undefined || third === undefined) return [];
    const isOwnerNext = whole.words[1]?.part === 'owner';
    const split = (moved: Moved, byte: number, line: number): Plan => ({
      moved,
      edit: (offsets) => straddling(members, offsets, anchor, byte, line),
    });
    return [
      ...(home > 0 ? [split('lockWord', second, home)] : []),
      split(isOwnerNext ? 'owner' : 'lockRest', second, home + 1),
      split('lockRest', third, home + 1),
    ];
  }
  const toElsewhere = (m: number, moved: Moved): Plan => ({
    moved,
    edit: (offsets) => {
      const line = elsewhere();
      if (line !== undefined) toLine(members, offsets, m, line);
      return offsets;
    },
  });
  return [
    toElsewhere(anchor, 'lockWord'),
    owner === undefined || owner === anchor
      ? { moved: 'lockWord', edit: (offsets) => toNewLine(members, offsets, [anchor]) }
      : toElsewhere(owner, 'owner'),
  ];
}

function indices(members: readonly Member[], wanted: (member: Member) => boolean): number[] {
  return members.flatMap((member, m) => (wanted(member) ? [m] : []));
}

function lineOf(offsetBytes: number): number {
  return Math.floor(offsetBytes / LINE_BYTES);
}

function lines(members: readonly Member[], offsets: Offsets): number[] {
  return Array.from({ length: Math.ceil(endOf(members, offsets) / LINE_BYTES) }, (_, line) => line);
}

function isFree(members: readonly Member[], offsets: Offsets, m: number, at: number): boolean {
  const end = at + (members[m] as Member).sizeBytes;
  return members.every(({ sizeBytes }, other) => {
    const start = offsets[other] ?? 0;
    return other === m || start >= end || start + sizeBytes <= at;
  });
}

/** Into a hole of that line; where there is none, a cold member makes room at the struct's end. */
function toLine(members: readonly Member[], offsets: number[], m: number, line: number): void {
  const { sizeBytes, alignBytes } = members[m] as Member;
  const start = line * LINE_BYTES;
  for (const mayEvict of [false, true]) {
    for (let at = start; at + sizeBytes <= start + LINE_BYTES; at += alignBytes) {
      const inTheWay = members.flatMap((other, o) => {
        const begin = offsets[o] ?? 0;
        return o !== m && begin < at + sizeBytes && begin + other.sizeBytes > at ? [o] : [];
      });
      if (inTheWay.length > 0 && !mayEvict) continue;
      if (inTheWay.some((o) => (members[o] as Member).role !== 'cold')) continue;
      offsets[m] = at;
      for (const o of inTheWay) offsets[o] = endOf(members, offsets);
      return;
    }
  }
}

function toNewLine(
  members: readonly Member[],
  offsets: number[],
  moved: readonly number[],
): number[] {
  let end = Math.ceil(endOf(members, offsets) / LINE_BYTES) * LINE_BYTES;
  for (const m of moved) {
    const { sizeBytes, alignBytes } = members[m] as Member;
    offsets[m] = Math.ceil(end / alignBytes) * alignBytes;
    end = (offsets[m] ?? 0) + sizeBytes;
  }
  return offsets;
}

function lockTo(
  members: readonly Member[],
  offsets: number[],
  lock: readonly number[],
  line: number | undefined,
): number[] {
  if (line === undefined) return offsets;
  const wanted = [...offsets];
  for (const m of lock) toLine(members, wanted, m, line);
  // All of it or nothing.
  return lock.every((m) => lineOf(wanted[m] ?? 0) === line) ? wanted : offsets;
}

function swapped(members: readonly Member[], offsets: number[], a: number, b: number): number[] {
  if (members[a]?.sizeBytes !== members[b]?.sizeBytes) return offsets;
  const at = offsets[a] ?? 0;
  offsets[a] = offsets[b] ?? 0;
  offsets[b] = at;
  return offsets;
}

/** Puts a member so that this line begins at that byte of it; what lies there goes to where it lay. */
function straddling(
  members: readonly Member[],
  offsets: number[],
  m: number,
  byte: number,
  line: number,
): number[] {
  const from = offsets[m] ?? 0;
  const at = line * LINE_BYTES - byte;
  offsets[m] = at;
  const end = at + (members[m] as Member).sizeBytes;
  let hole = from;
  members.forEach(({ sizeBytes, alignBytes }, other) => {
    const begin = offsets[other] ?? 0;
    if (other === m || begin >= end || begin + sizeBytes <= at) return;
    const aligned = Math.ceil(hole / alignBytes) * alignBytes;
    if (aligned + sizeBytes <= at && isFree(members, offsets, other, aligned)) {
      offsets[other] = aligned;
      hole = aligned + sizeBytes;
    } else offsets[other] = Math.ceil(endOf(members, offsets) / alignBytes) * alignBytes;
  });
  return offsets;
}

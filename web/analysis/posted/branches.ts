import { locate } from '../../edit/tree';
import type { OrderedAggregate } from '../../layout/order';
import type { HunkOfStruct } from './bodies';
import { leafNames, memberNamed } from './names';
import { type Body, type Entry, type GroupEntry, type MemberEntry } from './sides';
import { conditionOf, isOn, type StatedLines } from './statedLines';

/**
 * Members of the hunks that are in a branch of `#if` which the loaded struct does not have, and the groups that hold
 * nothing else. Where the file states the lines of this very text, they tell; else another branch declares the same names,
 * with the order and the unions that the struct has.
 */
export function otherBranches(
  root: OrderedAggregate,
  hunks: readonly HunkOfStruct[],
  stated: StatedLines | null,
): OtherBranches {
  const [old, now] = (['old', 'new'] as const).map((side) => membersOfSide(hunks, side)) as [
    readonly Framed[],
    readonly Framed[],
  ];
  if (stated === null) {
    const [was, is] = [byOrder(root, old), byOrder(root, now)];
    const asleep = withGroups(hunks, [...was.asleep, ...is.asleep]);
    return { asleep, isSure: was.isSure && is.isSure };
  }
  const members = old.map(({ entry }) => entry);
  const asleep = members.filter((entry) => {
    const lines = entry.names
      .map((name) => memberNamed(root, name)?.path)
      .flatMap((path) => (path === undefined ? [] : (stated.lines.get(path) ?? [])));
    return (
      conditionOf(entry) !== '' && lines.length > 0 && !lines.some((line) => isOn(entry, line))
    );
  });
  const keys = new Set(asleep.map(branchKey));
  const later = now.map(({ entry }) => entry).filter((entry) => keys.has(branchKey(entry)));
  return { asleep: withGroups(hunks, [...asleep, ...later]), isSure: true };
}

interface OtherBranches {
  readonly asleep: ReadonlySet<Entry>;
  /** Whether no more than one branch can be the loaded one. */
  readonly isSure: boolean;
}

/** A member with what is around it on its side. */
interface Framed {
  readonly entry: MemberEntry;
  readonly frame: Body | GroupEntry;
}

function membersOfSide(hunks: readonly HunkOfStruct[], side: 'old' | 'new'): readonly Framed[] {
  const inside = (frame: Body | GroupEntry): readonly Framed[] =>
    frame.entries.flatMap((entry) =>
      entry.kind === 'member' ? [{ entry, frame }] : entry.kind === 'group' ? inside(entry) : [],
    );
  return hunks.flatMap((each) => {
    const body = each[side];
    return body === null ? [] : inside(body);
  });
}

function withGroups(
  hunks: readonly HunkOfStruct[],
  members: readonly MemberEntry[],
): ReadonlySet<Entry> {
  const asleep = new Set<Entry>(members);
  const look = (entries: readonly Entry[]): void => {
    for (const entry of entries) {
      if (entry.kind !== 'group') continue;
      look(entry.entries);
      if (entry.entries.length > 0 && entry.entries.every((each) => asleep.has(each)))
        asleep.add(entry);
    }
  };
  for (const { old, new: now } of hunks) for (const body of [old, now]) look(body?.entries ?? []);
  return asleep;
}

function branchKey(entry: MemberEntry): string {
  return `${entry.names.join()} under ${conditionOf(entry)}`;
}

function byOrder(
  root: OrderedAggregate,
  members: readonly Framed[],
): { readonly asleep: readonly MemberEntry[]; readonly isSure: boolean } {
  const byName = new Map<string, Framed[]>();
  for (const each of members) {
    const name = each.entry.names.join();
    byName.set(name, [...(byName.get(name) ?? []), each]);
  }
  const conditionsOf = (all: readonly Framed[]) => [
    ...new Set(all.map(({ entry }) => conditionOf(entry))),
  ];
  const shared = [...byName.values()].filter(
    (same) => conditionsOf(same).length === same.length && same.length > 1,
  );
  const conditions = conditionsOf(shared.flat());
  if (conditions.length < 2) return { asleep: [], isSure: true };
  const order = leafNames(root);
  const isLoaded = (condition: string, isStrict: boolean) => {
    const own = members.filter(({ entry }) => conditionOf(entry) === condition);
    // A name that the struct has under neither condition tells nothing.
    const known = own.filter(({ entry }) => entry.names.some((name) => order.includes(name)));
    const places = known.flatMap(({ entry }) => entry.names).map((name) => order.indexOf(name));
    return (
      known.every(({ entry, frame }) => isFramedSo(root, entry, frame) ?? !isStrict) &&
      places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1))
    );
  };
  const strict = conditions.filter((condition) => isLoaded(condition, true));
  const fitting =
    strict.length > 0 ? strict : conditions.filter((condition) => isLoaded(condition, false));
  const loaded = fitting[0] ?? conditions[0];
  const isSure = fitting.length === 1;
  const all = shared.flat().map(({ entry }) => entry);
  // A change in one of several that fit may be in any of them.
  const isOpen = !isSure && all.some(({ changed }) => changed);
  return { asleep: all.filter((entry) => isOpen || conditionOf(entry) !== loaded), isSure };
}

/** Whether the loaded struct has a member in a union where the text has it in one; null where its frame began above. */
function isFramedSo(
  root: OrderedAggregate,
  { names }: MemberEntry,
  { opens, keyword }: Body | GroupEntry,
): boolean | null {
  const path = memberNamed(root, names[0] ?? '')?.path;
  const holder = path === undefined ? null : (locate(root, path)?.holder ?? null);
  if (holder === null || !opens) return null;
  return (holder.keyword === 'union') === (keyword === 'union');
}

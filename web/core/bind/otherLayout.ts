import { quoted } from '../base/prose';
import { readings } from './codeFit';
import type { Evidence, Touch } from './evidence';
import { leafFinder } from './leaves';
import type { Origin } from './origin';
import type { KnownStruct, Ranking } from './rank';

/** A member that rows of a line touch, whatever its offset is in the build that they were recorded on. */
export interface TouchedMember {
  /** The member of the struct itself, not what is in it. */
  readonly member: string;
  /** Where the report has it, from the line's first byte. */
  readonly reportBytes: number;
  /** Where the file has what is touched of it. */
  readonly fileBytes: number;
  readonly functions: readonly string[];
}

/** The members of a struct that a line touches, where the file's layout of it is not the report's. */
export interface OtherLayout {
  readonly struct: string;
  /** By where the report has them. */
  readonly members: readonly TouchedMember[];
}

/** What it takes of a line's heat. */
const LEAST_EXPLAINED = 0.6;
const LEAST_FUNCTIONS = 2;
/** A place that explains so much is the line's: its distances hold. */
const HOLDS = 0.8;
/** Another member at one offset has so much of what the first has, at most. */
const RIVAL_MEMBER = 0.4;
/** Members move by little more often than by much. */
const NEAR_BYTES = 64;

/**
 * The members that the functions of a line touch, of the struct that fits it best; null where that has them at the report's
 * distances, and where a function touches several members about as surely.
 */
export function otherLayoutOf<Source>(
  evidence: Evidence,
  known: readonly KnownStruct<Source>[],
  isPart: (aggregate: string) => boolean,
  { candidates }: Ranking<Source>,
  origin: Origin,
): OtherLayout | null {
  const [first] = candidates;
  if (origin === 'same' || first === undefined || isPart(first.name)) return null;
  const isBound = first.grade === 'strong' || first.grade === 'named';
  if (isBound || holdsAll(first.fit.code.readings, evidence)) return null;
  const struct = known.find(({ name }) => name === first.name);
  return struct === undefined ? null : chosenIn(struct, evidence);
}

/** As a person reads it: which members, how far apart on both sides, and what to open. */
export function otherLayoutText({ struct, members }: OtherLayout): string {
  const [first] = members;
  const last = members.at(-1);
  if (first === undefined || last === undefined) return '';
  const names = quoted(members.map(({ member }) => member));
  const [all, end] = [names.slice(0, -1).join(', '), names.at(-1) ?? ''];
  const apart = (of: 'reportBytes' | 'fileBytes') => Math.abs(last[of] - first[of]);
  return `The rows are ${all} and ${end} of \`${struct}\`, by what their functions touch. In this file the first and the last are ${apart('fileBytes')} bytes apart, in the report ${apart('reportBytes')}: open the file of the build that was recorded.`;
}

function holdsAll(
  found: readonly ({ readonly shiftBytes: number } | null)[],
  { touches }: Evidence,
): boolean {
  const explained = touches.reduce(
    (sum, { weight }, at) => sum + (found[at]?.shiftBytes === 0 ? weight : 0),
    0,
  );
  const withCode = touches.reduce((sum, { weight, code }) => sum + (code === null ? 0 : weight), 0);
  return withCode > 0 && explained >= HOLDS * withCode;
}

interface Option {
  readonly member: string;
  readonly byte: number;
  readonly score: number;
}

interface Place {
  readonly reportBytes: number;
  readonly weight: number;
  readonly functions: readonly string[];
  readonly options: readonly Option[];
}

function chosenIn<Source>(
  { name, struct }: KnownStruct<Source>,
  evidence: Evidence,
): OtherLayout | null {
  const leaves = leafFinder(struct);
  const memberAt = (byte: number) => leaves(byte)[0]?.path.split('.')[0] ?? null;
  const offsets = [...new Set(evidence.touches.map(({ offsetBytes }) => offsetBytes))];
  const places = offsets
    .sort((a, b) => a - b)
    .map((offset) => placeOf(name, offset, evidence, memberAt));
  const located = places.filter(({ options }) => options.length > 0);
  const explained = located.reduce((sum, { weight }) => sum + weight, 0);
  const functions = new Set(located.flatMap((place) => place.functions));
  if (explained < LEAST_EXPLAINED || functions.size < LEAST_FUNCTIONS) return null;
  const near = ({ byte, score }: Option, place: Place, at: number) =>
    score / (1 + Math.abs(byte - place.reportBytes - at) / NEAR_BYTES);
  const best = (place: Place, at: number) =>
    Math.max(...place.options.map((option) => near(option, place, at)));
  const starts = new Set(
    located.flatMap(({ options, reportBytes }) => options.map(({ byte }) => byte - reportBytes)),
  );
  let [at, score] = [0, -1];
  for (const start of starts) {
    const sum = located.reduce((all, place) => all + best(place, start), 0);
    if (sum > score) [at, score] = [start, sum];
  }
  const members = located.flatMap((place): TouchedMember[] => {
    const sorted = [...place.options].sort((a, b) => near(b, place, at) - near(a, place, at));
    const [first, second] = sorted;
    if (first === undefined) return [];
    if (second !== undefined && second.score > RIVAL_MEMBER * first.score) return [];
    const { reportBytes, functions: own } = place;
    return [{ member: first.member, reportBytes, fileBytes: first.byte, functions: own }];
  });
  const [first] = members;
  const isMoved = members.some(
    (each) =>
      each.fileBytes - (first?.fileBytes ?? 0) !== each.reportBytes - (first?.reportBytes ?? 0),
  );
  const isSeveral = new Set(members.map(({ member }) => member)).size >= 2;
  return isMoved && isSeveral ? { struct: name, members } : null;
}

/** What the functions at one offset of a line touch of a struct, by member. */
function placeOf(
  name: string,
  reportBytes: number,
  { touches, containers }: Evidence,
  memberAt: (byte: number) => string | null,
): Place {
  const rows = touches.filter(({ offsetBytes }) => offsetBytes === reportBytes);
  const options = new Map<string, Option>();
  const functions = new Set<string>();
  for (const row of rows) {
    for (const [member, option] of optionsOf(row, name, containers, memberAt)) {
      const known = options.get(member);
      options.set(member, { ...option, score: option.score + (known?.score ?? 0) });
      if (row.functionName !== null) functions.add(row.functionName);
    }
  }
  const weight = rows.reduce((sum, row) => sum + row.weight, 0);
  return { reportBytes, weight, functions: [...functions], options: [...options.values()] };
}

/** The strongest of what a row's code does with each member. */
function optionsOf(
  row: Touch,
  name: string,
  containers: Evidence['containers'],
  memberAt: (byte: number) => string | null,
): ReadonlyMap<string, Option> {
  const options = new Map<string, Option>();
  for (const [byte, { proof }] of readings(row, name, containers)) {
    const member = memberAt(byte);
    const score = row.weight * Math.min(1, proof);
    if (member === null || (options.get(member)?.score ?? 0) >= score) continue;
    options.set(member, { member, byte, score });
  }
  return options;
}

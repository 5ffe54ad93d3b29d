import { derived } from '../base/derived';
import type {
  AccessCounts,
  AccessProfile,
  ProfileLine,
  ProfileVariable,
  TypeProfile,
} from '../facts/generated';
import { BARE_LINE, NO_ACCESS } from '../facts/noAccess';
import type { Edit } from '../edit/edit';
import type { DocumentLine, DocumentProfile } from '../edit/profiles';
import { largest } from './accessor';
import { coreFinder, rowCores } from './cores';
import { sumCounts, type HeatCounts } from './counts';
import { lineCounts } from './lineCounts';
import { lineUnit } from './lineUnit';
import { isPseudoType, typeCounts } from './typeCounts';

/** The part of a profile that goes into a document. */
export interface Slice {
  readonly name: string;
  readonly measuredOn: readonly Edit[];
  /** Ids of lines, and names of types. */
  readonly wanted: ReadonlySet<string>;
}

/** A profile as a document carries it: its totals, and what is wanted of its lines and types. */
export function sliceProfile(
  profile: AccessProfile,
  { name, measuredOn, wanted }: Slice,
): DocumentProfile {
  return {
    name,
    kind: profile.kind,
    display: profile.display,
    lineBytes: profile.lineBytes,
    command: profile.command,
    kernelRelease: profile.kernelRelease,
    perfVersion: profile.perfVersion,
    machine: profile.machine,
    events: profile.events,
    cores: profile.cores,
    cpuCount: largestCpuCount(profile),
    measuredOn,
    operations: null,
    stated: profile.totals,
    listed: accessCounts(listedCounts(profile)),
    lines: profileLines(profile)
      .filter(({ id }) => wanted.has(id))
      .map(withoutPeriods),
    types: wantedTypes(profile.types, wanted),
    ...(profile.about && { about: profile.about }),
  };
}

/** Every line and every variable of a profile with its id, hottest first as the profile has them. */
export const profileLines = derived((profile: AccessProfile): readonly DocumentLine[] => [
  ...profile.lines.map((line, rank) => ({ ...line, id: lineId(line, rank) })),
  ...profile.variables.map(variableLine),
]);

/** No question to a document needs the events that samples stand for. */
function withoutPeriods(line: DocumentLine): DocumentLine {
  const rows = line.rows.map((row) => {
    const own = { ...row };
    delete own.period;
    return own;
  });
  return { ...line, rows };
}

function lineId(line: ProfileLine, rank: number): string {
  return line.address?.toLowerCase() ?? `#${rank + 1}`;
}

/** A variable as a line of its own: its rows count from its first byte. */
function variableLine({ name, counts, rows }: ProfileVariable): DocumentLine {
  return { ...BARE_LINE, id: name, counts, rows };
}

/** The sum over lines that count samples: the shares of other lines have no sum. */
function listedCounts(profile: AccessProfile): HeatCounts {
  const counted = profileLines(profile).filter((line) => lineUnit(line) === 'samples');
  return sumCounts([
    ...counted.map(lineCounts),
    ...profile.types.map((type) => typeCounts(type.events, type.values)),
  ]);
}

function largestCpuCount({ lines, variables, cores }: AccessProfile): number | null {
  const coreOf = coreFinder(cores);
  let most: number | null = null;
  for (const { rows } of [...lines, ...variables]) {
    for (const row of rows) most = largest(most, rowCores(row, coreOf));
  }
  return most;
}

/** What perf could not name goes along without its rows: its share has to be shown. */
function wantedTypes(
  types: readonly TypeProfile[],
  wanted: ReadonlySet<string>,
): readonly TypeProfile[] {
  return types.flatMap((type) =>
    wanted.has(type.name) ? [type] : isPseudoType(type.name) ? [{ ...type, rows: [] }] : [],
  );
}

function accessCounts(counts: HeatCounts): AccessCounts {
  const { hitmRemote, hitmLocal, peerRemote, peerLocal, otherLoads, stores } = counts;
  const loads = hitmRemote + hitmLocal + peerRemote + peerLocal + otherLoads;
  return {
    ...NO_ACCESS,
    records: loads + stores,
    loads,
    stores,
    hitmLocal,
    hitmRemote,
    peerLocal,
    peerRemote,
  };
}

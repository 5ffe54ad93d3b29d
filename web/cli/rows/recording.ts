import { diagnosticSentences } from '../open/diagnosticNotes';
import { createHash } from 'node:crypto';
import type { AccessProfile, AccessRow } from '../../facts/generated';
import { machineOf, profileOn } from '../../ingest/bundle/machine';
import { typesPart } from '../../ingest/bundle/typesPart';
import type { Recording } from '../../output/rows/fleetRows';
import { Failure, orFail } from '../failure';
import { pathOfPart, splitPath, type OpenPart } from '../open/part';
import { texts } from '../open/readWasm';

/** What one file recorded. A mail with two reports has two. */
export interface OpenRecording {
  readonly recording: Recording;
  readonly profile: AccessProfile;
  /** Which part of its bundle has the types of these rows, as a path; null where none has. */
  readonly typesOf: (rows: readonly AccessRow[]) => string | null;
  /** What is odd about it, a sentence each. */
  readonly notes: readonly string[];
}

/** Clocks that were never set are about here. */
const NO_CLOCK_BEFORE = Date.UTC(2015, 0, 1);
const DAY_MS = 86_400_000;

/** A name for the recordings of a file that is the same wherever it lies; reading the file's bytes alone. */
export function captureOf(opened: OpenPart): string {
  const manifest = opened.bundle?.manifest ?? null;
  const id = manifest?.id ?? null;
  // It becomes a file's name; two machines may have the same one where it is no UUID.
  if (id !== null && /^[\w-]{1,64}$/.test(id)) return id;
  if (manifest !== null && id !== null) {
    return createHash('sha256').update(`${id}\n${manifest.host}`).digest('hex').slice(0, 32);
  }
  return createHash('sha256')
    .update(opened.plain.readAt(0, opened.plain.size))
    .digest('hex')
    .slice(0, 32);
}

export function readRecordings(path: string, opened: OpenPart): readonly OpenRecording[] {
  const { bundle, plain } = opened;
  const [file] = splitPath(path);
  const read = orFail(
    file,
    texts().readProfiles(plain, () => undefined),
  );
  const capture = captureOf(opened);
  const machine = bundle === null ? null : machineOf(bundle);
  const manifest = bundle?.manifest ?? null;
  const [taken, clock] = timeOf(manifest?.taken ?? null);
  return read.map((named, at) => {
    const profile = machine === null ? named.profile : profileOn(machine, named.profile);
    if (profile.lines.length + profile.variables.length === 0 && profile.totals.loads === null) {
      throw new Failure(`${path} has no cache line in it, and no counters: it gives no rows.`);
    }
    const kernel = profile.buildIds.find(({ object }) => object.startsWith('[kernel'));
    return {
      recording: {
        capture: read.length > 1 ? `${capture}-${at + 1}` : capture,
        host: manifest?.host ?? null,
        taken,
        kernelBuildId: machine?.kernelBuildId ?? kernel?.buildId ?? null,
        release: profile.kernelRelease,
        cpuModel: manifest?.cpu ?? null,
      },
      profile,
      typesOf(rows) {
        const part = bundle === null ? null : typesPart(bundle, rows);
        return part === null ? null : pathOfPart(file, part);
      },
      notes: [...(bundle?.notes ?? []), ...clock, ...diagnosticSentences(profile.diagnostics)],
    };
  });
}

/** The time of a manifest, and what is odd about it. */
function timeOf(text: string | null): readonly [Date | null, readonly string[]] {
  if (text === null) return [null, []];
  const time = Date.parse(text);
  if (Number.isNaN(time)) return [null, [`Its time \`${text}\` is none: it is left out.`]];
  const isOdd = time < NO_CLOCK_BEFORE || time > Date.now() + DAY_MS;
  const note = `The clock of its machine was wrong: it says ${text}. --since goes by it.`;
  return [new Date(time), isOdd ? [note] : []];
}

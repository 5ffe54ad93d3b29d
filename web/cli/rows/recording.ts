import type { Message } from '../../core/base/messages';
import { inputMessage, noteMessage } from '../messages';
import { diagnosticNotes } from '../open/diagnosticNotes';
import { createHash } from 'node:crypto';
import type { AccessProfile, AccessRow } from '../../core/facts/generated';
import { machineOf, profileOn } from '../../core/ingest/bundle/machine';
import { typesPart } from '../../core/ingest/bundle/typesPart';
import type { FileSource } from '../../core/ingest/fileSource';
import type { Recording } from '../../core/format/rows/fleetRows';
import { Failure, orFail } from '../failure';
import { pathOfPart, splitPath, type OpenPart } from '../open/part';
import { reports } from '../open/readWasm';

/** What one file recorded. A mail with two reports has two. */
export interface OpenRecording {
  readonly recording: Recording;
  readonly profile: AccessProfile;
  /** Which part of its bundle has the types of these rows; null where none has. */
  readonly typesOf: (rows: readonly AccessRow[]) => TypesPart | null;
  /** What is odd about it, a sentence each. */
  readonly notes: readonly Message[];
}

/** A part of a bundle that has types. */
export interface TypesPart {
  /** As the command line names it. */
  readonly path: string;
  /** The digest of what it holds: a bundle may say of any types that they are of any kernel. */
  readonly key: string;
}

/** Clocks that were never set are about here. */
const NO_CLOCK_BEFORE = Date.UTC(2015, 0, 1);
const DAY_MS = 86_400_000;

/**
 * A name for the recordings of a file that is the same wherever it lies: the id of its bundle, and what it holds. Who
 * made a bundle chose its id, so the id alone would let one bundle stand for the other.
 */
export function captureOf(opened: OpenPart): string {
  const id = idOf(opened);
  const digest = digestOf(opened.unpacked);
  return id === null ? digest : `${id}-${digest}`;
}

/** The id of a bundle, where it can be a part of a file's name; null for any other file. */
export function idOf({ bundle }: OpenPart): string | null {
  const id = bundle?.manifest.id ?? '';
  return /^[\w-]{1,64}$/.test(id) ? id : null;
}

/** A sentence for each id that several bundles have, each with other contents, by the names of their recordings. */
export function twinNotes(captures: readonly string[]): readonly Message[] {
  const bundleOf = new RegExp(`^(.+)-(${DIGEST})(?:-\\d+)?$`);
  const digests = new Map<string, Set<string>>();
  for (const capture of captures) {
    const [, id, digest] = bundleOf.exec(capture) ?? [];
    if (id === undefined || digest === undefined) continue;
    digests.set(id, (digests.get(id) ?? new Set()).add(digest));
  }
  const twins = [...digests].filter(([, held]) => held.size > 1);
  return twins.map(([id, held]) => noteMessage('twins', held.size, id));
}

/** Of the first `bytes` of it, all where left out; 32 hex digits, `DIGEST`. */
export function digestOf(source: FileSource, bytes = source.size): string {
  return hexOf(source.readAt(0, bytes));
}

function hexOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** What `digestOf` gives, as a pattern. */
export const DIGEST = '[0-9a-f]{32}';

export function readRecordings(path: string, opened: OpenPart): readonly OpenRecording[] {
  const { bundle, plain } = opened;
  const [file] = splitPath(path);
  const read = orFail(
    file,
    reports().readProfiles(plain, () => undefined),
  );
  const capture = captureOf(opened);
  const machine = bundle === null ? null : machineOf(bundle);
  const manifest = bundle?.manifest ?? null;
  const [recordedAt, clock] = timeOf(manifest?.taken ?? null);
  const keys = new Map<string, string>();
  const keyOf = (part: string) => {
    const key = keys.get(part) ?? hexOf(bundle?.parts.get(part) ?? new Uint8Array());
    keys.set(part, key);
    return key;
  };
  return read.map((named, at) => {
    const profile = machine === null ? named.profile : profileOn(machine, named.profile);
    if (profile.lines.length + profile.variables.length === 0 && profile.totals.loads === null) {
      throw new Failure(inputMessage('no-lines-no-counters', path));
    }
    const kernel = profile.buildIds.find(({ object }) => object.startsWith('[kernel'));
    return {
      recording: {
        capture: read.length > 1 ? `${capture}-${at + 1}` : capture,
        host: manifest?.host ?? null,
        recordedAt,
        kernelBuildId: machine?.kernelBuildId ?? kernel?.buildId ?? null,
        release: profile.kernelRelease,
        cpuModel: manifest?.cpu ?? null,
      },
      profile,
      typesOf(rows) {
        const part = bundle === null ? null : typesPart(bundle, rows);
        return part === null ? null : { path: pathOfPart(file, part), key: keyOf(part) };
      },
      notes: [...(bundle?.notes ?? []), ...clock, ...diagnosticNotes(profile.diagnostics)],
    };
  });
}

/** The time of a manifest, and what is odd about it. */
function timeOf(text: string | null): readonly [Date | null, readonly Message[]] {
  if (text === null) return [null, []];
  const time = Date.parse(text);
  if (Number.isNaN(time)) return [null, [noteMessage('no-time', text)]];
  const isOdd = time < NO_CLOCK_BEFORE || time > Date.now() + DAY_MS;
  const note = noteMessage('odd-clock', text);
  return [new Date(time), isOdd ? [note] : []];
}

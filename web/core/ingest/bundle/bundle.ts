import { bundleMessage, openMessage } from '../messages';
import type { Message } from '../../base/messages';
import { listed } from '../../base/prose';
import { fail, ok, type Result } from '../../base/result';
import { configNotes, kernelSwitches, type KernelSwitch } from './kernelConfig';
import { tarFiles, type TarFiles } from './tar';

/** The format that this reader knows. */
const FORMAT = 1;

/** All evidence of one machine, as `hitmap-capture.sh` packed it. */
export interface Bundle {
  readonly manifest: Manifest;
  /** Parts by the names that the manifest has ("c2c.txt", "modules/nvme.btf"), in the archive's order. */
  readonly parts: ReadonlyMap<string, Uint8Array>;
  /** The switches of its kernel's configuration that change layouts; empty where the bundle has none. */
  readonly switches: readonly KernelSwitch[];
  /** Whether the archive has its end; one without was cut. */
  readonly isWhole: boolean;
  /** What is wrong with it or not in it, a sentence each. */
  readonly notes: readonly Message[];
}

/** Parts that hold a recording, the one that is taken where nobody says which first. Both are of the same samples. */
const PROFILE_PARTS = ['c2c.txt', 'samples.txt'] as const;
/** The kernel's own types. */
export const KERNEL_PART = 'vmlinux.btf';
export const SYMBOLS_PART = 'kallsyms.txt';
export const SLABS_PART = 'slabinfo.txt';
const CONFIG_PART = 'config.txt';

/** A manifest that somebody made may say what it likes, as often as it likes. */
const MOST_LISTED = 20;
const MOST_CHARACTERS = 200;

function shortened(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
}

/** Whether an archive that begins so is a bundle: the script writes its manifest before all else. */
export function isBundle(start: Uint8Array): boolean {
  return tarFiles(start).entries.some(({ name }) => isManifest(name));
}

function isManifest(name: string): boolean {
  return /(?:^|\/)MANIFEST$/.test(name);
}

/** Takes an unpacked bundle apart. What was cut leaves what came before. */
export function readBundle(archive: Uint8Array): Result<Bundle, Message> {
  const files = tarFiles(archive);
  const first = files.entries.find(({ name }) => isManifest(name));
  const manifest = first === undefined ? null : readManifest(textOf(first.bytes));
  if (first === undefined || manifest === null) {
    return fail(openMessage('no-bundle'));
  }
  const folder = first.name.slice(0, -'MANIFEST'.length);
  // What is left of a text that was cut is of use; what is left of types is not.
  const usable = files.entries.filter(({ name, isCut }) => !isCut || name.endsWith('.txt'));
  const parts = new Map(
    usable
      .filter(({ name }) => name !== first.name && name.startsWith(folder))
      .map(({ name, bytes }) => [name.slice(folder.length), bytes]),
  );
  const config = parts.get(CONFIG_PART);
  const switches = config === undefined ? [] : kernelSwitches(textOf(config));
  const notes = [...notesOf(manifest, parts, files), ...configNotes(switches)];
  return ok({ manifest, parts, switches, isWhole: files.isWhole, notes });
}

/** The part that holds the recording; null where there is none. */
export function profilePart(bundle: Bundle): string | null {
  return PROFILE_PARTS.find((name) => bundle.parts.has(name)) ?? null;
}

export function partText(bundle: Bundle, name: string): string | null {
  const bytes = bundle.parts.get(name);
  return bytes === undefined ? null : textOf(bytes);
}

function notesOf(
  { format, parts: named, missing }: Manifest,
  parts: ReadonlyMap<string, Uint8Array>,
  { entries, isWhole }: TarFiles,
): readonly Message[] {
  const gone = named.filter((name) => !parts.has(name)).map(shortened);
  const lacks = missing.slice(0, MOST_LISTED);
  const cut = entries.find(({ isCut }) => isCut);
  return [
    ...(format > FORMAT ? [bundleMessage('newer', format, FORMAT)] : []),
    ...(isWhole
      ? []
      : [bundleMessage('cut', cut ? ` in ${shortened(cut.name.replace(/^.*?\//, ''))}` : '')]),
    ...(gone.length > 0 ? [bundleMessage('part-gone', listed(gone, MOST_LISTED))] : []),
    ...lacks.map((each) => bundleMessage('lacks', shortened(each))),
    ...(missing.length > lacks.length
      ? [bundleMessage('lacks-more', missing.length - lacks.length)]
      : []),
  ];
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** What a bundle says of itself and of its machine. What it does not state is null. */
interface Manifest {
  /** Counts up when the script writes what an older reader would misunderstand. */
  readonly format: number;
  /** Other for each run of the script: a bundle that comes twice is known by it. */
  readonly id: string | null;
  /** UTC by the machine's own clock: "2026-11-25T21:12:37Z". */
  readonly taken: string | null;
  readonly host: string | null;
  /** As `uname -r` and `uname -m` print them. */
  readonly release: string | null;
  readonly machine: string | null;
  /** Model of the CPU, in words. */
  readonly cpu: string | null;
  readonly perfVersion: string | null;
  /** How accesses were sampled: intel, amd, amd-old, arm, power, event, none. */
  readonly method: string | null;
  /** Lower-case hex. */
  readonly kernelBuildId: string | null;
  readonly samples: number | null;
  /** Names of the parts that the script wrote. */
  readonly parts: readonly string[];
  /** What it could not get, a sentence each. */
  readonly missing: readonly string[];
  /** What it was asked to leave out. */
  readonly leftOut: readonly string[];
}

/** Reads the lines `key: value` of a MANIFEST; null where it is none. */
export function readManifest(text: string): Manifest | null {
  const lines = text.split('\n').flatMap((line) => {
    const [, key, value] = /^([a-z-]+): ?(.*)$/.exec(line.trimEnd()) ?? [];
    return key === undefined || value === undefined ? [] : [{ key, value }];
  });
  const all = (wanted: string) =>
    lines.flatMap(({ key, value }) => (key === wanted && value !== '' ? [value] : []));
  const one = (wanted: string) => all(wanted)[0] ?? null;
  const known = (value: string | null) => (value === 'unknown' || value === 'none' ? null : value);
  const format = Number(one('hitmap-capture'));
  if (!Number.isSafeInteger(format) || format < 1) return null;
  const samples = one('samples');
  return {
    format,
    id: one('id'),
    taken: one('taken'),
    host: one('host'),
    release: one('release'),
    machine: one('machine'),
    cpu: known(one('cpu')),
    perfVersion: known(one('perf')),
    method: one('method'),
    kernelBuildId: one('kernel-build-id')?.toLowerCase() ?? null,
    samples: samples !== null && /^\d+$/.test(samples) ? Number(samples) : null,
    parts: all('part'),
    missing: all('missing'),
    leftOut: all('left-out'),
  };
}

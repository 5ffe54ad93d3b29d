import { listed } from '../../base/prose';
import { fail, ok, type Result } from '../../base/result';
import { configNotes, kernelSwitches, type KernelSwitch } from './kernelConfig';
import { readManifest, type Manifest } from './manifest';
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
  readonly notes: readonly string[];
}

/** Parts that hold a recording, the one that is taken where nobody says which first. Both are of the same samples. */
const PROFILE_PARTS = ['c2c.txt', 'samples.txt'] as const;
/** The kernel's own types. */
export const KERNEL_PART = 'vmlinux.btf';
export const SYMBOLS_PART = 'kallsyms.txt';
export const SLABS_PART = 'slabinfo.txt';
const CONFIG_PART = 'config.txt';

/** A manifest that somebody made may say what it likes, as often as it likes. */
const MOST_SAID = 20;
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

/** Takes an unpacked bundle apart. The error is a sentence; what was cut leaves what came before. */
export function readBundle(archive: Uint8Array): Result<Bundle, string> {
  const files = tarFiles(archive);
  const first = files.entries.find(({ name }) => isManifest(name));
  const manifest = first === undefined ? null : readManifest(textOf(first.bytes));
  if (first === undefined || manifest === null) {
    return fail(
      'This is a tar archive, and none that hitmap-capture.sh wrote: it has no MANIFEST. Unpack it, and open the files that are meant.',
    );
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
): readonly string[] {
  const gone = named.filter((name) => !parts.has(name)).map(shortened);
  const lacks = missing.slice(0, MOST_SAID).map((each) => `Not in the bundle: ${shortened(each)}.`);
  const cut = entries.find(({ isCut }) => isCut);
  return [
    ...(format > FORMAT
      ? [
          `The bundle was made by a newer hitmap-capture.sh (format ${format}; this Hitmap knows ${FORMAT}): what it knows of it is read.`,
        ]
      : []),
    ...(isWhole
      ? []
      : [
          `The bundle was cut${cut ? ` in ${shortened(cut.name.replace(/^.*?\//, ''))}` : ''}: copy it again from the machine that wrote it.`,
        ]),
    ...(gone.length > 0
      ? [`Its manifest names ${listed(gone, MOST_SAID)}, which it does not hold.`]
      : []),
    ...lacks,
    ...(missing.length > lacks.length
      ? [`${missing.length - lacks.length} more are not in it.`]
      : []),
  ];
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

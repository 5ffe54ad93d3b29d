/** A file in an archive. */
export interface TarEntry {
  /** Its path as the archive has it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Whether the archive ends before the file does. */
  readonly isCut: boolean;
}

export interface TarFiles {
  /** In the archive's order, regular files alone. */
  readonly entries: readonly TarEntry[];
  /** Whether it has the empty blocks that end an archive; one without them was cut. */
  readonly isWhole: boolean;
}

const BLOCK_BYTES = 512;
// Fields of a header (POSIX.1-2017, pax, "ustar Interchange Format").
const NAME = [0, 100] as const;
const SIZE = [124, 136] as const;
const SUM = [148, 156] as const;
const KIND_AT = 156;
const PREFIX = [345, 500] as const;
const REGULAR = new Set(['0', '\0', '7']);

/** The files of a tar archive, up to where it was cut or damaged. Bytes are views of the archive. */
export function tarFiles(archive: Uint8Array): TarFiles {
  const entries: TarEntry[] = [];
  let at = 0;
  for (;;) {
    const head = headAt(archive, at);
    if (head === 'end') return { entries, isWhole: true };
    if (head === null) return { entries, isWhole: false };
    const from = at + BLOCK_BYTES;
    if (REGULAR.has(head.kind)) {
      const bytes = archive.subarray(from, from + head.sizeBytes);
      entries.push({ name: head.name, bytes, isCut: bytes.byteLength < head.sizeBytes });
    }
    at = from + paddedTo(head.sizeBytes);
  }
}

/** A file in an archive that is not held in memory. */
export interface TarRange {
  readonly name: string;
  /** Offsets of its first byte and after its last one. */
  readonly start: number;
  readonly end: number;
}

/** Read at once of a large archive. */
const PART_BYTES = 8 << 20;
const LONG_NAME = 'L';
const PAX = 'x';
const PAX_OF_ALL = 'g';

/**
 * Where the files of an archive lie, up to where it was cut or damaged: it is read in large parts, as there are as many
 * headers as files. Names above a hundred characters as GNU tar and pax have them.
 */
export async function tarRanges(
  archive: Blob,
  onProgress: (doneBytes: number) => void = () => undefined,
): Promise<readonly TarRange[]> {
  const places: TarRange[] = [];
  let long: string | null = null;
  for (let at = 0; at < archive.size;) {
    const part = new Uint8Array(await archive.slice(at, at + PART_BYTES).arrayBuffer());
    let used = 0;
    for (;;) {
      const head = headAt(part, used);
      if (head === 'end') return places;
      if (head === null) break;
      const from = used + BLOCK_BYTES;
      const to = from + head.sizeBytes;
      if (head.kind === LONG_NAME || head.kind === PAX) {
        // A name that the part cuts is read with the next one.
        if (to > part.byteLength) break;
        const bytes = part.subarray(from, to);
        long = head.kind === PAX ? (paxPath(bytes) ?? long) : text(bytes, [0, bytes.length]);
      } else if (head.kind !== PAX_OF_ALL) {
        if (REGULAR.has(head.kind)) {
          places.push({ name: long ?? head.name, start: at + from, end: at + to });
        }
        long = null;
      }
      used = from + paddedTo(head.sizeBytes);
    }
    if (used === 0) return places;
    at += used;
    onProgress(Math.min(at, archive.size));
  }
  return places;
}

/** `27 path=a/very/long/name.h` among a file's records. */
function paxPath(records: Uint8Array): string | null {
  const lines = UTF8.decode(records).split('\n');
  const line = lines.find((each) => / path=/.test(each));
  return line === undefined ? null : line.slice(line.indexOf('=') + 1);
}

interface Head {
  readonly name: string;
  readonly sizeBytes: number;
  readonly kind: string;
}

/** The header at an offset; `end` where the archive ends there, null where no whole one is. */
function headAt(archive: Uint8Array, at: number): Head | 'end' | null {
  if (at + BLOCK_BYTES > archive.byteLength) return null;
  const head = archive.subarray(at, at + BLOCK_BYTES);
  if (head.every((byte) => byte === 0)) return 'end';
  const sizeBytes = octal(head, SIZE);
  if (sizeBytes === null || octal(head, SUM) !== sumOf(head)) return null;
  return { name: nameOf(head), sizeBytes, kind: String.fromCharCode(head[KIND_AT] ?? 0) };
}

function paddedTo(sizeBytes: number): number {
  return Math.ceil(sizeBytes / BLOCK_BYTES) * BLOCK_BYTES;
}

function nameOf(head: Uint8Array): string {
  const prefix = text(head, PREFIX);
  // GNU's magic has a blank where POSIX has a zero, and other fields where POSIX has the prefix.
  const isPosix = head[262] === 0;
  return isPosix && prefix !== '' ? `${prefix}/${text(head, NAME)}` : text(head, NAME);
}

/** A tree has as many headers as files. */
const UTF8 = new TextDecoder();

function text(head: Uint8Array, [from, to]: readonly [number, number]): string {
  const field = head.subarray(from, to);
  const end = field.indexOf(0);
  return UTF8.decode(end < 0 ? field : field.subarray(0, end));
}

/** Null where it is no number, or one of a file that no archive of ours holds (GNU writes sizes from 8 GB on in binary). */
function octal(head: Uint8Array, range: readonly [number, number]): number | null {
  const digits = text(head, range).trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : null;
}

/** The sum of the header's bytes, those of the sum itself taken for blanks. */
function sumOf(head: Uint8Array): number {
  const [from, to] = SUM;
  let sum = 0x20 * (to - from);
  for (let at = 0; at < head.length; at++) if (at < from || at >= to) sum += head[at] ?? 0;
  return sum;
}

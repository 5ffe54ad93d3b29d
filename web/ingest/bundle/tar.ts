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
  while (at + BLOCK_BYTES <= archive.byteLength) {
    const head = archive.subarray(at, at + BLOCK_BYTES);
    if (head.every((byte) => byte === 0)) return { entries, isWhole: true };
    const sizeBytes = octal(head, SIZE);
    if (sizeBytes === null || octal(head, SUM) !== sumOf(head)) break;
    const from = at + BLOCK_BYTES;
    if (REGULAR.has(String.fromCharCode(head[KIND_AT] ?? 0))) {
      const bytes = archive.subarray(from, from + sizeBytes);
      entries.push({ name: nameOf(head), bytes, isCut: bytes.byteLength < sizeBytes });
    }
    at = from + Math.ceil(sizeBytes / BLOCK_BYTES) * BLOCK_BYTES;
  }
  return { entries, isWhole: false };
}

function nameOf(head: Uint8Array): string {
  const prefix = text(head, PREFIX);
  // GNU's magic has a blank where POSIX has a zero, and other fields where POSIX has the prefix.
  const isPosix = head[262] === 0;
  return isPosix && prefix !== '' ? `${prefix}/${text(head, NAME)}` : text(head, NAME);
}

function text(head: Uint8Array, [from, to]: readonly [number, number]): string {
  const field = head.subarray(from, to);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}

/** Null where it is no number, or one of a file that no archive of ours holds (GNU writes sizes from 8 GB on in binary). */
function octal(head: Uint8Array, range: readonly [number, number]): number | null {
  const digits = text(head, range).trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : null;
}

/** The sum of the header's bytes, those of the sum itself taken for blanks. */
function sumOf(head: Uint8Array): number {
  const [from, to] = SUM;
  return head.reduce((sum, byte, at) => sum + (at >= from && at < to ? 0x20 : byte), 0);
}

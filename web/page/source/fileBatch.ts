import type { FileInTree } from './tree';

/**
 * Files as a worker gets them: one Blob that holds them one after the other. Each File that crosses to a worker costs
 * the browser about as much as opening it, and one read of many files a fraction of many reads.
 */
export interface FileBatch {
  readonly paths: readonly string[];
  /** Where in `whole` each file begins and ends, in bytes. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly whole: Blob;
}

/** Read with its neighbours rather than in a part of its own: so much that nobody asked for, in bytes. */
const GAP_BYTES = 256 << 10;

export function batchOf(files: readonly FileInTree[]): FileBatch {
  const starts: number[] = [];
  const ends: number[] = [];
  const parts: Blob[] = [];
  let last: FileInTree['range'];
  let size = 0;
  for (const each of files) {
    const { range } = each;
    const gap = range && last && range.archive === last.archive ? range.start - last.end : -1;
    const joins = gap >= 0 && gap <= GAP_BYTES;
    if (joins) size += gap;
    starts.push(size);
    size += range ? range.end - range.start : each.file.size;
    ends.push(size);
    if (last && !joins) parts.push(last.archive.slice(last.start, last.end));
    if (!range) parts.push(each.file);
    last = range && { ...range, start: joins && last ? last.start : range.start };
  }
  if (last) parts.push(last.archive.slice(last.start, last.end));
  return { paths: files.map(({ path }) => path), starts, ends, whole: new Blob(parts) };
}

/** Reads all files at once, and hands them over in their order. One that vanished under the page is an empty one. */
export async function eachFile(
  { paths, starts, ends, whole }: FileBatch,
  each: (path: string, bytes: Uint8Array) => void,
): Promise<void> {
  const all = await bytesOf(whole);
  for (const [at, path] of paths.entries()) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    // One that changed makes the whole unreadable, and the others can be read by themselves.
    each(path, all?.subarray(start, end) ?? (await bytesOf(whole.slice(start, end))) ?? NOTHING);
  }
}

const NOTHING = new Uint8Array(0);

/** Null where a file in it changed since it was opened, or is gone. */
async function bytesOf(part: Blob): Promise<Uint8Array | null> {
  try {
    const bytes = new Uint8Array(await part.arrayBuffer());
    return bytes.length === part.size ? bytes : null;
  } catch {
    return null;
  }
}

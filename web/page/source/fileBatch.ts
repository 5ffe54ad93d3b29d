import type { FileInTree } from './tree';

/**
 * Files as a worker gets them: one Blob that holds them one after the other. Each File that crosses to a worker costs
 * the browser about as much as opening it, and one read of many files a fraction of many reads.
 */
export interface FileBatch {
  readonly paths: readonly string[];
  /** Where in `whole` each file ends, in bytes. */
  readonly ends: readonly number[];
  readonly whole: Blob;
}

export function batchOf(files: readonly FileInTree[]): FileBatch {
  let end = 0;
  const ends = files.map(({ file }) => (end += file.size));
  return {
    paths: files.map(({ path }) => path),
    ends,
    whole: new Blob(files.map(({ file }) => file)),
  };
}

/** Reads all files at once, and hands them over in their order. One that vanished under the page is an empty one. */
export async function eachFile(
  { paths, ends, whole }: FileBatch,
  each: (path: string, bytes: Uint8Array) => void,
): Promise<void> {
  const all = await bytesOf(whole);
  let start = 0;
  for (const [at, path] of paths.entries()) {
    const end = ends[at] ?? start;
    // One that changed makes the whole unreadable, and the others can be read by themselves.
    each(path, all?.subarray(start, end) ?? (await bytesOf(whole.slice(start, end))) ?? NOTHING);
    start = end;
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

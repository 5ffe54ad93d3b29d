import { openMessage } from './messages';
import type { Message } from '../base/messages';
import { fail, ok, type Result } from '../base/result';
import { whyUnreadable } from './blobSource';
import type { InputFile } from './servedFiles';

/** A file that the page has read itself, for a worker that may read none. */
export interface WholeFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a worker is handed. */
export type HandedFile = InputFile | WholeFile;

/** A kernel goes to three workers, each with bytes of its own. */
const MAX_WHOLE_BYTES = 1 << 30;

/**
 * Whether a worker might not be able to read a file by itself: in WebKit one that a page from a disk starts from a
 * blob reads no file at all, not even one that was made of a string.
 */
export function isPerhapsUnreadable(file: InputFile): file is File {
  const { location } = globalThis as { readonly location?: Location };
  return file instanceof File && location?.protocol === 'file:';
}

/** The file itself where the worker can read files, else its bytes. */
export async function readableFile(
  worker: { canRead(file: File): Promise<boolean> },
  file: File,
): Promise<Result<HandedFile, Message>> {
  if (await worker.canRead(new File(['x'], 'x'))) return ok(file);
  if (file.size > MAX_WHOLE_BYTES) {
    return fail(openMessage('too-large-from-disk'));
  }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return ok({ name: file.name, size: bytes.byteLength, bytes });
  } catch (error) {
    return fail(whyUnreadable(error));
  }
}

import { sentence, type Message } from '../base/messages';
import { openMessage } from './messages';
import type { FileSource } from './fileSource';

/** Workers have it, pages do not; so the DOM's types leave it out. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** A smaller file is read at one go: each reading waits for the browser's own process, for ms when it is busy. */
const WHOLE_BYTES = 8 * 1024 * 1024;

/**
 * A dropped or picked file, read by range and at once. Only in a worker: pages have no synchronous
 * reader. What it throws is a sentence for the user.
 */
export function blobSource(file: File): FileSource {
  const reader = new FileReaderSync();
  let whole: Uint8Array | null = null;
  let last: ArrayBuffer | null = null;
  const read = (offset: number, length: number): Uint8Array => {
    try {
      last = reader.readAsArrayBuffer(file.slice(offset, offset + length));
    } catch (error) {
      throw new Error(sentence(whyUnreadable(error)), { cause: error });
    }
    if (last.byteLength === length) return new Uint8Array(last);
    throw new Error(
      `The file ends after ${offset + last.byteLength} bytes, but had ${file.size} when it was picked. Pick it again.`,
    );
  };
  return {
    name: file.name,
    size: file.size,
    readAt(offset, length) {
      if (file.size <= WHOLE_BYTES) {
        whole ??= read(0, file.size);
        return whole.subarray(offset, offset + length);
      }
      // The reader in WASM has copied what it was given. Left to the garbage collector, the pieces of a
      // large file would lie beside each other until the worker has time.
      free(last);
      return read(offset, length);
    },
  };
}

/** Frees a buffer's memory at once, in browsers that can (ES2024); the others collect it some time. */
function free(buffer: (ArrayBuffer & { transfer?: (length: number) => ArrayBuffer }) | null): void {
  buffer?.transfer?.(0);
}

/** The File API has few words for what went wrong (its section 8.3); none of them says what to do. */
export function whyUnreadable(error: unknown): Message {
  const name = error instanceof DOMException ? error.name : '';
  switch (name) {
    case 'NotFoundError':
      return openMessage('gone');
    case 'NotReadableError':
      return openMessage('not-readable');
    case 'SecurityError':
      return openMessage('unsafe');
    default:
      return openMessage('browser-failed', error instanceof Error ? error.message : String(error));
  }
}

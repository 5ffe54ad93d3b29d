import type { FileSource } from './fileSource';

/** Workers have it, pages do not; so the DOM's types leave it out. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/**
 * A dropped or picked file, read by range and at once. Only in a worker: pages have no synchronous
 * reader. What it throws is a sentence for the user.
 */
export function blobSource(file: File): FileSource {
  const reader = new FileReaderSync();
  return {
    name: file.name,
    size: file.size,
    readAt(offset, length) {
      let bytes: Uint8Array;
      try {
        bytes = new Uint8Array(reader.readAsArrayBuffer(file.slice(offset, offset + length)));
      } catch (error) {
        throw new Error(whyUnreadable(error), { cause: error });
      }
      if (bytes.length === length) return bytes;
      throw new Error(
        `The file ends after ${offset + bytes.length} bytes, but had ${file.size} when it was picked. Pick it again.`,
      );
    },
  };
}

/** The File API has few words for what went wrong (its section 8.3); none of them says what to do. */
function whyUnreadable(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  switch (name) {
    case 'NotFoundError':
      return 'The file is no longer where it was picked. Pick it again.';
    case 'NotReadableError':
      return 'The browser cannot read it: it is a folder, it has changed since it was picked, or you may not read it. Open the files inside a folder; pick a changed file again; copy a file from /sys or /proc and open the copy.';
    case 'SecurityError':
      return 'The browser refuses to read it for safety. Copy it to an ordinary folder and open the copy.';
    default:
      return `The browser could not read it (${error instanceof Error ? error.message : String(error)}). Copy it and open the copy.`;
  }
}

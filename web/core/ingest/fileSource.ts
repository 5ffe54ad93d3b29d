/**
 * A file that is read by range and at once: `FileReaderSync` in a worker, `readSync` in Node, a
 * buffer in tests. The reader in WASM asks for each range as it needs it.
 */
export interface FileSource {
  /** A name for people; the content tells what the file is. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Whether a person was asked, and said that it may unpack to more than files of its size do. */
  readonly isTrusted?: boolean;
  /** Exactly `length` bytes from `offset` on. Throws where they cannot be read; the message reaches the user. */
  readAt(offset: number, length: number): Uint8Array;
}

/** A file whose bytes are in memory. */
export function memoryFileSource(name: string, bytes: Uint8Array): FileSource {
  return {
    name,
    size: bytes.byteLength,
    readAt: (offset, length) => bytes.subarray(offset, offset + length),
  };
}

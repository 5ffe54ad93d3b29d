import type { FileSource } from './fileSource';

/** A file on the disk of who runs `hitmap serve`, which a reader fetches by range. */
export interface ServedFile {
  readonly name: string;
  /** In bytes, when the server was started. */
  readonly size: number;
  /** On the page's own origin, from its root: `/files/TOKEN/0`. */
  readonly address: string;
}

/** Whatever can be opened: dropped, picked or pasted, or handed over by `hitmap serve`. */
export type InputFile = File | ServedFile;

/** The name of the `<meta>` in which a served page finds its files. */
export const SERVED_FILES_META = 'hitmap:files';

/** Reads by range and at once. Only in a worker: a page may not wait for an answer. What it throws is a sentence. */
export function servedSource({ name, size, address }: ServedFile): FileSource {
  return {
    name,
    size,
    readAt(offset, length) {
      if (length === 0) return new Uint8Array(0);
      const request = new XMLHttpRequest();
      request.open('GET', address, false);
      request.responseType = 'arraybuffer';
      request.setRequestHeader('Range', rangeHeader(offset, length));
      try {
        request.send();
      } catch (error) {
        throw new Error(GONE, { cause: error });
      }
      const bytes = new Uint8Array(request.response as ArrayBuffer);
      if (request.status !== PARTIAL) throw new Error(refusalOf(request.status, bytes));
      if (bytes.byteLength === length) return bytes;
      throw new Error(`The file ends after ${offset + bytes.byteLength} bytes. ${AGAIN}`);
    },
  };
}

/** The bytes of a range as a stream. Rejects with a sentence. */
export async function servedStream(
  { address }: ServedFile,
  offset: number,
  length: number,
): Promise<ReadableStream<Uint8Array>> {
  const headers = { Range: rangeHeader(offset, length) };
  const response = await fetch(address, { headers }).catch((error: unknown) => {
    throw new Error(GONE, { cause: error });
  });
  if (response.status === PARTIAL && response.body !== null) return response.body;
  throw new Error(refusalOf(response.status, new Uint8Array(await response.arrayBuffer())));
}

const PARTIAL = 206;
const AGAIN = 'Start `hitmap` with it again.';
const GONE = `The program that serves this file has ended. ${AGAIN}`;

/** The server says why in a sentence of text. */
function refusalOf(status: number, body: Uint8Array): string {
  const sentence = new TextDecoder().decode(body.subarray(0, 1000)).trim();
  return sentence || `The program that serves this file answered ${status}. ${AGAIN}`;
}

function rangeHeader(offset: number, length: number): string {
  return `bytes=${offset}-${offset + length - 1}`;
}

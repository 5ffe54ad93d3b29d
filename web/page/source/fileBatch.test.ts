import { describe, expect, test } from 'vitest';
import { batchOf, eachFile, type FileBatch } from './fileBatch';

const TEXTS = ['struct a { int x; };', '', 'struct b;'];

function batch(): FileBatch {
  return batchOf(
    TEXTS.map((text, at) => ({ path: `f${at}.h`, file: new File([text], `f${at}.h`) })),
  );
}

async function read(files: FileBatch): Promise<readonly string[]> {
  const found: string[] = [];
  await eachFile(files, (path, bytes) => {
    found.push(`${path} ${new TextDecoder().decode(bytes)}`);
  });
  return found;
}

describe('files on their way to a worker', () => {
  test('come in their order, each with its own bytes', async () => {
    expect(await read(batch())).toEqual(TEXTS.map((text, at) => `f${at}.h ${text}`));
  });

  test('one that vanished leaves the others as they are', async () => {
    const { paths, ends, whole } = batch();
    // What a browser does with a Blob one of whose files changed: the whole and that part cannot be read.
    const gone = {
      size: whole.size,
      arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
      slice: (start: number, end: number) =>
        start === 0
          ? { size: end, arrayBuffer: () => Promise.reject(new Error('gone')) }
          : whole.slice(start, end),
    } as unknown as Blob;
    expect(await read({ paths, ends, whole: gone })).toEqual(['f0.h ', 'f1.h ', 'f2.h struct b;']);
  });
});

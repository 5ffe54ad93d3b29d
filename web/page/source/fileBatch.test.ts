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

  test('of an archive come in as few parts as lie near each other', async () => {
    const far = 'x'.repeat(300 << 10);
    const archive = new File([TEXTS[0] ?? '', 'skipped', TEXTS[2] ?? '', far, 'last'], 'a.tar');
    let slices = 0;
    const counted = Object.assign(Object.create(archive) as Blob, {
      slice: (start: number, end: number) => {
        slices += 1;
        return archive.slice(start, end);
      },
    });
    const at = (path: string, start: number, end: number) => ({
      path,
      file: archive.slice(start, end),
      range: { archive: counted, start, end },
    });
    const third = far.length + 36;
    const files = batchOf([
      at('a.h', 0, 20),
      at('b.h', 27, 36),
      { path: 'alone.h', file: new File(['alone'], 'alone.h') },
      at('c.h', 27, 36),
      at('d.h', third, third + 4),
    ]);
    expect(slices).toBe(3);
    expect(await read(files)).toEqual([
      `a.h ${TEXTS[0] ?? ''}`,
      `b.h ${TEXTS[2] ?? ''}`,
      'alone.h alone',
      `c.h ${TEXTS[2] ?? ''}`,
      'd.h last',
    ]);
  });

  test('one that vanished leaves the others as they are', async () => {
    const { whole, ...where } = batch();
    // What a browser does with a Blob one of whose files changed: the whole and that part cannot be read.
    const gone = {
      size: whole.size,
      arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
      slice: (start: number, end: number) =>
        start === 0
          ? { size: end, arrayBuffer: () => Promise.reject(new Error('gone')) }
          : whole.slice(start, end),
    } as unknown as Blob;
    expect(await read({ ...where, whole: gone })).toEqual(['f0.h ', 'f1.h ', 'f2.h struct b;']);
  });
});

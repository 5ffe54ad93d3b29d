import { afterEach, expect, test, vi } from 'vitest';
import { blobSource } from './blobSource';

/** Stands for the reader that only workers have; a file's bytes by range, or what the browser throws. */
function withReader(read: (blob: Blob) => ArrayBuffer): void {
  vi.stubGlobal(
    'FileReaderSync',
    class {
      readAsArrayBuffer = read;
    },
  );
}

afterEach(() => vi.unstubAllGlobals());

const file = new File(['0123456789'], 'vmlinux');
const large = new File([new Uint8Array(9 * 1024 * 1024)], 'vmlinux');

/** The sizes of what was read. */
function sizesAsked(): readonly number[] {
  const readSizes: number[] = [];
  withReader((blob) => {
    readSizes.push(blob.size);
    return Uint8Array.from({ length: blob.size }, (_, place) => place).buffer;
  });
  return readSizes;
}

test('reads of a large file exactly the range that is asked for', () => {
  const wanted = sizesAsked();
  const source = blobSource(large);
  expect(source).toMatchObject({ name: 'vmlinux', size: large.size });
  expect(source.readAt(2, 3)).toHaveLength(3);
  expect(source.readAt(4, 5)).toHaveLength(5);
  expect(wanted).toEqual([3, 5]);
});

test('reads a small file once', () => {
  const request = sizesAsked();
  const source = blobSource(file);
  expect([...source.readAt(2, 3)]).toEqual([2, 3, 4]);
  expect([...source.readAt(8, 2)]).toEqual([8, 9]);
  expect(request).toEqual([10]);
});

test('a file that has become shorter says so', () => {
  withReader(() => new ArrayBuffer(1));
  expect(() => blobSource(file).readAt(4, 6)).toThrow(
    'The file ends after 1 bytes, but had 10 when it was picked. Pick it again.',
  );
  expect(() => blobSource(large).readAt(4, 6)).toThrow(
    `The file ends after 5 bytes, but had ${large.size} when it was picked. Pick it again.`,
  );
});

test.each([
  ['NotFoundError', 'no longer where it was picked'],
  ['NotReadableError', 'it is a folder, it has changed'],
  ['SecurityError', 'refuses to read the file'],
  ['AbortError', 'could not read the file'],
])('%s becomes a sentence with what to do', (name, says) => {
  withReader(() => {
    throw new DOMException('whatever', name);
  });
  expect(() => blobSource(file).readAt(0, 1)).toThrow(says);
});

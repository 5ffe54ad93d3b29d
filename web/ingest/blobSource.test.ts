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

test('reads exactly the range that is asked for', () => {
  const asked: number[] = [];
  withReader((blob) => {
    asked.push(blob.size);
    return new ArrayBuffer(blob.size);
  });
  const source = blobSource(file);
  expect(source).toMatchObject({ name: 'vmlinux', size: 10 });
  expect(source.readAt(2, 3)).toHaveLength(3);
  expect(asked).toEqual([3]);
});

test('a file that has become shorter says so', () => {
  withReader(() => new ArrayBuffer(1));
  expect(() => blobSource(file).readAt(4, 6)).toThrow(
    'The file ends after 5 bytes, but had 10 when it was picked. Pick it again.',
  );
});

test.each([
  ['NotFoundError', 'no longer where it was picked'],
  ['NotReadableError', 'it is a folder, it has changed'],
  ['SecurityError', 'refuses to read it'],
  ['AbortError', 'could not read it'],
])('%s becomes a sentence with what to do', (name, says) => {
  withReader(() => {
    throw new DOMException('whatever', name);
  });
  expect(() => blobSource(file).readAt(0, 1)).toThrow(says);
});

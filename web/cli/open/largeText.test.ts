import { sentence } from '../../core/base/messages';
// What C source and other texts are refused for, by the sentence that a person gets.
import { expect, test } from 'vitest';
import { texts } from './readWasm';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** So many structs of a hundred members. */
function structs(count: number): string {
  const members = Array.from({ length: 100 }, (_, at) => `\tlong m${at};\n`).join('');
  return Array.from({ length: count }, (_, at) => `struct s${at} {\n${members}};\n`).join('');
}

test('each record of a text that crosses in pieces is there, in its order', () => {
  const read = texts().readHeader(bytesOf(structs(150)));
  expect(read.ok && read.value.records.map(({ tag }) => tag)).toEqual(
    Array.from({ length: 150 }, (_, at) => `s${at}`),
  );
});

test('C source that declares more than a page can hold, or is longer than 16 MB, is refused', () => {
  const outputOf = (text: string) => {
    const read = texts().readHeader(bytesOf(text));
    return read.ok ? 'read' : sentence(read.error.message);
  };
  expect(outputOf(structs(2500))).toMatch(/declares more members .* 200,000\. Paste only the part/);
  expect(outputOf(' '.repeat((16 << 20) + 1))).toMatch(/larger than 16 MB\. Paste only the part/);
}, 120_000);

test('other texts end at 64 MB', () => {
  const read = texts().readPahole(new Uint8Array((64 << 20) + 1));
  expect(read.ok ? 'read' : sentence(read.error.message)).toMatch(/larger than 64 MB/);
});

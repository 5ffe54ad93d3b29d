import { expect, test } from 'vitest';
import { linesForPeople, statedByte, statedObject, statedObjectText } from './statedObject';

const KEY = 'struct:std::pair<int, long>:24:0123456789abcdef';

test('what a report says of its lines is read as it is written', () => {
  const about = ['24 bytes; two kernels', statedObjectText(0x1_0000_0030, KEY)];
  expect(statedObject({ about })).toEqual({
    address: 0x1_0000_0030n,
    key: KEY,
    name: 'std::pair<int, long>',
    sizeBytes: 24,
  });
});

test.each([
  ['no line', undefined],
  ['a sentence', ['This object 0x10 is struct:s:8:ab of ours']],
  ['no address', ['hitmap: object here is struct:s:8:ab']],
  ['no key', ['hitmap: object 0x10 is a list']],
  ['more behind it', ['hitmap: object 0x10 is struct:s:8:ab and more']],
])('%s states nothing', (_, about) => expect(statedObject({ about })).toBeNull());

test('it is not what people read', () => {
  expect(linesForPeople(['24 bytes', statedObjectText(16, KEY)])).toEqual(['24 bytes']);
});

test('a line begins at a byte of the object, or holds none of it', () => {
  const stated = { address: 0x1030n, key: KEY, name: 's', sizeBytes: 100 };
  expect(statedByte(stated, '0x1040', 64)).toBe(16);
  // The object begins within the line.
  expect(statedByte(stated, '0x1000', 64)).toBe(-48);
  expect(statedByte(stated, '0x1080', 64)).toBe(80);
  expect(statedByte(stated, '0x10c0', 64)).toBeNull();
  expect(statedByte(stated, '0xfc0', 64)).toBeNull();
  expect(statedByte(stated, null, 64)).toBeNull();
  expect(statedByte(stated, 'counter', 64)).toBeNull();
});

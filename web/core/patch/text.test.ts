import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOfText, commonEnds, textOfBytes } from './text';

test('any bytes are one character each, and come back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = textOfBytes(bytes);
      expect(Array.from(text, (sign) => sign.charCodeAt(0))).toEqual([...bytes]);
      expect(bytesOfText(text)).toEqual(bytes);
    }),
  );
});

test('what two texts have alike at their ends is whole lines, and all of them', () => {
  const line = fc.constantFrom('\n', 'a\n', 'b\n', 'ab\n');
  const text = fc
    .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('', 'a', 'ab'))
    .map(([lines, rest]) => lines.join('') + rest);
  fc.assert(
    fc.property(text, text, (a, b) => {
      const { head, tail } = commonEnds(a, b);
      expect(head + tail).toBe(commonByLines(a, b));
    }),
  );
});

/** The same in sum, line by line. */
function commonByLines(a: string, b: string): number {
  const [ours, theirs] = [a, b].map((text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? []);
  const most = Math.min(ours?.length ?? 0, theirs?.length ?? 0);
  let head = 0;
  while (head < most && ours?.[head] === theirs?.[head]) head++;
  let tail = 0;
  while (tail < most - head && ours?.at(-1 - tail) === theirs?.at(-1 - tail)) tail++;
  const length = (lines: readonly string[] = []) => lines.join('').length;
  return length(ours?.slice(0, head)) + length(ours?.slice((ours?.length ?? 0) - tail));
}

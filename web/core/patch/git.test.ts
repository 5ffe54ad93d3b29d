import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { needs } from '../base/testing/needs';
import * as fc from 'fast-check';
import { blobName, diffLines, sha1 } from './unified';

test('SHA-1 of the vectors of FIPS 180', () => {
  const of = (text: string) => sha1(new TextEncoder().encode(text));
  expect(of('abc')).toBe('a9993e364706816aba3e25717850c26c9cd0d89d');
  expect(of('')).toBe('da39a3ee5e6b4b0d3255bfef95601890afd80709');
  expect(of('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
    '84983e441c3bd26ebaae4aa1f95129e5e54670f1',
  );
});

test('blobs are named as git names them', needs('git'), () => {
  for (const size of [0, 1, 55, 56, 63, 64, 1000]) {
    const bytes = new Uint8Array(size).map((_, index) => index * 7);
    const { stdout } = spawnSync('git', ['hash-object', '--stdin'], { input: bytes });
    expect(blobName(bytes)).toBe(stdout.toString().trim());
  }
});

test('a diff leads from one text to the other by the fewest lines', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const changes = diffLines(before, after);
      const kept = changes.filter((each) => each.kind !== 'removed');
      expect(kept.map((each) => after[each.newIndex])).toEqual(after);
      const old = changes.filter((each) => each.kind !== 'added');
      expect(old.map((each) => before[each.oldIndex])).toEqual(before);
      const same = changes.filter((each) => each.kind === 'same').length;
      expect(same).toBe(longestCommon(before, after));
    }),
  );
});

test('where every line of a very large text changed, the change is whole', () => {
  const lines = (offset: number) =>
    Array.from({ length: 100_000 }, (_, at) =>
      at === 0 ? 'same' : `member ${at}, ${at + offset}`,
    );
  const [before, after] = [lines(0), lines(8)];
  const kept = diffLines(before, after).filter(({ kind }) => kind !== 'removed');
  expect(kept.map(({ newIndex }) => after[newIndex])).toEqual(after);
});

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const line of a) {
    const next = [0];
    for (const [index, other] of b.entries()) {
      const diagonal = (row[index] ?? 0) + (line === other ? 1 : 0);
      next.push(Math.max(diagonal, row[index + 1] ?? 0, next[index] ?? 0));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

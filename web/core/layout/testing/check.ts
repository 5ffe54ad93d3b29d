import { expect } from 'vitest';
import type { Target } from '../../facts/generated';
import { computeLayout } from '../compute';
import type { Layout } from '../layout';
import { orderedFrom } from '../original';
import { structFromC } from './c';

/**
 * Lays out the last struct of some C and compares it, line by line, with `path offset size`, where a
 * dot adds bits (`9.3` is bit 3 of byte 9; a size of `0.5` is 5 bits), `-` is a gap with its kind:
 *
 *     check(`struct s { char a; long b; };`, `
 *       a   0  1
 *       -   1  7  hole
 *       b   8  8
 *     `)
 */
export function check(source: string, expected: string, target?: Target): void {
  const layout = computeLayout(orderedFrom(structFromC(source, target)));
  expect(written(layout).join('\n')).toBe(normalized(expected).join('\n'));
}

/** The lines that `check` compares. */
export function written(layout: Layout): string[] {
  return layout.items.flatMap((item) => {
    if (item.kind !== 'field')
      return [`- ${at(item.offsetBits)} ${at(item.sizeBits)} ${item.kind}`];
    const own = `${item.path} ${at(item.offsetBits)} ${item.sizeBits === null ? '?' : at(item.sizeBits)}`;
    return item.inner === null ? [own] : [own, ...written(item.inner)];
  });
}

export function normalized(expected: string): string[] {
  const lines = expected.split('\n').map((line) => line.trim().replace(/\s+/g, ' '));
  return lines.filter((line) => line !== '');
}

function at(bits: number): string {
  const rest = bits % 8;
  return rest === 0 ? `${bits / 8}` : `${(bits - rest) / 8}.${rest}`;
}

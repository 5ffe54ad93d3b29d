import type { HitmapPage } from '../pages/hitmapPage';
import { expect } from './journey';

/** The members begin at these bytes: each compared whole, all of them at one moment. */
export async function expectOffsets(
  hitmap: HitmapPage,
  expected: Readonly<Record<string, number>>,
): Promise<void> {
  await expect
    .poll(() => hitmap.offsetsOf(Object.keys(expected)), { message: 'where the members begin' })
    .toEqual(expected);
}

/** How many times slower than this machine the pages run: `HITMAP_SLOWDOWN`, or 1. */
export const SLOWDOWN = slowdownOf(process.env['HITMAP_SLOWDOWN'] ?? '1');

function slowdownOf(text: string): number {
  const rate = Number(text);
  if (!(rate >= 1)) throw new Error(`HITMAP_SLOWDOWN is "${text}", and not a number from 1 on`);
  return rate;
}

import type { Element } from './level';

/**
 * Takes out the empty lines that moving left over: two in a row, one behind `{` or an `#if`, one before
 * `}` or an `#endif`. Those that a person wrote so stay.
 */
export function tidied(
  original: readonly Element[],
  arranged: readonly Element[],
): readonly Element[] {
  const meant = new Set(original.filter((_, index) => isLeftOver(original, index)));
  let result = arranged;
  for (;;) {
    const leftOver = result.findIndex(
      (each, index) => !meant.has(each) && isLeftOver(result, index),
    );
    const extra =
      leftOver >= 0 ? leftOver : result.findIndex((_, index) => isSecond(original, result, index));
    if (extra < 0) return result;
    result = result.filter((_, index) => index !== extra);
  }
}

/** Whether an empty line came to follow another one, which a person wrote behind `{` or before an `#endif`. */
function isSecond(
  original: readonly Element[],
  elements: readonly Element[],
  index: number,
): boolean {
  const [previous, each] = [elements[index - 1], elements[index]];
  if (previous?.kind !== 'blank' || each?.kind !== 'blank') return false;
  if (previous.path.length !== each.path.length) return false;
  return original[original.indexOf(previous) + 1] !== each;
}

function isLeftOver(elements: readonly Element[], index: number): boolean {
  const each = elements[index];
  if (each === undefined || each.kind !== 'blank') return false;
  const previous = elements[index - 1];
  const next = elements[index + 1];
  if (previous === undefined || next === undefined) return true;
  // First or last in its own #if block.
  const inner = each.path.at(-1);
  if (inner !== undefined && !(previous.path.includes(inner) && next.path.includes(inner))) {
    return true;
  }
  return next.kind === 'blank' && next.path.length === each.path.length;
}

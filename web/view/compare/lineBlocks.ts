import { lineFrames, picturesWithin } from '../../scene/linePictures';
import type { Picture } from '../../scene/picture';
import type { Column } from './compareScenes';

/** A cache line of every column: all of them above each other, or a run of lines that are alike in all. */
export type LineBlock =
  | { readonly kind: 'line'; readonly line: number; readonly pictures: readonly (Picture | null)[] }
  /** `count` lines from `line` on. */
  | { readonly kind: 'same'; readonly line: number; readonly count: number };

/**
 * The lines of all columns by their number. A line that looks the same in each of them is left out of the
 * pictures, and named: in a struct of fifty lines it is the three that differ that one decides by.
 *
 * @param all whether those that look the same are pictures too
 */
export function lineBlocks(columns: readonly Column[], all: boolean): readonly LineBlock[] {
  const lines = columns.map(linesOf);
  const numbers = [...new Set(lines.flatMap((each) => [...each.keys()]))].sort((a, b) => a - b);
  const blocks: LineBlock[] = [];
  for (const line of numbers) {
    const pictures = lines.map((each) => each.get(line) ?? null);
    const [first] = pictures;
    const isSame =
      !all &&
      first !== null &&
      first !== undefined &&
      pictures.every((other) => looksLike(first, other));
    const last = blocks.at(-1);
    if (!isSame) blocks.push({ kind: 'line', line, pictures });
    else if (last?.kind === 'same' && last.line + last.count === line)
      blocks[blocks.length - 1] = { ...last, count: last.count + 1 };
    else blocks.push({ kind: 'same', line, count: 1 });
  }
  return blocks;
}

/** Each line of a column as a picture of its own. */
function linesOf({ scene, picture }: Column): ReadonlyMap<number, Picture> {
  const bands = lineFrames(scene);
  const pictures = picturesWithin(picture, bands);
  return new Map(pictures.map((each, at) => [bands[at]?.line ?? 0, each]));
}

/** A line that is expected to have what was measured on it is no other line. */
function whatIsSeen({ shapes }: Picture): string {
  return JSON.stringify(shapes, (name, value: unknown) =>
    name === 'text' && typeof value === 'string' ? value.replace(/^≈ /, '') : value,
  );
}

function looksLike(a: Picture, b: Picture | null): boolean {
  return b !== null && whatIsSeen(a) === whatIsSeen(b);
}

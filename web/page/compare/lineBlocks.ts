import { itemAt } from '../../core/base/itemAt';
import { lineFrames, picturesWithin, type LineBand } from '../../core/scene/linePictures';
import type { Picture } from '../../core/scene/picture';
import type { Column } from './compareScenes';

/** A cache line of every column: all of them above each other, or a run of lines that are alike in all. */
export type LineBlock =
  | { readonly kind: 'line'; readonly line: number; readonly sides: readonly Side[] }
  /** `count` lines from `line` on. */
  | { readonly kind: 'same'; readonly line: number; readonly count: number };

/** What one column has of a line. `folded`: it is one of those that a fold above it stands for. */
export type Side =
  | { readonly kind: 'picture'; readonly picture: Picture; readonly lines: number }
  | { readonly kind: 'folded' | 'none' };

/**
 * The lines of all columns by their number. A line that looks the same in each of them is left out of the
 * pictures, and named: in a struct of fifty lines it is the three that differ that one decides by.
 *
 * @param all whether those that look the same are pictures too
 */
export function lineBlocks(columns: readonly Column[], all: boolean): readonly LineBlock[] {
  const lines = columns.map(linesOf);
  const numbers = [...new Set(lines.flatMap(({ pictures }) => [...pictures.keys()]))].sort(
    (a, b) => a - b,
  );
  const blocks: LineBlock[] = [];
  for (const line of numbers) {
    const sides = lines.map((each) => sideOf(each, line));
    const [first] = sides;
    const isSame =
      !all && first?.kind === 'picture' && sides.every((other) => looksLike(first.picture, other));
    const last = blocks.at(-1);
    if (!isSame) blocks.push({ kind: 'line', line, sides });
    else if (last?.kind === 'same' && last.line + last.count === line)
      blocks[blocks.length - 1] = { ...last, count: last.count + first.lines };
    else blocks.push({ kind: 'same', line, count: first.lines });
  }
  return blocks;
}

interface Lines {
  readonly pictures: ReadonlyMap<number, Side>;
  /** Those that stand for more lines than their own. */
  readonly folds: readonly LineBand[];
}

/** Each line of a column as a picture of its own; of those of a fold the first is its picture. */
function linesOf({ scene, picture }: Column): Lines {
  const bands = lineFrames(scene);
  const pictures = picturesWithin(picture, bands).map((each, at): [number, Side] => {
    const { line, lines } = itemAt(bands, at);
    return [line, { kind: 'picture', picture: each, lines }];
  });
  return { pictures: new Map(pictures), folds: bands.filter(({ lines }) => lines > 1) };
}

function sideOf({ pictures, folds }: Lines, line: number): Side {
  const own = pictures.get(line);
  if (own !== undefined) return own;
  const isFolded = folds.some((fold) => fold.line < line && line < fold.line + fold.lines);
  return { kind: isFolded ? 'folded' : 'none' };
}

/** A line that is expected to have what was measured on it is no other line. */
function whatIsSeen({ shapes }: Picture): string {
  return JSON.stringify(shapes, (name, value: unknown) =>
    name === 'text' && typeof value === 'string' ? value.replace(/^≈ /, '') : value,
  );
}

function looksLike(a: Picture, b: Side): boolean {
  return b.kind === 'picture' && whatIsSeen(a) === whatIsSeen(b.picture);
}

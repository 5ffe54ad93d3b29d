import { lineEndOf, linesOf } from './text';

/**
 * `u32 id __aligned(16);`, `u32 id __aligned(16), other;`: the attribute is right behind the first name. `checkpatch.pl` knows
 * a declaration by what follows that name (`,`, `[`, `:`), and by a `struct` in front.
 */
const ALIGNED =
  /^[ \t]+(?![/*]|(?:const\s+)?(?:struct|union|enum)\b)[\w \t*]+[ \t]__aligned\(\d+\)[ \t]*[,;]/;
const DECLARATION = /^([ \t]+)[^#{}]*;[ \t]*(?:\/\*.*\*\/|\/\/.*)?[ \t]*$/;

/**
 * The text with an empty line above each member that an edit aligned to a number, where a member is right above it:
 * `checkpatch.pl` does not take such a line for a declaration, and asks for one.
 */
export function withRoom(before: string, after: string): string {
  const known = new Set(linesOf(before).map((line) => anyNumber(bare(line))));
  const end = lineEndOf(after);
  let above = '';
  return linesOf(after)
    .map((line) => {
      const text = bare(line);
      const wantsRoom = ALIGNED.test(text) && !known.has(anyNumber(text)) && isBeside(above, text);
      above = text;
      return wantsRoom ? `${end}${line}` : line;
    })
    .join('');
}

/** Whether a line declares something as deep in the struct as the next one. */
function isBeside(above: string, text: string): boolean {
  const indent = DECLARATION.exec(above)?.[1];
  return indent !== undefined && indent === /^[ \t]*/.exec(text)?.[0];
}

function bare(line: string): string {
  return line.replace(/\r?\n$/, '');
}

/** A line that was aligned to another number before stays as it was. */
function anyNumber(text: string): string {
  return text.replace(/__aligned\(\d+\)/, '__aligned()');
}

import { plural } from '../../base/prose';
import type { LeftLine } from './account';
import type { Review } from './review';

/** Changed lines that have one reason and stand in one hunk. */
export interface LeftLines {
  readonly file: string;
  readonly range: string;
  readonly lines: readonly LeftLine[];
  readonly reason: string;
}

/** Whether every line of the patch is shown, or changes no layout. */
export function isWhole({ left, missing, refused }: Review): boolean {
  return left.length === 0 && missing === 0 && refused === 0;
}

/** "12 of 14 lines placed", for a patch of which something is left over; null where nothing is. */
export function accountOf(found: Review): string | null {
  if (isWhole(found)) return null;
  const { total, left, missing, refused } = found;
  const cut =
    missing === 0
      ? ''
      : `, and ${plural(missing, 'line')} of its hunks ${missing === 1 ? 'is' : 'are'} not in the text`;
  const unread =
    refused === 0 ? '' : `, and ${plural(refused, 'part')} of the text could not be read`;
  return `${total - left.length} of ${plural(total, 'changed line')} placed${cut}${unread}.`;
}

/** The lines that are left, those of one hunk and one reason together. */
export function leftByReason({ left }: Review): readonly LeftLines[] {
  const found = new Map<string, LeftLine[]>();
  for (const line of left) {
    const key = `${line.file}\n${line.range}\n${line.reason}`;
    found.set(key, [...(found.get(key) ?? []), line]);
  }
  return [...found.values()].flatMap((lines) => {
    const [first] = lines;
    if (first === undefined) return [];
    return [{ file: first.file, range: first.range, lines, reason: first.reason }];
  });
}

/** `include/linux/fs.h:1024` and what stands there, for a list. */
export function lineText({ file, line, sign, text }: LeftLine): string {
  const place = file === '' ? `line ${line}` : `${file}:${line}`;
  return `${place} \`${sign}${text.replace(/\s+/g, ' ')}\``;
}

import { diffLines, type Change } from './lineDiff';
import { blobName, sha1 } from './sha1';
import { bytesOfText, commonEnds, lineEndsIn, lineStart, linesOf, nextLine } from './text';

const CONTEXT = 3;

export interface FileDiff {
  /** As `git diff` writes it, one character per byte. */
  readonly text: string;
  readonly added: number;
  readonly removed: number;
}

/**
 * The shortest change; of several equally short ones, one that shows the lines in `dragged` as what moved.
 */
function changesOf(
  before: readonly string[],
  after: readonly string[],
  dragged: ReadonlySet<string>,
): readonly Change[] {
  const shortest = diffLines(before, after);
  if (dragged.size === 0) return shortest;
  // Dragged lines are made to differ on the two sides, so that nothing keeps them in place.
  const marked = (lines: readonly string[], mark: string) =>
    lines.map((line) => (dragged.has(line) ? mark + line : line));
  const wanted = diffLines(marked(before, 'a'), marked(after, 'b'));
  return editsIn(wanted) <= editsIn(shortest) ? wanted : shortest;
}

function editsIn(changes: readonly Change[]): number {
  return changes.filter((change) => change.kind !== 'same').length;
}

/** A path as git writes it: one with controls, quotes or backslashes in C's quotes (`quote_c_style`). */
export function quotedPath(path: string, side: 'a/' | 'b/' | '' = ''): string {
  // eslint-disable-next-line no-control-regex
  if (!/[\u0000-\u001f"\\\u007f]/.test(path)) return side + path;
  // eslint-disable-next-line no-control-regex
  const quoted = path.replace(/[\u0000-\u001f"\\\u007f]/g, (sign) => {
    const octal = sign.charCodeAt(0).toString(8).padStart(3, '0');
    return sign === '"' || sign === '\\' ? `\\${sign}` : `\\${octal}`;
  });
  return `"${side}${quoted}"`;
}

/** What a diff is made with beside the two texts. */
interface DiffOptions {
  /** The lines of what the user moved. */
  readonly dragged?: ReadonlySet<string>;
  /** SHA-1 as hex. */
  readonly digest?: (bytes: Uint8Array) => string;
  /** Both texts as bytes, where they are at hand. */
  readonly bytes?: readonly [Uint8Array, Uint8Array];
}

/**
 * The change of one file as a unified diff that `git apply` takes: `a/` and `b/` paths, an `index` line
 * with git's blob names, three lines of context, the enclosing struct behind `@@`. Empty where nothing changed.
 */
export function fileDiff(
  path: string,
  before: string,
  after: string,
  { dragged = new Set(), digest = sha1, bytes }: DiffOptions = {},
): FileDiff {
  // What both begin and end with is no change, however long it is: it is cut into no lines.
  const { start, tail } = changedPart(before, after);
  const oldLines = linesOf(before.slice(start, before.length - tail));
  const newLines = linesOf(after.slice(start, after.length - tail));
  const changes = changesOf(oldLines, newLines, dragged);
  const added = changes.filter((change) => change.kind === 'added').length;
  const removed = changes.filter((change) => change.kind === 'removed').length;
  if (added + removed === 0) return { text: '', added, removed };
  const [old, now] = bytes ?? [bytesOfText(before), bytesOfText(after)];
  const short = (of: Uint8Array) => blobName(of, digest).slice(0, 12);
  // As git ends a name with a blank in it, for those who cut at blanks.
  const ending = path.includes(' ') && quotedPath(path) === path ? '\t' : '';
  const head = [
    `diff --git ${quotedPath(path, 'a/')} ${quotedPath(path, 'b/')}\n`,
    `index ${short(old)}..${short(now)} 100644\n`,
    `--- ${quotedPath(path, 'a/')}${ending}\n`,
    `+++ ${quotedPath(path, 'b/')}${ending}\n`,
  ];
  const sides: Sides = {
    before,
    start,
    linesAbove: lineEndsIn(before, 0, start),
    oldLines,
    newLines,
  };
  const hunks = hunksOf(changes).map((hunk) => hunkText(hunk, sides));
  return { text: head.join('') + hunks.join(''), added, removed };
}

/** Where two texts begin to differ, and how much of their ends is alike, but for lines that a hunk shows around it. */
function changedPart(before: string, after: string): { start: number; tail: number } {
  const { head, tail } = commonEnds(before, after);
  let start = head;
  let end = before.length - tail;
  for (let line = 0; line < CONTEXT; line++) {
    start = lineStart(before, Math.max(0, start - 1));
    end = nextLine(before, end);
  }
  return { start, tail: before.length - end };
}

/** Both texts from where they begin to differ on, in lines. */
interface Sides {
  readonly before: string;
  /** Offset of the first of the lines. */
  readonly start: number;
  /** How many lines both texts have before. */
  readonly linesAbove: number;
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
}

/** Changes with their context; two whose context touches are one. */
function hunksOf(changes: readonly Change[]): readonly (readonly Change[])[] {
  const hunks: (readonly [number, number])[] = [];
  for (const [index, change] of changes.entries()) {
    if (change.kind === 'same') continue;
    const from = Math.max(0, index - CONTEXT);
    const to = Math.min(changes.length, index + CONTEXT + 1);
    const last = hunks.at(-1);
    if (last !== undefined && from <= last[1]) hunks[hunks.length - 1] = [last[0], to];
    else hunks.push([from, to]);
  }
  return hunks.map(([from, to]) => changes.slice(from, to));
}

function hunkText(
  hunk: readonly Change[],
  { before, start, linesAbove, oldLines, newLines }: Sides,
): string {
  const first = hunk[0];
  if (first === undefined) return '';
  const oldCount = hunk.filter((change) => change.kind !== 'added').length;
  const newCount = hunk.filter((change) => change.kind !== 'removed').length;
  // An empty side is named by the line before it.
  const at = (index: number, count: number) =>
    `${linesAbove + index + (count === 0 ? 0 : 1)},${count}`;
  const above = oldLines.slice(0, first.oldIndex).join('').length;
  const place = enclosing(before, start + above);
  const body = hunk.map((change) => {
    if (change.kind === 'added') return marked('+', newLines[change.newIndex] ?? '');
    const sign = change.kind === 'removed' ? '-' : ' ';
    return marked(sign, oldLines[change.oldIndex] ?? '');
  });
  const range = `-${at(first.oldIndex, oldCount)} +${at(first.newIndex, newCount)}`;
  return `@@ ${range} @@${place === '' ? '' : ` ${place}`}\n${body.join('')}`;
}

function marked(sign: string, line: string): string {
  return line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
}

/** What git shows behind `@@`: the last line before the hunk that begins with a letter, `_` or `$`. */
function enclosing(text: string, hunk: number): string {
  for (let end = hunk; end > 0;) {
    const start = lineStart(text, end - 1);
    const line = text.slice(start, end);
    if (/^[A-Za-z_$]/.test(line)) return line.trimEnd().slice(0, 80).trimEnd();
    end = start;
  }
  return '';
}

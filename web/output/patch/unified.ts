import { diffLines, type Change } from './lineDiff';
import { blobName, sha1 } from './sha1';
import { linesOf } from './text';

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

/**
 * The change of one file as a unified diff that `git apply` takes: `a/` and `b/` paths, an `index` line
 * with git's blob names, three lines of context, the enclosing struct behind `@@`. Empty where nothing changed.
 * `dragged` are the lines of what the user moved; `digest` is SHA-1 as hex.
 */
export function fileDiff(
  path: string,
  before: string,
  after: string,
  dragged: ReadonlySet<string> = new Set(),
  digest = sha1,
): FileDiff {
  const oldLines = linesOf(before);
  const newLines = linesOf(after);
  // What both begin and end with is no change, however long it is.
  const { head: same, tail } = commonEnds(oldLines, newLines);
  const changes = changesOf(
    oldLines.slice(same, oldLines.length - tail),
    newLines.slice(same, newLines.length - tail),
    dragged,
  ).map((change) => ({
    ...change,
    oldIndex: change.oldIndex + same,
    newIndex: change.newIndex + same,
  }));
  const added = changes.filter((change) => change.kind === 'added').length;
  const removed = changes.filter((change) => change.kind === 'removed').length;
  if (added + removed === 0) return { text: '', added, removed };
  const short = (text: string) => blobName(text, digest).slice(0, 12);
  // As git ends a name with a blank in it, for those who cut at blanks.
  const ending = path.includes(' ') && quotedPath(path) === path ? '\t' : '';
  const head = [
    `diff --git ${quotedPath(path, 'a/')} ${quotedPath(path, 'b/')}\n`,
    `index ${short(before)}..${short(after)} 100644\n`,
    `--- ${quotedPath(path, 'a/')}${ending}\n`,
    `+++ ${quotedPath(path, 'b/')}${ending}\n`,
  ];
  const hunks = hunksOf(changes).map((hunk) => hunkText(hunk, oldLines, newLines));
  return { text: head.join('') + hunks.join(''), added, removed };
}

/** How many lines both have at their ends, but for those that a hunk shows around its changes. */
function commonEnds(
  before: readonly string[],
  after: readonly string[],
): { readonly head: number; readonly tail: number } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { head: Math.max(0, head - CONTEXT), tail: Math.max(0, tail - CONTEXT) };
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
  oldLines: readonly string[],
  newLines: readonly string[],
): string {
  const first = hunk[0];
  if (first === undefined) return '';
  const oldCount = hunk.filter((change) => change.kind !== 'added').length;
  const newCount = hunk.filter((change) => change.kind !== 'removed').length;
  // An empty side is named by the line before it.
  const at = (index: number, count: number) => `${index + (count === 0 ? 0 : 1)},${count}`;
  const place = enclosing(oldLines, first.oldIndex);
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
function enclosing(lines: readonly string[], before: number): string {
  for (let index = before - 1; index >= 0; index--) {
    const line = lines[index] ?? '';
    if (/^[A-Za-z_$]/.test(line)) return line.trimEnd().slice(0, 80).trimEnd();
  }
  return '';
}

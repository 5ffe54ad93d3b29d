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

/** A run of lines that stay, go or come. Indexes are from 0, into the old and the new lines. */
export interface Change {
  readonly kind: 'same' | 'removed' | 'added';
  readonly oldIndex: number;
  readonly newIndex: number;
}

/** Memory grows by the square of the changed lines. So many are read by nobody as single lines. */
const MOST_CHANGED_LINES = 2_000;

/**
 * The shortest way from one list of lines to another (Myers, "An O(ND) Difference Algorithm", 1986),
 * one change for each line. Within a change the removed lines come first, as diff writes them. Where more than
 * `MOST_CHANGED_LINES` changed, all between the first and the last of them goes and comes as one block.
 */
export function diffLines(before: readonly string[], after: readonly string[]): readonly Change[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const middle = myers(before, after, head, before.length - tail, after.length - tail);
  const changes: Change[] = [];
  for (let i = 0; i < head; i++) changes.push({ kind: 'same', oldIndex: i, newIndex: i });
  for (const change of removedFirst(middle)) changes.push(change);
  for (let i = tail; i > 0; i--) {
    changes.push({
      kind: 'same',
      oldIndex: before.length - i,
      newIndex: after.length - i,
    });
  }
  return changes;
}

function myers(
  before: readonly string[],
  after: readonly string[],
  start: number,
  oldEnd: number,
  newEnd: number,
): Change[] {
  const oldCount = oldEnd - start;
  const newCount = newEnd - start;
  const limit = oldCount + newCount;
  const reach = new Int32Array(2 * limit + 3);
  const center = limit + 1;
  const at = (k: number) => reach[center + k] ?? 0;
  const trace: Int32Array[] = [];
  for (let steps = 0; steps <= Math.min(limit, MOST_CHANGED_LINES); steps++) {
    trace.push(reach.slice(center - steps - 1, center + steps + 2));
    for (let k = -steps; k <= steps; k += 2) {
      let x = k === -steps || (k !== steps && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
      while (x < oldCount && x - k < newCount && before[start + x] === after[start + x - k]) x++;
      reach[center + k] = x;
      if (x >= oldCount && x - k >= newCount) return walkBack(trace, oldCount, newCount, start);
    }
  }
  return asOneBlock(start, oldCount, newCount);
}

function asOneBlock(start: number, oldCount: number, newCount: number): Change[] {
  return [
    ...Array.from({ length: oldCount }, (_, at): Change => ({
      kind: 'removed',
      oldIndex: start + at,
      newIndex: start,
    })),
    ...Array.from({ length: newCount }, (_, at): Change => ({
      kind: 'added',
      oldIndex: start + oldCount,
      newIndex: start + at,
    })),
  ];
}

/** `trace[d]` holds the reach of diagonals -d-1 to d+1 before step d. */
function walkBack(
  trace: readonly Int32Array[],
  oldCount: number,
  newCount: number,
  start: number,
): Change[] {
  const changes: Change[] = [];
  let x = oldCount;
  let y = newCount;
  const push = (kind: Change['kind']) =>
    changes.push({ kind, oldIndex: start + x, newIndex: start + y });
  for (let steps = trace.length - 1; steps >= 0; steps--) {
    const reach = trace[steps];
    const at = (k: number) => reach?.[k + steps + 1] ?? 0;
    const k = x - y;
    const down = k === -steps || (k !== steps && at(k - 1) < at(k + 1));
    const previousX = steps === 0 ? 0 : at(down ? k + 1 : k - 1);
    const previousY = steps === 0 ? 0 : previousX - (down ? k + 1 : k - 1);
    while (x > previousX && y > previousY) {
      x--;
      y--;
      push('same');
    }
    if (steps === 0) break;
    if (down) y--;
    else x--;
    push(down ? 'added' : 'removed');
  }
  return changes.reverse();
}

function removedFirst(changes: readonly Change[]): Change[] {
  const result: Change[] = [];
  let added: Change[] = [];
  for (const change of changes) {
    if (change.kind === 'added') {
      added.push(change);
      continue;
    }
    if (change.kind === 'same') {
      for (const each of added) result.push(each);
      added = [];
    }
    result.push(change);
  }
  return [...result, ...added];
}

/**
 * SHA-1 (FIPS 180-4) as hex. Git names blobs by it; the browser's own digest is asynchronous, and a
 * patch is computed while a field is dragged.
 */
export function sha1(bytes: Uint8Array): string {
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  // A large file is not copied: only what its last whole block leaves over is padded.
  const left = bytes.length % BLOCK;
  const end = new Uint8Array(left + 9 > BLOCK ? 2 * BLOCK : BLOCK);
  end.set(bytes.subarray(bytes.length - left));
  end[left] = 0x80;
  const length = new DataView(end.buffer, end.length - 8);
  length.setUint32(0, Math.floor(bytes.length / 0x20000000));
  length.setUint32(4, bytes.length << 3);
  const words = new Uint32Array(80);
  for (const part of [bytes.subarray(0, bytes.length - left), end]) {
    const view = new DataView(part.buffer, part.byteOffset, part.length);
    for (let block = 0; block < part.length; block += BLOCK) {
      for (let i = 0; i < 16; i++) words[i] = view.getUint32(block + i * 4);
      compress(state, words);
    }
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

const BLOCK = 64;

/** The name that git gives a file of these bytes. */
export function blobName(bytes: Uint8Array, digest = sha1): string {
  const head = bytesOfText(`blob ${bytes.length}\0`);
  const named = new Uint8Array(head.length + bytes.length);
  named.set(head);
  named.set(bytes, head.length);
  return digest(named);
}

function compress(state: Uint32Array, words: Uint32Array): void {
  const at = (index: number) => words[index] ?? 0;
  for (let i = 16; i < 80; i++) {
    words[i] = rotate(at(i - 3) ^ at(i - 8) ^ at(i - 14) ^ at(i - 16), 1);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
  for (let i = 0; i < 80; i++) {
    // Signed words throughout: the engine keeps them in registers.
    const next = (rotate(a, 5) + mixed(i, b, c, d) + e + at(i)) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  state[0] = at5(state, 0) + a;
  state[1] = at5(state, 1) + b;
  state[2] = at5(state, 2) + c;
  state[3] = at5(state, 3) + d;
  state[4] = at5(state, 4) + e;
}

function at5(state: Uint32Array, index: number): number {
  return state[index] ?? 0;
}

/** The function of a round with its constant. */
function mixed(i: number, b: number, c: number, d: number): number {
  if (i < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (i < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (i < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

import type { PostedDiff, PostedHunk, PostedLine, PostedSide } from '../../facts/generated';
import { headOf } from './heads';
import { withoutComment } from './withoutComment';

/** A changed line that is not shown in any layout, and why. */
export interface LeftLine {
  readonly file: string;
  /** Its hunk. */
  readonly range: string;
  readonly sign: '+' | '-';
  /** In the file, on its side. */
  readonly line: number;
  readonly text: string;
  /** A sentence. */
  readonly reason: string;
  /** The struct whose layout it may change; null where it may be that of any struct of the patch. */
  readonly struct: string | null;
}

interface Left {
  readonly reason: string;
  readonly struct: string | null;
}

/** What became of each changed line of a patch. */
export class LineAccount {
  /** Null for a line that is placed. */
  private said = new Map<PostedLine, Left | null>();
  /** Comments, blanks and other text that changes no layout whatever it says. */
  private readonly silent = new Set<PostedLine>();

  constructor(private readonly diff: PostedDiff) {
    for (const hunk of diff.hunks) {
      for (const side of [hunk.old, hunk.new]) {
        for (const line of side.lines) {
          const says = line.changed ? silent(hunk, side, line, diff) : null;
          if (says === null) this.silent.add(line);
          else if (says !== undefined) this.said.set(line, { reason: says, struct: null });
        }
      }
    }
  }

  /** The line is shown, or changes no layout. What was left once stays left. */
  place(side: PostedSide, lines: readonly number[]): void {
    for (const at of lines) {
      const line = side.lines[at];
      if (line === undefined || this.silent.has(line) || this.said.has(line)) continue;
      this.said.set(line, null);
    }
  }

  /** The line is not shown. */
  leave(
    side: PostedSide,
    lines: readonly number[],
    reason: string,
    struct: string | null = null,
  ): void {
    for (const at of lines) {
      const line = side.lines[at];
      if (line?.changed !== true || this.silent.has(line)) continue;
      if ((this.said.get(line) ?? null) === null) this.said.set(line, { reason, struct });
    }
  }

  /** What is said now, for `forget`. */
  mark(): ReadonlyMap<PostedLine, Left | null> {
    return new Map(this.said);
  }

  /** Takes back what was said since. */
  forget(since: ReadonlyMap<PostedLine, Left | null>): void {
    this.said = new Map(since);
  }

  /** Every changed line that may change a layout, those that are not shown, and those that were cut out of the patch. */
  result(): {
    readonly total: number;
    readonly left: readonly LeftLine[];
    readonly missing: number;
  } {
    const left: LeftLine[] = [];
    let total = 0;
    let missing = 0;
    for (const hunk of this.diff.hunks) {
      missing += hunk.missingLines;
      for (const [sign, side] of [
        ['-', hunk.old],
        ['+', hunk.new],
      ] as const) {
        for (const [at, line] of side.lines.entries()) {
          if (!line.changed || this.silent.has(line)) continue;
          total += 1;
          const said = this.said.get(line);
          if (said === null) continue;
          const place = { file: hunk.file, range: hunk.range, sign, line: side.firstLine + at };
          const why = said ?? { reason: NOT_UNDERSTOOD, struct: null };
          left.push({ ...place, text: line.text.trim(), ...why });
        }
      }
    }
    return { total, left, missing };
  }
}

const NOT_UNDERSTOOD = 'It is not understood.';

/** Null for a line that changes no layout whatever it says, a sentence for one that may; undefined: a struct has to tell. */
function silent(
  hunk: PostedHunk,
  side: PostedSide,
  line: PostedLine,
  diff: PostedDiff,
): string | null | undefined {
  if (line.says === 'blank' || line.says === 'comment') return null;
  if (!isSource(hunk.file)) return null;
  if (line.says === 'directive') return directive(side, line, diff);
  if (line.says === 'condition') return isNewBlock(side, line) ? null : undefined;
  if (endsArguments(side, line)) return null;
  // Alone before a union without a name: it keeps a compiler from warning.
  if (withoutComment(line.text).trim() === '__extension__') return null;
  const text = line.text.trim();
  if (isEnumerator(hunk, side, line)) return ENUM;
  if (isInBody(side, line)) return undefined;
  if (ATTRIBUTE_ALONE.test(withoutComment(text)) && isAboveHead(side, line)) return IGNORED;
  if (/^typedef\b/.test(text)) return 'It is a typedef, whose users are not followed.';
  if (/^enum\b|^\}.*;$/.test(text) && /\benum\b/.test(hunk.context + text)) return ENUM;
  if (
    /^(?:typedef\s+)?(?:struct|union|class)\b/.test(text) &&
    headOf(withoutComment(text)) !== null
  )
    return undefined;
  return mayBeMember(hunk, side, line) ? HOMELESS : null;
}

/** `FIRST,`, `SECOND = 1 << 2,` beside others: an enum may be in a struct, or after the one that the `@@` names. */
function isEnumerator(hunk: PostedHunk, side: PostedSide, line: PostedLine): boolean {
  const isOne = ({ text, says }: PostedLine) =>
    says === 'code' && ENUMERATOR.test(withoutComment(text).trim());
  if (/^enum\b/.test(hunk.context) && CONSTANT.test(withoutComment(line.text).trim())) return true;
  if (!isOne(line) || isFunction(hunk)) return false;
  const code = side.lines.filter(({ says }) => says === 'code');
  const at = code.indexOf(line);
  return [code[at - 1], code[at + 1]].some(
    (near) => near !== undefined && (isOne(near) || /^(?:enum\b.*)?\{$/.test(near.text.trim())),
  );
}

const CONSTANT = /^\w+\s*(?:=[^;]*)?,?$/;

/** As constants are written: a member's name that a declaration goes on with is in small letters. */
const ENUMERATOR = /^[A-Z_][A-Z\d_]+\s*(?:=[^;]*)?,?$/;

/** git names no `#define`, and others may. */
function isFunction({ context }: PostedHunk): boolean {
  return /^(?!#).*\(/.test(context);
}

/** Whether the next line of code is the head of a struct. */
function isAboveHead({ lines }: PostedSide, line: PostedLine): boolean {
  const next = lines.slice(lines.indexOf(line) + 1).find(({ says }) => says === 'code');
  return next !== undefined && headOf(withoutComment(next.text).trim()) !== null;
}

const ATTRIBUTE_ALONE = /^(?:__\w+(?:\s*\(.*\))?|\[\[.*\]\])$/;

const IGNORED =
  'Compilers ignore an attribute before `struct`: it changes the type only after that word, or after the `}`.';

const HOMELESS =
  'It may be a member, and nothing in the hunk says of which struct: post the diff with more context (`git diff -W`).';

/** Whether a line outside of all known bodies reads like a member, and is not a function's own variable. */
function mayBeMember(hunk: PostedHunk, side: PostedSide, line: PostedLine): boolean {
  if (!MEMBER.test(withoutComment(line.text))) return false;
  const at = side.lines.indexOf(line);
  // What ends with `};` at the margin is no function.
  const end = side.lines.slice(at + 1).find(({ text }) => /^\S/.test(text))?.text ?? '';
  if (isFunction(hunk) && !/^\}.*;/.test(end)) return false;
  const before = side.lines.slice(0, at);
  const code = before.filter(({ says }) => says === 'code').map(({ text }) => withoutComment(text));
  const depth = code.join('').replaceAll(/[^{}]/g, '');
  return !code.some((each) => STATEMENT.test(each)) && !inBlock(depth);
}

/** `	unsigned long	flags;`, `	u8 a[8], b:1;`: indented, without a value or a call. */
const MEMBER =
  /^\s+(?!(?:return|goto|typedef|extern|static|break|continue|case|using|else)\b)(?:[A-Za-z_]\w*[\s*]+)+\w+(?:\s*\[[^\]]*\])*(?:\s*:\s*\w+)?(?:\s*,[^;=()]*)?\s*(?:__\w+(?:\([^()]*\))?\s*)*;$/;

const STATEMENT = /\b(?:return|if|for|while|goto|switch|case|break)\b/;

function inBlock(braces: string): boolean {
  let depth = 0;
  for (const brace of braces) depth = Math.max(0, depth + (brace === '{' ? 1 : -1));
  return depth > 0;
}

const ENUM = 'It changes an enum, whose values may be sizes.';

/** A header or a source file; a name that says nothing may be one. */
function isSource(file: string): boolean {
  const ending = /\.([A-Za-z0-9+]+)$/.exec(file)?.[1]?.toLowerCase();
  if (ending === undefined)
    return !/(?:^|\/)(?:Makefile|Kconfig|MAINTAINERS|README|Kbuild)\b/.test(file);
  return !/^(?:rst|txt|md|py|pl|sh|s|json|ya?ml|toml|mk|cmake|html?|css|js|ts|rs|go|java)$/.test(
    ending,
  );
}

/** A `#define` that only moves stays what it was; another may be the size of an array, and so may one that loses a line. */
function directive(side: PostedSide, line: PostedLine, diff: PostedDiff): string | null {
  const whole = wholeDirective(side, line);
  if (/^#(?!define|undef|pragma)/.test(whole)) return null;
  const named = /^\s*#\s*define\s+(\w+)/.exec(line.text)?.[1];
  if (named !== undefined && isNewName(named, side, diff)) return null;
  const isOld = diff.hunks.some((hunk) => hunk.old === side);
  const others = diff.hunks.map((hunk) => (isOld ? hunk.new : hunk.old));
  const moves =
    whole.startsWith('#') &&
    others.some((other) =>
      other.lines.some((each) => each.changed && wholeDirective(other, each) === whole),
    );
  return moves
    ? null
    : whole.startsWith('#pragma')
      ? 'A `#pragma` may pack the structs that follow.'
      : 'A macro may be the size of a member, or a condition.';
}

/** Whether nothing that was there before a patch, as far as it shows that, has a name. */
function isNewName(name: string, side: PostedSide, { hunks }: PostedDiff): boolean {
  const word = new RegExp(`\\b${name}\\b`);
  const isNew = hunks.some((hunk) => hunk.new === side);
  return isNew && !hunks.some(({ old }) => old.lines.some(({ text }) => word.test(text)));
}

/** Whether an `#if`, with all that is in it up to its `#endif`, is a block outside of structs that only one side has. */
function isNewBlock(side: PostedSide, line: PostedLine): boolean {
  let begin = -1;
  let depth = 0;
  for (const [at, { says, text }] of side.lines.entries()) {
    if (says !== 'condition') continue;
    if (/^\s*#\s*if/.test(text) && depth++ === 0) begin = at;
    if (!/^\s*#\s*endif/.test(text) || depth === 0 || --depth > 0) continue;
    const block = side.lines.slice(begin, at + 1);
    if (!block.includes(line)) continue;
    return !isInBody(side, line) && block.every(({ changed }) => changed);
  }
  return false;
}

/** A directive with the lines that it goes on in, as far as the hunk has them, blanks and comments aside. */
function wholeDirective({ lines }: PostedSide, line: PostedLine): string {
  const at = lines.indexOf(line);
  const goesOn = (place: number) => /\\\s*$/.test(lines[place]?.text ?? '');
  let first = at;
  while (first > 0 && goesOn(first - 1)) first--;
  let last = at;
  while (goesOn(last) && last < lines.length - 1) last++;
  return lines
    .slice(first, last + 1)
    .map(({ text }) => squeezed(text))
    .join('\n');
}

/** `);` alone: of alike ones git takes one for another. That of a `struct_group` is a `}` in the source. */
function endsArguments(side: PostedSide, line: PostedLine): boolean {
  const read = side.source.split('\n')[side.lines.indexOf(line)];
  return /^\s*\)\s*;\s*$/.test(line.text) && read === line.text;
}

function isInBody(side: PostedSide, line: PostedLine): boolean {
  const at = side.lines.indexOf(line) + 1;
  return side.doc.records.some(
    (record, index) => (index < side.begun || record.lines.first <= at) && at <= record.lines.last,
  );
}

function squeezed(text: string): string {
  return text.replace(/\/\*.*?\*\//g, '').replace(/\s+/g, '');
}

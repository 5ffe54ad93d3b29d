import { assertNever } from '../base/assert';
import { listed, quoted } from '../base/prose';
import type { Edit } from '../edit/edit';
import type { PostedDiff, PostedLine, PostedSide, StructDesc } from '../facts/generated';

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
  /** Of a macro: its value, where it is a number. */
  readonly macroValue: number | null;
  /** The structs of the tree that the names on it decide; null where that is not known. */
  readonly users: ReadonlySet<string> | null;
}

interface Left {
  readonly reason: string;
  readonly struct: string | null;
  readonly users?: ReadonlySet<string>;
}

/** The structs of a tree that are not the same with another meaning of these names; null where that is not known. */
export type UsersOf = (names: readonly string[]) => ReadonlySet<string> | null;

/** What became of each changed line of a patch. */
export class LinePlacement {
  /** Null for a line that is placed. */
  private reported = new Map<PostedLine, Left | null>();
  /** Comments, blanks and other text that changes no layout whatever it says. */
  private readonly silent = new Set<PostedLine>();

  constructor(
    private readonly diff: PostedDiff,
    usersOf: UsersOf,
  ) {
    const sides = diff.hunks.flatMap((hunk) => [hunk.old, hunk.new]);
    const all = sides.flatMap((side) => side.lines);
    for (const line of movedTypedefs(diff)) this.silent.add(line);
    const lines = all.filter((line) => !this.silent.has(line));
    const names = [...new Set(lines.flatMap(({ redefines }) => redefines))];
    const users = names.length === 0 ? null : usersOf(names);
    for (const line of lines) {
      const reason = line.changed ? reasonOf(line) : null;
      const known = line.redefines.length > 0 ? users : null;
      if (reason === null || known?.size === 0) this.silent.add(line);
      else if (reason !== undefined) {
        const used = known === null ? { reason } : { reason: usedText(known), users: known };
        this.reported.set(line, { ...used, struct: null });
      }
    }
  }

  /** Marks lines as handled. A line that was left out before stays left out. */
  place(side: PostedSide, lines: readonly number[]): void {
    for (const at of lines) {
      const line = side.lines[at];
      if (line === undefined || this.silent.has(line) || this.reported.has(line)) continue;
      this.reported.set(line, null);
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
      if ((this.reported.get(line) ?? null) === null) this.reported.set(line, { reason, struct });
    }
  }

  /** What is known now, for `forget`. */
  mark(): ReadonlyMap<PostedLine, Left | null> {
    return new Map(this.reported);
  }

  /** Takes back what was found since. */
  forget(since: ReadonlyMap<PostedLine, Left | null>): void {
    this.reported = new Map(since);
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
          const known = this.reported.get(line);
          if (known === null) continue;
          const place = { file: hunk.file, range: hunk.range, sign, line: side.firstLine + at };
          const why = known ?? { reason: NOT_UNDERSTOOD, struct: null };
          const { text, macroValue } = line;
          left.push({ ...place, text: text.trim(), users: null, ...why, macroValue });
        }
      }
    }
    return { total, left, missing };
  }
}

/** Lines with a typedef that the patch takes away in one place and adds alike in another. */
function movedTypedefs({ hunks }: PostedDiff): readonly PostedLine[] {
  const typedefs = (sides: readonly PostedSide[]) =>
    sides
      .flatMap(({ lines }) => lines)
      .filter(
        ({ changed, effect, condition, text }) =>
          changed && effect === 'ofTypedef' && condition === '' && /;\s*$/.test(text),
      );
  const [old, now] = [
    typedefs(hunks.map((hunk) => hunk.old)),
    typedefs(hunks.map((hunk) => hunk.new)),
  ];
  const isIn = (lines: readonly PostedLine[], { text }: PostedLine) =>
    lines.some((each) => each.text.trim() === text.trim());
  return [...old.filter((line) => isIn(now, line)), ...now.filter((line) => isIn(old, line))];
}

const NOT_UNDERSTOOD = 'It is not understood.';

function usedText(users: ReadonlySet<string>): string {
  return `In the tree ${listed(quoted([...users]), 4)} ${users.size === 1 ? 'is' : 'are'} declared with what it changes.`;
}

/**
 * Whether a line that is not shown may change the layout of a struct. Where a tree says which structs use what it changes,
 * another one does not change unless it contains one of these. A macro does not whose value is the size of nothing in
 * it, also not halved, doubled, rounded to words of bits or with one more or less.
 */
export function mayDecide(
  { struct: of, macroValue, users }: LeftLine,
  struct: StructDesc,
  edits: readonly Edit[] = [],
): boolean {
  if (users !== null) {
    const added = edits.flatMap((edit) => (edit.kind === 'add' ? [edit.typeName] : []));
    const types = [struct.name, ...struct.types.map(({ name }) => name), ...added];
    const uses = (type: string) => type.split(/\W+/).some((word) => users.has(word));
    if (!types.some(uses)) return false;
  }
  if (of !== null) return of === struct.name || heldNamed(struct, of) !== null;
  if (macroValue === null) return true;
  const sizes = new Set(
    [
      macroValue,
      macroValue * 2,
      macroValue / 2,
      ...[8, 16, 32, 64].map((bits) => macroValue / bits),
    ]
      .map(Math.ceil)
      .concat(macroValue - 1, macroValue + 1),
  );
  return struct.types.some(({ shape, align }) => {
    if (shape.kind === 'array') return shape.count !== null && sizes.has(shape.count);
    if (shape.kind !== 'aggregate') return false;
    const { members } = shape;
    const widths = members.flatMap(({ bitField, sizeBits }) => (bitField ? [sizeBits ?? 0] : []));
    const aligns = [shape.forcedAlign, ...members.map((each) => each.align)];
    return (
      align.bytes === macroValue ||
      widths.some((bits) => sizes.has(bits)) ||
      aligns.some((each) => each?.bytes === macroValue)
    );
  });
}

/** Another struct of this name that one has in it by value, as C names it; null for none. */
export function heldNamed({ types, root }: StructDesc, name: string): string | null {
  const held = types.find(
    (type, at) =>
      at !== root &&
      type.shape.kind === 'aggregate' &&
      type.name.replace(/^\w+ (?=\w)/, '') === name,
  );
  return held?.name ?? null;
}

/** Null for a line that changes no layout whatever it says, a sentence for one that may; undefined: a struct has to tell. */
function reasonOf({ effect }: PostedLine): string | null | undefined {
  switch (effect) {
    case 'nothing':
      return null;
    case 'ofStruct':
      return undefined;
    case 'mayBeMember':
      return 'It may be a member, and nothing in the hunk says of which struct: post the diff with more context (`git diff -W`).';
    case 'ofEnum':
      return 'It changes an enum, whose values may be sizes.';
    case 'ofTypedef':
      return 'It is a typedef, whose users are not followed.';
    case 'ofMacro':
      return 'A macro may be the size of a member, or a condition.';
    case 'ofPragma':
      return 'A `#pragma` may pack the structs that follow.';
    case 'ignored':
      return 'Compilers ignore an attribute before `struct`: it changes the type only after that word, or after the `}`.';
    default:
      return assertNever(effect);
  }
}

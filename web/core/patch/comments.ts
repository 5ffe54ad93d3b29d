import { patchMessage } from './messages';
import { itemAt } from '../base/itemAt';
import { type Result, fail, ok } from '../base/result';
import { visibleText } from '../base/visible';
import type { BodyNode, BoundaryText, RecordText } from '../facts/generated';
import { computeLayout } from '../layout/compute';
import type { MemberPath } from '../layout/ids';
import type { Layout } from '../layout/layout';
import { orderedFrom } from '../layout/original';
import { type TextMember, recordAt, textMembers, walkBody } from '../layout/text/textMembers';
import { fieldsOf } from '../layout/walk';
import { lineOf, wallLines } from './body';
import { type Element, type Wrapper, element, elementsOf, linesOfNode, render } from './level';
import type { PatchWarning } from './outcome';
import type { PatchRequest, ReasonComment } from './request';
import {
  type Replacement,
  blanksBefore,
  indentOf,
  lineEndOf,
  lineStart,
  linesOf,
  replaceAll,
  screenWidth,
  utf8Text,
} from './text';
import { pathsByPiece } from './tie';
import { type ReadText, type Verified, differsByComments, readAgain } from './verify';

/**
 * The header with the comments that say why above their members, read again: last of all, so that each
 * stands where its member stands now. The error is what went wrong.
 */
export function withReasons(request: PatchRequest, ordered: Verified): Result<Verified, string> {
  const { read, texts } = ordered;
  const edits = request.comments.flatMap((comment) => {
    const found = texts.get(comment.member);
    return found === undefined ? [] : commentEdits(read.text, found, comment);
  });
  if (edits.length === 0) return ok(ordered);
  const text = replaceAll(read.text, edits);
  const after = readAgain(request.csource, ordered, text);
  const added = edits.map((each) => each.text);
  const dropped = edits.map(({ start, end }) => read.text.slice(start, end));
  const wrong = differsByComments(request.csource, read, after.read, added, dropped);
  if (wrong !== null) return fail(wrong);
  return ok(after);
}

function commentEdits(text: string, found: TextMember, comment: ReasonComment): Replacement[] {
  const { piece } = found;
  const first = itemAt(piece.members, 0).span.start;
  const start = lineStart(text, first);
  const indent = text.slice(start, first);
  const edits: Replacement[] = [
    { start, end: start, text: commentText(comment.text, indent, lineEndOf(text)) },
  ];
  const trailing = piece.trailingComment;
  if (comment.replacesTrailing && trailing !== null) {
    edits.push({ start: blanksBefore(text, trailing.start), end: trailing.end, text: '' });
  }
  return edits;
}

/** A comment as the kernel writes them: on one line if it fits into 80 columns, else in a block. */
function commentText(text: string, indent: string, lineEnd: string): string {
  const width = 80 - screenWidth(indent);
  // A text of the user's must not end the comment.
  const words = utf8Text(visibleText(text))
    .replaceAll('*/', '* /')
    .split(/\s+/)
    .filter((word) => word !== '');
  const line = words.join(' ');
  if (line.length + 6 <= width) return `${indent}/* ${line} */${lineEnd}`;
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length + 3 <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  const body = lines.map((each) => `${indent} * ${each}${lineEnd}`).join('');
  return `${indent}/*${lineEnd}${body}${indent} */${lineEnd}`;
}

/**
 * The lines of a file with the `@member:` descriptions above a struct in the order `after`, where they
 * were in the order `before` of its members; else unchanged: whoever wrote them had another order in mind.
 */
export function withDocInOrder(
  lines: readonly string[],
  record: RecordText,
  before: readonly string[],
  after: readonly string[],
): readonly string[] {
  const described = record.doc?.members ?? [];
  const known = described.filter((each) => before.includes(each.name));
  const places = known.map((each) => before.indexOf(each.name));
  const inOrder = places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
  if (known.length < 2 || !inOrder) return lines;
  // Text under a description may be a part of it: then all stay where they are.
  const sorted = [...known].sort((a, b) => after.indexOf(a.name) - after.indexOf(b.name));
  if (known.some((each, index) => each.loose && sorted[index] !== each)) return lines;
  const result = [...lines];
  // From the last to the first, so that the places of those before stay right.
  for (const [index, slot] of [...known.entries()].reverse()) {
    const moved = sorted[index] ?? slot;
    const text = lines.slice(moved.lines.first - 1, moved.lines.last);
    result.splice(slot.lines.first - 1, slot.lines.last - slot.lines.first + 1, ...text);
  }
  return result;
}

/**
 * The lines of a file where the kernel-doc comment above a struct describes padding that an edit put in: kernel-doc
 * warns of each member that is not described. `names` are the members in their order, `padding` those to describe.
 */
export function withPaddingDescribed(
  lines: readonly string[],
  { doc, walls }: RecordText,
  names: readonly string[],
  padding: readonly string[],
): readonly string[] {
  if (doc === null) return lines;
  const result = [...lines];
  for (const name of [...padding].reverse()) {
    const isDescribed = (member: string) => doc.members.some((each) => each.name === member);
    const next = names[names.indexOf(name) + 1];
    // Behind `private:` kernel-doc wants no description, and warns of one.
    const isPrivate = walls.length > 0 && next !== undefined && !isDescribed(next);
    if (isDescribed(name) || isPrivate) continue;
    const before = names.slice(0, names.indexOf(name));
    const neighbour = doc.members.findLast((each) => before.includes(each.name));
    const [first] = doc.members;
    // Behind the description of the member before it, above all others, or under the title.
    const at =
      neighbour?.lines.last ?? (first === undefined ? doc.lines.first + 1 : first.lines.first - 1);
    if (at >= doc.lines.last) continue;
    const like = neighbour ?? first;
    // checkpatch takes no blank before a tab (SPACE_BEFORE_TAB), though the lines around have one.
    const head =
      like === undefined
        ? ' * '
        : (lines[like.at.line - 1] ?? '').slice(0, like.at.column - 1).replaceAll(' \t', '\t');
    const text = next === undefined ? 'padding' : `padding before @${next}`;
    const lineEnd = lines[0]?.endsWith('\r\n') === true ? '\r\n' : '\n';
    result.splice(at, 0, `${head}@${name}: ${text}${lineEnd}`);
  }
  return result;
}

/** The members' names as a text declares them, those of bodies inside of it after their own. */
export function namesInOrder(read: ReadText): readonly string[] {
  return textMembers(read.doc, read.record).flatMap((text) => [
    ...(text.declarator.name === null ? [] : [text.declarator.name]),
    ...(text.member.record === null ? [] : namesInOrder({ ...read, record: text.member.record })),
  ]);
}

/** The comments of a struct that say where cache lines begin, as pahole prints them and people paste them. */
export interface Boundaries {
  /** The lines where they are, in the order of the text. */
  readonly places: readonly number[];
  /** Which of them, in the order of the text, are not true of the layout. */
  readonly wrong: readonly number[];
  /** Whether a line begins where none says so, though others do. */
  readonly missing: boolean;
  /** The header with comments that are true. */
  readonly corrected: string;
}

/**
 * Compares `/* --- cacheline 1 boundary (64 bytes) was 8 bytes ago --- *\/` with a layout of the struct. As
 * pahole prints them: above the first member that begins in another line than the one before it.
 * `originalBytes` is the size of the struct that the header declared: whether its comments tell of all lines.
 */
function boundariesOf(
  verified: Verified,
  layout: Layout,
  originalBytes: number,
  lineBytes: number,
): Boundaries {
  return new Marks(verified, layout, originalBytes, lineBytes).result();
}

type StatedBoundary = Pick<BoundaryText, 'line' | 'ago'>;

/** A comment that was read, with what it says. */
interface Mark extends StatedBoundary {
  readonly at: Element;
  readonly ordinal: number;
}

class Marks {
  private readonly text: string;
  private readonly lines: readonly string[];
  private readonly offsets: ReadonlyMap<MemberPath, number>;
  private readonly paths;
  private readonly wrong: number[] = [];
  private readonly commented = new Set<number>();
  private readonly bytes: number;
  private readonly places: number[] = [];
  private missing = false;
  /** The cache line that the member before begins in. */
  private line = 0;

  constructor(
    private readonly verified: Verified,
    private readonly layout: Layout,
    private readonly originalBytes: number,
    lineBytes: number,
  ) {
    const { read, texts } = verified;
    this.text = read.text;
    this.lines = linesOf(read.text);
    this.paths = pathsByPiece(texts);
    this.offsets = new Map(
      [...fieldsOf(layout)].map(({ path, offsetBits }) => [path, Math.floor(offsetBits / 8)]),
    );
    this.bytes = lineBytes;
    for (const { line, bytes } of this.comments(read.record)) {
      this.commented.add(line);
      if (bytes !== null && line > 0) this.bytes = bytes / line;
    }
  }

  result(): Boundaries {
    const { read } = this.verified;
    if (this.commented.size === 0) {
      return { places: [], wrong: [], missing: false, corrected: this.text };
    }
    const body = render(this.body(read.record, true));
    const { body: nodes, close } = recordAt(read.doc, read.record);
    const first = linesOfNode(itemAt(nodes, 0)).first;
    const end = lineOf(this.lines, close);
    const corrected = [...this.lines.slice(0, first - 1), ...body, ...this.lines.slice(end - 1)];
    const { places, wrong, missing } = this;
    return { places, wrong, missing, corrected: corrected.join('') };
  }

  /** A body with true comments in it. */
  private body(record: number, outermost: boolean): readonly Element[] {
    const found: Element[] = [];
    /** Comments since the member before. */
    let marks: Mark[] = [];
    /** Where a new comment goes: behind the member before. */
    let behind = 0;
    let path: readonly Wrapper[] = [];
    for (const each of this.elements(record)) {
      if (each.boundary !== null) {
        marks.push({ ...each.boundary, at: each, ordinal: this.places.push(each.firstLine) - 1 });
        found.push(each);
        continue;
      }
      const offset = this.offsets.get(each.members[0] ?? ('' as MemberPath));
      if (each.kind !== 'unit' || offset === undefined) {
        found.push(each);
        continue;
      }
      const line = Math.floor(offset / this.bytes);
      const tells = line > this.line && this.mayTell(line);
      const wanted = tells ? { line, ago: offset - line * this.bytes } : null;
      this.line = Math.max(this.line, line);
      const shared = path.filter((wrapper, depth) => each.path[depth] === wrapper);
      this.correct(found, marks, wanted, { behind, path: shared, like: each });
      found.push(this.withInner(each));
      marks = [];
      behind = found.length;
      ({ path } = each);
    }
    // Behind the last member of an unnamed struct nothing begins. Behind the last of all the last line ends.
    const line = Math.ceil(this.layout.sizeBits / 8 / this.bytes);
    const [end] = marks;
    if (end !== undefined) {
      const wanted = outermost ? { line, ago: 0 } : null;
      this.correct(found, marks, wanted, { behind, path: [], like: end.at });
    }
    return found;
  }

  private withInner(unit: Element): Element {
    const record = unit.piece?.members[0]?.record ?? null;
    if (unit.piece === null || record === null || unit.members.length !== 1) return unit;
    const text = recordAt(this.verified.read.doc, record);
    const [first] = text.body;
    // The members of a union begin where it does.
    if (first === undefined || text.keyword === 'union' || text.unsupported !== null) return unit;
    const inside = render(this.body(record, false));
    const { lines } = unit.piece;
    return {
      ...unit,
      lines: [
        ...this.lines.slice(lines.first - 1, linesOfNode(first).first - 1),
        ...inside,
        ...this.lines.slice(lineOf(this.lines, text.close) - 1, lines.last),
      ],
    };
  }

  /** Of the comments between two members at most one stays: the one that is wanted. */
  private correct(
    found: Element[],
    marks: readonly Mark[],
    wanted: StatedBoundary | null,
    where: {
      readonly behind: number;
      readonly path: readonly Wrapper[];
      readonly like: Element;
    },
  ): void {
    const right = marks.find((mark) => mark.line === wanted?.line && mark.ago === wanted.ago);
    const replaced = wanted !== null && right === undefined ? (marks[0] ?? null) : null;
    for (const mark of marks) {
      if (mark === right) continue;
      this.wrong.push(mark.ordinal);
      const place = found.indexOf(mark.at);
      if (wanted !== null && mark === replaced) {
        found[place] = this.comment(wanted, mark.at.path, mark.at);
      } else {
        found.splice(place, 1);
        const twice = found[place - 1]?.kind === 'blank' && found[place]?.kind === 'blank';
        if (twice) found.splice(place, 1);
      }
    }
    if (wanted === null || right !== undefined || replaced !== null) return;
    this.missing = true;
    found.splice(where.behind, 0, this.comment(wanted, where.path, where.like));
  }

  private comment({ line, ago }: StatedBoundary, path: readonly Wrapper[], like: Element): Element {
    const indent = indentOf(like.lines[0] ?? '');
    const bytes = `(${line * this.bytes} bytes)`;
    const was = ago === 0 ? '' : ` was ${ago} bytes ago`;
    const text = `${indent}/* --- cacheline ${line} boundary ${bytes}${was} --- */${lineEndOf(this.text)}`;
    const boundary = { line, bytes: line * this.bytes, ago };
    return { ...element('comment', [text], path, 0), boundary };
  }

  /** Comments that tell of some lines only go on telling of those. */
  private mayTell(line: number): boolean {
    const last = Math.floor((this.originalBytes - 1) / this.bytes);
    return Math.max(...this.commented) >= last || this.commented.has(line);
  }

  private elements(record: number): readonly Element[] {
    const { doc } = this.verified.read;
    const membersOf = (piece: Parameters<typeof this.paths.get>[0]) => this.paths.get(piece) ?? [];
    const { body, walls } = recordAt(doc, record);
    return elementsOf(body, { lines: this.lines, membersOf, walls: wallLines(walls) });
  }

  /** What all of them say, in unnamed structs too. */
  private comments(record: number): readonly BoundaryText[] {
    const { doc } = this.verified.read;
    const within = (node: BodyNode): readonly BoundaryText[] => {
      if (node.kind === 'comment') return node.boundary === null ? [] : [node.boundary];
      if (node.kind === 'chain') return node.branches.flatMap(({ nodes }) => nodes.flatMap(within));
      if (node.kind !== 'piece') return [];
      return node.piece.members.flatMap((member) =>
        member.record === null ? [] : this.comments(member.record),
      );
    };
    return recordAt(doc, record).body.flatMap(within);
  }
}

/** What edits make of the comments that say where cache lines begin. */
export interface BoundaryChange {
  /** The header after the edits with true ones. */
  readonly corrected: string;
  /** About those that were true before and are not any more. */
  readonly warnings: readonly PatchWarning[];
}

export function boundaryChange(
  request: PatchRequest,
  untouched: Verified,
  edited: Verified,
): BoundaryChange {
  const { struct } = request.document;
  const before = computeLayout(orderedFrom(struct));
  const after = computeLayout(request.applied.struct);
  const of = (verified: Verified, layout: typeof before) =>
    boundariesOf(verified, layout, before.sizeBits / 8, struct.target.lineBytes);
  const was = of(untouched, before);
  const is = of(edited, after);
  return { corrected: is.corrected, warnings: warningsOf(was, is) };
}

function warningsOf(was: Boundaries, is: Boundaries): readonly PatchWarning[] {
  const stale = is.wrong.filter((each) => !was.wrong.includes(each));
  const missing = is.missing && !was.missing;
  if (stale.length === 0 && !missing) return [];
  const lines = stale.flatMap((each) => was.places[each] ?? []);
  const where =
    lines.length === 1
      ? `The comment at source line ${lines[0]} says`
      : `The comments at lines ${lines.join(', ')} say`;
  const message =
    lines.length === 0 ? patchMessage('boundary-missing') : patchMessage('boundary-wrong', where);
  const label = `Rewrite the cache line comments`;
  return [
    {
      ...message,
      kind: 'boundary',
      line: lines[0] ?? null,
      action: { kind: 'rewriteBoundaries', label },
    },
  ];
}

/** Whether two versions of a struct differ in nothing but these comments and blank lines. */
export function sameButForBoundaries(a: ReadText, b: ReadText): boolean {
  return a.text === b.text || otherLines(a).join('') === otherLines(b).join('');
}

function otherLines({ text, doc, record }: ReadText): readonly string[] {
  const left = new Set<number>();
  const leave = (body: number) =>
    walkBody(recordAt(doc, body).body, (node) => {
      if (node.kind === 'blank' || (node.kind === 'comment' && node.boundary !== null)) {
        for (let line = node.lines.first; line <= node.lines.last; line++) left.add(line);
      }
      if (node.kind !== 'piece') return;
      for (const { record: inner } of node.piece.members) if (inner !== null) leave(inner);
    });
  leave(record);
  return linesOf(text).filter((_, index) => !left.has(index + 1));
}

import { itemAt } from '../../base/itemAt';
import type { BodyNode, BoundaryText } from '../../facts/generated';
import type { MemberPath } from '../../layout/ids';
import type { Layout } from '../../layout/layout';
import { recordAt } from '../../layout/text/textMembers';
import { fieldsOf } from '../../layout/walk';
import { lineOf, wallLines } from './body';
import { element, elementsOf, linesOfNode, render, type Element, type Wrapper } from './level';
import { pathsByPiece } from './pathsByPiece';
import { indentOf, lineEndOf, linesOf } from './text';
import type { Verified } from './verify';

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
export function boundariesOf(
  verified: Verified,
  layout: Layout,
  originalBytes: number,
  lineBytes: number,
): Boundaries {
  return new Marks(verified, layout, originalBytes, lineBytes).result();
}

type Said = Pick<BoundaryText, 'line' | 'ago'>;

/** A comment that was read, with what it says. */
interface Mark extends Said {
  readonly at: Element;
  readonly ordinal: number;
}

class Marks {
  private readonly text: string;
  private readonly lines: readonly string[];
  private readonly offsets: ReadonlyMap<MemberPath, number>;
  private readonly paths;
  private readonly wrong: number[] = [];
  private readonly told = new Set<number>();
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
      this.told.add(line);
      if (bytes !== null && line > 0) this.bytes = bytes / line;
    }
  }

  result(): Boundaries {
    const { read } = this.verified;
    if (this.told.size === 0) {
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
    wanted: Said | null,
    where: {
      readonly behind: number;
      readonly path: readonly Wrapper[];
      readonly like: Element;
    },
  ): void {
    const right = marks.find((mark) => wanted?.line === mark.line && wanted.ago === mark.ago);
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

  private comment({ line, ago }: Said, path: readonly Wrapper[], like: Element): Element {
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
    return Math.max(...this.told) >= last || this.told.has(line);
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

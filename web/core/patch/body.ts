import { patchMessage } from './messages';
import { itemAt } from '../base/itemAt';
import { fail, ok, type Result } from '../base/result';
import type { HeaderDoc, PieceText, WallText } from '../facts/generated';
import type { MemberPath } from '../layout/ids';
import type { OrderedAggregate, OrderedMember } from '../layout/order';
import { type Anchors, arrange } from './arrange';
import { indentOf, screenWidth } from './text';
import { element, elementsOf, linesOfNode, render, type Element, type Wrapper } from './level';
import { refusal, type PatchRefusal } from './outcome';
import { recordAt } from '../layout/text/textMembers';
import type { Spelling } from './words/spelling';

/** A struct's text, with which member stands where. */
export interface BodySource {
  readonly doc: HeaderDoc;
  /** Of the whole file. */
  readonly lines: readonly string[];
  readonly pathsOf: ReadonlyMap<PieceText, readonly MemberPath[]>;
  /** The record of the struct (key `''`) and of each anonymous aggregate. */
  readonly bodies: ReadonlyMap<MemberPath | '', number>;
  readonly original: OrderedAggregate;
  readonly anchors: Anchors;
  readonly byte: Spelling['byte'];
  /** Whether a new line begins with tabs whatever its neighbours begin with, as the kernel's style has it. */
  readonly inTabs: boolean;
  /** How the alignment of padding is written that stands behind an isolated member; empty for none. */
  readonly attributeOf: (path: MemberPath) => string;
}

export interface ArrangedBody {
  readonly lines: readonly string[];
  /** All units that moved, of inner bodies too, as they stood. */
  readonly moved: readonly Element[];
  /** The elements of the outermost body. */
  readonly elements: readonly Element[];
}

/** Writes the body of a struct anew, in the order of `target`. */
export function arrangeBody(
  source: BodySource,
  target: OrderedAggregate,
): Result<ArrangedBody, PatchRefusal> {
  return new Arranger(source, target).body('', target, source.original, []);
}

interface PlaceInSource {
  readonly body: MemberPath | '';
  readonly unit: Element;
  /** The `#if`s around the body that holds it. */
  readonly around: readonly Wrapper[];
  readonly indent: string;
}

class Arranger {
  private readonly places = new Map<MemberPath, PlaceInSource>();
  private readonly moved: Element[] = [];

  constructor(
    private readonly source: BodySource,
    private readonly target: OrderedAggregate,
  ) {
    this.gatherPlaces('', source.original, []);
  }

  body(
    path: MemberPath | '',
    target: OrderedAggregate,
    original: OrderedAggregate,
    around: readonly Wrapper[],
  ): Result<ArrangedBody, PatchRefusal> {
    const order = target.members.map((member) => member.path);
    const elements: Element[] = [];
    for (const each of this.elements(path)) {
      const inner = this.withInner(each, target, original, around, order);
      if (!inner.ok) return inner;
      elements.push(inner.value);
    }
    const incoming = this.incoming(path, target, elements, around);
    if (!incoming.ok) return incoming;
    const arranged = arrange(elements, order, incoming.value, this.source.anchors);
    if (!arranged.ok) return arranged;
    this.moved.push(...arranged.value.moved);
    return ok({
      lines: render(arranged.value.elements),
      moved: this.moved,
      elements: arranged.value.elements,
    });
  }

  private elements(path: MemberPath | ''): readonly Element[] {
    const record = this.source.bodies.get(path);
    if (record === undefined) return [];
    const { lines, pathsOf, doc } = this.source;
    const membersOf = (piece: PieceText) => pathsOf.get(piece) ?? [];
    const { body, walls } = recordAt(doc, record);
    return elementsOf(body, { lines, membersOf, walls: wallLines(walls) });
  }

  /** Where each member stands, with what is around it. */
  private gatherPlaces(
    path: MemberPath | '',
    aggregate: OrderedAggregate,
    around: readonly Wrapper[],
  ): void {
    const inners = new Map(aggregate.members.map((member) => [member.path, member.inner]));
    for (const unit of this.elements(path)) {
      for (const member of unit.members) {
        this.places.set(member, { body: path, unit, around, indent: indentOfUnit(unit) });
        const inner = inners.get(member) ?? null;
        if (inner !== null) this.gatherPlaces(member, inner, [...around, ...unit.path]);
      }
    }
  }

  /** A unit with the body of its anonymous aggregate, or the branches of its chain, arranged. */
  private withInner(
    unit: Element,
    target: OrderedAggregate,
    original: OrderedAggregate,
    around: readonly Wrapper[],
    order: readonly MemberPath[],
  ): Result<Element, PatchRefusal> {
    if (unit.branches.length > 0) return this.withBranches(unit, target, original, around, order);
    const path = unit.members[0];
    if (unit.piece === null || path === undefined) return ok(unit);
    const now = this.aggregateOf(path, this.target);
    const before = original.members.find((member) => member.path === path)?.inner ?? null;
    if (now === null || before === null || signature(now) === signature(before)) return ok(unit);
    const record = this.source.bodies.get(path);
    const nodes = record === undefined ? [] : recordAt(this.source.doc, record).body;
    const line = unit.piece.declaredLine;
    if (record === undefined || nodes.length === 0) {
      const group = unit.piece.members.some(({ knownMacro }) => knownMacro === 'group');
      const why = group
        ? `The members of the struct_group at source line ${line} are declared twice by that macro, by name and without one: move the group as a whole.`
        : `The members inside \`${path}\` at source line ${line} come from a macro: their order cannot be changed here.`;
      return fail(
        refusal('notUnderstood', patchMessage('not-understood', why), { member: path, line }),
      );
    }
    const unsupported = recordAt(this.source.doc, record).unsupported;
    if (unsupported !== null)
      return fail(refusal('notUnderstood', patchMessage('not-understood', unsupported), { line }));
    const inside = this.body(path, now, before, [...around, ...unit.path]);
    if (!inside.ok) return inside;
    const close = lineOf(this.source.lines, recordAt(this.source.doc, record).close);
    const last = linesOfNode(itemAt(nodes, nodes.length - 1)).last >= close ? close + 1 : close;
    const bodyFirst = linesOfNode(itemAt(nodes, 0)).first;
    const { lines } = unit.piece;
    return ok({
      ...unit,
      lines: [
        ...this.source.lines.slice(lines.first - 1, bodyFirst - 1),
        ...inside.value.lines,
        ...this.source.lines.slice(last - 1, lines.last),
      ],
    });
  }

  private withBranches(
    unit: Element,
    target: OrderedAggregate,
    original: OrderedAggregate,
    around: readonly Wrapper[],
    order: readonly MemberPath[],
  ): Result<Element, PatchRefusal> {
    const lines: string[] = [...unit.chainLeading];
    const earlier: string[] = [];
    for (const branch of unit.branches) {
      const elements: Element[] = [];
      for (const each of branch.elements) {
        const inner = this.withInner(each, target, original, around, order);
        if (!inner.ok) return inner;
        elements.push(inner.value);
      }
      const own = new Set(elements.flatMap((each) => each.members));
      const wanted = order.filter((path) => own.has(path));
      const arranged = arrange(elements, wanted, new Map(), this.source.anchors);
      if (!arranged.ok) return arranged;
      this.moved.push(...arranged.value.moved);
      lines.push(...branch.directive, ...render(arranged.value.elements));
      earlier.push(branch.condition);
    }
    return ok({ ...unit, lines: [...lines, ...unit.chainClose] });
  }

  private aggregateOf(path: MemberPath, within: OrderedAggregate): OrderedAggregate | null {
    for (const member of within.members) {
      if (member.inner === null) continue;
      const found = member.path === path ? member.inner : this.aggregateOf(path, member.inner);
      if (found !== null) return found;
    }
    return null;
  }

  /** The units that `target` has and this body has not: from other bodies, and new padding. */
  private incoming(
    path: MemberPath | '',
    target: OrderedAggregate,
    elements: readonly Element[],
    around: readonly Wrapper[],
  ): Result<ReadonlyMap<MemberPath, Element>, PatchRefusal> {
    const found = new Map<MemberPath, Element>();
    const here = new Set(elements.flatMap((each) => each.members));
    const neighbour = elements.find(
      ({ kind, piece }) => kind === 'unit' && piece !== null && piece.blocked !== 'braceLine',
    );
    const indent = neighbour === undefined ? '\t' : indentOfUnit(neighbour);
    for (const member of target.members) {
      if (here.has(member.path)) continue;
      if (member.role === 'padding') {
        const { byte, inTabs, attributeOf } = this.source;
        const own = inTabs ? tabs(indent) : indent;
        const line = paddingLine(member, own, neighbour, byte, attributeOf(member.path));
        found.set(member.path, { ...element('unit', [line], [], 0), members: [member.path] });
        continue;
      }
      const place = this.places.get(member.path);
      if (place === undefined || place.body === path) continue;
      const unit = carried(place, member.path, around, indent);
      if (!unit.ok) return unit;
      for (const each of unit.value.members) found.set(each, unit.value);
    }
    return ok(found);
  }
}

/** A unit as it stands in another body: indented as there, under what it was under. */
function carried(
  place: PlaceInSource,
  path: MemberPath,
  around: readonly Wrapper[],
  indent: string,
): Result<Element, PatchRefusal> {
  const full = [...place.around, ...place.unit.path];
  const holds = around.every((wrapper, index) => wrapper.condition === full[index]?.condition);
  if (!holds) {
    const line = place.unit.piece?.declaredLine ?? place.unit.firstLine;
    return fail(
      refusal('conditions', patchMessage('enters-condition', path, line), { member: path, line }),
    );
  }
  const lines = place.unit.lines.map((line) =>
    line.startsWith(place.indent) ? indent + line.slice(place.indent.length) : line,
  );
  const wrappers = full.slice(around.length).map((wrapper) => ({ ...wrapper, leading: [] }));
  // It stands apart no more than others here: where it stood is another body's line.
  return ok({ ...place.unit, lines, path: wrappers, firstLine: 0 });
}

export function wallLines(walls: readonly WallText[]): ReadonlySet<number> {
  return new Set(walls.map(({ at }) => at.line));
}

/** How padding that an edit put in is declared. */
export function paddingDeclaration(member: OrderedMember, byte: Spelling['byte']) {
  return {
    type: byte,
    name: member.name ?? 'padding',
    bytes: (member.sizeBits ?? 0) / 8,
  };
}

/** `u8 pad_x[8];`, in the columns of its neighbours. */
function paddingLine(
  member: OrderedMember,
  indent: string,
  neighbour: Element | undefined,
  byte: Spelling['byte'],
  attribute: string,
): string {
  const { type, name, bytes } = paddingDeclaration(member, byte);
  const lineEnd = neighbour?.lines[0]?.endsWith('\r\n') === true ? '\r\n' : '\n';
  const column = nameColumn(neighbour);
  let head = indent + type;
  if (column <= screenWidth(head)) head += ' ';
  while (screenWidth(head) < column) head += '\t';
  return `${head}${name}[${bytes}]${attribute};${lineEnd}`;
}

/** Blanks as tabs that reach as far or further. */
function tabs(blanks: string): string {
  return '\t'.repeat(Math.ceil(screenWidth(blanks) / 8));
}

/** The column where the first name of a unit's declaration begins, if tabs lead there; else 0. */
function nameColumn(unit: Element | undefined): number {
  const piece = unit?.piece ?? null;
  const [declarator] = piece?.members[0]?.declarators ?? [];
  if (unit === undefined || piece === null || declarator === undefined) return 0;
  const { at, span } = declarator;
  const line = unit.lines[at.line - piece.lines.first] ?? '';
  const head = line.slice(0, at.column - 1 - (at.offset - span.start));
  return head.endsWith('\t') && head !== indentOf(head) ? screenWidth(head) : 0;
}

function indentOfUnit({ piece, lines }: Element): string {
  return indentOf(lines[piece === null ? 0 : piece.declaredLine - piece.lines.first] ?? '');
}

export function lineOf(lines: readonly string[], offset: number): number {
  let at = 0;
  for (const [index, line] of lines.entries()) {
    at += line.length;
    if (offset < at) return index + 1;
  }
  return lines.length;
}

/** The order of an aggregate and of those in it. */
export function signature(aggregate: OrderedAggregate): string {
  return aggregate.members
    .map((member) =>
      member.inner === null ? member.path : `${member.path}{${signature(member.inner)}}`,
    )
    .join(',');
}

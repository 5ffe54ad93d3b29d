import { gapsOf, type Gap, type MemberGap } from '../figures/gaps';
import { closedWords, isTooLong } from '../facts/expansion';
import type { StructDesc } from '../facts/generated';
import type { FieldItem, Layout } from '../layout/layout';
import type { OrderedAggregate, OrderedStruct } from '../layout/order';
import { orderedAggregate } from '../layout/original';
import { statedLayout } from '../layout/stated';

/** Widths that pahole gives to a type and to a name; a nested aggregate's type has a tab less. */
const TYPE_COLUMN = 26;
const NAME_COLUMN = 23;
const NAME_COLUMN_IN_UNION = 21;

/**
 * A layout in pahole's style (that of dwarves 1.24), so that a person can compare the two: offsets, sizes,
 * holes, line boundaries and the summary are written as pahole writes them.
 */
export function paholeText(struct: OrderedStruct, layout: Layout, lineBytes: number): string {
  return new PaholeWriter(struct.desc, lineBytes, struct.root.keyword === 'union').outermost(
    struct,
    layout,
  );
}

/** The declarations of some fields as pahole writes them: one a line, with offset and size. */
export function paholeFields(fields: readonly FieldItem[]): string {
  return fields.map((field) => `${memberLine(field, TYPE_COLUMN, NAME_COLUMN)}\n`).join('');
}

const UNNAMED_AGGREGATE = /^((?:const |volatile )*)(?:struct|union|class)(?:\[\d*\])*$/;

/** An aggregate with its items: what stands between two braces. */
interface Body {
  readonly aggregate: OrderedAggregate;
  readonly layout: Layout;
  readonly startBits: number;
}

/** An aggregate that would be too long a text with what it has in it. */
interface ClosedBody {
  readonly aggregate: Pick<OrderedAggregate, 'keyword' | 'packed' | 'forcedAlign'>;
  readonly layout: null;
  /** How much that is. */
  readonly closed: string;
}

class PaholeWriter {
  private readonly lines: string[] = [];
  /** The line of the last member that was written. */
  private line = 0;
  private readonly nameColumn: number;
  /** Whether unnamed types are written without what is in them. */
  private readonly isClosed: boolean;

  constructor(
    private readonly desc: StructDesc,
    private readonly lineBytes: number,
    outermostIsUnion: boolean,
  ) {
    this.isClosed = isTooLong(desc.types, desc.root);
    this.nameColumn = outermostIsUnion ? NAME_COLUMN_IN_UNION : NAME_COLUMN;
  }

  outermost(struct: OrderedStruct, layout: Layout): string {
    const { root, desc } = struct;
    this.lines.push(`${root.keyword} ${desc.name} {`);
    const body = { aggregate: root, layout, startBits: 0 };
    const sums = this.body(body, 1);
    if (root.keyword !== 'union') this.summary(layout, sums);
    this.lines.push(`}${attributes(root.packed, root.forcedAlign?.bytes ?? 1)};`);
    return `${this.lines.join('\n')}\n`;
  }

  private body(body: Body, depth: number): Sums {
    const sums = new Sums();
    const union = body.aggregate.keyword === 'union';
    const gaps = gapsOf(body.layout, union, body.startBits);
    sums.bitPadding = gaps.bitPadding;
    sums.padding = gaps.paddingBytes;
    const before = this.line;
    const indent = '\t'.repeat(depth);
    let blankDue = this.holes(gaps.first, indent, false, sums);
    // Where neighbours share an offset, the size of the first counts.
    let lastSize = 0;
    for (const [index, member] of gaps.members.entries()) {
      const previous = gaps.members[index - 1];
      if (previous !== undefined && !union && lastSize !== 0) {
        if (this.combined({ previous, lastSize, member }, indent, blankDue)) blankDue = true;
      }
      if (previous === undefined || lastSize === 0 || beginsAnew(previous.field, member.field)) {
        lastSize = byteSize(member.field);
      }
      if (blankDue) this.lines.push('');
      this.member(member.field, depth);
      blankDue = !union && this.typePadding(member.field, indent, sums);
      if (this.holes(member, indent, blankDue, sums)) blankDue = true;
      sums.add(member.field);
      // The members of a union begin on the same line, each.
      if (union) this.line = before;
    }
    if (blankDue && depth === 1 && !union) this.lines.push('');
    return sums;
  }

  /** Bit-fields that share bytes with a neighbour of another kind, and unnamed ones that nothing else explains. */
  private combined(
    pair: { readonly previous: MemberGap; readonly lastSize: number; readonly member: MemberGap },
    indent: string,
    due: boolean,
  ): boolean {
    const { previous, lastSize } = pair;
    const last = previous.field;
    const { field } = pair.member;
    let wrote = false;
    const from = byteOffset(last);
    const to = byteOffset(field);
    if (previous.bits > 0 && field.unitOffsetBits !== null) {
      const boundary = from !== to;
      if (boundary) this.lines.push('', `${indent}/* Force alignment to the next boundary: */`);
      const width = boundary ? 0 : previous.bits;
      this.lines.push(`${indent}${declaration(field.member.typeName, '', TYPE_COLUMN)}:${width};`);
    }
    if (
      to < from ||
      (to === from && last.unitOffsetBits === null && field.unitOffsetBits !== null)
    ) {
      if (!due) this.lines.push('');
      this.lines.push(`${indent}/* Bitfield combined with previous fields */`);
      wrote = true;
    } else if (to > from && to - from < lastSize) {
      if (!due) this.lines.push('');
      this.lines.push(`${indent}/* Bitfield combined with next fields */`);
      wrote = true;
    }
    return wrote;
  }

  private member(field: FieldItem, depth: number): void {
    const indent = '\t'.repeat(depth);
    this.boundary(field, indent);
    const body = this.insideOf(field);
    const typeColumn = TYPE_COLUMN - 8 * (depth - 1);
    const comment = positionComment(field);
    if (body === null) {
      this.lines.push(`${indent}${memberLine(field, typeColumn, this.nameColumn)}`);
      return;
    }
    const qualifiers = UNNAMED_AGGREGATE.exec(field.member.typeName)?.[1] ?? '';
    this.lines.push(`${indent}${qualifiers}${body.aggregate.keyword} {`);
    const line = this.line;
    if (body.layout === null) this.lines.push(`${indent}\t/* ${body.closed} */`);
    else this.body(body, depth + 1);
    if (body.aggregate.keyword === 'union') this.line = line;
    const { name } = field.member;
    const own = attributes(body.aggregate.packed, body.aggregate.forcedAlign?.bytes ?? 1);
    const forced = attributes(false, field.member.align?.bytes ?? 1);
    const dimensions = /(?:\[\d*\])+$/.exec(field.member.typeName)?.[0] ?? '';
    const label = `${own}${name === null ? '' : ` ${name}${dimensions}`}${forced}`;
    const room = typeColumn + this.nameColumn - 2 - label.length;
    this.lines.push(`${indent}}${label};${' '.repeat(Math.max(1, room))}${comment}`);
  }

  /** What is written between braces in place: anonymous aggregates, and unnamed types of named members. */
  private insideOf(field: FieldItem): Body | ClosedBody | null {
    const { member, inner } = field;
    if (member.inner !== null && inner !== null) {
      return { aggregate: member.inner, layout: inner, startBits: field.offsetBits };
    }
    if (!UNNAMED_AGGREGATE.test(member.typeName)) return null;
    let index = member.typeIndex;
    let shape = index === null ? undefined : this.desc.types[index]?.shape;
    while (shape?.kind === 'array') {
      index = shape.element;
      shape = this.desc.types[index]?.shape;
    }
    if (index === null || shape?.kind !== 'aggregate') return null;
    if (this.isClosed) {
      return { aggregate: shape, layout: null, closed: closedWords(this.desc.types, index) };
    }
    const aggregate = orderedAggregate(this.desc, index, '');
    return {
      aggregate,
      layout: statedLayout(aggregate, field.offsetBits),
      startBits: field.offsetBits,
    };
  }

  private boundary(field: FieldItem, indent: string): void {
    const offset = byteOffset(field);
    const line = Math.floor(offset / this.lineBytes);
    if (line <= this.line) return;
    this.line = line;
    const ago = offset % this.lineBytes;
    const since = ago === 0 ? '' : ` was ${ago} byte${ago === 1 ? '' : 's'} ago`;
    this.lines.push(
      `${indent}/* --- cacheline ${line} boundary (${offset - ago} bytes)${since} --- */`,
    );
  }

  /** Padding inside a struct that is a member. Of typedefs pahole says nothing. */
  private typePadding(field: FieldItem, indent: string, sums: Sums): boolean {
    const { typeIndex, typeName, inner } = field.member;
    if (!/^(?:struct|class)\b[^*([]*$/.test(typeName) || typeIndex === null) return false;
    const shape = this.desc.types[typeIndex]?.shape;
    if (shape?.kind !== 'aggregate') return false;
    const layout =
      inner !== null && field.inner !== null
        ? field.inner
        : statedLayout(orderedAggregate(this.desc, typeIndex, ''), field.offsetBits);
    const { paddingBytes } = gapsOf(layout, false, field.offsetBits);
    if (paddingBytes === 0) return false;
    this.lines.push(
      '',
      `${indent}/* XXX last struct has ${count(paddingBytes, 'byte')} of padding */`,
    );
    sums.paddings++;
    sums.paddingsBytes += paddingBytes;
    return true;
  }

  private holes(gap: Gap, indent: string, blankWritten: boolean, sums: Sums): boolean {
    if (gap.bits === 0 && gap.bytes === 0) return false;
    if (!blankWritten) this.lines.push('');
    if (gap.bits > 0) {
      this.lines.push(`${indent}/* XXX ${count(gap.bits, 'bit')} hole, try to pack */`);
      sums.bitHoles++;
      sums.holeBits += gap.bits;
    }
    if (gap.bytes > 0) {
      this.lines.push(`${indent}/* XXX ${count(gap.bytes, 'byte')} hole, try to pack */`);
      sums.holes++;
      sums.holeBytes += gap.bytes;
    }
    return true;
  }

  private summary(layout: Layout, sums: Sums): void {
    const sizeBytes = layout.sizeBits / 8;
    const lines = Math.ceil(sizeBytes / this.lineBytes);
    const isKnown = this.desc.types[this.desc.root]?.sizeBytes !== null;
    const say = (text: string) => this.lines.push(`\t/* ${text} */`);
    if (this.lines.at(-1) !== '') this.lines.push('');
    say(
      isKnown
        ? `size: ${sizeBytes}, cachelines: ${lines}, members: ${sums.members}`
        : `size: unknown, at least ${sizeBytes}, members: ${sums.members}`,
    );
    if (sums.holes > 0 || sums.bitHoles > 0) {
      if (sums.bytes > 0) {
        const holes = sums.holes > 0 ? `, holes: ${sums.holes}, sum holes: ${sums.holeBytes}` : '';
        say(`sum members: ${sums.bytes}${holes}`);
      }
      if (sums.bits > 0) {
        const holes =
          sums.bitHoles > 0
            ? `, bit holes: ${sums.bitHoles}, sum bit holes: ${sums.holeBits} bits`
            : ` (${Math.floor(sums.bits / 8)} bytes)`;
        say(`sum bitfield members: ${sums.bits} bits${holes}`);
      }
    }
    if (sums.padding > 0 && isKnown) say(`padding: ${sums.padding}`);
    if (sums.paddings > 0) say(`paddings: ${sums.paddings}, sum paddings: ${sums.paddingsBytes}`);
    if (sums.bitPadding > 0 && isKnown) say(`bit_padding: ${sums.bitPadding} bits`);
    if (sums.forced > 0) say(`forced alignments: ${sums.forced}`);
    const last = sizeBytes % this.lineBytes;
    if (last !== 0 && isKnown) say(`last cacheline: ${last} bytes`);
  }
}

/** What the summary counts, of the members of one aggregate. */
class Sums {
  members = 0;
  bytes = 0;
  bits = 0;
  holes = 0;
  holeBytes = 0;
  bitHoles = 0;
  holeBits = 0;
  paddings = 0;
  paddingsBytes = 0;
  padding = 0;
  bitPadding = 0;
  forced = 0;

  add(field: FieldItem): void {
    this.members++;
    if (field.member.bitField !== null) this.bits += field.sizeBits ?? 0;
    else this.bytes += (field.sizeBits ?? 0) / 8;
    if (field.member.align !== null) this.forced++;
  }
}

function memberLine(field: FieldItem, typeColumn: number, nameColumn: number): string {
  const { member } = field;
  const width = member.bitField === null ? '' : `:${member.bitField.widthBits}`;
  const forced = attributes(false, member.align?.bytes ?? 1);
  const text = `${declaration(member.typeName, member.name ?? '', typeColumn)}${width}${forced};`;
  const room = Math.max(1, typeColumn + nameColumn - text.length);
  return `${text}${' '.repeat(room)}${positionComment(field)}`;
}

/** Whether a member is at another offset than the one before, or the first bit-field behind something else. */
function beginsAnew(before: FieldItem, field: FieldItem): boolean {
  if (byteOffset(before) !== byteOffset(field)) return true;
  return before.unitOffsetBits === null && field.unitOffsetBits !== null;
}

function byteOffset(field: FieldItem): number {
  return Math.floor((field.unitOffsetBits ?? field.offsetBits) / 8);
}

/** A bit-field counts with the size of its type. */
function byteSize(field: FieldItem): number {
  const { bitField } = field.member;
  return (bitField === null ? (field.sizeBits ?? 0) : bitField.unitBits) / 8;
}

/** Offset and size; of a bit-field also the bit within its unit. */
function positionComment(field: FieldItem): string {
  const offset = String(byteOffset(field)).padStart(5);
  if (field.unitOffsetBits === null) {
    const size = field.sizeBits === null ? '?' : String(field.sizeBits / 8);
    return `/* ${offset} ${size.padStart(5)} */`;
  }
  const bit = String(field.offsetBits - field.unitOffsetBits).padStart(2);
  return `/* ${offset}:${bit} ${String(byteSize(field)).padStart(2)} */`;
}

function attributes(packed: boolean, alignBytes: number): string {
  const align = alignBytes > 1 ? ` __attribute__((__aligned__(${alignBytes})))` : '';
  return `${packed ? ' __attribute__((__packed__))' : ''}${align}`;
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

/**
 * A member as pahole declares it: its type padded to a column, its name where C wants it. `name` may be
 * empty (unnamed bit-fields).
 */
export function declaration(typeName: string, name: string, column: number): string {
  // `int (*)(void)`, `int (*const)(void)`, `int (*[4])(void)`, `char (*)[8]`.
  const pointed =
    /^(.*?)\s*\((\*[*\s]*)((?:const|volatile|restrict|\s)*)((?:\[\d*\])*)\)(.*)$/s.exec(typeName);
  if (pointed !== null) {
    const [, result = '', stars = '', qualifiers = '', dimensions = '', parameters = ''] = pointed;
    const qualified = qualifiers.trim() === '' ? name : `${qualifiers.trim()} ${name}`;
    return `${result.padEnd(column)} (${stars.trim()}${qualified}${dimensions})${parameters}`;
  }
  const [element, dimensions] = splitArray(typeName);
  return `${paholeName(element).padEnd(column)} ${name}${dimensions}`;
}

/** `char[16]` is `char` and `[16]`. */
function splitArray(typeName: string): readonly [string, string] {
  const match = /(?:\[\d*\])+$/.exec(typeName);
  return match === null ? [typeName, ''] : [typeName.slice(0, match.index), match[0]];
}

/** pahole writes what a pointer to a qualified type points at with a blank of its own: `const char  *`. */
function paholeName(typeName: string): string {
  return typeName.replace(/^((?:const|volatile) .*[^* ]) (\*.*)$/, '$1  $2');
}

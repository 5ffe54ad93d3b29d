import type { InView } from '../state/inView';
import type { MemberPath } from '../../core/layout/ids';
import type { FieldItem } from '../../core/layout/layout';
import { linesOf, straddles } from '../../core/layout/lines';
import { nestingOf } from '../../core/layout/nested';
import { findField } from '../../core/layout/walk';
import { declaredText } from '../kit/structFacts';

/** What the inspector says of a field. */
export interface FieldFacts {
  readonly path: MemberPath;
  readonly typeName: string;
  readonly offsetBits: number;
  readonly offsetHex: string;
  /** In the original; null where it is the same. */
  readonly wasOffsetBits: number | null;
  /** Null where unknown. */
  readonly sizeBits: number | null;
  /** `1`, or `1 to 3`. */
  readonly lines: string;
  readonly straddles: boolean;
  readonly alignBytes: string;
  /** Where that is known from. */
  readonly alignFrom: string;
  /** `3 bits of a 32-bit unit at byte 8`; null for other fields. */
  readonly bitField: string | null;
  readonly declared: string | null;
  /** The role that a person gave it. */
  readonly tag: string | null;
  /** For a field inside of a nested type: why it cannot be moved by itself. */
  readonly nested: string | null;
}

export function describeField(inView: InView, field: FieldItem): FieldFacts {
  const { applied } = inView.shown;
  const ruler = { lineBytes: applied.state.lineBytes, baseBytes: applied.state.baseBytes };
  const { first, last } = linesOf(field.offsetBits, field.sizeBits, ruler);
  const before = findField(inView.original.layout, field.path)?.offsetBits ?? null;
  const isOwn = findField(inView.shown.layout, field.path) !== null;
  const { struct } = applied;
  const declared = declaredOf(inView, field);
  const opens = nestingOf(struct.desc, field) !== 'none';
  return {
    path: field.path,
    typeName: field.member.typeName,
    offsetBits: field.offsetBits,
    offsetHex: `0x${Math.floor(field.offsetBits / 8).toString(16)}`,
    wasOffsetBits: before === field.offsetBits ? null : before,
    sizeBits: field.sizeBits,
    lines: first === last ? `${first}` : `${first} to ${last}`,
    straddles: straddles(field, ruler),
    alignBytes: `${field.alignBits / 8}`,
    alignFrom: alignmentSource(field),
    bitField: bitFieldText(field),
    declared,
    tag: applied.state.tags.find((tag) => tag.member === field.path)?.role ?? null,
    nested: isOwn
      ? opens
        ? 'Its type has members: E expands it.'
        : null
      : 'It belongs to a nested type, so it moves only with the field that contains it.',
  };
}

function alignmentSource({ member }: FieldItem): string {
  if (member.packed) return 'packed (inferred)';
  const { align, typeAlign } = member;
  if (align && align.bytes >= typeAlign.bytes) {
    if (align.from === 'edited') return 'forced by a change';
    return align.from === 'stated' ? 'forced in the source' : 'forced (inferred)';
  }
  return typeAlign.from === 'inferred' ? 'of its type (inferred)' : 'of its type';
}

function bitFieldText(field: FieldItem): string | null {
  const { bitField } = field.member;
  if (!bitField) return null;
  const unit = field.unitOffsetBits === null ? '' : ` at byte ${field.unitOffsetBits / 8}`;
  return `${bitField.widthBits} of a ${bitField.unitBits}-bit unit${unit}`;
}

/** Only members of the struct itself and of its anonymous aggregates say where they are declared. */
function declaredOf(inView: InView, field: FieldItem): string | null {
  const { desc } = inView.shown.applied.struct;
  const pending = [desc.root];
  while (pending.length > 0) {
    const type = desc.types[pending.pop() ?? desc.root];
    if (type?.shape.kind !== 'aggregate') continue;
    for (const member of type.shape.members) {
      if (member.name === null) pending.push(member.typeIndex);
      else if (member.name === field.path) {
        return member.declared ? declaredText(member.declared) : null;
      }
    }
  }
  return null;
}

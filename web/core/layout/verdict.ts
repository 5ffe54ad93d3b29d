import { itemAt } from '../base/itemAt';
import type { StructDesc, Target } from '../facts/generated';
import type { OrderedAggregate, OrderedMember, Verdict } from './order';
import { place } from './place';

/**
 * Whether recomputing the untouched order gives the offsets and the size that the debug information
 * states. Only then may a struct be edited: an engine that cannot explain what is would guess at what
 * could be.
 */
export function verdictOf(desc: StructDesc, root: OrderedAggregate): Verdict {
  const reason =
    statedReason(root) ?? unknownSize(root) ?? difference(desc.name, root, desc.target);
  if (reason !== null) return { kind: 'readOnly', reason };
  // What the source states is no inference.
  const inferred = desc.wordsFrom === undefined ? [...new Set(inferences(desc.name, root))] : [];
  return inferred.length === 0 ? { kind: 'agrees' } : { kind: 'agreesByInference', inferred };
}

/** What ingest already knows; of an anonymous aggregate too. A type of its own inside is no obstacle. */
function statedReason(root: OrderedAggregate): string | null {
  return root.readOnly;
}

function unknownSize(aggregate: OrderedAggregate): string | null {
  for (const member of aggregate.members) {
    if (member.inner !== null) {
      const inside = unknownSize(member.inner);
      if (inside !== null) return inside;
    } else if (member.sizeBits === null) {
      return `The size of \`${member.path}\` is unknown: ${member.typeName} is only declared here, so nothing after it can be recomputed.`;
    }
  }
  return aggregate.statedSizeBytes === null
    ? 'Its size is unknown: it is only declared here.'
    : null;
}

function difference(name: string, aggregate: OrderedAggregate, target: Target): string | null {
  const placement = place(aggregate, target);
  let previousBits = 0;
  for (const [index, member] of aggregate.members.entries()) {
    const stated = member.statedOffsetBits;
    const computed = itemAt(placement.offsetsBits, index);
    const explicit = stated !== null && member.role !== 'inferredBits';
    if (explicit && stated !== computed) {
      if (stated < previousBits && aggregate.keyword !== 'union') {
        return `Its members are not in the order of their declaration: \`${member.path}\` comes before an earlier one (a randomized struct?).`;
      }
      return `The compiler put \`${member.path}\` at ${at(stated)}; the rules of the ABI, with all that is known of its type, put it at ${at(computed)}.`;
    }
    if (explicit) previousBits = stated;
    if (member.inner !== null) {
      const inside = difference(member.path, member.inner, target);
      if (inside !== null) return inside;
    }
  }
  const statedSize = aggregate.statedSizeBytes;
  // An empty struct has 0 bytes in C and 1 in C++; there is no order in it either way.
  if (aggregate.members.length === 0 && (statedSize ?? 0) <= 1) return null;
  if (statedSize !== null && statedSize * 8 !== placement.sizeBits) {
    return `The compiler made \`${name}\` ${statedSize} bytes; the rules of the ABI, with all that is known of its types, make it ${placement.sizeBits / 8}.`;
  }
  return null;
}

function at(offsetBits: number): string {
  const bit = offsetBits % 8;
  const byte = (offsetBits - bit) / 8;
  return bit === 0 ? `byte ${byte}` : `byte ${byte}, bit ${bit}`;
}

function inferences(name: string, aggregate: OrderedAggregate): string[] {
  const found: string[] = [];
  if (aggregate.packed) found.push(`\`${name}\` is taken to be packed.`);
  if (aggregate.forcedAlign?.from === 'inferred') {
    found.push(`\`${name}\` is taken to be aligned to ${aggregate.forcedAlign.bytes}.`);
  }
  for (const member of aggregate.members) found.push(...memberInferences(member));
  return found;
}

function memberInferences(member: OrderedMember): string[] {
  const found: string[] = [];
  if (member.role === 'inferredBits') {
    const width = member.bitField?.widthBits ?? 0;
    found.push(`An unnamed bit-field of ${width} bits is assumed at \`${member.path}\`.`);
  }
  if (member.packed) found.push(`\`${member.path}\` is taken to be packed.`);
  if (member.align?.from === 'inferred') {
    found.push(`\`${member.path}\` is taken to be aligned to ${member.align.bytes}.`);
  }
  if (member.inner !== null) found.push(...inferences(member.path, member.inner));
  else if (member.typeAlign.from === 'inferred') {
    found.push(`${member.typeName} is taken to be aligned to ${member.typeAlign.bytes}.`);
  }
  return found;
}

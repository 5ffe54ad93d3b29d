import { itemAt } from '../../web/core/base/itemAt';
import {
  array,
  structDesc,
  type AggregateSpec,
  type LeafSpec,
  type MemberSpec,
  type TypeSpec,
} from '../../web/core/facts/build';
import type { MemberFact, StructDesc, Target } from '../../web/core/facts/generated';
import { declaredAggregate } from '../../web/core/layout/testing/lay';
import { blob, spelled, type SpelledType } from './scalars';

/**
 * The same declaration for another machine: pointers, `long` and alignments are that machine's, and every
 * nested struct is laid out for it by the engine, from the inside out, for a compiler to judge. Null where
 * the struct holds one that cannot be recomputed.
 */
export function retargeted(desc: StructDesc, target: Target): StructDesc | null {
  const root = new Retargeting(desc, target).aggregate(desc.root, 's');
  return root === null ? null : structDesc(target, root);
}

class Retargeting {
  private readonly done = new Map<number, TypeSpec | null>();
  private members = 0;

  constructor(
    private readonly desc: StructDesc,
    private readonly target: Target,
  ) {}

  aggregate(index: number, tag: string): AggregateSpec | null {
    const { shape } = itemAt(this.desc.types, index);
    if (shape.kind !== 'aggregate' || shape.readOnly !== null) return null;
    const members: MemberSpec[] = [];
    for (const fact of shape.members) {
      const member = this.member(fact);
      if (member === null) return null;
      members.push(member);
    }
    const keyword = shape.keyword === 'union' ? 'union' : 'struct';
    return declaredAggregate(this.target, keyword, tag, members, {
      packed: shape.packed,
      ...(shape.forcedAlign === null ? {} : { forcedAlignBytes: shape.forcedAlign.bytes }),
    });
  }

  private member(fact: MemberFact): MemberSpec | null {
    const anonymous = fact.name === null && fact.bitField === null;
    const type = anonymous ? this.aggregate(fact.typeIndex, '') : this.type(fact.typeIndex);
    if (type === null) return null;
    const { bitField } = fact;
    const name = fact.name === null ? null : `m${this.members++}`;
    const own = { name, offsetBits: 0, align: fact.align, packed: fact.packed };
    if (bitField === null) return { ...own, type, bitField };
    // A `long` of 32 bits does not hold what one of 64 does.
    const fits = bitField.widthBits <= (type.sizeBytes ?? 0) * 8;
    const unit = fits ? type : leaf(wideInteger(this.target), 'scalar');
    const unitBits = (unit.sizeBytes ?? 0) * 8;
    return { ...own, type: unit, bitField: { widthBits: bitField.widthBits, unitBits } };
  }

  private type(index: number): TypeSpec | null {
    const known = this.done.get(index);
    if (known !== undefined) return known;
    const made = this.makeType(index);
    this.done.set(index, made);
    return made;
  }

  private makeType(index: number): TypeSpec | null {
    const type = itemAt(this.desc.types, index);
    const { shape } = type;
    switch (shape.kind) {
      case 'aggregate':
        return this.aggregate(index, `t${index}`);
      case 'array': {
        const element = this.type(shape.element);
        return element === null ? null : array(element, shape.count ?? 0);
      }
      case 'scalar':
      case 'pointer':
      case 'enum':
        return leaf(spelled(type, this.target), shape.kind);
      case 'declared':
      case 'other':
        return type.sizeBytes === null ? null : leaf(blob(type.sizeBytes, type.align.bytes), null);
    }
  }
}

function wideInteger(target: Target): SpelledType {
  const shape = { kind: 'scalar', encoding: 'uint' } as const;
  const align = { bytes: 8, from: 'abi' } as const;
  return spelled({ name: 'u64', sizeBytes: 8, align, shape, declared: null }, target);
}

function leaf(type: SpelledType, kind: 'scalar' | 'pointer' | 'enum' | null): LeafSpec {
  const shape: LeafSpec['shape'] =
    kind === 'scalar' ? { kind, encoding: 'uint' } : { kind: kind ?? 'other' };
  return { kind: 'leaf', ...type, shape };
}

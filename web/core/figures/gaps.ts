import { isUnnamedBits } from '../layout/forced';
import type { FieldItem, Layout } from '../layout/layout';

/** The unused bits and bytes of one aggregate, as pahole counts them. */
export interface Gaps {
  /** The members with a name, or an inside, in memory order, each with what lies unused behind it. */
  readonly members: readonly MemberGap[];
  /** What lies unused before the first one. */
  readonly first: Gap;
  /** Bits left over in the last bit-field's unit. */
  readonly bitPadding: number;
  /** Whole bytes behind the last member (behind its unit, if it is a bit-field). */
  readonly paddingBytes: number;
}

export interface Gap {
  readonly bits: number;
  readonly bytes: number;
}

export interface MemberGap extends Gap {
  readonly field: FieldItem;
}

const NO_GAP: Gap = { bits: 0, bytes: 0 };

/**
 * Splits what lies unused into bit holes and byte holes as pahole does (`class__find_holes` of dwarves
 * 1.24, observed): what a bit-field leaves of its unit is a bit hole, up to the next member; whole bytes
 * from there on are a byte hole. Unnamed bit-fields count as unused: debug information does not record
 * them; behind a member of unknown size no gap is claimed. A union has no gaps. `startBits` is where the aggregate begins.
 */
export function gapsOf(layout: Layout, isUnion: boolean, startBits = 0): Gaps {
  const fields = layout.items.filter((item): item is FieldItem => {
    return item.kind === 'field' && !isUnnamedBits(item.member);
  });
  if (isUnion) {
    const members = fields.map((field) => behind(field, NO_GAP));
    return { members, first: NO_GAP, bitPadding: 0, paddingBytes: 0 };
  }
  const walk = new GapWalk();
  const before = fields.map((field) => walk.step(field, startBits));
  const tail = walk.finish(layout.sizeBits);
  const members = fields.map((field, index) => behind(field, before[index + 1] ?? NO_GAP));
  return { members, first: before[0] ?? NO_GAP, bitPadding: tail.bits, paddingBytes: tail.bytes };
}

function behind(field: FieldItem, { bits, bytes }: Gap): MemberGap {
  return { bits, bytes, field };
}

/** Goes from member to member, and knows how far the bit-fields so far have claimed their unit. */
class GapWalk {
  private end = 0;
  /** Whether a member of unknown size came before: all bytes up to the next member may belong to it. */
  private isOpen = false;
  /** The unit that the bit-fields before are in; null behind anything else. */
  private unit: { readonly endBits: number; readonly sizeBits: number } | null = null;

  /** The gap before a member. */
  step(field: FieldItem, startBits: number): Gap {
    const start = field.offsetBits - startBits;
    const { bitField } = field.member;
    let bits = 0;
    if (this.isOpen) {
      this.end = start;
      this.unit = null;
    }
    this.isOpen = field.sizeBits === null;
    if (this.unit !== null) {
      const close = Math.min(start, this.unit.endBits);
      bits = close - this.end;
      this.end = close;
    }
    if (bitField === null) {
      const bytes = Math.floor(start / 8) - Math.floor(this.end / 8);
      this.end = start + (field.sizeBits ?? 0);
      this.unit = null;
      return gap(bits, bytes);
    }
    let bytes = 0;
    const unitStart = start - (start % Math.max(8, bitField.unitBits));
    if (this.end < unitStart) {
      bytes = unitStart / 8 - Math.floor(this.end / 8);
      this.end = unitStart;
    }
    bits += start - this.end;
    this.end = start + (field.sizeBits ?? 0);
    this.claim(unitStart, bitField.unitBits);
    return gap(bits, bytes);
  }

  /** What is left behind the last member: bits of its unit, then bytes. */
  finish(sizeBits: number): Gap {
    if (this.isOpen) return NO_GAP;
    const close = this.unit === null ? this.end : Math.min(sizeBits, this.unit.endBits);
    return gap(close - this.end, sizeBits / 8 - Math.floor(close / 8));
  }

  private claim(unitStart: number, unitBits: number): void {
    const known = this.unit;
    if (known !== null && this.end <= known.endBits && unitBits <= known.sizeBits) return;
    let endBits = unitStart + unitBits;
    // A packed bit-field that runs over the end of its unit has the next one, too.
    if (this.end > endBits) endBits += unitBits;
    this.unit = { endBits, sizeBits: unitBits };
  }
}

/** Members of a struct that is only shown may overlap: that is no gap. */
function gap(bits: number, bytes: number): Gap {
  return { bits: Math.max(0, bits), bytes: Math.max(0, bytes) };
}

import { itemAt } from '../../web/core/base/itemAt';
import type { OpenFile } from '../../web/cli/open/openFile';
import { withoutEdits } from '../../web/core/edit/apply';
import { newDocument } from '../../web/core/edit/document';
import type { Edit } from '../../web/core/edit/edit';
import { randomEdits } from '../../web/core/edit/testing/randomEdits';
import type { StructDesc } from '../../web/core/facts/generated';
import type { OrderedStruct } from '../../web/core/layout/order';
import { orderedFrom } from '../../web/core/layout/original';
import { membersOf } from '../../web/core/layout/walk';
import { randomFrom } from '../patch/random';

/**
 * So many structs of a file, the same ones for the same seed: those that a person can edit, of two members
 * at least. A quarter of them has bit-fields, where the file has as many: few structs do, and their rules
 * are the subtle ones.
 */
export function sampleOf(file: OpenFile, count: number, seed: number): readonly StructDesc[] {
  const random = randomFrom(seed);
  const rows = file.names.map((_, row) => row);
  const withBits: StructDesc[] = [];
  const others: StructDesc[] = [];
  while (rows.length > 0) {
    const place = random(rows.length);
    const row = itemAt(rows, place);
    rows[place] = itemAt(rows, rows.length - 1);
    rows.pop();
    const desc = file.session.ask({ kind: 'describe', row });
    if (!desc.ok || !isSampled(desc.value)) continue;
    (hasBitFields(desc.value) ? withBits : others).push(desc.value);
  }
  const bits = withBits.slice(0, Math.floor(count / 4));
  return [...bits, ...others.slice(0, count - bits.length)];
}

export function hasBitFields(desc: StructDesc): boolean {
  return [...membersOf(orderedFrom(desc).root)].some(({ bitField }) => bitField !== null);
}

function isSampled(desc: StructDesc): boolean {
  const { root } = orderedFrom(desc);
  // C has no base classes, no hidden pointers to virtual tables, no Rust variants.
  const isC = [...membersOf(root)].every(({ role }) => role === 'field' || role === 'inferredBits');
  return root.readOnly === null && root.members.length > 1 && isC;
}

/** An order for a compiler to judge, and the edits that led to it. */
export interface Candidate {
  readonly struct: OrderedStruct;
  readonly edits: readonly Edit[];
}

/** A struct as it was found, and after up to twelve random edits of it: moves, alignments, padding. */
export function candidatesOf(
  desc: StructDesc,
  random: (below: number) => number,
): readonly Candidate[] {
  const original = withoutEdits(newDocument(desc));
  const picks = Array.from({ length: 16 + random(33) }, () => random(2 ** 31));
  const { applied, edits } = randomEdits(original, picks);
  return [
    { struct: original.struct, edits: [] },
    { struct: applied.struct, edits },
  ];
}

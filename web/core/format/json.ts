import type { Message } from '../base/messages';
import type { Figures } from '../figures/figures';
import type { FileFacts, HeldCounts } from '../facts/generated';
import type { StructTable } from '../facts/structTable';
import type { Applied } from '../edit/applied';
import { doubtsOf } from '../heat/bindingDoubts';
import { formatEdit } from '../edit/words';
import type { FieldItem, Layout } from '../layout/layout';
import { linesOf, type LineRuler } from '../layout/lines';
import type { Verdict } from '../layout/order';

/** Counts up when a shape of `docs/json.md` changes so that a reader of the old one could go wrong. */
export const JSON_VERSION = 1;

/** `ls --json`. */
export interface ListJson {
  readonly v: typeof JSON_VERSION;
  readonly file: FileFacts;
  readonly structs: readonly ListedStructJson[];
}

export interface ListedStructJson {
  readonly kind: 'struct' | 'union' | 'class';
  readonly name: string;
  /** Which layout of its name (`name#2`), from 1; 0 where the name has only one. */
  readonly variant: number;
  readonly sizeBytes: number;
  /** Null where the summaries were not read. */
  readonly members: number | null;
  readonly holes: number | null;
  readonly holeBytes: number | null;
  readonly paddingBytes: number | null;
  /** How many structs of the file hold it by value, at whatever depth; null where that is not known. */
  readonly containers: number | null;
}

/** `show --json`. */
export interface ShowJson {
  readonly v: typeof JSON_VERSION;
  readonly struct: {
    readonly kind: 'struct' | 'union' | 'class';
    readonly name: string;
    readonly key: string;
    readonly machine: string;
  };
  readonly verdict: Verdict;
  readonly lineBytes: number;
  readonly baseBytes: number;
  readonly edits: readonly string[];
  /** Why line numbers or heat may be wrong (`doubtsOf`). */
  readonly doubts: readonly Message[];
  readonly figures: Omit<Figures, keyof typeof UNKNOWN_END> & {
    readonly [Figure in keyof typeof UNKNOWN_END]: number | null;
  };
  readonly members: readonly MemberJson[];
}

/** What rests on the end of a struct, which of a text that is cut nobody knows. */
const UNKNOWN_END = { sizeBytes: null, lines: null, paddingBytes: null, paddingBits: null };

export interface MemberJson {
  readonly name: string | null;
  /** As edits name it. */
  readonly path: string;
  readonly type: string;
  /** From the start of the struct, also inside anonymous aggregates. */
  readonly offsetBits: number;
  /** Null where it is unknown. */
  readonly sizeBits: number | null;
  readonly alignBits: number;
  /** First and last line that it touches. */
  readonly lines: readonly [number, number];
  /** The size of a bit-field's declared type; null for any other member. */
  readonly unitBits: number | null;
  /** Forced on the member, in bytes, and where that is known from. */
  readonly align: { readonly bytes: number; readonly from: string } | null;
  /** The members of an anonymous struct or union; null for any other member. */
  readonly members: readonly MemberJson[] | null;
}

export function listJson(
  file: FileFacts,
  index: StructTable,
  rows: readonly number[],
  names: readonly string[],
  held: HeldCounts | null,
): ListJson {
  const kinds = ['struct', 'union', 'class'] as const;
  const counts = held && new Map(held.names.split('\n').map((name, at) => [name, held.counts[at]]));
  return {
    v: JSON_VERSION,
    file,
    structs: rows.map((row) => ({
      kind: kinds[index.kinds[row] ?? 0] ?? 'struct',
      name: names[row] ?? '',
      variant: index.variants[row] ?? 0,
      sizeBytes: index.sizesBytes[row] ?? 0,
      members: index.memberCounts[row] ?? null,
      holes: index.holeCounts[row] ?? null,
      holeBytes: index.holeBytes[row] ?? null,
      paddingBytes: index.paddingBytes[row] ?? null,
      containers: counts && (counts.get(names[row] ?? '') ?? 0),
    })),
  };
}

export function showJson(
  applied: Applied,
  edits: Parameters<typeof formatEdit>[0][],
  layout: Layout,
  figures: Figures,
): ShowJson {
  const { desc, root, verdict } = applied.struct;
  // An edit takes the stated size away, and the layout has one all the same.
  const isUnknown = desc.types[desc.root]?.sizeBytes === null;
  return {
    v: JSON_VERSION,
    struct: { kind: root.keyword, name: desc.name, key: desc.key, machine: desc.target.machine },
    verdict,
    lineBytes: applied.state.lineBytes,
    baseBytes: applied.state.baseBytes,
    edits: edits.map(formatEdit),
    doubts: doubtsOf(applied),
    figures: isUnknown ? { ...figures, ...UNKNOWN_END } : figures,
    members: membersJson(layout, applied.state),
  };
}

function membersJson(layout: Layout, ruler: LineRuler): readonly MemberJson[] {
  const fields = layout.items.filter((item): item is FieldItem => item.kind === 'field');
  return fields.map((field): MemberJson => {
    const { first, last } = linesOf(field.offsetBits, field.sizeBits, ruler);
    const { member, inner } = field;
    return {
      name: member.name,
      path: field.path,
      type: member.typeName,
      offsetBits: field.offsetBits,
      sizeBits: field.sizeBits,
      alignBits: field.alignBits,
      lines: [first, last],
      unitBits: member.bitField?.unitBits ?? null,
      align: member.align,
      members: inner === null ? null : membersJson(inner, ruler),
    };
  });
}

import { isOfAccesses, snoopsOf, sumCounts, type HeatCounts } from '../../core/heat/counts';
import { impossibleAt, rowHits, type Impossible, type RowHit } from '../../core/heat/rowHits';
import { lineUnit, rowCounter } from '../../core/heat/lineUnit';
import { measuredLayout, structOnRuler, type StructOnRuler } from '../../core/heat/measuredLayout';
import type { Attribution } from '../../core/heat/attribute';
import type { InView } from '../state/inView';
import type { HeatState } from '../state/state';
import { derived } from '../../core/base/derived';
import { grouped } from '../../core/base/prose';
import type { Binding, DocumentLine, DocumentProfile } from '../../core/edit/profiles';
import { computeLayout } from '../../core/layout/compute';

/** A bound line on the struct: where it may be slid to, and what each row falls on where it is. */
export interface Slide {
  readonly binding: Binding;
  readonly lineId: string;
  /** The least and the largest offset at which the line has a byte of the struct. */
  readonly lowestBytes: number;
  readonly highestBytes: number;
  /** Why it cannot lie there; null where it can. */
  readonly impossible: string | null;
  /** What the column of snoops counts; of a line of accesses alone these. */
  readonly snoopsHead: string;
  readonly hits: readonly OffsetHit[];
}

/** What an offset of the line falls on, with its counts. */
export interface OffsetHit {
  readonly offset: string;
  readonly on: LandsOn;
  readonly snoops: string;
  readonly stores: string;
}

export type LandsOn =
  | { readonly kind: 'nothing'; readonly words: string }
  /** @property byteText which byte of the field, where it is not its first */
  | { readonly kind: 'field'; readonly path: string; readonly byteText: string | null };

const MOST_HITS = 64;

/** The binding that was made or chosen last, while its line can be slid: types have no offset to find. */
export function slideOf(
  { document, shown }: InView,
  current: Attribution,
  sliding: HeatState['sliding'],
): Slide | null {
  const { profile } = current;
  const bindings = shown.applied.state.bindings.filter((each) => each.profile === profile.name);
  const binding = bindings.find((each) => each.target === sliding?.target) ?? bindings.at(-1);
  const line = profile.lines.find(({ id }) => id === binding?.target);
  if (!binding || !line) return null;
  const { name } = document.struct;
  return {
    binding,
    lineId: line.id,
    ...placed(structOnRuler(document), profile, line, binding.offsetBytes, name),
  };
}

/** Kept, as the panel is drawn again in each frame of a drag, which moves no line of a report. */
const placed = derived(
  (
    ruled: StructOnRuler,
    profile: DocumentProfile,
    line: DocumentLine,
    offsetBytes: number,
    structName: string,
  ): Omit<Slide, 'binding' | 'lineId'> => {
    const struct = measuredLayout(ruled, profile);
    const sizeBytes = Math.ceil(computeLayout(struct).sizeBits / 8);
    const isShare = lineUnit(line) === 'percent';
    const accesses = isOfAccesses(line.counts);
    return {
      lowestBytes: 1 - profile.lineBytes,
      highestBytes: Math.max(0, sizeBytes - 1),
      impossible: impossibleWords(
        impossibleAt(struct, line, offsetBytes, profile.lineBytes),
        structName,
      ),
      snoopsHead: accesses ? 'Accesses' : isShare ? 'HITM rmt, lcl' : 'HITM',
      hits: offsetHits(line, rowHits(struct, line, offsetBytes), isShare, accesses),
    };
  },
);

function impossibleWords(impossible: Impossible, structName: string): string | null {
  switch (impossible?.kind) {
    case 'misaligned':
      return `No object begins here: ${structName} is aligned to ${impossible.alignBytes}.`;
    case 'beside':
      return 'The struct has no byte on this line.';
    case undefined:
      return null;
  }
}

function offsetHits(
  line: DocumentLine,
  hits: readonly RowHit[],
  isShare: boolean,
  accesses: boolean,
): readonly OffsetHit[] {
  const count = rowCounter(line);
  const byOffset = new Map<number, RowHit[]>();
  for (const hit of hits) {
    const { offsetBytes } = hit.row;
    byOffset.set(offsetBytes, [...(byOffset.get(offsetBytes) ?? []), hit]);
  }
  return [...byOffset]
    .sort(([a], [b]) => a - b)
    .slice(0, MOST_HITS)
    .flatMap(([offset, all]) => {
      const [first] = all;
      if (first === undefined) return [];
      const counts = sumCounts(all.map(({ row }) => count(row)));
      return {
        offset: `0x${offset.toString(16)}`,
        on: landsOn(first),
        ...(accesses
          ? { snoops: grouped(counts.otherLoads), stores: '?' }
          : {
              snoops: isShare ? shareTexts(counts) : grouped(snoopsOf(counts)),
              stores: isShare ? `${counts.stores.toFixed(1)} %` : grouped(counts.stores),
            }),
      };
    });
}

/** The two kinds have no sum on a line of shares. */
function shareTexts(counts: HeatCounts): string {
  const remote = counts.hitmRemote + counts.peerRemote;
  const local = counts.hitmLocal + counts.peerLocal;
  return `${remote.toFixed(1)} %, ${local.toFixed(1)} %`;
}

function landsOn({ place, offsetBytes, midField }: RowHit): LandsOn {
  switch (place.kind) {
    case 'padding':
      return { kind: 'nothing', words: `padding at ${offsetBytes}` };
    case 'outside':
      return { kind: 'nothing', words: 'outside the struct' };
    case 'field':
      return {
        kind: 'field',
        path: place.path,
        byteText: midField ? `byte ${offsetBytes - place.offsetBytes} of it` : null,
      };
  }
}

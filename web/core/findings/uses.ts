import type { Applied } from '../edit/applied';
import type { Tag } from '../edit/document';
import type { MemberPath } from '../layout/ids';
import type { FieldItem, Layout } from '../layout/layout';
import { linesOf, linesOfBytes, type LineSpan } from '../layout/lines';
import { fieldsOf } from '../layout/walk';
import type { Accessor } from '../heat/accessor';
import type { Attribution } from '../heat/attribute';
import { touchedBytes } from '../heat/placedRow';
import { loadsOf, snoopName, snoopsOf, type HeatCounts } from '../heat/counts';

/** What is known of a member on one line, or expected of it. */
export interface Use {
  /** The member that an edit moves. */
  readonly path: MemberPath;
  readonly line: number;
  readonly stores: number;
  readonly loads: number;
  /** HITM and peer snoops: loads that had to fetch the line from another core. */
  readonly snoops: number;
  /** The role that a person gave it, where nothing was measured on it; its counts are none then. */
  readonly tag: Tag['role'] | null;
}

export type AtLeast = Readonly<Record<'stores' | 'loads' | 'snoops', boolean>>;

/** The uses of a layout, and which of them count for something. */
export interface Uses {
  /** One for each line of a member; an access that touches two lines is in both. */
  readonly all: readonly Use[];
  /** Each member with the sum of its accesses, on the first line where it has any. */
  readonly whole: ReadonlyMap<MemberPath, Use>;
  readonly fields: ReadonlyMap<MemberPath, FieldItem>;
  /** Who touched a member, hottest first; nobody where nothing names them. */
  readonly accessors: (path: MemberPath) => readonly Accessor[];
  readonly measured: boolean;
  /**
   * Of what counts are percent, each kind of its own total: remote and local HITM have no sum then. Null where they
   * are samples.
   */
  readonly shareOf: 'the line’s' | 'all' | null;
  /** Which counts are at least what is counted: rows of the lines were cut away, and whose they were is not known. */
  readonly atLeast: AtLeast;
  /** What `snoops` count: an Arm report has no HITM. */
  readonly snoopName: 'HITM' | 'peer snoops';
  readonly isWriter: (use: Use) => boolean;
  /** Whether a use notices that someone else takes the line. */
  readonly isVictim: (use: Use) => boolean;
  readonly isHot: (use: Use) => boolean;
}

/** Below this part of all that was measured on the struct a field is not worth a word. */
const NOTABLE_SHARE = 0.01;
/** Loads that met no other core's copy need more weight to count as a use that suffers. */
const NOTABLE_LOADS_SHARE = 0.05;

/** Where measured counts and tags fall in a layout. Counts travel with their fields from the layout that was measured. */
export function usesOf(applied: Applied, layout: Layout, attribution: Attribution | null): Uses {
  const fields = new Map([...fieldsOf(layout)].map((field) => [field.path, field] as const));
  const { uses: counted, whole } =
    attribution === null
      ? { uses: [], whole: new Map<MemberPath, Use>() }
      : measuredUses(applied, layout, fields, attribution);
  const tagged = applied.state.tags.flatMap((tag) => {
    const field = fields.get(tag.member);
    return field === undefined || whole.has(tag.member) ? [] : taggedUses(applied, field, tag);
  });
  const sum = (of: (use: Use) => number) =>
    [...whole.values()].reduce((all, use) => all + of(use), 0);
  const stores = sum((use) => use.stores);
  const loads = sum((use) => use.loads);
  const snoops = sum((use) => use.snoops);
  const notable = (part: number, all: number, share: number) => part > 0 && part >= all * share;
  const isWriter = (use: Use) =>
    use.tag === 'write-hot' ||
    use.tag === 'counter' ||
    use.tag === 'lock' ||
    notable(use.stores, stores, NOTABLE_SHARE);
  const isVictim = (use: Use) =>
    (use.tag !== null && use.tag !== 'cold') ||
    notable(use.snoops, snoops, NOTABLE_SHARE) ||
    notable(use.loads, loads, NOTABLE_LOADS_SHARE);
  return {
    all: [...counted, ...tagged],
    whole: new Map([...tagged.map((use) => [use.path, use] as const).reverse(), ...whole]),
    fields,
    accessors: (path) => attribution?.heat.byPath.get(path)?.accessors ?? [],
    measured: counted.length > 0,
    shareOf:
      attribution?.unit !== 'percent'
        ? null
        : attribution.instances.length > 0
          ? 'the line’s'
          : 'all',
    atLeast: atLeastOf(attribution),
    snoopName: snoopName({ peer: attribution?.peer === true }),
    isWriter,
    isVictim,
    isHot: (use) => isWriter(use) || (use.tag !== 'read-mostly' && isVictim(use)),
  };
}

/** Kinds of samples that lines have more of than their rows show. */
function atLeastOf(attribution: Attribution | null): AtLeast {
  const cut = (attribution?.unattributed ?? []).filter(({ reason }) => reason === 'trimmed');
  return {
    stores: cut.some(({ counts }) => counts.stores > 0),
    loads: cut.some(({ counts }) => loadsOf(counts) > 0),
    snoops: cut.some(({ counts }) => snoopsOf(counts) > 0),
  };
}

function measuredUses(
  applied: Applied,
  layout: Layout,
  fields: ReadonlyMap<MemberPath, FieldItem>,
  attribution: Attribution,
): { readonly uses: readonly Use[]; readonly whole: ReadonlyMap<MemberPath, Use> } {
  const uses = new Map<string, Use>();
  const whole = new Map<MemberPath, Use>();
  const addTo = <Key>(sums: Map<Key, Use>, key: Key, use: Use) => {
    const { line, stores, loads, snoops } = sums.get(key) ?? {
      ...use,
      stores: 0,
      loads: 0,
      snoops: 0,
    };
    sums.set(key, {
      ...use,
      line,
      stores: stores + use.stores,
      loads: loads + use.loads,
      snoops: snoops + use.snoops,
    });
  };
  const add = (path: MemberPath, { first, last }: LineSpan, counts: HeatCounts) => {
    const { stores } = counts;
    const known = { path, stores, loads: loadsOf(counts), snoops: snoopsOf(counts), tag: null };
    addTo(whole, path, { ...known, line: first });
    for (let line = first; line <= last; line++) addTo(uses, `${line} ${path}`, { ...known, line });
  };
  const { lineBytes } = attribution.profile;
  for (const { place, counts, offsetBytes, instance } of attribution.rows) {
    if (place.kind !== 'field') continue;
    const field = fields.get(place.mover);
    if (field === undefined) continue;
    const touched = touchedBytes(place, offsetBytes);
    const then = linesOfBytes(offsetBytes, touched, { lineBytes, baseBytes: instance.baseBytes });
    // What lay over an edge when it was measured has the rows of its first line alone.
    const sizeBits = then.first === then.last ? touched * 8 : 8;
    const bits = field.offsetBits + place.moverOffsetBytes * 8;
    add(place.mover, linesOf(bits, sizeBits, applied.state), counts);
  }
  if (attribution.rows.length > 0) return { uses: [...uses.values()], whole };
  // A type profile has sums by field: what lies on several lines cannot be distinguished there.
  for (const item of layout.items) {
    if (item.kind !== 'field') continue;
    for (const field of item.inner === null ? [item] : fieldsOf(item.inner)) {
      const heat = field.inner === null ? attribution.heat.byPath.get(field.path) : undefined;
      const span = linesOf(field.offsetBits, field.sizeBits, applied.state);
      if (heat !== undefined && span.first === span.last) add(field.path, span, heat.counts);
    }
  }
  return { uses: [...uses.values()], whole };
}

function taggedUses(applied: Applied, field: FieldItem, { member, role }: Tag): readonly Use[] {
  const { first, last } = linesOf(field.offsetBits, field.sizeBits, applied.state);
  return Array.from({ length: last - first + 1 }, (_, nth) => ({
    path: member,
    line: first + nth,
    stores: 0,
    loads: 0,
    snoops: 0,
    tag: role,
  }));
}

import { derived } from '../../core/base/derived';
import type { Attribution } from '../../core/heat/attribute';
import { COUNT_KINDS, metricOf, snoopName, type HeatCounts } from '../../core/heat/counts';
import { isPseudoType, typeCounts } from '../../core/heat/typeCounts';
import type { TypeProfile } from '../../core/facts/generated';
import type { LayoutDocument } from '../../core/edit/document';
import { editedOf } from '../state/inView';
import { heatOf } from '../../core/heat/heatOf';
import type { FileId } from '../../core/layout/ids';
import type { AppState, LoadedFile, OpenDocument, HotReport } from '../state/state';
import type { Catalog } from '../state/catalog';

/** How much of a report falls on a struct: what is bound of it, or what a type profile says of its type. */
export interface StructHeat {
  /** Null where the report names none: a typedef, a class of C++. */
  readonly keyword: string | null;
  readonly name: string;
  /** Null where the report does not state it. */
  readonly sizeBytes: number | null;
  /** Its part of all that the report counts, 0 to 1. */
  readonly share: number;
  /** `HITM of before.txt` */
  readonly of: string;
}

/** Row by row of a catalog. */
export interface HeatColumn {
  readonly shares: Float64Array;
  /** What the share is of, for the rows that have one. */
  readonly of: ReadonlyMap<number, string>;
}

/** What the loaded reports say of structs; the same list while none of it changed. */
export function heatMarks(
  state: Pick<AppState, 'files' | 'documents' | 'hot'>,
): readonly StructHeat[] {
  const [first, ...rest] = [
    // The history alone is the input: a drag changes the open struct in each frame, but nothing that is bound.
    ...state.documents.filter(hasProfile).map(({ history }) => marksOfDocument(history.document)),
    ...state.hot.map((hot) => marksOfHot(hot, nameOf(state.files, hot.report))),
    ...state.files.filter(isTypeProfile).map(({ phase, name }) => marksOfReport(phase, name)),
  ];
  return first === undefined ? NO_MARKS : joined(first, ...rest);
}

const NO_MARKS: readonly StructHeat[] = [];

const joined = derived((...parts: readonly [readonly StructHeat[], ...(readonly StructHeat[])[]]) =>
  parts.flat(),
);

/** The hottest report counts where several speak of a struct; null where none speaks of any row. */
export function heatColumn(catalog: Catalog, marks: readonly StructHeat[]): HeatColumn | null {
  if (marks.length === 0) return null;
  const byName = new Map<string, StructHeat[]>();
  for (const mark of marks) byName.set(mark.name, [...(byName.get(mark.name) ?? []), mark]);
  const shares = new Float64Array(catalog.rowCount);
  const of = new Map<number, string>();
  catalog.names.forEach((name, row) => {
    for (const mark of byName.get(name) ?? []) {
      if (mark.share <= (shares[row] ?? 0) || !isOfRow(mark, catalog, row)) continue;
      shares[row] = mark.share;
      of.set(row, mark.of);
    }
  });
  return of.size === 0 ? null : { shares, of };
}

const KINDS = ['struct', 'union', 'class'];

function isOfRow({ keyword, sizeBytes }: StructHeat, catalog: Catalog, row: number): boolean {
  return (
    (keyword === null || KINDS.indexOf(keyword) === catalog.kinds[row]) &&
    (sizeBytes === null || sizeBytes === catalog.sizesBytes[row])
  );
}

function hasProfile({ history }: OpenDocument): boolean {
  return history.document.profiles.length > 0;
}

const marksOfDocument = derived((document: LayoutDocument): readonly StructHeat[] => {
  const root = document.struct.types[document.struct.root];
  return heatOf(document, editedOf(document).applied).all.flatMap((attribution) => {
    // A share of one line says nothing of the recording.
    if (attribution.statedKinds !== null) return [];
    const { share, of } = shareOf(attribution);
    if (share <= 0) return [];
    return {
      keyword: root?.shape.kind === 'aggregate' ? root.shape.keyword : null,
      name: document.struct.name,
      sizeBytes: root?.sizeBytes ?? null,
      share,
      of: `${of} of ${attribution.profile.name}`,
    };
  });
});

/** What instructions touch, of all that the report has. */
const marksOfHot = derived((hot: HotReport, name: string): readonly StructHeat[] =>
  hot.search.found.structs.map((each) => ({
    keyword: null,
    name: each.name,
    sizeBytes: each.sizeBytes,
    share: each.share,
    of: `${hot.of} of ${name}, by its instructions`,
  })),
);

function nameOf(files: readonly LoadedFile[], id: FileId): string {
  return files.find((file) => file.id === id)?.name ?? '';
}

/** The share by HITM (or peer snoops) where the report counts them, else by all accesses. */
function shareOf({ attributed, total, peer }: Attribution): { share: number; of: string } {
  const snoops = metricOf(total, 'hitm');
  if (snoops > 0) {
    return { share: metricOf(attributed, 'hitm') / snoops, of: snoopName({ peer }) };
  }
  const all = accesses(total);
  return { share: all > 0 ? accesses(attributed) / all : 0, of: 'loads and stores' };
}

type ReportFile = LoadedFile & { readonly phase: { readonly kind: 'profile' } };

function isTypeProfile(file: LoadedFile): file is ReportFile {
  return file.phase.kind === 'profile' && file.phase.profile.types.length > 0;
}

/**
 * A text may hold tables of several units and events: the shares of each are its own. Where one states
 * percent, the others (a type in detail) are of a part of the same recording.
 */
const marksOfReport = derived((phase: ReportFile['phase'], name: string): readonly StructHeat[] => {
  const all = phase.profile.types;
  const stated = all.filter(({ unit }) => unit === 'percent');
  const types = stated.length > 0 ? stated : all;
  const totals = new Map<string, number>();
  for (const type of types) {
    const table = tableOf(type);
    totals.set(table, (totals.get(table) ?? 0) + countOf(type));
  }
  return types.flatMap((type) => {
    const total = type.unit === 'percent' ? 100 : (totals.get(tableOf(type)) ?? 0);
    const share = total > 0 ? countOf(type) / total : 0;
    if (share <= 0 || isPseudoType(type.name)) return [];
    const [, keyword = null, bare = type.name] =
      /^(struct|union|class) (.+)$/.exec(type.name) ?? [];
    const of = `samples of ${name}`;
    return [{ keyword, name: bare, sizeBytes: type.sizeBytes, share: Math.min(1, share), of }];
  });
});

function tableOf({ unit, events }: TypeProfile): string {
  return JSON.stringify([unit, events]);
}

/** Shares of several events are no sum: the largest speaks for the type. */
function countOf({ unit, events, values }: TypeProfile): number {
  return unit === 'percent' ? Math.max(0, ...values) : accesses(typeCounts(events, values));
}

function accesses(counts: HeatCounts): number {
  return COUNT_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
}

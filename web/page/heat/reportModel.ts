import { linesForPeople } from '../../core/bind/statedObject';
import { lineRows, type LineRow } from '../../core/heat/lineRows';
import type { LoadedFile, HeatState, LineSort } from '../state/state';
import { grouped, plural } from '../../core/base/prose';
import type { AccessProfile, TraceStat } from '../../core/facts/generated';
import type { FileId } from '../../core/layout/ids';
import { countersOf, metricOf } from '../../core/heat/counts';

/** A report in the centre: what is known of it, its contended lines, and the one whose rows are shown. */
export interface ReportModel {
  /** What is known of the report, each a few words. */
  readonly facts: readonly string[];
  readonly hasLines: boolean;
  /** Those that the query names, as they are sorted. */
  readonly rows: readonly LineRow[];
  /** `12 of 40 lines`. */
  readonly countText: string;
  /** Null where no line is shown. */
  readonly open: LineRow | null;
  /** Whether some share is only of what the text contains. */
  readonly hasPastedShares: boolean;
  /** What a text counts that has no line. */
  readonly counters: readonly TraceStat[];
}

export function reportModel(file: FileId, profile: AccessProfile, heat: HeatState): ReportModel {
  const all = lineRows(profile);
  const rows = shownRows(profile, heat);
  const chosen = rows.find(({ line }) => heat.line?.file === file && heat.line.id === line.id);
  return {
    facts: factsOf(profile),
    hasLines: all.length > 0,
    rows,
    countText:
      rows.length === all.length
        ? plural(all.length, 'line')
        : `${grouped(rows.length)} of ${plural(all.length, 'line')}`,
    open: chosen ?? rows[0] ?? null,
    hasPastedShares: rows.some(({ share }) => share?.of === 'listed'),
    counters: countersOf(profile),
  };
}

function factsOf(profile: AccessProfile): readonly string[] {
  const { kernelRelease, machine, perfVersion, command, display, lineBytes, totals } = profile;
  const sorted = {
    totalHitm: 'sorted by HITM',
    localHitm: 'sorted by local HITM',
    remoteHitm: 'sorted by remote HITM',
    peer: 'peer snoops (Arm): they count clean forwards too',
  };
  return [
    kernelRelease === null ? null : `Linux ${kernelRelease}`,
    machine,
    perfVersion === null ? null : `perf ${perfVersion}`,
    display === null ? null : sorted[display],
    lineBytes === 64 ? null : `${lineBytes}-byte lines`,
    totals.records === null ? null : plural(totals.records, 'sample'),
    command,
  ].filter((fact) => fact !== null);
}

/** Lines of an author that show without a click. */
const SHOWN_WORDS = 6;

/** What the author of a table says of it in lines above; the rest is behind a click. Null where nothing is said. */
export function authorsWords(
  about: readonly string[] | undefined,
): { readonly first: readonly string[]; readonly rest: readonly string[] } | null {
  const sentences = linesForPeople(about ?? []);
  if (sentences.length === 0) return null;
  return { first: sentences.slice(0, SHOWN_WORDS), rest: sentences.slice(SHOWN_WORDS) };
}

/** As many of the hottest lines are offered beside a struct. */
const MOST_HOTTEST = 5;

/** Lines of a report to bind: the one that was looked at last, then the hottest. */
export function linesToBind(
  file: LoadedFile,
  profile: AccessProfile,
  looked: HeatState['line'],
): readonly LineRow[] {
  const rows = lineRows(profile);
  const last = rows.filter(({ line }) => looked?.file === file.id && looked.id === line.id);
  return [...new Set([...last.slice(0, 1), ...rows.slice(0, MOST_HOTTEST)])];
}

/** The lines that a query names (by address, function, source or object), in the order that is asked for. */
export function shownRows(
  profile: AccessProfile,
  { query, sort }: Pick<HeatState, 'query' | 'sort'>,
): readonly LineRow[] {
  const words = query.trim().toLowerCase();
  const rows = lineRows(profile);
  const found = words === '' ? rows : rows.filter((row) => matches(row, words));
  const value = SORT_VALUES[sort.by];
  const sign = sort.descending ? -1 : 1;
  if (sort.by === 'snoops' && sort.descending) return found;
  return found.toSorted((a, b) => sign * compare(value(a), value(b)));
}

const SORT_VALUES: Readonly<Record<LineSort, (row: LineRow) => number | bigint>> = {
  snoops: ({ snoops }) => snoops,
  remote: ({ counts }) => metricOf(counts, 'remote'),
  local: ({ counts }) => metricOf(counts, 'local'),
  loads: ({ loads }) => loads,
  stores: ({ counts }) => counts.stores,
  address: ({ line }) => (line.address === null ? 0n : BigInt(line.address)),
};

function compare(a: number | bigint, b: number | bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function matches({ line }: LineRow, words: string): boolean {
  return (
    line.id.toLowerCase().includes(words) ||
    line.rows.some(
      ({ symbol, sourceLine, object }) =>
        symbol?.toLowerCase().includes(words) === true ||
        sourceLine?.toLowerCase().includes(words) === true ||
        object?.toLowerCase().includes(words) === true,
    )
  );
}

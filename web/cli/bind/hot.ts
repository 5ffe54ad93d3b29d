import { askingOf, type Asking } from '../../core/bind/asking';
import type { HotStruct } from '../../core/bind/hotStructs';
import { searchHot, type HotSearch } from '../../core/bind/searchHot';
import { lineSymbolsText, lineVariables } from '../../core/bind/lineVariables';
import { buildMatchText, loadBiasText, type BuildMatch } from '../../core/bind/loadBias';
import { plural, unquoted } from '../../core/base/prose';
import type { AccessProfile } from '../../core/facts/generated';
import { reportOrigin } from '../open/reportOrigin';
import type { OpenFile } from '../open/openFile';
import { hasCode } from '../../core/facts/hasCode';
import { binaryOf } from '../bind/candidates';

/** The structs of a whole report, by its very instructions. */
export interface HotAnswer {
  readonly asking: Asking;
  readonly buildMatch: BuildMatch;
  readonly search: HotSearch;
  /** What lies on the lines of no struct, by the symbols of the file; the hottest first. */
  readonly symbols: readonly {
    readonly line: string;
    readonly heat: number;
    readonly text: string;
  }[];
}

/** Null where the file has no code that can be followed, or the report is not of it. */
export async function hotReport(profile: AccessProfile, file: OpenFile): Promise<HotAnswer | null> {
  const { session } = file;
  if (!hasCode(session.facts)) return null;
  const { buildMatch, origin, table } = reportOrigin(session, profile);
  if (buildMatch === null || origin !== 'same') return null;
  const asking = askingOf(profile, buildMatch);
  if (asking === null) return null;
  const touches = (places: readonly string[]) => {
    const found = session.ask({ kind: 'touches', places, reasons: false });
    return Promise.resolve(found.ok ? found.value : null);
  };
  const embeddings = (inner: readonly string[]) => binaryOf(file).embeddings(inner);
  let last: HotSearch | null = null;
  for await (const search of searchHot(asking, { touches, embeddings })) last = search;
  if (last === null) return null;
  const symbols = last.found.linesOfNone.flatMap(({ line, heat }) => {
    const found = lineVariables({ table, buildMatch }, profile, line);
    const { id, address } = line;
    return found && address !== null
      ? [{ line: id, heat, text: unquoted(lineSymbolsText(found, address)) }]
      : [];
  });
  return { asking, buildMatch, search: last, symbols };
}

const MOST_STRUCTS = 40;
const MOST_MEMBERS = 3;
const MOST_REASONS = 6;
const MOST_LINES = 10;

/** As a table for a terminal. */
export function hotText({ asking, buildMatch, search, symbols }: HotAnswer, path: string): string {
  const { structs, unnamed, namedShare, unnamedShare, otherShare } = search.found;
  const head = `${asking.of.padStart(17)}   share  lines  struct`;
  const more = structs.length - MOST_STRUCTS;
  return [
    buildMatchText(buildMatch, path),
    '',
    head,
    ...structs.slice(0, MOST_STRUCTS).map(structText),
    ...(more > 0 ? [`${plural(more, 'more struct')}: --json has all.`] : []),
    '',
    `${percent(namedShare)} on structs, ${percent(unnamedShare)} of no struct, ${percent(otherShare)} by code of other files or in no row.`,
    ...unnamed
      .slice(0, MOST_REASONS)
      .map(
        ({ reason, heat }) => `${percent(share(heat, asking)).padStart(9)}  ${unquoted(reason)}`,
      ),
    ...(symbols.length > 0 ? ['', 'Variables on lines that belong to no struct:'] : []),
    ...symbols
      .slice(0, MOST_LINES)
      .map(({ heat, text }) => `${percent(share(heat, asking)).padStart(9)}  ${text}`),
    '',
    'The rows of a line and what it may be: --line N. The heat of a struct on its fields: --struct S.',
    '',
  ].join('\n');
}

function structText({ name, sizeBytes, heat, share, lines, members }: HotStruct): string {
  const size = sizeBytes === null ? '' : ` (${sizeBytes} bytes)`;
  const some = members.slice(0, MOST_MEMBERS).map(({ path }) => path);
  const hottest = some.length > 0 ? `: ${some.join(', ')}` : '';
  return `${String(Math.round(heat)).padStart(17)} ${percent(share).padStart(7)} ${String(lines.length).padStart(6)}  ${name}${size}${hottest}`;
}

/** As `--json` has it; documented in docs/json.md. */
export function hotJson({ asking, buildMatch, search, symbols }: HotAnswer): unknown {
  const { structs, unnamed, namedShare, unnamedShare, otherShare } = search.found;
  return {
    loadBias: loadBiasText(buildMatch.loadBias),
    of: asking.of,
    total: asking.total,
    queriedInstructions: search.done,
    structs: structs.map(({ lines, ...struct }) => ({
      ...struct,
      lines: lines.map(({ line, ...place }) => ({ line: line.id, ...place })),
    })),
    unnamed: unnamed.map(({ reason, heat }) => ({ reason: unquoted(reason), heat })),
    variables: symbols,
    namedShare,
    unnamedShare,
    otherShare,
  };
}

function share(heat: number, { total }: Asking): number {
  return total > 0 ? heat / total : 0;
}

function percent(part: number): string {
  return `${(100 * part).toFixed(2)}%`;
}

import { unquoted } from '../../core/base/prose';
import { gradingText } from '../../core/bind/grade';
import { byFunctionText } from '../../core/bind/evidence';
import type { Origin } from '../../core/bind/origin';
import {
  searchedCandidates,
  type Binary,
  type SearchBy,
  type CandidateSearch,
} from '../../core/bind/search';
import { otherLayoutText } from '../../core/bind/otherLayout';
import { statedStruct, type Candidate } from '../../core/bind/rank';
import { rowsOf } from '../../core/bind/rows';
import { shortPath } from '../../core/bind/reasons';
import { rowReadings } from '../../core/bind/rowReadings';
import { lineSymbolsText, lineVariables, type LineVariables } from '../../core/bind/lineVariables';
import { buildMatchText, loadBiasText, type BuildMatch } from '../../core/bind/loadBias';
import { statedObject } from '../../core/bind/statedObject';
import { derived } from '../../core/base/derived';
import type { HeldCounts, ProfileLine } from '../../core/facts/generated';
import type { Session } from '../../core/ingest/session';
import { hasCode } from '../../core/facts/hasCode';
import type { OpenFile } from '../open/openFile';
import { reportOrigin, type Report } from '../open/reportOrigin';

/** What a file says of where a line of a report belongs. */
export interface LineCandidates {
  readonly search: CandidateSearch<string>;
  /** Null where the file has no symbols, or the report no code addresses. */
  readonly buildMatch: BuildMatch | null;
  /** The variables on the line, where the report belongs to the file, and its address. */
  readonly symbols: { readonly found: LineVariables; readonly address: string } | null;
  /** Whether the file is the one that the report was recorded on. */
  readonly origin: Origin;
}

/** Ranks the structs of a file that a line may be of, by all that `how` allows. */
export async function candidatesOf(
  profile: Report,
  line: ProfileLine,
  file: OpenFile,
  how: SearchBy = 'addresses',
): Promise<LineCandidates> {
  const { origin, table, buildMatch } = reportOrigin(file.session, profile);
  const { lines, lineBytes } = profile;
  const report = { line, lines, lineBytes, stated: statedObject(profile) };
  const search = await searchedCandidates(report, binaryOf(file), { origin, buildMatch, how });
  const found = buildMatch && lineVariables({ table, buildMatch }, profile, line);
  const symbols = found && line.address !== null ? { found, address: line.address } : null;
  return { search, buildMatch, symbols, origin };
}

/** As text, for a terminal: three lines a candidate, or all reasons. */
export function candidatesText(found: LineCandidates, path: string, withReasons = false): string {
  const { search, buildMatch, symbols } = found;
  const { candidates, more } = search.ranking;
  const out: string[] = [];
  if (buildMatch !== null) out.push(buildMatchText(buildMatch, path), '');
  if (symbols !== null) out.push(unquoted(lineSymbolsText(symbols.found, symbols.address)), '');
  if (search.otherLayout !== null) out.push(unquoted(otherLayoutText(search.otherLayout)), '');
  for (const [place, candidate] of candidates.entries()) {
    out.push(...candidateText(candidate, place + 1, withReasons), '');
  }
  if (more > 0) out.push(`${more} more fit as well as the last of these.`, '');
  const { handed, unknown } = search.evidence;
  const byFunction = byFunctionText(search.evidence);
  if (byFunction !== null) out.push(unquoted(byFunction), '');
  if (candidates.length === 0 && symbols === null && byFunction === null) {
    out.push(
      handed.length > 0
        ? `No struct in ${path} is, or contains, an argument type of the functions that access this line.`
        : 'No prototype gives the argument types of the functions that access this line, and offsets alone fit thousands of structs: name one with --struct.',
      '',
    );
  }
  if (unknown.length > 0) out.push(`no prototype: ${unknown.slice(0, 6).join(', ')}`, '');
  return out.join('\n');
}

/** As `--json` has it; documented in docs/json.md. */
export function candidatesJson({ search, buildMatch, symbols }: LineCandidates): unknown {
  const variable = symbols?.found.touched[0] ?? null;
  return {
    buildMatch:
      buildMatch === null
        ? null
        : {
            verdict: buildMatch.verdict,
            loadBias: loadBiasText(buildMatch.loadBias),
            agree: buildMatch.agree,
            checked: buildMatch.checked,
            missing: buildMatch.missing,
          },
    variable: variable === null ? null : { name: variable.name, offsetBytes: variable.offsetBytes },
    symbols: (symbols?.found.rows ?? []).map(({ offsetBytes, place }) => ({
      offset: offsetBytes,
      symbol: place?.name ?? null,
      offsetInSymbol: place?.offsetBytes ?? null,
    })),
    candidates: search.ranking.candidates.map((candidate) => ({
      struct: candidate.name,
      sizeBytes: candidate.sizeBytes,
      offsetBytes: candidate.fit.offsetBytes,
      baseBytes: candidate.fit.baseBytes,
      possible: candidate.fit.possible,
      grade: candidate.grade,
      alike: candidate.alike,
      reasons: candidate.reasons.map(unquoted),
      inside: candidate.inside,
      hitFields: hitFields(candidate),
      rows: rowReadings(candidate).map(
        ({ offsetBytes, functionName, member, confidence, by, reason }) => ({
          offset: offsetBytes,
          function: functionName,
          member,
          confidence,
          by,
          reason: unquoted(reason),
        }),
      ),
    })),
    more: search.ranking.more,
    otherLayout: search.otherLayout,
    byFunction: search.evidence.byFunction.map(({ aggregate, functions }) => ({
      struct: aggregate,
      functions,
    })),
    noPrototype: search.evidence.unknown,
  };
}

function candidateText(
  candidate: Candidate<string>,
  rank: number,
  withReasons: boolean,
): readonly string[] {
  const { name, sizeBytes, fit, reasons, against, inside } = candidate;
  const lands = hitFields(candidate)
    .map(({ offset, field }) => `0x${offset.toString(16)} ${field ?? '(no field)'}`)
    .join(', ');
  const what = `${rank}. ${name} (${sizeBytes} bytes), --base-offset ${fit.baseBytes} --at ${fit.offsetBytes}: ${gradingText(candidate)}${fit.possible ? '' : ', impossible'}`;
  const containers = inside.slice(0, 4).map((each) => `${each.name} at ${each.offsetBytes}`);
  if (withReasons) {
    return [
      what,
      `   ${lands}`,
      ...reasons.map((reason) => `   ${unquoted(reason)}`),
      ...(containers.length > 0 ? [`   Inside ${containers.join(', ')}.`] : []),
    ];
  }
  const why = reasons.find((reason) => reason !== against);
  return [
    what,
    `   ${lands}${why === undefined ? '' : `. ${unquoted(why)}`}`,
    ...(against === null ? [] : [`   But: ${unquoted(against)}`]),
  ];
}

function hitFields({ hits }: Candidate<string>) {
  const found = new Map<string, { offset: number; field: string | null }>();
  for (const { touch, leaf } of hits) {
    const field = leaf === null ? null : shortPath(leaf.path);
    found.set(`${touch.offsetBytes} ${field ?? ''}`, { offset: touch.offsetBytes, field });
  }
  return [...found.values()].sort((a, b) => a.offset - b.offset);
}

/** They are of the whole file: counted once for it. */
const heldCountsOf = derived((session: Session): HeldCounts | null => {
  const found = session.ask({ kind: 'heldCounts' });
  return found.ok ? found.value : null;
});

export function binaryOf({ session, index, path }: OpenFile): Binary<string> {
  return {
    prototypes: (functions) => {
      const code = session.ask({ kind: 'code', functions, variables: [] });
      return Promise.resolve(code.ok ? code.value.prototypes : []);
    },
    embeddings: (inner) => {
      const found = session.ask({ kind: 'embeddings', inner });
      return Promise.resolve(found.ok ? found.value : []);
    },
    heldCounts: () => Promise.resolve(heldCountsOf(session)),
    touches: (place) => {
      if (!hasCode(session.facts)) return Promise.resolve(null);
      const found = session.ask({ kind: 'touches', places: [place], reasons: false });
      return Promise.resolve(found.ok ? (found.value[0] ?? null) : null);
    },
    describe: (chosen) => {
      const known = rowsOf(index, chosen).flatMap((row) => {
        const struct = session.ask({ kind: 'describe', row });
        return struct.ok
          ? [{ struct: statedStruct(struct.value), name: struct.value.name, source: path }]
          : [];
      });
      return Promise.resolve(known);
    },
  };
}

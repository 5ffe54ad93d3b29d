import { regraded, rankPlaces, type Candidate, type Ranking } from '../../core/bind/rank';
import { evidenceOf, type Evidence } from '../../core/bind/evidence';
import { otherLayoutText, type OtherLayout } from '../../core/bind/otherLayout';
import { searchCandidates, type CandidateSearch } from '../../core/bind/search';
import { statedObject } from '../../core/bind/statedObject';
import { movedEvidence } from '../../core/bind/movedEvidence';
import { isWellKnownPart } from '../../core/bind/wellKnown';
import type { Origin } from '../../core/bind/origin';
import type { AccessProfile, ProfileLine } from '../../core/facts/generated';
import type { FileId } from '../../core/layout/ids';
import type { AppFiles, AppQuestions, AppStore, AppStructs } from '../state/app';
import { documentInView, type InView } from '../state/inView';
import type { AppState } from '../state/state';
import { binaryOf, fileHasCode, type CandidateSource } from './binary';
import { originOfFile } from './symbolTables';

/** What is known of where a line belongs. */
export interface LineCandidates {
  /** Places in the struct in view, in its present order; empty where no struct is open. */
  readonly inView: readonly Candidate<CandidateSource>[];
  /** Over all loaded files, the best first. */
  readonly candidates: readonly Candidate<CandidateSource>[];
  /** How many more fit as well as the last of them. */
  readonly more: number;
  /** A sentence for each file that has the members of the line at other distances than the report. */
  readonly otherLayouts: readonly string[];
  /** What the functions are handed, by the file that knows most; without a file by their names alone. */
  readonly evidence: Evidence;
  /** Files that were asked. */
  readonly askedFiles: readonly string[];
  /** How many places in code were looked at, of how many. */
  readonly progress: { readonly done: number; readonly total: number };
  /** Files whose code is being followed. */
  readonly following: readonly FileId[];
}

/**
 * Asks every loaded file that has a list: an answer once each has said what it knows of types, and better ones as code
 * is followed. Whoever stops taking answers stops the asking.
 */
export async function* findCandidates(
  app: AppStore & AppQuestions,
  profile: AccessProfile,
  line: ProfileLine,
): AsyncGenerator<LineCandidates, void, undefined> {
  const files = app.store
    .getState()
    .files.flatMap((file) =>
      file.phase.kind === 'ready' && file.phase.index !== null
        ? [{ kind: 'file' as const, file: file.id, fileName: file.name }]
        : [],
    );
  if (files.length === 0) yield candidatesFrom(app, profile, line, []);
  const latest = new Map<FileId, FileSearch>();
  for await (const search of merged(
    files.map((source) => searchFile(app, profile, line, source)),
  )) {
    latest.set(search.source.file, search);
    const searches = files.flatMap(({ file }) => latest.get(file) ?? []);
    if (searches.length === files.length) yield candidatesFrom(app, profile, line, searches);
  }
}

/** The last answer. */
export async function lastCandidates(
  app: AppStore & AppQuestions,
  profile: AccessProfile,
  line: ProfileLine,
): Promise<LineCandidates> {
  let last: LineCandidates | null = null;
  for await (const found of findCandidates(app, profile, line)) last = found;
  if (last === null) throw new Error('bug: a search without an answer');
  return last;
}

/** What one file says. */
interface FileSearch extends KnownOfLine {
  readonly source: Extract<CandidateSource, { kind: 'file' }>;
  readonly ranking: Ranking<CandidateSource>;
  readonly otherLayout: OtherLayout | null;
  readonly progress: CandidateSearch<CandidateSource>['progress'];
}

async function* searchFile(
  app: AppStore & AppQuestions,
  profile: AccessProfile,
  line: ProfileLine,
  source: FileSearch['source'],
): AsyncGenerator<FileSearch, void, undefined> {
  const { origin, buildMatch } = await originOfFile(app, source.file, profile);
  const { lines, lineBytes } = profile;
  const report = { line, lines, lineBytes, stated: statedObject(profile) };
  const file = { origin, buildMatch, how: 'addresses' } as const;
  for await (const search of searchCandidates(report, binaryOf(app, source), file)) {
    yield { source, origin, ...search };
  }
}

function candidatesFrom(
  app: AppStore,
  profile: AccessProfile,
  line: ProfileLine,
  searches: readonly FileSearch[],
): LineCandidates {
  const { lines, lineBytes } = profile;
  const known = knownBy(lastViewed(app.store.getState()), searches) ?? {
    evidence: evidenceOf(line, lines, lineBytes, []),
    isPart: isWellKnownPart,
    origin: 'unknown',
  };
  const found = searches.flatMap(({ ranking }) => ranking.candidates);
  const inView = inViewPlaces(app, known);
  const sum = (of: (search: FileSearch) => number) =>
    searches.reduce((total, search) => total + of(search), 0);
  return {
    inView: inView.map((candidate) => regraded(candidate, found)),
    candidates: found
      .map((candidate) => regraded(candidate, found))
      .sort((a, b) => Number(b.isStated) - Number(a.isStated) || b.fit.score - a.fit.score)
      .slice(0, MAX_CANDIDATES),
    more: sum(({ ranking }) => ranking.more),
    otherLayouts: searches.flatMap(({ otherLayout }) =>
      otherLayout === null ? [] : [otherLayoutText(otherLayout)],
    ),
    evidence: known.evidence,
    askedFiles: searches.map(({ source }) => source.fileName),
    progress: {
      done: sum(({ progress }) => progress.done),
      total: sum(({ progress }) => progress.total),
    },
    following: searches.flatMap(({ source, progress }) =>
      progress.done < progress.total && fileHasCode(app, source.file) ? [source.file] : [],
    ),
  };
}

/** What several give, in the order in which it comes. */
async function* merged<T>(
  sources: readonly AsyncGenerator<T, void, undefined>[],
): AsyncGenerator<T, void, undefined> {
  const next = async (source: (typeof sources)[number]) => ({
    source,
    result: await source.next(),
  });
  const waiting = new Map(sources.map((source) => [source, next(source)]));
  try {
    while (waiting.size > 0) {
      const { source, result } = await Promise.race(waiting.values());
      if (result.done === true) waiting.delete(source);
      else {
        yield result.value;
        waiting.set(source, next(source));
      }
    }
  } finally {
    for (const source of sources) void source.return();
  }
}

const MAX_CANDIDATES = 8;

/** What is known of a line's functions. */
interface KnownOfLine {
  readonly evidence: Evidence;
  readonly isPart: (aggregate: string) => boolean;
  /** Whether that is of the file that the report was recorded on. */
  readonly origin: Origin;
}

/** What the file of the struct in view knows, else the file that knows most; null without a file. */
function knownBy(
  view: InView | null,
  searches: readonly (KnownOfLine & { readonly source: { readonly file: FileId } })[],
): KnownOfLine | null {
  const from = view?.open.origin;
  const own = searches.find(({ source }) => from?.kind === 'file' && source.file === from.file);
  if (own !== undefined) return own;
  const [best] = [...searches].sort(
    (a, b) =>
      a.evidence.unknown.length - b.evidence.unknown.length ||
      b.evidence.handed.length - a.evidence.handed.length,
  );
  // What another file knows of the functions says nothing of the struct in view's own build.
  return best === undefined ? null : { ...best, origin: 'unknown' };
}

/** The struct in view, or behind the report that is in view. */
export function lastViewed(state: AppState): InView | null {
  const [last] = state.documents;
  if (last === undefined || state.centre.kind === 'document') return documentInView(state);
  return documentInView({ ...state, centre: { kind: 'document', id: last.id } });
}

/** Places of the struct in view, as it was found, or in its present order where the line fits that better. */
function inViewPlaces(
  app: AppStore,
  { evidence, isPart, origin }: KnownOfLine,
): readonly Candidate<CandidateSource>[] {
  const view = lastViewed(app.store.getState());
  if (view === null) return [];
  const { id } = view.open;
  const places = (order: 'original' | 'edited') => {
    const { struct } = view[order].applied;
    const source: CandidateSource = { kind: 'inView', id, order };
    const { name } = struct.desc;
    const known =
      order === 'original'
        ? evidence
        : movedEvidence(evidence, name, view.original.layout, view.edited.layout);
    return rankPlaces(known, { struct, name, source }, isPart, origin);
  };
  const original = places('original');
  if (view.edited.layout === view.original.layout) return original;
  const edited = places('edited');
  const better = (edited[0]?.fit.score ?? -Infinity) > (original[0]?.fit.score ?? -Infinity);
  return better ? edited : original;
}

/** Brings the struct of a candidate into view. Whether it could. */
export async function openCandidate(
  app: AppFiles & AppStructs,
  { source, name, sizeBytes }: Candidate<CandidateSource>,
): Promise<boolean> {
  if (source.kind === 'inView') {
    app.show(source.id);
    return true;
  }
  return app.openNamed(source.file, name, sizeBytes);
}

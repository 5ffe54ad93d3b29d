import { among, rankPlaces, type Candidate } from '../../analysis/candidates/rank';
import { evidenceOf, type Evidence } from '../../analysis/candidates/evidence';
import { searchCandidates } from '../../analysis/candidates/search';
import { isWellKnownPart } from '../../analysis/candidates/wellKnown';
import type { Origin } from '../../analysis/candidates/origin';
import type { AccessProfile, ProfileLine } from '../../facts/generated';
import type { FileId } from '../../layout/ids';
import type { App } from '../app';
import { documentInView, type InView } from '../document/inView';
import type { AppState } from '../state';
import { binaryOf, type CandidateSource } from './binary';
import { originOfFile } from './symbolTables';

/** What is known of where a line belongs. */
export interface Homes {
  /** Of the struct in view, in its present order; none where none is open. */
  readonly inView: readonly Candidate<CandidateSource>[];
  /** Over all loaded files, the best first. */
  readonly candidates: readonly Candidate<CandidateSource>[];
  /** How many more fit as well as the last of them. */
  readonly more: number;
  /** What the functions are handed, by the file that knows most; without a file by their names alone. */
  readonly evidence: Evidence;
  /** Files that were asked. */
  readonly askedFiles: readonly string[];
}

/** Asks every loaded file that has a list. */
export async function findHomes(
  app: App,
  profile: AccessProfile,
  line: ProfileLine,
): Promise<Homes> {
  const { lines, lineBytes } = profile;
  const files = app.store
    .getState()
    .files.flatMap((file) =>
      file.phase.kind === 'ready' && file.phase.index !== null
        ? [{ kind: 'file' as const, file: file.id, fileName: file.name }]
        : [],
    );
  const searches = await Promise.all(
    files.map(async (source) => {
      const origin = await originOfFile(app, source.file, profile);
      const report = { line, lines, lineBytes };
      return { source, origin, ...(await searchCandidates(report, binaryOf(app, source), origin)) };
    }),
  );
  const known = knownBy(lastViewed(app.store.getState()), searches) ?? {
    evidence: evidenceOf(line, lines, lineBytes, []),
    isPart: isWellKnownPart,
    origin: 'unknown',
  };
  const found = searches.flatMap(({ ranking }) => ranking.candidates);
  const inView = inViewPlaces(app, known);
  return {
    inView: inView.map((candidate) => among(candidate, found)),
    candidates: found
      .map((candidate) => among(candidate, found))
      .sort((a, b) => b.fit.score - a.fit.score)
      .slice(0, MAX_CANDIDATES),
    more: searches.reduce((sum, { ranking }) => sum + ranking.more, 0),
    evidence: known.evidence,
    askedFiles: files.map(({ fileName }) => fileName),
  };
}

const MAX_CANDIDATES = 8;

/** What is known of a line's functions. */
interface KnownOfLine {
  readonly evidence: Evidence;
  readonly isPart: (aggregate: string) => boolean;
  /** Whether that is of the file that the report was taken on. */
  readonly origin: Origin;
}

/** By the file that the struct in view is of, else by the one that knows most; null without a file. */
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
  app: App,
  { evidence, isPart, origin }: KnownOfLine,
): readonly Candidate<CandidateSource>[] {
  const view = lastViewed(app.store.getState());
  if (view === null) return [];
  const { id } = view.open;
  const places = (order: 'original' | 'edited') => {
    const { struct } = view[order].applied;
    const source: CandidateSource = { kind: 'inView', id, order };
    return rankPlaces(evidence, { struct, name: struct.desc.name, source }, isPart, origin);
  };
  const original = places('original');
  if (view.edited.layout === view.original.layout) return original;
  const edited = places('edited');
  const better = (edited[0]?.fit.score ?? -Infinity) > (original[0]?.fit.score ?? -Infinity);
  return better ? edited : original;
}

/** Brings the struct of a candidate into view. Whether it could. */
export async function openCandidate(
  app: App,
  { source, name, sizeBytes }: Candidate<CandidateSource>,
): Promise<boolean> {
  if (source.kind === 'inView') {
    app.show(source.id);
    return true;
  }
  return app.openNamed(source.file, name, sizeBytes);
}

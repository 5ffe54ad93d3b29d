import { rankPlaces, type Candidate } from '../../analysis/candidates/rank';
import { evidenceOf, type Evidence } from '../../analysis/candidates/evidence';
import { searchCandidates, type LineInReport } from '../../analysis/candidates/search';
import { isWellKnownPart } from '../../analysis/candidates/wellKnown';
import type { App } from '../app';
import { documentInView, type InView } from '../document/inView';
import type { AppState } from '../state';
import { binaryOf, type CandidateSource } from './binary';

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
export async function findHomes(app: App, report: LineInReport): Promise<Homes> {
  const files = app.store
    .getState()
    .files.flatMap((file) =>
      file.phase.kind === 'ready' && file.phase.index !== null
        ? [{ kind: 'file' as const, file: file.id, fileName: file.name }]
        : [],
    );
  const searches = await Promise.all(
    files.map((source) => searchCandidates(report, binaryOf(app, source))),
  );
  const alone = evidenceOf(report.line, report.lines, report.lineBytes, []);
  const evidence = searches.reduce(
    (best, search) =>
      search.evidence.unknown.length < best.unknown.length ||
      search.evidence.handed.length > best.handed.length
        ? search.evidence
        : best,
    alone,
  );
  const candidates = searches
    .flatMap(({ ranking }) => ranking.candidates)
    .sort((a, b) => b.fit.score - a.fit.score);
  return {
    inView: inViewPlaces(app, evidence),
    candidates: candidates.slice(0, 8),
    more: searches.reduce((sum, { ranking }) => sum + ranking.more, 0),
    evidence,
    askedFiles: files.map(({ fileName }) => fileName),
  };
}

/** The struct in view, or behind the report that is in view. */
export function lastViewed(state: AppState): InView | null {
  const [last] = state.documents;
  if (last === undefined || state.centre.kind === 'document') return documentInView(state);
  return documentInView({ ...state, centre: { kind: 'document', id: last.id } });
}

/** Places of the struct in view, as it was found, or in its present order where the line fits that better. */
export function inViewPlaces(app: App, evidence: Evidence): readonly Candidate<CandidateSource>[] {
  const view = lastViewed(app.store.getState());
  if (view === null) return [];
  const { id } = view.open;
  const places = (order: 'original' | 'edited') => {
    const { struct } = view[order].applied;
    const source: CandidateSource = { kind: 'inView', id, order };
    return rankPlaces(evidence, { struct, name: struct.desc.name, source }, isWellKnownPart);
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

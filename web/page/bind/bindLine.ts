import { doubtOf, tieText } from '../../core/bind/grade';
import type { Candidate, ContainerOfCandidate } from '../../core/bind/rank';
import type { DocumentLine } from '../../core/edit/profiles';
import type { AccessProfile } from '../../core/facts/generated';
import type { FileId, StructId } from '../../core/layout/ids';
import type { AppFiles, AppQuestions, AppScreen, AppStore, AppStructs } from '../state/app';
import { documentInView, viewOf } from '../state/inView';
import { announceAndShow } from '../state/fileReducers';
import { bindInView, nameIn } from '../state/bindReducers';
import { setMeasuredOn } from '../state/profileReducers';
import type { CandidateSource } from './binary';
import { lastCandidates, openCandidate } from './lineCandidates';
import { boundByItself } from './boundByItself';

/** Opens the struct of a candidate and binds the line to it; the heat is shown, and said where others fit as well. */
export function bindCandidate(
  app: AppStore & AppFiles & AppStructs & AppScreen,
  file: FileId,
  target: string,
  candidate: Candidate<CandidateSource>,
): Promise<void> {
  // At once: a tab that is chosen while the struct opens stays.
  app.showInspector('findings');
  return bindOpened(app, file, target, candidate);
}

async function bindOpened(
  app: AppStore & AppFiles & AppStructs,
  file: FileId,
  target: string,
  candidate: Candidate<CandidateSource>,
): Promise<void> {
  const opened = await openCandidate(app, candidate);
  if (!opened) {
    app.update((state) =>
      announceAndShow(state, `${candidate.name} could not be opened. Pick it in the list.`),
    );
    return;
  }
  const tie = tieText(candidate);
  app.update((state) => {
    const bound = bindInView(state, file, target, candidate.fit.offsetBytes, doubtOf(candidate));
    const profile = documentInView(bound)?.document.view.profile ?? null;
    if (candidate.source.kind !== 'inView' || candidate.source.order === 'original') return bound;
    // The line lies on the struct as it is ordered now: that is what the report was measured on.
    return profile === null ? bound : setMeasuredOn(bound, profile, 'edited');
  });
  if (tie !== null) {
    const text = `The line is bound to ${candidate.name}, ${tie}: nothing here distinguishes them.`;
    app.update((state) => announceAndShow(state, text));
  }
}

/**
 * Binds a line to what the very instructions name, once and where nothing is bound to it: undoing it leaves the line as
 * it was. The line that a report opens with leads to its struct; whoever has chosen a line goes on looking at the report.
 */
export async function bindNamed(
  app: AppStore & AppFiles & AppStructs & AppScreen,
  file: FileId,
  target: string,
  candidates: readonly Candidate<CandidateSource>[],
): Promise<void> {
  const [first] = candidates;
  if (first?.grade !== 'named' || first.source.kind !== 'file') return;
  const key = `${file} ${target}`;
  const done = boundByItself(app);
  if (done.has(key) || isBound(app, file, target)) return;
  done.add(key);
  const { centre, heat } = app.store.getState();
  const leads = heat.line?.file !== file;
  await bindCandidate(app, file, target, first);
  const why = first.isStated ? 'the report says that it is one' : 'its instructions name it';
  app.update((state) =>
    announceAndShow(
      leads ? state : { ...state, centre },
      `The line is bound to ${first.name}: ${why}. ${leads ? 'Undo takes it back, and R shows the report.' : `Undo in ${first.name} takes it back.`}`,
    ),
  );
}

/** By its own report: another may have a line of the same address. */
function isBound(app: AppStore, file: FileId, target: string): boolean {
  const { files, documents } = app.store.getState();
  const loaded = files.find(({ id }) => id === file);
  if (loaded?.phase.kind !== 'profile') return false;
  const report = loaded.phase.profile;
  return documents.some((open) => {
    const { document, edited } = viewOf(open);
    const name = nameIn(document, report, loaded.name);
    return edited.applied.state.bindings.some(
      (binding) => binding.profile === name && binding.target === target,
    );
  });
}

/** Opens a struct that holds the candidate, and binds the line to it there. */
export async function bindInside(
  app: AppStore & AppFiles & AppStructs & AppScreen,
  file: FileId,
  target: string,
  candidate: Candidate<CandidateSource>,
  outer: ContainerOfCandidate,
): Promise<void> {
  const { name, sizeBytes } = outer;
  const offsetBytes = candidate.fit.offsetBytes + outer.offsetBytes;
  await bindCandidate(app, file, target, {
    ...candidate,
    name,
    sizeBytes,
    fit: { ...candidate.fit, offsetBytes },
  });
}

/** Binds a line to an open struct, at the place that fits best by all that the loaded files know. */
export async function bindToOpen(
  app: AppStore & AppFiles & AppQuestions & AppStructs & AppScreen,
  file: FileId,
  { line, profile }: { readonly line: DocumentLine; readonly profile: AccessProfile },
  id: StructId,
): Promise<void> {
  app.show(id);
  app.showInspector('findings');
  const { inView } = await lastCandidates(app, profile, line);
  const [best] = inView;
  if (best) await bindOpened(app, file, line.id, best);
}

import { keptWith } from '../../base/derived';
import { doubtOf, tieText } from '../../analysis/bind/grade';
import type { Candidate, HolderOfCandidate } from '../../analysis/bind/rank';
import type { FoldedArray } from '../../analysis/bind/fold';
import type { Globals } from '../../analysis/bind/globals';
import { bindFolded } from '../../app/bind/bindFolded';
import { lastCandidates, openCandidate } from '../../app/bind/lineCandidates';
import type { CandidateSource } from '../../app/bind/binary';
import { openDocument } from '../../app/document/documentReducers';
import { bindInView, nameIn } from '../../app/heat/bindReducers';
import { setProfileFacts } from '../../app/heat/profileReducers';
import { layoutEdits } from '../../edit/layoutEdits';
import { documentInView, viewOf } from '../../app/document/inView';
import { announceAndShow } from '../../app/files/fileReducers';
import type { AppFiles, AppQuestions, AppScreen, AppStore, AppStructs } from '../../app/app';
import { newDocument } from '../../edit/document';
import type { DocumentLine } from '../../edit/profiles';
import type { AccessProfile, StructDesc } from '../../facts/generated';
import type { FileId, StructId } from '../../layout/ids';

/** Opens the struct of a candidate and binds the line to it; the heat is shown, and said where others fit as well. */
export async function bindCandidate(
  app: AppStore & AppFiles & AppStructs & AppScreen,
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
    const view = documentInView(bound);
    const profile = view?.document.view.profile ?? undefined;
    if (candidate.source.kind !== 'inView' || candidate.source.order === 'original') return bound;
    // The line lies on the struct as it is ordered now: that is what the report was measured on.
    return view && profile !== undefined
      ? setProfileFacts(bound, profile, { measuredOn: layoutEdits(view.document) })
      : bound;
  });
  if (tie !== null) {
    const text = `The line is bound to ${candidate.name}, ${tie}: nothing here tells them apart.`;
    app.update((state) => announceAndShow(state, text));
  }
  app.showInspector('findings');
}

/**
 * Binds a line to what the very instructions name, once and where nothing is bound to it: undoing it leaves the line as
 * it was. Whether it did.
 */
export async function bindNamed(
  app: AppStore & AppFiles & AppStructs & AppScreen,
  file: FileId,
  target: string,
  candidates: readonly Candidate<CandidateSource>[],
): Promise<boolean> {
  const [first] = candidates;
  if (first?.grade !== 'named' || first.source.kind !== 'file') return false;
  const key = `${file} ${target}`;
  const done = boundByItself(app);
  if (done.has(key) || isBound(app, file, target)) return false;
  done.add(key);
  const { centre } = app.store.getState();
  await bindCandidate(app, file, target, first);
  app.update((state) =>
    // The report stays in view: nobody asked for the struct.
    announceAndShow(
      { ...state, centre },
      `The line is bound to ${first.name}: ${first.isStated ? 'the report says that it is one' : 'its instructions name it'}. Undo in ${first.name} takes it back.`,
    ),
  );
  return true;
}

/** Lines that were bound without a click: each once, so that undoing it holds. */
const boundByItself = keptWith<AppStore, Set<string>>(() => new Set());

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
  outer: HolderOfCandidate,
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
  const { inView } = await lastCandidates(app, profile, line);
  const [best] = inView;
  if (best) await bindCandidate(app, file, line.id, best);
}

/** Opens the variables that lie beside each other on a line, and binds the line to them. */
export function bindGlobals(
  app: AppStore & AppScreen,
  bound: {
    readonly file: FileId;
    /** The line; of a per-CPU variable every CPU's. */
    readonly targets: readonly string[];
    readonly globals: Globals;
    /** The line's address, in the symbols' own addresses. */
    readonly lineAddress: bigint;
    /** Whose symbols they are. */
    readonly from: { readonly file: FileId; readonly fileName: string };
  },
): void {
  const { file, targets, globals, lineAddress, from } = bound;
  const { desc, address } = globals;
  app.update((state) => {
    const opened = openDocument(state, {
      id: `${from.file}/${desc.key}` as StructId,
      origin: { kind: 'file', file: from.file, fileName: from.fileName },
      document: newDocument(desc),
    });
    const offsetBytes = Number(lineAddress - address);
    return targets.reduce((next, target) => bindInView(next, file, target, offsetBytes), opened);
  });
  app.showInspector('findings');
}

/** Opens the struct of an array's elements, and binds all that the report has of the array to one of them. */
export function bindElement(
  app: AppStore & AppScreen,
  file: FileId,
  element: StructDesc,
  array: FoldedArray,
  from: { readonly file: FileId; readonly fileName: string },
): void {
  app.update((state) =>
    bindFolded(
      openDocument(state, {
        id: `${from.file}/${element.key}` as StructId,
        origin: { kind: 'file', file: from.file, fileName: from.fileName },
        document: newDocument(element),
      }),
      file,
      array,
    ),
  );
  app.showInspector('findings');
}

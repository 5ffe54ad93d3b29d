import { foldOntoElement, type FoldedArray } from '../../core/bind/fold';
import { globalsStruct } from '../../core/bind/globals';
import type { LineVariables } from '../../core/bind/lineVariables';
import { newDocument } from '../../core/edit/document';
import type { StructDesc } from '../../core/facts/generated';
import type { FileId, StructId } from '../../core/layout/ids';
import type { AppQuestions, AppScreen, AppStore } from '../state/app';
import { openDocument, editInView, setProfilesInView, setView } from '../state/documentReducers';
import { bindInView, nameIn } from '../state/bindReducers';
import type { AppState } from '../state/state';
import type { FileOrigin } from './symbolTables';
import { describeVariables } from './variables';
import { sliceProfile, profileLines } from '../../core/heat/slice';
import type { DocumentProfile } from '../../core/edit/profiles';
import { announceAndShow } from '../state/fileReducers';
import { documentInView } from '../state/inView';

/** Opens the variables that lie beside each other on a line, and binds the line of the report to them. */
export async function bindVariables(
  app: AppStore & AppQuestions & AppScreen,
  report: FileId,
  { around, targets, lineAddress }: LineVariables,
  from: FileOrigin,
): Promise<void> {
  app.showInspector('findings');
  const { variables, structs, target } = await describeVariables(app, from.file, around);
  const globals = globalsStruct(around, variables, structs, target);
  if (!globals) return;
  const offsetBytes = Number(lineAddress - globals.address);
  app.update((state) =>
    targets.reduce(
      (next, line) => bindInView(next, report, line, offsetBytes),
      openedFrom(state, globals.desc, from),
    ),
  );
}

/** Opens the struct of an array's elements, and binds all that the report has of the array to one of them. */
export function bindElement(
  app: AppStore & AppScreen,
  report: FileId,
  element: StructDesc,
  array: FoldedArray,
  from: FileOrigin,
): void {
  app.update((state) => bindFolded(openedFrom(state, element, from), report, array));
  app.showInspector('findings');
}

function openedFrom(state: AppState, struct: StructDesc, { file, fileName }: FileOrigin): AppState {
  return openDocument(state, {
    id: `${file}/${struct.key}` as StructId,
    origin: { kind: 'file', file, fileName },
    document: newDocument(struct),
  });
}

/** Binds what a report has of an array to the struct in view, as one element of it. */
function bindFolded(state: AppState, file: FileId, array: FoldedArray): AppState {
  const view = documentInView(state);
  const loaded = state.files.find(({ id }) => id === file);
  if (!view || loaded?.phase.kind !== 'profile') return state;
  const { profile } = loaded.phase;
  const folded = foldOntoElement(array, profileLines(profile));
  if (folded === null) return announceAndShow(state, `The report has no row in ${array.name}.`);
  const name = nameIn(view.document, profile, loaded.name);
  const known = view.document.profiles.find((each) => each.name === name);
  const extract =
    known ?? sliceProfile(profile, { name, measuredOn: [], wanted: new Set<string>() });
  const lines = [...extract.lines.filter(({ id }) => id !== folded.id), folded];
  const attached: DocumentProfile = { ...extract, lines };
  const others = view.document.profiles.filter((each) => each.name !== name);
  const shown = setView(setProfilesInView(state, [...others, attached]), { profile: name });
  return editInView(shown, [{ kind: 'bind', profile: name, target: folded.id, offsetBytes: 0 }]);
}

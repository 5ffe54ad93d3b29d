import { foldOntoElement, type FoldedArray } from '../../core/bind/fold';
import { sliceProfile, profileLines } from '../../core/heat/slice';
import type { DocumentProfile } from '../../core/edit/profiles';
import type { FileId } from '../../core/layout/ids';
import { editInView, setProfilesInView, setView } from '../struct/documentReducers';
import { announceAndShow } from '../files/fileReducers';
import { nameIn } from '../heat/bindReducers';
import { documentInView } from '../struct/inView';
import type { AppState } from '../state/state';

/** Binds what a report has of an array to the struct in view, as one element of it. */
export function bindFolded(state: AppState, file: FileId, array: FoldedArray): AppState {
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

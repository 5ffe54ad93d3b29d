import { plural } from '../../core/base/prose';
import type { View } from '../../core/edit/document';
import { layoutEdits } from '../../core/edit/layoutEdits';
import type { DocumentProfile } from '../../core/edit/profiles';
import type { AccessProfile } from '../../core/facts/generated';
import type { FileId } from '../../core/layout/ids';
import { setProfilesInView, setView, showDocument } from './documentReducers';
import { addNotice, announce, namePasted, profileRead, type ReadProfile } from './fileReducers';
import { parseAddress } from './address';
import { documentInView } from './inView';
import type { AppState, HeatState } from './state';
import { reportName } from './reportName';

/** Puts a report's table of lines into the centre. */
export function showProfile(state: AppState, file: FileId): AppState {
  const notices = state.notices.filter((notice) => notice.profile !== file);
  return { ...state, notices, centre: { kind: 'profile', file } };
}

/** Back from a report to the struct that was looked at last. */
export function leaveProfile(state: AppState): AppState {
  const [last] = state.documents;
  return last ? showDocument(state, last.id) : { ...state, centre: { kind: 'empty' } };
}

/** Whether a report is there that says the same, row by row: of a mail that was pasted twice, say. */
export function isLoaded({ files }: AppState, profile: AccessProfile): boolean {
  const isAlike = (other: AccessProfile) =>
    other.kind === profile.kind &&
    other.lines.length === profile.lines.length &&
    other.lines[0]?.address === profile.lines[0]?.address &&
    JSON.stringify(other) === JSON.stringify(profile);
  return files.some(({ phase }) => phase.kind === 'profile' && isAlike(phase.profile));
}

/**
 * A report is read, and shows its worst line at once: over a struct, too, which one step back has again. What the address
 * names and waits for stays in its place.
 */
export function profileArrived(state: AppState, file: FileId, named: ReadProfile): AppState {
  const { profile } = named;
  const read = profileRead(state, file, named);
  const own = reportName(profile);
  const next = own === null ? read : namePasted(read, file, own);
  if (!isAwaited(next.centre)) return showProfile(next, file);
  const name = next.files.find(({ id }) => id === file)?.name ?? 'The report';
  const text = `${holds(profile)}. Open it to see who fights over which line.`;
  return addNotice(next, { kind: 'note', title: name, text, profile: file });
}

/** Whether the page is to show a struct as soon as its file is there. */
function isAwaited(centre: AppState['centre']): boolean {
  if (centre.kind === 'opening') return true;
  if (centre.kind !== 'awaited') return false;
  const address = parseAddress(centre.hash);
  return address.ok && address.value.place.kind === 'struct';
}

export function changeHeat(state: AppState, part: Partial<HeatState>): AppState {
  return { ...state, heat: { ...state.heat, ...part } };
}

/** What is shown of the heat: which profile, which count, links. */
export function setHeatView(
  state: AppState,
  view: Partial<Pick<View, 'profile' | 'metric' | 'conflicts'>>,
): AppState {
  return setView(state, view);
}

/** What a user knows of a profile: how many operations it saw, and which layout it was measured on. */
export function setProfileFacts(
  state: AppState,
  name: string,
  facts: Partial<Pick<DocumentProfile, 'operations' | 'measuredOn'>>,
): AppState {
  const inView = documentInView(state);
  if (!inView) return state;
  const profiles = inView.document.profiles.map((profile) =>
    profile.name === name ? { ...profile, ...facts } : profile,
  );
  return announce(setProfilesInView(state, profiles), `Set for ${name}.`);
}

/** Says which layout a profile was measured on: the original, or as the struct in view is ordered now. */
export function setMeasuredOn(
  state: AppState,
  name: string,
  order: 'original' | 'edited',
): AppState {
  const inView = documentInView(state);
  if (!inView) return state;
  const measuredOn = order === 'edited' ? layoutEdits(inView.document) : [];
  return setProfileFacts(state, name, { measuredOn });
}

function holds({ lines, variables, types }: AccessProfile): string {
  const count = lines.length + variables.length;
  if (count > 0) return plural(count, 'contended line');
  return plural(types.length, 'type');
}

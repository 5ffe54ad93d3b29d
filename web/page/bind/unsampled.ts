import { askableRows, unsampledLoads } from '../../core/bind/unsampled';
import { keptWith } from '../../core/base/derived';
import type { DocumentProfile } from '../../core/edit/profiles';
import type { AccessProfile } from '../../core/facts/generated';
import type { AppQuestions, AppStore } from '../state/app';
import { replaceProfile } from '../state/documentReducers';
import { documentInView } from '../state/inView';
import { nameIn } from '../state/bindReducers';
import type { AppState } from '../state/state';
import { fileHasCode } from './binary';
import { originOfFile } from './symbolTables';

/**
 * Gives the bound profiles of the struct in view the loads that no sample shows, where the struct's file has code and is
 * what they were recorded on. Each is asked once.
 */
export async function followUnsampled(app: AppStore & AppQuestions): Promise<void> {
  const inView = documentInView(app.store.getState());
  if (inView?.open.origin.kind !== 'file' || !fileHasCode(app, inView.open.origin.file)) return;
  const { file } = inView.open.origin;
  const { profiles, struct } = inView.document;
  const bound = new Set(inView.edited.applied.state.bindings.map(({ profile }) => profile));
  const seen = askedProfiles(app);
  for (const profile of profiles) {
    const isOpen = bound.has(profile.name) && profile.unsampled === undefined;
    const report = isOpen ? reportOf(app.store.getState(), profile) : null;
    if (report === null || seen.has(profile)) continue;
    seen.add(profile);
    const { origin, buildMatch } = await originOfFile(app, file, report);
    const rows = origin === 'same' ? askableRows(profile, buildMatch) : [];
    if (rows.length === 0) continue;
    const places = rows.map(({ place }) => place);
    const answers = await app.askFile(file, { kind: 'visits', places });
    if (!answers.ok) continue;
    const unsampled = unsampledLoads(struct, rows, answers.value);
    app.update((state) => replaceProfile(state, profile, { ...profile, unsampled }));
  }
}

const askedProfiles = keptWith<AppStore, WeakSet<DocumentProfile>>(() => new WeakSet());

/** The loaded report that a profile of the struct in view is of. */
function reportOf(state: AppState, { name }: DocumentProfile): AccessProfile | null {
  const document = documentInView(state)?.document;
  for (const { phase, name: fileName } of state.files) {
    if (phase.kind !== 'profile' || document === undefined) continue;
    if (nameIn(document, phase.profile, fileName) === name) return phase.profile;
  }
  return null;
}

import type { MemberPath, StructId } from '../../core/layout/ids';
import type { AppFiles, AppQuestions, AppStore } from './app';
import { documentInView } from './inView';
import { findShownField } from './shownField';
import { announceAndShow } from './fileReducers';
import type { AppState } from './state';
import type { Way } from './way';
import { fileToAsk, leadsTo, type PointedStruct } from './pointed';

/** A struct on the way to the one in view. */
export interface Crumb extends Way {
  readonly name: string;
}

/** The structs that led to the one in view, the first of them first; none that was closed since. */
export function wayInView(state: AppState): readonly Crumb[] {
  const crumbs: Crumb[] = [];
  const seen = new Set<StructId>();
  let at = documentInView(state)?.open.id;
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    const way: Way | undefined = state.ways[at];
    const from = state.documents.find(({ id }) => id === way?.from);
    if (way === undefined || from === undefined || seen.has(from.id)) break;
    crumbs.unshift({ ...way, name: from.history.document.struct.name });
    at = from.id;
  }
  return crumbs;
}

/** Opens a struct that the one in view leads to, and remembers the way back. */
export async function openOnTheWay(
  app: AppStore & AppFiles,
  { name, sizeBytes }: Pick<PointedStruct, 'name' | 'sizeBytes'>,
  member: MemberPath | null,
): Promise<void> {
  const before = documentInView(app.store.getState())?.open;
  if (before?.origin.kind !== 'file') return;
  if (!(await app.openNamed(before.origin.file, name, sizeBytes))) return;
  app.update((state) => {
    const now = documentInView(state)?.open.id;
    if (now === undefined || now === before.id) return state;
    return { ...state, ways: { ...state.ways, [now]: { from: before.id, member } } };
  });
}

/** Opens what a member of the struct in view leads to; says why where that is nothing. */
export async function openLead(
  app: AppStore & AppFiles & AppQuestions,
  member: MemberPath,
): Promise<void> {
  const inView = documentInView(app.store.getState());
  const field = inView && findShownField(inView, member);
  if (!field) return;
  const say = (text: string) => app.update((state) => announceAndShow(state, text));
  if (inView.open.origin.kind !== 'file') {
    return say('What a field leads to is in its file, which is not open.');
  }
  if (fileToAsk(inView, field) === null) return say(`${member} leads to no struct.`);
  const [first, ...others] = await leadsTo(app, inView, field);
  if (first === undefined) {
    return say(`${inView.open.origin.fileName} has no layout of what ${member} leads to.`);
  }
  await openOnTheWay(app, first, member);
  if (others.length > 0) {
    say(`${first.name} has ${others.length + 1} layouts in this file: the Field tab has them all.`);
  }
}

import type { MemberPath, StructId, FileId } from '../../core/layout/ids';
import type { AppFiles, AppQuestions, AppStore } from './app';
import { documentInView, findShownField, type InView } from './inView';
import { announceAndShow } from './fileReducers';
import type { AppState, Way } from './state';
import type { Keyword } from '../../core/facts/generated';
import type { FieldItem } from '../../core/layout/layout';
import { listedOf } from './catalog';

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
    say(`${first.name} has ${others.length + 1} layouts in this file: “Change” has them all.`);
  }
}

/** A struct that a member leads to, as its file lists it. */
interface PointedStruct {
  readonly keyword: Keyword;
  readonly name: string;
  readonly sizeBytes: number;
}

const KEYWORDS: readonly Keyword[] = ['struct', 'union', 'class'];

/** The file that can say where a member leads to; null where it leads nowhere, or no file is behind the struct. */
export function fileToAsk({ open: { origin }, document }: InView, field: FieldItem): FileId | null {
  if (origin.kind !== 'file' || field.member.typeIndex === null) return null;
  const shape = document.struct.types[field.member.typeIndex]?.shape.kind;
  return shape === 'pointer' || shape === 'aggregate' ? origin.file : null;
}

/**
 * What a member leads to: the struct that it is of or that it points to, one for each layout of its name. None for a
 * pointer to anything else, and where the file only declares the struct.
 */
export async function leadsTo(
  app: AppStore & AppQuestions,
  inView: InView,
  field: FieldItem,
): Promise<readonly PointedStruct[]> {
  const file = fileToAsk(inView, field);
  const { typeIndex } = field.member;
  const { key, types } = inView.document.struct;
  const type = typeIndex === null ? undefined : types[typeIndex];
  if (file === null || type === undefined) return [];
  if (type.shape.kind === 'aggregate') {
    const { keyword } = type.shape;
    return listed(
      app,
      file,
      (name, sizeBytes) =>
        sizeBytes === type.sizeBytes && (type.name === name || type.name === `${keyword} ${name}`),
    );
  }
  const answer = await app.askFile(file, { kind: 'pointsTo', key });
  const pointed = (answer.ok ? (answer.value ?? []) : []).find(
    (each) => each.typeIndex === typeIndex,
  );
  return pointed ? listed(app, file, (name) => name === pointed.name) : [];
}

/** The rows of a file's list that are meant. */
function listed(
  app: AppStore,
  file: FileId,
  isMeant: (name: string, sizeBytes: number) => boolean,
): readonly PointedStruct[] {
  const loaded = app.store.getState().files.find(({ id }) => id === file);
  const index = loaded && listedOf(loaded)?.index;
  if (!index) return [];
  return index.names.flatMap((name, row): readonly PointedStruct[] => {
    const sizeBytes = index.sizesBytes[row] ?? 0;
    if (!isMeant(name, sizeBytes)) return [];
    return [{ keyword: KEYWORDS[index.kinds[row] ?? 0] ?? 'struct', name, sizeBytes }];
  });
}

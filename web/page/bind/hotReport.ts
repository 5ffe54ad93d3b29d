import { askingOf } from '../../core/bind/asking';
import { searchHot } from '../../core/bind/searchHot';
import type { HotLine, HotStruct } from '../../core/bind/hotStructs';
import { keptWith } from '../../core/base/derived';
import type { FileId } from '../../core/layout/ids';
import type { AppQuestions, AppStore } from '../state/app';
import { bindAllInView, nameIn, type Bound } from '../state/bindReducers';
import { documentInView, viewOf } from '../state/inView';
import type { AppState, LoadedFile, HotReport } from '../state/state';
import { fileHasCode } from './binary';
import { originOfFile } from './symbolTables';
import { boundByItself } from './boundByItself';

/** Reports and files with code that may be of each other. */
function hotPairs(
  app: AppStore,
): readonly { readonly report: LoadedFile; readonly types: LoadedFile }[] {
  const { files } = app.store.getState();
  const withCode = files.filter(({ id }) => fileHasCode(app, id));
  const reports = files.filter(
    ({ phase }) =>
      phase.kind === 'profile' &&
      phase.profile.lines.some(({ rows }) => rows.some((row) => row.codeAddress !== null)),
  );
  return reports.flatMap((report) => withCode.map((types) => ({ report, types })));
}

/** Asks for all instructions of reports that are of a loaded file, each pair once: the state has what is known so far. */
export async function followReports(app: AppStore & AppQuestions): Promise<void> {
  const known = followed(app);
  for (const { report, types } of hotPairs(app)) {
    const key = `${report.id} ${types.id}`;
    if (known.has(key)) continue;
    known.add(key);
    await followReport(app, report, types.id);
  }
}

const followed = keptWith<AppStore, Set<string>>(() => new Set());

async function followReport(
  app: AppStore & AppQuestions,
  report: LoadedFile,
  types: FileId,
): Promise<void> {
  if (report.phase.kind !== 'profile') return;
  const isWanted = () => {
    const loaded = new Set(app.store.getState().files.map(({ id }) => id));
    return loaded.has(report.id) && loaded.has(types);
  };
  const { origin, buildMatch } = await originOfFile(app, types, report.phase.profile);
  if (origin !== 'same' || buildMatch === null || !isWanted()) return;
  const asking = askingOf(report.phase.profile, buildMatch);
  if (asking === null) return;
  const file = {
    touches: async (places: readonly string[]) => {
      if (!isWanted()) return null;
      const found = await app.askFile(types, { kind: 'touches', places, reasons: false });
      return found.ok ? found.value : null;
    },
    embeddings: async (inner: readonly string[]) => {
      const found = await app.askFile(types, { kind: 'embeddings', inner });
      return found.ok ? found.value : [];
    },
  };
  let last: HotReport | null = null;
  for await (const search of searchHot(asking, file)) {
    if (!isWanted()) return;
    last = { report: report.id, types, of: asking.of, search, state: 'asking' };
    const known = last;
    app.update((state) => withHot(state, known));
  }
  if (last === null) return;
  const { done, total } = last.search;
  const ended: HotReport = { ...last, state: done < total ? 'stopped' : 'done' };
  app.update((state) => withHot(state, ended));
}

/** The list is sorted by heat once there is any, where nobody has sorted or searched it. */
function withHot(state: AppState, hot: HotReport): AppState {
  const isOwn = (each: HotReport) => each.report === hot.report && each.types === hot.types;
  const isNew = !state.hot.some(isOwn) && hot.search.found.structs.length > 0;
  const { list } = state;
  const isUntouched = list.sort.by === 'match' && list.query === '';
  return {
    ...state,
    hot: [...state.hot.filter((each) => !isOwn(each)), hot],
    list: isNew && isUntouched ? { ...list, sort: { by: 'heat', descending: true } } : list,
  };
}

/**
 * Binds the lines on which instructions touch the struct in view and nothing else, once for each report: undoing it
 * leaves them as they were. Lines that are bound already stay so.
 */
export function bindHot(app: AppStore): void {
  const inView = documentInView(app.store.getState());
  if (inView?.open.origin.kind !== 'file') return;
  const { struct } = inView.document;
  const sizeBytes = struct.types[struct.root]?.sizeBytes ?? null;
  for (const { report, types, search, state } of app.store.getState().hot) {
    const isKnown = search.isHottest || state !== 'asking';
    if (inView.open.origin.file !== types || !isKnown) continue;
    const hot = search.found.structs.find(
      (each) =>
        each.name === struct.name && (each.sizeBytes === null || each.sizeBytes === sizeBytes),
    );
    const key = `${inView.open.id} ${report}`;
    const done = boundByItself(app);
    if (hot === undefined || done.has(key)) continue;
    done.add(key);
    app.update((state) => bound(state, report, hot));
  }
}

/** The hottest ones: what of a thousand objects is drawn over each other says no more than of these. */
const MOST_LINES = 64;

function bound(state: AppState, report: FileId, { lines }: HotStruct): AppState {
  const open = documentInView(state)?.open;
  if (open === undefined) return state;
  const { document, edited } = viewOf(open);
  const loaded = state.files.find(({ id }) => id === report);
  if (loaded?.phase.kind !== 'profile') return state;
  const own = nameIn(document, loaded.phase.profile, loaded.name);
  const known = new Set(
    edited.applied.state.bindings.flatMap(({ profile, target }) =>
      profile === own ? [target] : [],
    ),
  );
  // One line of an object will do: the addresses of its others tell where they lie in it.
  const objects = new Map<string, HotLine>();
  for (const each of lines.filter(({ isCertain }) => isCertain)) {
    const { line, offsetBytes } = each;
    const object =
      line.address === null ? line.id : String(BigInt(line.address) - BigInt(offsetBytes));
    if (!known.has(line.id) && !objects.has(object)) objects.set(object, each);
  }
  const all = [...objects.values()]
    .slice(0, MOST_LINES)
    .map(({ line, offsetBytes }): Bound => ({ target: line.id, offsetBytes, doubt: null }));
  return bindAllInView(state, report, all);
}

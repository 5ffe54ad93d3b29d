import { typedefsOf } from '../../core/facts/structTable';
import type { StructId } from '../../core/layout/ids';
import { formatRule } from '../../core/edit/words';
import { type Hazards, heldBy, heldSentence, rangesBy } from '../../core/patch/hazards/places';
import type { AppStore } from '../state/app';
import { changeDocumentInView } from '../state/documentReducers';
import { catalogOf } from '../state/listSelectors';
import { documentInView, type InView, isUnanswered } from '../state/inView';
import { announceAndShow } from '../state/fileReducers';
import type { SourceTree } from '../source/tree';
import type { AppState } from '../state/state';
import { findHeader } from './findHeader';
import { setHazards, setHazardScan, treeOf } from './patchOptions';
import { scanHazards } from './scanHazards';

/** A person who walks through the list opens many structs. */
const REST_MS = 400;

/**
 * Looks through a loaded source tree for what depends on the order of the struct in view, and pins what it holds
 * in place: neither a drag nor a suggestion moves that, until it is unpinned. A look that was cancelled begins
 * anew when somebody asks for it.
 */
export function followHazards(app: AppStore): () => void {
  let current: { readonly id: StructId; readonly tree: SourceTree; stop: () => void } | null = null;

  const look = (state: AppState) => {
    const inView = documentInView(state);
    const tree = treeOf(state);
    if (current !== null) {
      const scan = state.hazardScans[current.id];
      const goes = inView?.open.id === current.id && tree === current.tree;
      if (goes && scan?.kind === 'running') return;
      const { id, stop } = current;
      current = null;
      stop();
      // It is not finished: whoever comes back to the struct has it looked at again.
      if (scan?.kind === 'running') return app.update((now) => setHazardScan(now, id, null));
    }
    if (inView === null || tree === null || isUnanswered(state, inView.open)) return;
    if (state.hazardScans[inView.open.id] !== undefined) return;
    begin(inView, tree);
  };

  const begin = ({ open, original }: InView, tree: SourceTree) => {
    const { id } = open;
    const aborting = new AbortController();
    const timer = setTimeout(() => void run(), REST_MS);
    current = {
      id,
      tree,
      stop: () => {
        clearTimeout(timer);
        aborting.abort();
      },
    };
    let files = 0;
    const says = (found: Hazards | null) =>
      app.update((state) => {
        const counted = setHazardScan(state, id, { kind: 'running', files });
        return found === null ? counted : setHazards(counted, id, found);
      });
    const run = async () => {
      const { signal } = aborting;
      const { desc } = original.applied.struct;
      const state = app.store.getState();
      const typedefs = catalogOf(state.files).indexes.flatMap((index) =>
        typedefsOf(index, desc.name),
      );
      const header = await findHeader(state, open, signal, () => undefined);
      if (signal.aborted) return;
      const result = await scanHazards(tree, desc, header, typedefs, signal, (found, looked) => {
        files = looked;
        if (!signal.aborted) says(found);
      });
      if (signal.aborted || result === null) return;
      current = null;
      app.update((state) =>
        result.ok
          ? held(
              setHazardScan(setHazards(state, id, result.value), id, {
                kind: 'done',
                files,
                stopped: false,
              }),
              result.value,
            )
          : setHazardScan(state, id, { kind: 'failed', why: result.error }),
      );
    };
    says(null);
  };

  look(app.store.getState());
  const unsubscribe = app.store.subscribe((state, before) => {
    if (
      state.centre !== before.centre ||
      state.documents !== before.documents ||
      state.files !== before.files ||
      state.hazardScans !== before.hazardScans
    )
      look(state);
  });
  return () => {
    unsubscribe();
    current?.stop();
    current = null;
  };
}

/** What the places hold becomes pins and rules of the struct in view, and is said once. */
function held(state: AppState, { places }: Hazards): AppState {
  const view = documentInView(state);
  if (view === null || view.readOnly !== null) return state;
  const { struct } = view.original.applied;
  const more = heldBy(view.document, struct, places);
  const known = new Set(view.document.rules.map(formatRule));
  const ranges = rangesBy(places, struct).filter((rule) => !known.has(formatRule(rule)));
  if (more.length === 0 && ranges.length === 0) return state;
  const pinned = changeDocumentInView(state, (document) => ({
    ...document,
    pins: [...document.pins, ...more],
    rules: [...document.rules, ...ranges],
  }));
  return announceAndShow(pinned, heldSentence(more.length, ranges.length));
}

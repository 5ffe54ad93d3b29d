import type { SearchJob } from '../../core/search/search';
import type { startSearch } from './startSearch';
import type { AppStore } from '../state/app';
import { documentInView, type InView } from '../state/inView';
import type { AppState } from '../state/state';
import { doubtsInView, predictionInView, surroundingsOf } from '../state/predictionInView';
import { setSearch } from '../state/predictReducers';
import type { FoundSuggestions, SearchState } from '../state/predictState';

/** A person who walks a field by keys makes many orders; a search begins when they rest. */
const REST_MS = 150;

/** What a search was made for. Each part is the same object while nothing in it has changed. */
interface Subject {
  readonly applied: SearchJob['applied'];
  readonly basis: SearchJob['basis'];
  readonly options: SearchJob['options'];
  readonly choice: string;
  readonly goal: SearchJob['goal'];
}

/**
 * Searches whenever somebody looks at suggestions, and anew when struct, profile, tags, pins, groups or
 * options have changed. What was found once for an order is there again after an undo.
 *
 * @returns ends it
 */
export function followSuggestions(app: AppStore, start: typeof startSearch): () => void {
  let current: Subject | null = null;
  let stop: () => void = () => undefined;
  const finished = new WeakMap<SearchJob['applied'], { subject: Subject; search: SearchState }>();

  const show = (search: SearchState) => app.update((state) => setSearch(state, search));

  const look = (state: AppState) => {
    const inView = documentInView(state);
    const { model, isWatched } = state.predict;
    if (!isWatched || !model || !inView) return end({ kind: 'idle' });
    if (mustAsk(state, inView)) return end({ kind: 'asking' });
    const subject: Subject = {
      applied: inView.edited.applied,
      basis: predictionInView(state)?.predictions[0]?.basis ?? null,
      options: state.predict.options,
      choice: surroundingsOf(state, model, inView).choice,
      goal: state.predict.goal,
    };
    // A user's cancel holds until something changes.
    if (current && isSame(current, subject)) return;
    stop();
    const restMs = current === null ? 0 : REST_MS;
    current = subject;
    const known = finished.get(subject.applied);
    if (known && isSame(known.subject, subject)) {
      stop = () => undefined;
      return show(known.search);
    }
    const { allocation, machine, statedBaseBytes } = surroundingsOf(state, model, inView);
    const { applied, basis, options, goal } = subject;
    stop = run(
      { applied, basis, options, goal, allocation, machine, statedBaseBytes },
      subject,
      restMs,
    );
  };

  const end = (search: SearchState) => {
    stop();
    stop = () => undefined;
    current = null;
    if (app.store.getState().predict.search.kind !== search.kind) show(search);
  };

  const run = (job: SearchJob, subject: Subject, restMs: number): (() => void) => {
    let found: FoundSuggestions = {
      kind: 'found',
      suggestions: [],
      evaluated: 0,
      vetoed: null,
      isDone: false,
      isCancelled: false,
    };
    const news = (part: Partial<FoundSuggestions>) => show((found = { ...found, ...part }));
    const keep = (search: SearchState) => {
      finished.set(subject.applied, { subject, search });
      show(search);
    };
    show(found);
    let stopWorker: () => void = () => undefined;
    const timer = setTimeout(() => {
      let none: string | null = null;
      stopWorker = start(job, {
        onProgress(progress) {
          if (progress.kind === 'none') none = progress.reason;
          else if (progress.kind === 'working') news({ evaluated: progress.evaluated });
          else {
            const { suggestions, evaluated, vetoed } = progress;
            news({ suggestions, evaluated, vetoed });
          }
        },
        onEnd: () =>
          keep(none === null ? { ...found, isDone: true } : { kind: 'none', reason: none }),
        onFailure: (reason) => show({ kind: 'failed', reason }),
      });
    }, restMs);
    return () => {
      clearTimeout(timer);
      stopWorker();
    };
  };

  const cancelled = (state: AppState) => {
    const { search } = state.predict;
    if (search.kind === 'found' && search.isCancelled) {
      stop();
      stop = () => undefined;
    }
  };

  look(app.store.getState());
  const unsubscribe = app.store.subscribe((state, before) => {
    if (state.predict.search !== before.predict.search) cancelled(state);
    if (
      state.predict !== before.predict ||
      state.centre !== before.centre ||
      state.documents !== before.documents
    ) {
      look(state);
    }
  });
  return () => {
    unsubscribe();
    stop();
  };
}

function mustAsk(state: AppState, inView: InView): boolean {
  return (
    inView.readOnly === null &&
    !state.predict.queriedStructs.includes(inView.open.id) &&
    doubtsInView(state).length > 0
  );
}

function isSame(a: Subject, b: Subject): boolean {
  return (
    a.applied === b.applied &&
    a.basis === b.basis &&
    a.options === b.options &&
    a.choice === b.choice &&
    a.goal === b.goal
  );
}

import { useEffect, useMemo } from 'react';
import type { Suggestion } from '../../core/search/input';
import { setPreviewInView } from '../struct/documentReducers';
import { answerDoubts, changePredict, setSearch, setSuggestOptions } from './predictReducers';
import { doubtsInView, predictionInView } from './predictionInView';
import { documentInView } from '../struct/inView';
import type { FoundSuggestions } from './predictState';
import { assertNever } from '../../core/base/assert';
import { useApp, useAppState } from '../kit/context';
import { CommandButton } from '../kit/CommandButton';
import controls from '../kit/controls.module.css';
import { plural } from '../../core/base/prose';
import inspector from '../struct/Inspector.module.css';
import { Sentence } from '../kit/Sentence';
import { useSettledView } from '../kit/useInView';
import { FrontPlot } from './FrontPlot';
import { canJudge, caveatsOf, nothingFound, onlyHoles, suggestionsAbout } from './searchResult';
import { BindingDoubts } from '../heat/BindingDoubts';
import { StudyWarning } from './StudyWarning';
import { SuggestionList } from './SuggestionList';
import { SuggestOptions } from './SuggestOptions';
import { Waiting } from '../kit/Waiting';
import styles from './Suggest.module.css';

/** Better orders, found while one looks: hypotheses to measure, each with its price. */
export function SuggestTab() {
  const app = useApp();
  const inView = useSettledView();
  const search = useAppState((state) => state.predict.search);
  useEffect(() => {
    app.update((state) => changePredict(state, { isWatched: true }));
    return () =>
      app.update((state) => setPreviewInView(changePredict(state, { isWatched: false }), null));
  }, [app]);
  if (!inView) return null;
  switch (search.kind) {
    case 'idle':
      return <Waiting className={styles.status}>Loading the model…</Waiting>;
    case 'asking':
      return <Question />;
    case 'none':
      return (
        <section className={inspector.section}>
          <h2>No suggestion</h2>
          <p className={inspector.quiet}>
            <Sentence text={search.reason} />
          </p>
        </section>
      );
    case 'failed':
      return (
        <section className={inspector.section}>
          <h2>No suggestion</h2>
          <p className={inspector.quiet}>{search.reason}</p>
          <button
            type="button"
            className={controls.smallButton}
            onClick={() => app.update((state) => setSuggestOptions(state, {}))}
          >
            Search again
          </button>
        </section>
      );
    case 'found':
      return <Results found={search} />;
    default:
      return assertNever(search);
  }
}

/** The fields in doubt come first: an order that brings a writer to a hidden reader is no improvement. */
function Question() {
  const app = useApp();
  const count = useAppState((state) => doubtsInView(state).length);
  const isTags = useAppState(
    (state) => predictionInView(state)?.predictions[0]?.basis.profile.kind === 'tags',
  );
  return (
    <section className={inspector.section} aria-label="Before the search">
      <h2>One question first</h2>
      <p className={inspector.quiet}>
        {isTags
          ? `${plural(count, 'field')} that you have not tagged ${count === 1 ? 'lies' : 'lie'} on lines that nobody writes.`
          : `${plural(count, 'field')} ${count === 1 ? 'lies' : 'lie'} on lines that nobody was seen to write, so that reads of ${count === 1 ? 'it' : 'them'} could not show in the profile.`}{' '}
        If some are read often, a writer must not move to them. Which are they?
      </p>
      <div className={styles.buttons}>
        <CommandButton command="predict.doubts" className={controls.primary} ownName>
          Mark fields…
        </CommandButton>
        <button
          type="button"
          className={controls.button}
          onClick={() => app.update((state) => answerDoubts(state, new Map()))}
        >
          Skip and search
        </button>
      </div>
    </section>
  );
}

function Results({ found }: { found: FoundSuggestions }) {
  const app = useApp();
  const hasHeat = useAppState((state) => canJudge(predictionInView(state)));
  const goal = useAppState((state) => state.predict.goal);
  const about = useAppState((state) => {
    const asked = state.predict.about;
    return asked?.struct === documentInView(state)?.open.id ? (asked ?? null) : null;
  });
  const suggestions = useMemo(
    () => (about ? suggestionsAbout(found.suggestions, about) : found.suggestions),
    [found.suggestions, about],
  );
  const [first] = suggestions;
  const isPacking = first?.aim === 'holes';
  const preview = (suggestion: Suggestion | null) =>
    app.update((state) => setPreviewInView(state, suggestion?.edits ?? null));
  return (
    <>
      <BindingDoubts />
      <StudyWarning />
      <Status found={found} isPacking={isPacking || !hasHeat} />
      <SuggestOptions hasHeat={hasHeat} />
      {about && (
        <p className={styles.packing}>
          For “{about.title}”: {suggestions.length} of{' '}
          {plural(found.suggestions.length, 'suggestion')}{' '}
          {suggestions.length === 1 ? 'moves' : 'move'} one of its fields.{' '}
          <button
            type="button"
            className={controls.link}
            onClick={() => app.update((state) => changePredict(state, { about: null }))}
          >
            Show all
          </button>
        </p>
      )}
      {isPacking && hasHeat && (
        <p className={styles.packing}>
          {goal === 'conflicts' && `${onlyHoles(found)} `}
          Each shows the conflicts that are expected.
        </p>
      )}
      {suggestions.length > 1 && hasHeat && !isPacking && (
        <FrontPlot suggestions={suggestions} onPreview={preview} />
      )}
      {suggestions.length > 0 ? (
        <SuggestionList suggestions={suggestions} onPreview={preview} />
      ) : (
        found.isDone && found.suggestions.length === 0 && <Nothing />
      )}
      <Caveats />
    </>
  );
}

function Status({ found, isPacking }: { found: FoundSuggestions; isPacking: boolean }) {
  const app = useApp();
  const { suggestions, evaluated, isDone, isCancelled } = found;
  const points = new Set(suggestions.map(({ point }) => point)).size;
  const tried = `${plural(evaluated, 'order')} tried`;
  return (
    <div className={styles.status}>
      <p role="status">
        {isDone || isCancelled
          ? `${plural(points, isPacking ? 'better packing' : 'order worth measuring', isPacking ? 'better packings' : 'orders worth measuring')}, ${tried}${isCancelled ? ', cancelled' : ''}`
          : `Searching: ${tried}`}
      </p>
      {isDone || isCancelled ? (
        isCancelled && (
          <button
            type="button"
            className={controls.link}
            onClick={() => app.update((state) => setSuggestOptions(state, {}))}
          >
            Search on
          </button>
        )
      ) : (
        <button
          type="button"
          className={controls.link}
          onClick={() => app.update((state) => setSearch(state, { ...found, isCancelled: true }))}
        >
          Cancel
        </button>
      )}
    </div>
  );
}

function Nothing() {
  const inView = useSettledView();
  const options = useAppState((state) => state.predict.options);
  const vetoed = useAppState(({ predict: { search } }) =>
    search.kind === 'found' ? search.vetoed : null,
  );
  const said = useAppState(
    (state) => inView && nothingFound(inView, predictionInView(state), options, vetoed),
  );
  return (
    said !== null && (
      <section className={inspector.section}>
        <p className={inspector.quiet}>
          <Sentence text={said} />
        </p>
      </section>
    )
  );
}

/** What holds of all orders that were compared, those that were not offered among them. */
function Caveats() {
  const caveats = caveatsOf(useAppState(predictionInView));
  if (caveats.length === 0) return null;
  return (
    <section className={inspector.section} aria-label="What to know">
      {caveats.map((caveat) => (
        <p key={caveat} className={inspector.quiet}>
          {caveat}
        </p>
      ))}
    </section>
  );
}

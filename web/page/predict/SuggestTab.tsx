import { useEffect, useMemo, useState } from 'react';
import type { Suggestion } from '../../core/search/input';
import { setPreviewInView } from '../state/documentReducers';
import {
  answerDoubts,
  changePredict,
  setSearch,
  setSuggestOptions,
  setAllocation,
} from '../state/predictReducers';
import { doubtsInView, predictionInView, surroundingsOf } from '../state/predictionInView';
import { documentInView } from '../state/inView';
import type { FoundSuggestions } from '../state/predictState';
import { assertNever } from '../../core/base/assert';
import { useApp, useAppState } from '../kit/context';
import { CommandButton } from '../kit/CommandButton';
import controls from '../kit/controls.module.css';
import { plural, grouped } from '../../core/base/prose';
import inspector from '../kit/inspector.module.css';
import { Sentence } from '../kit/Sentence';
import { useSettledView } from '../kit/useInView';
import { canJudge, caveatsOf, nothingFound, onlyHoles, suggestionsAbout } from './searchResult';
import { BindingDoubts } from '../kit/BindingDoubts';
import { StudyWarning } from './StudyWarning';
import { Waiting } from '../kit/Waiting';
import styles from './Suggest.module.css';
import { frontPoints, nearestPoint, PLOT } from './frontPoints';
import type { SearchGoal } from '../../core/search/search';
import type { AllocationChoice } from '../../core/model/allocation';
import {
  ALLOCATION_CHOICES,
  GOAL_CHOICES,
  mayBeFormat,
  MOVE_CHOICES,
  searchSummary,
} from './searchOptions';
import {
  chipsOf,
  suggestionPoints,
  wholeOfTags,
  type SuggestionPoint,
  type SuggestionWords,
} from './suggestionCards';
import { OddsBar } from './OddsBar';

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
          ? `${plural(count, 'field')} that you have not tagged ${count === 1 ? 'lies' : 'lie'} on lines that are not written.`
          : `${plural(count, 'field')} ${count === 1 ? 'lies' : 'lie'} on lines without a sampled store, so reads of ${count === 1 ? 'it' : 'them'} could not show in the profile.`}{' '}
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
    const selected = state.predict.about;
    return selected?.struct === documentInView(state)?.open.id ? (selected ?? null) : null;
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
      {about && found.suggestions.length > 0 && (
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
  const sentence = useAppState(
    (state) => inView && nothingFound(inView, predictionInView(state), options, vetoed),
  );
  return (
    sentence !== null && (
      <section className={inspector.section}>
        <p className={inspector.quiet}>
          <Sentence text={sentence} />
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

/**
 * The front as a picture: how many fields move against what is expected of the lines. The pointer picks
 * the nearest point; the list below has the same for keyboard and screen readers.
 */
function FrontPlot({
  suggestions,
  onPreview,
}: {
  suggestions: readonly Suggestion[];
  onPreview: (suggestion: Suggestion | null) => void;
}) {
  const points = frontPoints(suggestions);
  const [best] = suggestions;
  const find = (event: React.PointerEvent<SVGSVGElement> | React.MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const scale = PLOT.widthPx / Math.max(1, box.width);
    return nearestPoint(
      points,
      (event.clientX - box.left) * scale,
      (event.clientY - box.top) * scale,
    );
  };
  return (
    <figure className={styles.plot}>
      {/* A second way for the pointer; the keyboard's is the list. */}
      <svg
        viewBox={`0 0 ${PLOT.widthPx} ${PLOT.heightPx}`}
        role="img"
        aria-label={`Conflicts against moved fields: ${grouped(points.length)} points; the first of the list is the lowest`}
        onPointerMove={(event) => onPreview(find(event)?.suggestion ?? null)}
        onPointerLeave={() => onPreview(null)}
        onClick={(event) => {
          const point = find(event);
          if (!point) return;
          // Not applied: a click shows its place in the list, where its words and price stand.
          const item = document.querySelector<HTMLElement>(
            `[data-point="${point.suggestion.point}"]`,
          );
          item?.scrollIntoView({ block: 'nearest' });
          item?.querySelector<HTMLElement>('button')?.focus();
        }}
      >
        {PLOT.ticks.map(({ moves, xPx }) => (
          <g key={moves}>
            <line
              x1={xPx}
              x2={xPx}
              y1={PLOT.topPx - 6}
              y2={PLOT.bottomPx}
              className={styles.grid}
            />
            <text x={xPx} y={PLOT.bottomPx + 14} textAnchor="middle">
              {moves}
            </text>
          </g>
        ))}
        <line
          x1={PLOT.leftPx}
          x2={PLOT.widthPx - 8}
          y1={PLOT.bottomPx}
          y2={PLOT.bottomPx}
          className={styles.axis}
        />
        <line
          x1={PLOT.leftPx}
          x2={PLOT.widthPx - 8}
          y1={PLOT.topPx}
          y2={PLOT.topPx}
          className={styles.now}
        />
        <text x={PLOT.widthPx - 8} y={PLOT.topPx - 4} textAnchor="end">
          as it is now
        </text>
        <text x={PLOT.leftPx - 6} y={PLOT.bottomPx + 4} textAnchor="end">
          0
        </text>
        {points.map(({ suggestion, xPx, yPx, grows }) => (
          <circle
            key={suggestion.point}
            cx={xPx}
            cy={yPx}
            r={suggestion === best ? 5.5 : 4.5}
            className={grows ? styles.grows : styles.point}
          />
        ))}
      </svg>
      <figcaption>
        Down: fewer conflicts. Right: more fields moved.
        {points.some(({ grows }) => grows) && ' Open circles take more memory.'}
      </figcaption>
    </figure>
  );
}

/** What a suggestion may cost, and how objects are allocated, which decides what growth costs. */
function SuggestOptions({ hasHeat }: { hasHeat: boolean }) {
  const app = useApp();
  const { options, goal } = useAppState((state) => state.predict);
  const choice = useAppState((state) => {
    const inView = documentInView(state);
    const model = state.predict.model;
    return inView && model ? surroundingsOf(state, model, inView).choice : null;
  });
  const isFormat = useAppState(mayBeFormat);
  return (
    <details className={styles.options}>
      <summary>{searchSummary(options, goal, { goal: hasHeat, format: isFormat })}</summary>
      <form aria-label="Options of the search">
        {hasHeat && (
          <label className={styles.choice}>
            Look for
            <select
              className={controls.field}
              value={goal}
              onChange={({ target }) =>
                app.update((state) => changePredict(state, { goal: target.value as SearchGoal }))
              }
            >
              {GOAL_CHOICES.map(({ value, name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label className={styles.choice}>
          Moves
          <select
            className={controls.field}
            value={options.mostEdits}
            onChange={({ target }) =>
              app.update((state) => setSuggestOptions(state, { mostEdits: Number(target.value) }))
            }
          >
            {MOVE_CHOICES.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {choice !== null && (
          <label className={styles.choice}>
            Allocated
            <select
              className={controls.field}
              value={choice}
              onChange={({ target }) =>
                app.update((state) => setAllocation(state, target.value as AllocationChoice))
              }
            >
              {ALLOCATION_CHOICES.map(({ value, name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          <input
            type="checkbox"
            checked={options.growth === 'nextClass'}
            onChange={({ target }) =>
              app.update((state) =>
                setSuggestOptions(state, { growth: target.checked ? 'nextClass' : 'never' }),
              )
            }
          />
          may grow to the next slab class
        </label>
        <label>
          <input
            type="checkbox"
            checked={options.mayAlign}
            onChange={({ target }) =>
              app.update((state) => setSuggestOptions(state, { mayAlign: target.checked }))
            }
          />
          may align fields to a cache line
        </label>
        {isFormat && (
          <label>
            <input
              type="checkbox"
              checked={options.mayChangeFormat}
              onChange={({ target }) =>
                app.update((state) => setSuggestOptions(state, { mayChangeFormat: target.checked }))
              }
            />
            may change what looks like a wire, disk or device format
          </label>
        )}
      </form>
    </details>
  );
}

interface ListProps {
  readonly suggestions: readonly Suggestion[];
  readonly onPreview: (suggestion: Suggestion | null) => void;
}

/** The front, the best first; orders with the same price stand together. What is pointed at is shown in the grid. */
function SuggestionList({ suggestions, onPreview }: ListProps) {
  const points = useMemo(() => suggestionPoints(suggestions), [suggestions]);
  return (
    <ol className={styles.list} aria-label="Suggestions" onMouseLeave={() => onPreview(null)}>
      {points.map((point) => (
        <li key={point.point} data-point={point.point}>
          <Card wording={point.first} onPreview={onPreview} />
          {point.equals.length > 0 && <Equals point={point} onPreview={onPreview} />}
        </li>
      ))}
    </ol>
  );
}

function Card({
  wording: { suggestion, title },
  onPreview,
}: {
  wording: SuggestionWords;
  onPreview: ListProps['onPreview'];
}) {
  const app = useApp();
  const whole = useAppState((state) => wholeOfTags(predictionInView(state)));
  const { odds, hitm } = suggestion.figures;
  return (
    <article
      className={styles.card}
      onMouseEnter={() => onPreview(suggestion)}
      onFocus={() => onPreview(suggestion)}
      onBlur={() => onPreview(null)}
    >
      <h2>{title}</h2>
      <p>
        <Sentence text={suggestion.reason} />
      </p>
      {odds !== null && hitm !== null && hitm.before !== hitm.after && <OddsBar odds={odds} />}
      <div className={styles.price}>
        <ul className={styles.figures} aria-label="Figures">
          {chipsOf(suggestion, whole).map((chip) => (
            <li key={chip.text} data-caution={chip.isCaution || undefined}>
              {chip.text}
            </li>
          ))}
        </ul>
        <button
          type="button"
          className={controls.smallButton}
          aria-label={`Apply: ${title}`}
          onClick={() => app.edit(suggestion.edits)}
        >
          Apply
        </button>
      </div>
    </article>
  );
}

/** Other orders with the same figures, in their words: one for each set of members, all on demand. */
function Equals({
  point: { equals, shownEquals },
  onPreview,
}: {
  point: SuggestionPoint;
  onPreview: ListProps['onPreview'];
}) {
  const app = useApp();
  const [all, setAll] = useState(false);
  const shown = all ? equals : shownEquals;
  return (
    <div className={styles.equals}>
      <p>{plural(equals.length, 'other order')} with the same figures</p>
      <ul>
        {shown.map(({ suggestion, words }) => (
          <li key={words}>
            <button
              type="button"
              title={suggestion.reason.replaceAll('`', '')}
              onMouseEnter={() => onPreview(suggestion)}
              onFocus={() => onPreview(suggestion)}
              onBlur={() => onPreview(null)}
              onClick={() => app.edit(suggestion.edits)}
            >
              <span className={controls.visuallyHidden}>Apply: </span>
              <code>{words}</code>
            </button>
          </li>
        ))}
      </ul>
      {equals.length > shown.length && (
        <button type="button" className={controls.link} onClick={() => setAll(true)}>
          {shown.length > 0
            ? `Show all ${equals.length}`
            : equals.length === 1
              ? 'Show it'
              : 'Show them'}
        </button>
      )}
    </div>
  );
}

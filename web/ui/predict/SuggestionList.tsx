import { useState } from 'react';
import { describeEdit } from '../../edit/changes';
import { formatEdit } from '../../edit/words';
import type { Suggestion } from '../../analysis/suggest/input';
import { predictionInView } from '../../app/predict/predictionInView';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { plural } from '../../base/prose';
import { Sentence } from '../kit/Sentence';
import { byMembers } from '../../view/predict/equals';
import { suggestionChips } from '../../view/predict/suggestionFigures';
import styles from './Suggest.module.css';

/** Equals of a point that stand without a click. */
const SHOWN_EQUALS = 5;

interface ListProps {
  readonly suggestions: readonly Suggestion[];
  readonly onPreview: (suggestion: Suggestion | null) => void;
}

/** The front, the best first; orders with the same price stand together. What is pointed at is shown in the grid. */
export function SuggestionList({ suggestions, onPreview }: ListProps) {
  const points = new Map<number, Suggestion[]>();
  for (const suggestion of suggestions) {
    const here = points.get(suggestion.point);
    if (here === undefined) points.set(suggestion.point, [suggestion]);
    else here.push(suggestion);
  }
  return (
    <ol className={styles.list} aria-label="Suggestions" onMouseLeave={() => onPreview(null)}>
      {[...points].map(([point, [first, ...equals]]) =>
        first === undefined ? null : (
          <li key={point} data-point={point}>
            <Card suggestion={first} onPreview={onPreview} />
            {equals.length > 0 && <Equals first={first} equals={equals} onPreview={onPreview} />}
          </li>
        ),
      )}
    </ol>
  );
}

function Card({
  suggestion,
  onPreview,
}: {
  suggestion: Suggestion;
  onPreview: ListProps['onPreview'];
}) {
  const app = useApp();
  const whole = useAppState((state) => {
    const first = predictionInView(state)?.predictions[0];
    if (!first?.outcome.ok) return null;
    return first.basis.profile.kind === 'tags' ? first.outcome.value.forecast.baseline.hitm : null;
  });
  const isTags = useAppState(
    (state) => predictionInView(state)?.predictions[0]?.basis.profile.kind === 'tags',
  );
  const title = titleOf(suggestion);
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
      <div className={styles.price}>
        <ul className={styles.chips} aria-label="Figures">
          {suggestionChips(
            suggestion.figures,
            isTags ? { kind: 'shares', whole: whole ?? 0 } : { kind: 'samples' },
          ).map((chip) => (
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
function Equals({ first, equals, onPreview }: EqualsProps) {
  const app = useApp();
  const [all, setAll] = useState(false);
  const kinds = byMembers([first, ...equals]).map(({ suggestions }) => suggestions[0]);
  const shown = all ? equals : equals.filter((each) => kinds.includes(each)).slice(0, SHOWN_EQUALS);
  return (
    <div className={styles.equals}>
      <p>{plural(equals.length, 'other order')} with the same figures</p>
      <ul>
        {shown.map((suggestion) => {
          const words = suggestion.edits.map(formatEdit).join('; ');
          return (
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
          );
        })}
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

interface EqualsProps {
  readonly first: Suggestion;
  readonly equals: readonly Suggestion[];
  readonly onPreview: ListProps['onPreview'];
}

function titleOf({ edits }: Suggestion): string {
  return edits.map(describeEdit).join(', ');
}

import { useMemo, useState } from 'react';
import type { Suggestion } from '../../core/search/input';
import { predictionInView } from './predictionInView';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { plural } from '../../core/base/prose';
import { Sentence } from '../kit/Sentence';
import {
  chipsOf,
  suggestionPoints,
  wholeOfTags,
  type SuggestionPoint,
  type SuggestionWords,
} from './suggestionCards';
import { OddsBar } from './OddsBar';
import styles from './Suggest.module.css';

interface ListProps {
  readonly suggestions: readonly Suggestion[];
  readonly onPreview: (suggestion: Suggestion | null) => void;
}

/** The front, the best first; orders with the same price stand together. What is pointed at is shown in the grid. */
export function SuggestionList({ suggestions, onPreview }: ListProps) {
  const points = useMemo(() => suggestionPoints(suggestions), [suggestions]);
  return (
    <ol className={styles.list} aria-label="Suggestions" onMouseLeave={() => onPreview(null)}>
      {points.map((point) => (
        <li key={point.point} data-point={point.point}>
          <Card said={point.first} onPreview={onPreview} />
          {point.equals.length > 0 && <Equals point={point} onPreview={onPreview} />}
        </li>
      ))}
    </ol>
  );
}

function Card({
  said: { suggestion, title },
  onPreview,
}: {
  said: SuggestionWords;
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
        <ul className={styles.chips} aria-label="Figures">
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

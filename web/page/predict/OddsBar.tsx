import type { Odds } from '../../core/model/odds';
import { oddsWords } from './oddsWords';
import styles from './OddsBar.module.css';

/** What came of such orders: one sentence, and a bar of the better, the same and the worse. */
export function OddsBar({ odds }: { odds: Odds }) {
  const { sentence, shares } = oddsWords(odds);
  return (
    <p className={styles.odds}>
      <span className={styles.bar} aria-hidden>
        {shares.map(({ kind, percent }) => (
          <i key={kind} data-kind={kind} style={{ inlineSize: `${percent}%` }} />
        ))}
      </span>
      {sentence}
    </p>
  );
}

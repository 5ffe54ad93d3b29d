import { formatCount } from '../kit/format';
import styles from './Files.module.css';

/** A figure before and after; one number where it stays. */
export function Change({ before, after }: { before: number; after: number }) {
  if (before === after) return formatCount(after);
  return (
    <span className={styles.changed}>
      {formatCount(before)} → {formatCount(after)}
    </span>
  );
}

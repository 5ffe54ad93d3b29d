import { grouped } from '../../core/base/prose';
import styles from './Files.module.css';

/** A figure before and after; one number where it stays. */
export function Change({ before, after }: { before: number; after: number }) {
  if (before === after) return grouped(after);
  return (
    <span className={styles.changed}>
      {grouped(before)} → {grouped(after)}
    </span>
  );
}

import type { StudyId } from './list';
import { SOURCES } from './sources';
import { CopyButton } from '../kit/CopyButton';
import styles from './Studies.module.css';

/** Where a study comes from. Addresses are text: the page has no links away. */
export function Sources({ study }: { study: StudyId }) {
  return (
    <details className={styles.sources}>
      <summary>Sources</summary>
      <ul>
        {SOURCES[study].map(({ title, from, address }) => (
          <li key={address}>
            <cite>{title}</cite>
            <span>{from}</span>
            <code>{address}</code>
            <CopyButton text={address} label={`Copy address: ${title}`} shown="Copy address" />
          </li>
        ))}
      </ul>
    </details>
  );
}

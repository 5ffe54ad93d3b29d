import type { Diagnostic } from '../../core/facts/generated';
import { grouped } from '../../core/base/prose';
import { Icon } from '../kit/Icon';
import { Sentence } from '../kit/Sentence';
import styles from './FileChip.module.css';

/** What was odd about a file, or that nothing was. */
export function Noticed({ diagnostics }: { diagnostics: readonly Diagnostic[] }) {
  return (
    <section className={styles.diagnostics} aria-label="What was noticed">
      <h3>What was noticed</h3>
      {diagnostics.length === 0 ? (
        <p className={styles.quiet}>Nothing odd. Nothing was skipped.</p>
      ) : (
        <ul>
          {diagnostics.map((diagnostic, place) => (
            <li key={place} data-severity={diagnostic.severity}>
              <Icon name={diagnostic.severity === 'warning' ? 'warning' : 'info'} size={14} />
              <span>
                <Sentence text={diagnostic.message} />
                {/* Some sentences name their place. */}
                {diagnostic.place && !diagnostic.message.includes(diagnostic.place) && (
                  <code> {diagnostic.place}</code>
                )}
                {diagnostic.count > 1 && ` (${grouped(diagnostic.count)} times)`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

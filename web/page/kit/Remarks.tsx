import { locatedSentence, MESSAGES_SHOWN, worstFirst } from '../../core/base/messages';
import { plural } from '../../core/base/prose';
import type { Diagnostic } from '../../core/facts/generated';
import { Icon } from './Icon';
import styles from './Remarks.module.css';
import { Sentence } from './Sentence';

/** What is said of a file, a report or a struct: the most severe first, and more than a few on a click. */
export function Remarks({ diagnostics }: { diagnostics: readonly Diagnostic[] }) {
  const sorted = worstFirst(diagnostics);
  const rest = sorted.slice(MESSAGES_SHOWN);
  return (
    <>
      <List diagnostics={sorted.slice(0, MESSAGES_SHOWN)} />
      {rest.length > 0 && (
        <details>
          <summary>{plural(rest.length, 'more remark')}</summary>
          <List diagnostics={rest} />
        </details>
      )}
    </>
  );
}

function List({ diagnostics }: { diagnostics: readonly Diagnostic[] }) {
  return (
    <ul className={styles.remarks}>
      {diagnostics.map((diagnostic, at) => (
        <li key={at} data-severity={diagnostic.severity}>
          <Icon name={diagnostic.severity === 'warning' ? 'warning' : 'info'} size={14} />
          <span>
            <Sentence text={locatedSentence(diagnostic)} />
          </span>
        </li>
      ))}
    </ul>
  );
}

import type { ReactNode } from 'react';
import { locatedSentence, MESSAGES_SHOWN, worstFirst } from '../../core/base/messages';
import { plural } from '../../core/base/prose';
import type { Diagnostic } from '../../core/facts/generated';
import { Icon } from './Icon';
import styles from './Remarks.module.css';
import { Sentence } from './Sentence';

/** What is said of a file, a report or a struct: the most severe first, and more than a few on a click. */
export function Remarks({ diagnostics }: { diagnostics: readonly Diagnostic[] }) {
  return <Folded items={worstFirst(diagnostics)} render={(some) => <List diagnostics={some} />} />;
}

/** The first few, and the rest on a click. */
export function Folded<Item>({
  items,
  render,
}: {
  items: readonly Item[];
  render: (some: readonly Item[]) => ReactNode;
}) {
  const rest = items.slice(MESSAGES_SHOWN);
  return (
    <>
      {render(items.slice(0, MESSAGES_SHOWN))}
      {rest.length > 0 && (
        <details>
          <summary>{plural(rest.length, 'more remark')}</summary>
          {render(rest)}
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

import type { Diagnostic } from '../../core/facts/generated';
import { grouped, plural } from '../../core/base/prose';
import { Icon } from '../kit/Icon';
import { Sentence } from '../kit/Sentence';
import styles from './ProfileView.module.css';

/** As many stand there without a click. */
const SHOWN = 3;

/** What reading a report left out, guessed or found contradicting: beside its figures, as they rest on it. */
export function ProfileRemarks({ diagnostics }: { diagnostics: readonly Diagnostic[] }) {
  if (diagnostics.length === 0) return null;
  const worstFirst = [...diagnostics].sort((a, b) => weight(b) - weight(a));
  const rest = worstFirst.slice(SHOWN);
  return (
    <section className={styles.remarks} aria-label="What is missing from this text">
      <Remarks diagnostics={worstFirst.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details>
          <summary>{plural(rest.length, 'more remark')}</summary>
          <Remarks diagnostics={rest} />
        </details>
      )}
    </section>
  );
}

function Remarks({ diagnostics }: { diagnostics: readonly Diagnostic[] }) {
  return (
    <ul>
      {diagnostics.map(({ severity, message, place, count }, at) => (
        <li key={at} data-severity={severity}>
          <Icon name={severity === 'warning' ? 'warning' : 'info'} size={14} />
          <span>
            <Sentence text={message} />
            {place !== '' && !message.includes(place) && ` (${place})`}
            {count > 1 && `, ${grouped(count)} times`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function weight({ severity }: Diagnostic): number {
  return severity === 'warning' ? 1 : 0;
}

import { visibleText } from '../../core/base/visible';
import styles from './Patch.module.css';

/**
 * A unified diff, coloured by line; each line says by its sign, too, what it is. What would turn a line around
 * or hide in it is written out: what is copied and saved is the text itself.
 */
export function DiffText({ text, label }: { text: string; label: string }) {
  const lines = text.replace(/\n$/, '').split('\n');
  return (
    // Long lines scroll inside, also by the keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={styles.diff} tabIndex={0} role="region" aria-label={label}>
      {lines.map((line, place) => (
        <span key={place} data-kind={kindOf(line)}>
          {line === '' ? ' ' : visibleText(line)}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

function kindOf(line: string): string | undefined {
  if (/^(?:diff |index |--- |\+\+\+ )/.test(line)) return 'head';
  if (line.startsWith('@@')) return 'hunk';
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  return undefined;
}

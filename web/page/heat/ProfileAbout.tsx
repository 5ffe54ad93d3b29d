import { authorsWords } from './reportModel';
import { Sentence } from '../kit/Sentence';
import styles from './ProfileView.module.css';

/** What the author of a table says of it in lines above: of a fleet its kernels and how its machines differ. */
export function ProfileAbout({ about }: { about: readonly string[] | undefined }) {
  const sentences = authorsWords(about);
  if (sentences === null) return null;
  const { first, rest } = sentences;
  return (
    <section className={styles.about} aria-label="What its author says">
      <Sentences lines={first} />
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more of it</summary>
          <Sentences lines={rest} />
        </details>
      )}
    </section>
  );
}

function Sentences({ lines }: { lines: readonly string[] }) {
  return lines.map((line, at) => (
    <p key={at}>
      <Sentence text={line} />
    </p>
  ));
}

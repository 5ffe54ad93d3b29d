import { saidToPeople } from '../../analysis/bind/statedObject';
import { Sentence } from '../kit/Sentence';
import styles from './ProfileView.module.css';

/** Lines that show without a click. */
const SHOWN = 6;

/** What the author of a table says of it in lines above: of a fleet its kernels and how its machines differ. */
export function ProfileAbout({ about }: { about: readonly string[] | undefined }) {
  const said = saidToPeople(about ?? []);
  if (said.length === 0) return null;
  const rest = said.slice(SHOWN);
  return (
    <section className={styles.about} aria-label="What its author says">
      <Said lines={said.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more of it</summary>
          <Said lines={rest} />
        </details>
      )}
    </section>
  );
}

function Said({ lines }: { lines: readonly string[] }) {
  return lines.map((line, at) => (
    <p key={at}>
      <Sentence text={line} />
    </p>
  ));
}

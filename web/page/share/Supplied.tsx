import type { LayoutDocument, SuppliedField } from '../../core/edit/document';
import styles from './ShareTab.module.css';

const LABELS: Readonly<Record<Exclude<SuppliedField, 'text'>, string>> = {
  commit: 'Commit',
  config: 'Config',
  compiler: 'Compiler',
  machine: 'Machine',
  perf: 'perf',
  commands: 'Commands',
};

/** What the author of a link says of it, apart from all that was measured or computed. */
export function Supplied({ document }: { document: LayoutDocument }) {
  const { supplied, claim } = document;
  if (supplied === undefined && claim === undefined) return null;
  const facts = (Object.keys(LABELS) as (keyof typeof LABELS)[]).flatMap((field) => {
    const value = supplied?.[field];
    return value === undefined ? [] : [{ label: LABELS[field], value }];
  });
  return (
    // A long text is scrolled by the keyboard, too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <aside className={styles.supplied} aria-label="Supplied by the author" tabIndex={0}>
      <p>Supplied by the author</p>
      {supplied?.text !== undefined && <p className={styles.about}>{supplied.text}</p>}
      {facts.length > 0 && (
        <dl>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {claim !== undefined && (
        <p>
          Predicted when the link was made, by model {claim.model}: {claim.headline}
        </p>
      )}
    </aside>
  );
}

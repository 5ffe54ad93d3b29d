import { Fragment } from 'react';
import type { FieldHeat } from '../../core/heat/fieldHeat';
import type { Heat } from '../../core/heat/heatOf';
import { fieldAccess, type AccessorRow } from './fieldAccess';
import styles from './HeatTab.module.css';

/** Who loads a field and who stores it: functions with their counts, source lines, CPUs and nodes. */
export function FieldAccessors({ field, heat }: { field: FieldHeat; heat: Heat }) {
  const { current, all } = heat;
  if (!current) return null;
  const { facts, accessors, more, elsewhere } = fieldAccess(field, current, all);
  return (
    <section className={styles.section} aria-label="Heat of the field">
      <p className={styles.name}>{field.path}</p>
      <dl className={styles.facts}>
        {facts.map(({ name, value, aside, isStored }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className={isStored ? styles.stores : undefined}>
              {value}
              {aside !== null && (
                <>
                  {' '}
                  <small>{aside}</small>
                </>
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
      {field.oneOf.length > 0 && (
        <p className={styles.note}>
          Offsets cannot tell {field.oneOf.join(', ')} apart: they share these bytes.
        </p>
      )}
      {accessors.length > 0 && (
        <ol className={styles.accessors} aria-label="Functions">
          {accessors.map((accessor, place) => (
            <AccessorItem key={place} accessor={accessor} />
          ))}
        </ol>
      )}
      {more !== null && <p className={styles.note}>{more}</p>}
      {elsewhere.length > 0 && (
        <dl className={styles.elsewhere} aria-label="In other profiles">
          {elsewhere.map(({ profile, said }) => (
            <div key={profile}>
              <dt>{profile}</dt>
              <dd>{said}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function AccessorItem({ accessor }: { accessor: AccessorRow }) {
  const { name, mayBeCut, symbol, isStoring, amounts, places } = accessor;
  return (
    <li>
      <p>
        <code title={symbol ?? undefined}>{name}</code>
        {mayBeCut && '…'}
        {isStoring && <span className={styles.badge}>stores</span>}
      </p>
      <p className={styles.amounts}>
        {amounts.map((amount) => (
          <span key={amount}>{amount}</span>
        ))}
      </p>
      {places.length > 0 && <p className={styles.places}>{places.join(' · ')}</p>}
    </li>
  );
}

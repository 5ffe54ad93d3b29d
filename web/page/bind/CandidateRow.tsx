import { useId } from 'react';
import type { Candidate, HolderOfCandidate } from '../../core/bind/rank';
import type { CandidateSource } from './binary';
import { candidateCard } from './candidateCard';
import controls from '../kit/controls.module.css';
import { grouped, plural } from '../../core/base/prose';
import { Sentence } from '../kit/Sentence';
import styles from './Candidates.module.css';

/** One guess: the struct, where the line lies in it, on which fields the rows land, and why. */
export function CandidateRow(props: {
  candidate: Candidate<CandidateSource>;
  /** Whether several files are loaded, so that it matters which one. */
  several: boolean;
  /** Whether its reasons are open from the start. */
  open: boolean;
  onBind: () => void;
  onBindInside: (outer: HolderOfCandidate) => void;
}) {
  const { candidate, several, open, onBind, onBindInside } = props;
  const { name, sizeBytes, fit, reasons, source } = candidate;
  const id = useId();
  const card = candidateCard(candidate);
  const { grade, explained, unexplained, lands, inside, moreInside } = card;
  return (
    <li
      className={styles.candidate}
      aria-labelledby={id}
      data-impossible={!fit.possible || undefined}
    >
      <div className={styles.head}>
        <h4 id={id}>
          <code>{name}</code>
        </h4>
        <span className={styles.grade} data-grade={grade}>
          {card.standing}
        </span>
        <span className={styles.meta}>
          {grouped(sizeBytes)} bytes
          {several && source.kind === 'file' && <> · {source.fileName}</>}
          {source.kind === 'inView' && (
            <> · in view{source.order === 'edited' ? ', as you ordered it' : ''}</>
          )}
        </span>
        <span className={styles.base}>
          base <b>{fit.baseBytes}</b>
        </span>
        <button
          type="button"
          className={controls.smallButton}
          aria-label={`Bind to ${name} at base offset ${fit.baseBytes}`}
          onClick={onBind}
        >
          Bind
        </button>
      </div>
      {explained !== null && (
        <div className={styles.note}>
          {explained}
          {unexplained.length > 0 && (
            <>
              {' '}
              <details className={styles.why}>
                <summary>{plural(unexplained.length, 'row')} it does not explain</summary>
                <ul className={styles.reasons}>
                  {unexplained.map(({ offsetBytes, functionName, reason }) => (
                    <li key={`${offsetBytes} ${functionName ?? ''}`}>
                      <Sentence text={reason} />
                    </li>
                  ))}
                </ul>
              </details>
            </>
          )}
        </div>
      )}
      <ul className={styles.lands} aria-label="Where the rows land">
        {lands.map(({ offset, path }) => (
          <li key={`${offset} ${path ?? ''}`} data-lost={path === null || undefined}>
            <span>{offset}</span>
            <code>{path ?? 'no field'}</code>
          </li>
        ))}
      </ul>
      <details className={styles.why} open={open}>
        <summary>Why</summary>
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>
              <Sentence text={reason} />
            </li>
          ))}
        </ul>
      </details>
      {inside.length > 0 && (
        <p className={styles.inside}>
          Inside{' '}
          {inside.map((outer) => (
            <button
              key={`${outer.name} ${outer.sizeBytes}`}
              type="button"
              className={controls.link}
              aria-label={`Bind to ${outer.name} at ${outer.offsetBytes}, which holds it`}
              onClick={() => onBindInside(outer)}
            >
              <code>{outer.name}</code> at {outer.offsetBytes}
            </button>
          ))}
          {moreInside > 0 && plural(moreInside, 'more struct')}
        </p>
      )}
    </li>
  );
}

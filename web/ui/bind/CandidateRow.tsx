import { useId } from 'react';
import { standingText } from '../../analysis/bind/grade';
import type { Candidate, HolderOfCandidate } from '../../analysis/bind/rank';
import { shortPath } from '../../analysis/bind/reasons';
import { explainedRows, rowReadings } from '../../analysis/bind/rowReadings';
import type { CandidateSource } from '../../app/bind/binary';
import controls from '../kit/controls.module.css';
import { grouped, plural } from '../../base/prose';
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
  const { name, sizeBytes, fit, grade, reasons, inside, source } = candidate;
  const id = useId();
  const readings = rowReadings(candidate);
  const { explained, known } = explainedRows(readings);
  const unexplained = readings.filter(({ isKnown, by }) => isKnown && by === null);
  const isExact = readings.every((each) => each.by === null || each.by === 'instruction');
  const by = isExact ? 'By the sampled instructions' : 'By the instructions of its functions';
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
          {standingText(candidate)}
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
      {known > 0 && (
        <div className={styles.note}>
          {by}: {explained} of {plural(known, 'row')}
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
        {landed(candidate).map(({ at, path }) => (
          <li key={`${at} ${path}`} data-lost={path === '' || undefined}>
            <span>0x{at.toString(16)}</span>
            <code>{path === '' ? 'no field' : path}</code>
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
          {inside.slice(0, MOST_INSIDE).map((outer) => (
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
          {inside.length > MOST_INSIDE && plural(inside.length - MOST_INSIDE, 'more struct')}
        </p>
      )}
    </li>
  );
}

const MOST_LANDS = 6;
const MOST_INSIDE = 3;

/** Each offset of the line with the field it lands on, the hottest few in the order of the line. */
function landed({ landings }: Candidate<CandidateSource>) {
  const heat = new Map<string, { at: number; path: string; weight: number }>();
  for (const { touch, leaf } of landings) {
    const path = leaf ? shortPath(leaf.path) : '';
    const key = `${touch.offsetBytes} ${path}`;
    const known = heat.get(key);
    const weight = touch.weight + (known?.weight ?? 0);
    heat.set(key, { at: touch.offsetBytes, path, weight });
  }
  return [...heat.values()]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_LANDS)
    .sort((a, b) => a.at - b.at);
}

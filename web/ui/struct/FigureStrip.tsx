import controls from '../kit/controls.module.css';
import { predictionInView } from '../../app/predict/predictionInView';
import { useAppState } from '../kit/context';
import { unstatedAlignments } from '../../analysis/unstated';
import { figureRows, type FigureRow } from './figureRows';
import { predictFigure } from '../predict/predictFigure';
import { useInView } from '../kit/useInView';
import styles from './StructView.module.css';

const UNSTATED = 'Alignments';

/** Beside the figures, what they rest on where the file states no alignment. */
function unstatedRow(sentence: string | null): readonly FigureRow[] {
  if (sentence === null) return [];
  return [
    {
      name: UNSTATED,
      value: 'inferred',
      unit: '',
      change: 'BTF states none',
      isChanged: true,
      spoken: sentence,
    },
  ];
}

/** What the layout in view costs, also while a field is held, each against the original. */
export function FigureStrip() {
  const inView = useInView();
  const predicted = predictFigure(useAppState(predictionInView));
  if (!inView) return null;
  const rows = figureRows(inView.original.figures, inView.shown.figures);
  const unstated = unstatedAlignments(inView.shown.applied, inView.document.edits);
  // Its room stays, so that nothing shifts with the first change.
  const untouched = inView.document.edits.length === 0 && !rows.some((row) => row.isChanged);
  return (
    <dl className={styles.figures} aria-label="Figures" data-untouched={untouched || undefined}>
      {[...rows, ...(predicted ? [predicted] : []), ...unstatedRow(unstated)].map((row) => (
        <div key={row.name} title={row.name === UNSTATED ? row.spoken : undefined}>
          <dt>{row.name}</dt>
          <dd>
            <span className={controls.visuallyHidden}>{row.spoken}</span>
            <span aria-hidden="true" className={styles.figure}>
              <b>
                {row.value}
                {row.unit && <i>{row.unit}</i>}
              </b>
              <small
                className={row.isChanged ? styles.changed : undefined}
                data-same={row.change === '=' || undefined}
              >
                {row.change}
              </small>
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

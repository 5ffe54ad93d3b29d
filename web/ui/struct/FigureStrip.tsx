import controls from '../kit/controls.module.css';
import { predictionInView } from '../../app/predict/predictionInView';
import { useAppState } from '../kit/context';
import { unstatedOf, type Unstated } from '../../analysis/unstated';
import { changesMade } from '../../edit/layoutEdits';
import { FigureButton } from '../find/FigureButton';
import { figureRows, type FigureRow } from './figureRows';
import { predictFigure } from '../predict/predictFigure';
import { useInView } from '../kit/useInView';
import styles from './StructView.module.css';

const UNSTATED = {
  alignments: { name: 'Alignments', value: 'inferred', change: 'BTF states none' },
  packing: { name: 'Packing', value: 'unknown', change: 'no header read' },
  ownAlignment: { name: 'Alignment', value: 'unknown', change: 'no header read' },
} as const;

/** Beside the figures, what they rest on where the file does not state it. */
function unstatedRow(unstated: Unstated | null): readonly FigureRow[] {
  if (unstated === null) return [];
  return [
    {
      ...UNSTATED[unstated.about],
      unit: '',
      isChanged: true,
      spoken: unstated.sentence,
    },
  ];
}

/** What the layout in view costs, also while a field is held, each against the original. */
export function FigureStrip() {
  const inView = useInView();
  const predicted = predictFigure(useAppState(predictionInView));
  if (!inView) return null;
  const rows = figureRows(inView.original.figures, inView.shown.figures);
  const unstated = unstatedOf(inView.shown.applied, inView.document.edits);
  // Its room stays, so that nothing shifts with the first change.
  const untouched = changesMade(inView.document).length === 0 && !rows.some((row) => row.isChanged);
  return (
    <dl className={styles.figures} aria-label="Figures" data-untouched={untouched || undefined}>
      {[...rows, ...(predicted ? [predicted] : []), ...unstatedRow(unstated)].map((row) => (
        <div key={row.name} title={row.spoken === unstated?.sentence ? row.spoken : undefined}>
          <dt>{row.counts ? <FigureButton name={row.name} figure={row.counts} /> : row.name}</dt>
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

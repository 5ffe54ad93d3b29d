import controls from '../kit/controls.module.css';
import { predictionInView } from '../state/predictionInView';
import { useApp, useAppState } from '../kit/context';
import { FigureButton } from '../find/FigureButton';
import { HeatBar } from '../heat/HeatBar';
import { figuresInView, withheld, type FigureRow } from './figureRows';
import { predictFigure } from './predictFigure';
import { useInView, useSettledView } from '../kit/useInView';
import styles from './FigureStrip.module.css';
import { memo } from 'react';
import { unstatedWords } from './unstatedWords';
import { Icon } from '../kit/Icon';
import { PopoverButton } from '../kit/PopoverButton';
import { Sentence } from '../kit/Sentence';

/**
 * Over the grid, in two rows of one height whatever is loaded or changed, so that no line moves: what the layout in
 * view costs, and what the colours stand for. What has no room there scrolls sideways.
 */
export function FigureStrip() {
  return (
    <div className={styles.strip}>
      <div className={styles.contained}>
        <LayoutRow />
        <div className={styles.row}>
          <HeatBar />
          <ModelFigure />
        </div>
      </div>
    </div>
  );
}

/** Also where a field that is held rests, each against the original. */
function LayoutRow() {
  const inView = useInView();
  const isKnown = useIsKnown();
  if (!inView) return <div className={styles.row} />;
  const known = figuresInView(inView);
  const rows = isKnown ? known : withheld(known);
  // The room of the changes is kept, so that nothing shifts with the first one.
  const untouched = inView.changeCount === 0 && !rows.some((row) => row.isChanged);
  return (
    <div className={styles.row}>
      <Figures label="Figures" rows={rows} untouched={untouched} />
      <Unstated />
    </div>
  );
}

/** Not while a line of a posted patch is left that may change the struct in view. */
function useIsKnown(): boolean {
  const id = useInView()?.open.id;
  return useAppState(({ posted }) =>
    posted.every(({ opened }) => opened.every((each) => each.id !== id || each.story.isKnown)),
  );
}

function ModelFigure() {
  const predicted = predictFigure(useAppState(predictionInView));
  const isKnown = useIsKnown();
  return (
    predicted &&
    isKnown && <Figures label="Figures of the model" rows={[predicted]} untouched={false} />
  );
}

function Figures(props: { label: string; rows: readonly FigureRow[]; untouched: boolean }) {
  const app = useApp();
  return (
    <dl
      className={styles.figures}
      aria-label={props.label}
      data-untouched={props.untouched || undefined}
    >
      {props.rows.map((row) => (
        <div key={row.name}>
          <dt>
            {row.counts ? (
              <FigureButton name={row.name} figure={row.counts} />
            ) : (
              <button
                type="button"
                className={styles.word}
                title={`${row.name}: what the words mean`}
                onClick={() => app.showDialog('glossary')}
              >
                {row.name}
              </button>
            )}
          </dt>
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

/** What the figures rest on where the file does not state it; behind it why, and what would settle it. */
const Unstated = memo(function Unstated() {
  const inView = useSettledView();
  const unstated = inView && unstatedWords(inView, 'shown');
  if (!unstated) return null;
  return (
    <PopoverButton
      label="What these figures rest on"
      className={styles.unstated}
      face={
        <>
          <Icon name="warning" size={12} /> {unstated.label}
        </>
      }
    >
      <p>
        <Sentence text={unstated.sentence} />
      </p>
    </PopoverButton>
  );
});

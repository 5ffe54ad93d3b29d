import { Fragment } from 'react';
import { BOX_PX, MARKS, WORDS, type Mark } from '../grid/legend';
import styles from './MarksLegend.module.css';

/** What each mark of the grid means: those of heat, or those of the layout. */
export function MarksLegend({ of }: { of: Mark['of'] }) {
  return (
    <dl className={styles.legend} aria-label={of === 'heat' ? 'Marks of heat' : 'Marks'}>
      {MARKS.filter((mark) => mark.of === of).map((mark) => (
        <Fragment key={mark.says}>
          <dt>
            <svg viewBox={`0 0 ${BOX_PX} ${BOX_PX}`} aria-hidden="true">
              <path className={styles[mark.look]} d={mark.path} />
            </svg>
          </dt>
          <dd>{mark.says}</dd>
        </Fragment>
      ))}
      {WORDS.filter(([, each]) => each === of).map(([shown, , says]) => (
        <Fragment key={shown}>
          <dt>
            <code>{shown}</code>
          </dt>
          <dd>{says}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

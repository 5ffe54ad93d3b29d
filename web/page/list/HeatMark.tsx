import controls from '../kit/controls.module.css';
import styles from './HeatMark.module.css';

/** The heat mark: filled like a field that took this share of what was measured. */
export function HeatMark({ share, of }: { share: number; of: string | undefined }) {
  if (share === 0 || of === undefined) return <span />;
  const percent = 100 * share;
  const text = percent < 1 ? '<1 %' : `${Math.round(percent)} %`;
  return (
    <span className={styles.heat} data-step={stepOf(share)} title={`${text} of the ${of}`}>
      {text}
      <span className={controls.visuallyHidden}> of the {of}</span>
    </span>
  );
}

/** Twice the share is a step more. */
function stepOf(share: number): number {
  return Math.max(1, Math.min(5, 5 + Math.ceil(Math.log2(share * 1.25))));
}

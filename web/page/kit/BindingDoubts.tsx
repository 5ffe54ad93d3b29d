import { heatDoubts } from '../heat/measured';
import { Sentence } from './Sentence';
import { useSettledView } from './useInView';
import styles from './BindingDoubts.module.css';

/** What figures from the bound lines rest on, where that is in doubt; nothing where it is not. */
export function BindingDoubts() {
  const inView = useSettledView();
  if (inView === null) return null;
  const doubts = heatDoubts(inView);
  if (doubts.length === 0) return null;
  return (
    <div className={styles.doubts} role="note" aria-label="Doubt about the binding">
      {doubts.map((doubt) => (
        <p key={doubt}>
          <Sentence text={doubt} />
        </p>
      ))}
    </div>
  );
}

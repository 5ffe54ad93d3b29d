import { documentInView } from '../state/inView';
import { studyWarning } from './studyWarnings';
import { useAppState } from '../kit/context';
import { Sentence } from '../kit/Sentence';
import styles from './Predict.module.css';

/** What is known of a study that a prediction, taken alone, would get wrong. */
export function StudyWarning() {
  const text = useAppState((state) => {
    const origin = documentInView(state)?.open.origin;
    return origin?.kind === 'study' ? studyWarning(origin.study) : null;
  });
  if (text === null) return null;
  return (
    <p className={styles.warning} role="note">
      <Sentence text={text} />
    </p>
  );
}

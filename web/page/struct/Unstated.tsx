import { memo } from 'react';
import { unstatedWords } from './unstatedWords';
import { Icon } from '../kit/Icon';
import { PopoverButton } from '../kit/PopoverButton';
import { Sentence } from '../kit/Sentence';
import { useSettledView } from '../kit/useInView';
import styles from './FigureStrip.module.css';

/** What the figures rest on where the file does not state it; behind it why, and what would settle it. */
export const Unstated = memo(function Unstated() {
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

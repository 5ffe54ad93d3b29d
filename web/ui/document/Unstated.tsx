import { memo } from 'react';
import { unstatedOf, type Unstated as Told } from '../../analysis/unstated';
import { Icon } from '../kit/Icon';
import { PopoverButton } from '../kit/PopoverButton';
import { Sentence } from '../kit/Sentence';
import { useSettledView } from '../kit/useInView';
import styles from './FigureStrip.module.css';

const WORDS: Readonly<Record<Told['about'], string>> = {
  alignments: 'Alignments inferred',
  packing: 'Packing unknown',
  ownAlignment: 'Alignment unknown',
};

/** What the figures rest on where the file does not state it; behind it why, and what would settle it. */
export const Unstated = memo(function Unstated() {
  const inView = useSettledView();
  const unstated = inView && unstatedOf(inView.shown.applied, inView.document.edits);
  if (!unstated) return null;
  return (
    <PopoverButton
      label="What these figures rest on"
      className={styles.unstated}
      face={
        <>
          <Icon name="warning" size={12} /> {WORDS[unstated.about]}
        </>
      }
    >
      <p>
        <Sentence text={unstated.sentence} />
      </p>
    </PopoverButton>
  );
});

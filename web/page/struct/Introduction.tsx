import { storyInView } from '../state/storyInView';
import { isUnanswered } from '../state/inView';
import { useAppState } from '../kit/context';
import { Icon } from '../kit/Icon';
import { Sentence } from '../kit/Sentence';
import { useSettledView } from '../kit/useInView';
import { PostedStory } from '../patch/PostedStory';
import { Supplied } from '../share/Supplied';
import { SourceStrip } from '../source/SourceStrip';
import { Story } from '../studies/Story';
import styles from './Introduction.module.css';

/**
 * What has to be known before anything else: the story of a study, what the author of a link says, how C was
 * read, why nothing can be moved. It is beside the grid, or under it, and never above.
 */
export function Introduction() {
  const inView = useSettledView();
  const unanswered = useAppState((state) => inView !== null && isUnanswered(state, inView.open));
  // Compared, it stands above the layouts that it speaks of.
  const story = useAppState((state) =>
    state.comparing && state.comparePart === 'layouts' ? null : storyInView(state),
  );
  if (!inView) return null;
  const { origin } = inView.open;
  return (
    <>
      {origin.kind === 'study' && (
        <Story key={origin.study} study={origin.study} step={origin.step} />
      )}
      {story !== null && <PostedStory key={story.id} story={story} />}
      <Supplied document={inView.document} />
      {!unanswered && inView.document.struct.source === 'text' && <SourceStrip />}
      {!unanswered && inView.readOnly !== null && (
        <p className={styles.readOnly} role="note">
          <Icon name="lock" size={14} />
          <span>
            <b>Read-only.</b> <Sentence text={inView.readOnly} />
          </span>
        </p>
      )}
    </>
  );
}

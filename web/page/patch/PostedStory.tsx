import { editInView, takeOrderInView } from '../state/documentReducers';
import { settledPrediction } from '../state/predictionInView';
import type { StoryInView } from '../state/storyInView';
import { storyModel } from './storyModel';
import { CommandButton } from '../kit/CommandButton';
import controls from '../kit/controls.module.css';
import { Folded } from '../kit/Remarks';
import { Sentence } from '../kit/Sentence';
import { useApp, useAppState } from '../kit/context';
import { useSettledView } from '../kit/useInView';
import styles from './PostedStory.module.css';

/** What a posted patch comes to: its sentence, what it rests on, and what others ask for instead. */
export function PostedStory({ story }: { story: StoryInView }) {
  const app = useApp();
  const outcome = useAppState((state) => settledPrediction(state)?.outcomes[0]);
  const inView = useSettledView();
  const { sentence, notes, pairs, isOneLayout, proposals, roles } = storyModel(
    story,
    outcome,
    inView?.document,
  );
  const isTagged = (inView?.edited.applied.state.tags.length ?? 0) > 0;
  const { study } = story;
  return (
    <section className={styles.story} aria-label="The posted patch">
      <div className={styles.head}>
        <p className={styles.sentence}>
          <Sentence text={sentence} />
        </p>
        <p className={styles.actions}>
          <CommandButton command="share.copyLink" className={controls.smallButton} ownName>
            Copy link
          </CommandButton>
          <button
            type="button"
            className={controls.smallButton}
            onClick={() => app.showInspector('patch')}
          >
            Patch
          </button>
          {study !== null && (
            <button
              type="button"
              className={controls.smallButton}
              onClick={() => void app.openStudy(study)}
            >
              Open the study of this member
            </button>
          )}
        </p>
      </div>
      {pairs.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Members</th>
              <th scope="col">{isOneLayout ? 'Here' : 'Before'}</th>
              {!isOneLayout && <th scope="col">After</th>}
            </tr>
          </thead>
          <tbody>
            {pairs.map(({ members, before, after }) => (
              <tr key={members.join()}>
                <th scope="row">
                  <button
                    type="button"
                    className={controls.link}
                    onClick={() => app.showFields([...members])}
                  >
                    {members.join(', ')}
                  </button>
                </th>
                <td>{before}</td>
                {!isOneLayout && <td>{after}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.beside}>
        <Folded
          items={notes}
          render={(some) =>
            some.map((note) => (
              <p key={note}>
                <Sentence text={note} />
              </p>
            ))
          }
        />
        {roles !== null && !isTagged && (
          <p className={styles.theirs}>
            The text says: {roles.written.length > 0 && `written ${roles.written.join(', ')}`}
            {roles.written.length > 0 && roles.read.length > 0 && '; '}
            {roles.read.length > 0 && `read ${roles.read.join(', ')}`}.{' '}
            <button
              type="button"
              className={controls.smallButton}
              onClick={() => app.update((state) => editInView(state, roles.tags))}
            >
              Tag them so
            </button>
          </p>
        )}
        {proposals.map(({ text, sizeBytes, edits, isMine }) => (
          <p key={text} className={styles.theirs}>
            {text} That order takes {sizeBytes} bytes.{' '}
            {!isMine && (
              <button
                type="button"
                className={controls.smallButton}
                onClick={() => app.update((state) => takeOrderInView(state, edits))}
              >
                Take that order
              </button>
            )}
          </p>
        ))}
      </div>
    </section>
  );
}

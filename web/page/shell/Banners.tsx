import { dismissNotice } from '../state/fileReducers';
import { showProfile } from '../state/profileReducers';
import type { Notice } from '../state/state';
import type { StudyId } from '../state/studyList';
import type { FileId } from '../../core/layout/ids';
import { useApp, useAppState } from '../kit/context';
import { Icon } from '../kit/Icon';
import controls from '../kit/controls.module.css';
import { Sentence } from '../kit/Sentence';
import styles from './Banners.module.css';

function ShowProfile({ notice, file }: { notice: Notice; file: FileId }) {
  const app = useApp();
  return (
    <button
      type="button"
      className={controls.smallButton}
      onClick={() => app.update((state) => showProfile(dismissNotice(state, notice.id), file))}
    >
      Open the report
    </button>
  );
}

function OpenStudy({ notice, study }: { notice: Notice; study: StudyId }) {
  const app = useApp();
  return (
    <button
      type="button"
      className={controls.smallButton}
      onClick={() => {
        app.update((state) => dismissNotice(state, notice.id));
        void app.openStudy(study);
      }}
    >
      Open the study of it
    </button>
  );
}

/** What went wrong and has not been dismissed yet. All that was loaded stays behind it. */
export function Banners() {
  const app = useApp();
  const notices = useAppState((state) => state.notices);
  return (
    <div
      className={styles.banners}
      role="region"
      aria-label="Messages"
      hidden={notices.length === 0}
    >
      {notices.map((notice) => (
        <div
          key={notice.id}
          className={notice.kind === 'error' ? styles.error : styles.note}
          role={notice.kind === 'error' ? 'alert' : 'status'}
        >
          <Icon name={notice.kind === 'error' ? 'warning' : 'info'} />
          <div className={styles.message}>
            {/* One line, and all of it where it is asked for. */}
            <details>
              <summary>
                <b>{notice.title}:</b> <Sentence text={notice.text} />
              </summary>
            </details>
            {notice.study !== undefined && <OpenStudy notice={notice} study={notice.study} />}
            {notice.profile !== undefined && <ShowProfile notice={notice} file={notice.profile} />}
          </div>
          <button
            type="button"
            className={controls.iconButton}
            aria-label={`Dismiss the message about ${notice.title}`}
            title="Dismiss"
            onClick={() => app.update((state) => dismissNotice(state, notice.id))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}

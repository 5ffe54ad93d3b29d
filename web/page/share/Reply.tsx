import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import inspector from '../kit/inspector.module.css';
import { copyReply } from './copyLink';
import { replyInView } from './replyInView';
import styles from './ShareTab.module.css';

/** What one who changed somebody else's order can answer with; nothing as long as his is theirs. */
export function Reply() {
  const app = useApp();
  const text = useAppState(replyInView);
  if (text === null) return null;
  return (
    <section className={inspector.section} aria-label="Reply">
      <h2>Reply</h2>
      <p className={inspector.quiet}>
        Their order is kept beside yours: Compare (V) and your link show both.
      </p>
      {/* Long enough to scroll, with nothing in it to focus. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.reply} tabIndex={0} role="group" aria-label="Text of the reply">
        {text}
      </pre>
      <div className={`${inspector.actions} ${styles.copy}`}>
        <button
          type="button"
          className={controls.smallButton}
          onClick={() => void copyReply(app, text)}
        >
          Copy the reply
        </button>
      </div>
    </section>
  );
}

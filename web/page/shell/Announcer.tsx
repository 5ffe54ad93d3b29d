import { useEffect, useState } from 'react';
import { useAppState } from '../kit/context';
import { Sentence } from '../kit/Sentence';
import styles from './Announcer.module.css';

const SHOWN_MS = 4000;

/** Says the last thing that happened: to the eye for a moment, to screen readers politely. */
export function Announcer() {
  const { text, toast, count } = useAppState((state) => state.announcement);
  const [hiddenCount, setHiddenCount] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setHiddenCount(count), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [count]);
  const visible = toast && count !== hiddenCount;
  return (
    <div className={visible ? styles.toast : styles.hidden} role="status" aria-live="polite">
      {/* A new element for each announcement, or a repeated text would not be read again. */}
      <span key={count}>
        <Sentence text={text} />
      </span>
    </div>
  );
}

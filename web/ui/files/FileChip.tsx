import { useId, useRef, useState } from 'react';
import type { LoadedFile } from '../../app/state';
import type { ReadProgress } from '../../ingest/readProgress';
import { useApp } from '../kit/context';
import { chipText, hasWarning, isWaiting } from './fileWords';
import { FileDot } from './FileDot';
import { FileDetails } from './FileDetails';
import styles from './FileChip.module.css';

/** A loaded file: what it is in a line, all that is known of it in a popover. */
export function FileChip({ file }: { file: LoadedFile }) {
  const app = useApp();
  const { phase } = file;
  if (phase.kind === 'loading') {
    return (
      <div className={styles.chip} role="group" aria-label={`Reading ${file.name}`}>
        <span className={styles.name}>{file.name}</span>
        <Progress progress={phase.progress} label={`Reading ${file.name}`} />
        <CancelButton name={file.name} onPress={() => app.removeFile(file.id)} />
      </div>
    );
  }
  return <ReadyChip file={file} />;
}

/** A popover of the browser's own: it stays inside the bar, and Escape and a click beside it close it. */
function ReadyChip({ file }: { file: LoadedFile }) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState(0);
  const [open, setOpen] = useState(false);
  const more = file.phase.kind === 'ready' ? file.phase.more : null;
  return (
    <>
      <button
        type="button"
        className={styles.chip}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={(event) => setLeft(event.currentTarget.getBoundingClientRect().left)}
      >
        <span
          className={styles.dot}
          data-warned={hasWarning(file) || isWaiting(file) || undefined}
        />
        <FileDot id={file.id} />
        <span className={styles.name}>{file.name}</span>
        <span>{chipText(file)}</span>
        {more && <Progress progress={more} label={`Reading more of ${file.name}`} />}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={`About ${file.name}`}
        className={styles.popover}
        style={{ left: `min(${left}px, calc(100vw - 416px))` }}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && <FileDetails file={file} close={() => popover.current?.hidePopover()} />}
      </div>
    </>
  );
}

function Progress({ progress, label }: { progress: ReadProgress | null; label: string }) {
  const share = progress && progress.total > 0 ? Math.min(1, progress.done / progress.total) : null;
  return (
    <span className={styles.progress}>
      <span
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === null ? undefined : Math.round(share * 100)}
        aria-valuetext={progress?.what ?? 'opening'}
        data-unknown={share === null || undefined}
      >
        <span style={{ width: share === null ? undefined : `${share * 100}%` }} />
      </span>
      <span className={styles.what}>{progress?.what ?? 'opening'}</span>
    </span>
  );
}

function CancelButton({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className={styles.cancel}
      aria-label={`Cancel reading ${name}`}
      onClick={onPress}
    >
      Cancel
    </button>
  );
}

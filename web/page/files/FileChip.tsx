import type { LoadedFile } from '../state/state';
import type { ReadProgress } from '../../core/ingest/readProgress';
import { useApp } from '../kit/context';
import { PopoverButton } from '../kit/PopoverButton';
import { chipText, hasWarning, isWaiting } from './fileWords';
import { FileDot } from '../kit/FileDot';
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

function ReadyChip({ file }: { file: LoadedFile }) {
  const more = file.phase.kind === 'ready' ? file.phase.more : null;
  return (
    <PopoverButton
      label={`About ${file.name}`}
      ownName
      className={styles.chip}
      face={
        <>
          <span
            className={styles.dot}
            data-warned={hasWarning(file) || isWaiting(file) || undefined}
          />
          <FileDot id={file.id} />
          <span className={styles.name}>{file.name}</span>
          <span className={styles.brief}>{chipText(file)}</span>
          {more && <Progress progress={more} label={`Reading more of ${file.name}`} />}
        </>
      }
    >
      {(close) => <FileDetails file={file} close={close} />}
    </PopoverButton>
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

import { comparableFiles } from '../state/otherFiles';
import type { FileId } from '../../core/layout/ids';
import { useAppState } from './context';
import styles from './FileDot.module.css';

/** Which of the files with structs one is: its colour and number, the same in the list. Nothing of any other file. */
export function FileDot({ id }: { id: FileId }) {
  const place = useAppState(({ files }) => {
    const listed = comparableFiles(files);
    return listed.length < 2 ? -1 : listed.findIndex((file) => file.id === id);
  });
  return place < 0 ? null : <PlaceDot place={place} />;
}

/** The dot of the file that is so many-th among those with structs, from 0. */
export function PlaceDot({ place }: { place: number }) {
  return (
    <span className={styles.dot} data-file={place % 5} aria-hidden="true">
      {place + 1}
    </span>
  );
}

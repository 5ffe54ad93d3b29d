import type { FileId } from '../../core/layout/ids';

/** What is known of a file before it is read. */
export interface Arrival {
  readonly id: FileId;
  readonly name: string;
  readonly sizeBytes: number;
}

/**
 * The page says at once that a larger file is being read. A smaller one is read sooner than that is drawn,
 * and on two processors the drawing would hold up the reading.
 */
const SMALL_BYTES = 8 * 1024 * 1024;
/** One that takes longer than this all the same is one to speak of: so long an answer seems to come at once. */
const QUIET_MS = 150;

/** Shows files in the order in which they came. */
export interface Arrivals {
  add(file: Arrival): void;
  /** Shows a file once there is something to show, with those that came before it. */
  show(id: FileId): void;
  /** Drops a file that will not be shown any more. */
  forget(id: FileId): void;
}

/** `show` is called once for each file, at once or a little later. */
export function createArrivals(show: (file: Arrival) => void): Arrivals {
  let waiting: readonly Arrival[] = [];

  function showUpTo(id: FileId): void {
    const count = 1 + waiting.findIndex((file) => file.id === id);
    const due = waiting.slice(0, count);
    waiting = waiting.slice(count);
    for (const file of due) show(file);
  }

  return {
    add(file) {
      waiting = [...waiting, file];
      if (file.sizeBytes > SMALL_BYTES) showUpTo(file.id);
      else setTimeout(() => showUpTo(file.id), QUIET_MS);
    },
    show: showUpTo,
    forget(id) {
      waiting = waiting.filter((file) => file.id !== id);
    },
  };
}

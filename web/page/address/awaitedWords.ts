import type { AppState } from '../state/state';
import { parseAddress, type Address, type FileRef } from '../state/address';
import { findPlace, type Offer } from './findPlace';

/** What the page says while it waits for what its address names. */
export interface AwaitedWords {
  readonly title: string;
  /** What is missing, and what to do. */
  readonly text: string;
  /** Whether a file that may have it is being read. */
  readonly isReading: boolean;
  /** Structs that are there and near to it. */
  readonly offers: readonly Offer[];
}

/** Words for an address whose place is not in view. */
export function awaitedWords(state: AppState, hash: string): AwaitedWords {
  const parsed = parseAddress(hash);
  if (!parsed.ok) {
    return {
      title: 'This address opens nothing',
      text: parsed.error,
      isReading: false,
      offers: [],
    };
  }
  const address = parsed.value;
  const found = findPlace(state, address);
  if (found.kind !== 'absent') {
    return {
      title: titleOf(address),
      text: 'Its file is being read.',
      isReading: true,
      offers: [],
    };
  }
  const { why, offers } = found;
  const file = wantedFile(state, address);
  if (file === null) return { title: 'It is not here', text: why, isReading: false, offers };
  const text = `${why} Open ${file} to go on where you were.`;
  return { title: titleOf(address), text, isReading: false, offers };
}

function titleOf({ place, file }: Address): string {
  switch (place.kind) {
    case 'struct':
      return `Waiting for ${place.struct.name}`;
    case 'report':
      return 'Waiting for a report';
    case 'twoFiles':
      return 'Waiting for two files';
    case 'list':
    case 'study':
      return `Waiting for ${file?.name ?? 'a file'}`;
  }
}

/** The name of the file that would help; null where it is open, or no file would. */
function wantedFile({ files }: AppState, { file, place }: Address): string | null {
  const isOpen = ({ name }: FileRef) => files.some((each) => each.name === name);
  const wanted = place.kind === 'twoFiles' ? [file, place.after] : [file];
  return wanted.find((ref) => ref !== null && !isOpen(ref))?.name ?? null;
}

import { useState } from 'react';

/** A value that gets better while somebody points at what it shows, or has the keyboard in it. */
export interface Still<T> {
  /** The latest, or the one from when the pointer or the keyboard came. */
  readonly shown: T | null;
  /** Whether a later one waits. */
  readonly isBehind: boolean;
  /** For the element that shows it. */
  readonly handlers: Pick<
    React.HTMLAttributes<HTMLElement>,
    'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'
  >;
}

/** Keeps what is shown while it is in use: no press may hit what has just taken the place of another. */
export function useStill<T extends object>(latest: T | null): Still<T> {
  const [kept, setKept] = useState<T | null>(null);
  const keep = () => setKept((before) => before ?? latest);
  return {
    shown: kept ?? latest,
    isBehind: kept !== null && latest !== null && kept !== latest,
    handlers: {
      onPointerEnter: keep,
      onPointerLeave: () => setKept(null),
      onFocus: keep,
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setKept(null);
      },
    },
  };
}

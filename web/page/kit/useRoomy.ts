import { useSyncExternalStore } from 'react';

/** A smaller window is the grid's: of the line below it the sentence stays. The style sheet of the grid has no say in it. */
const ROOMY = '(min-width: 860px) and (min-height: 700px)';

/** Whether a line's picture has its room under the grid. */
export function useRoomy(): boolean {
  return useSyncExternalStore(follow, () => matchMedia(ROOMY).matches);
}

function follow(onChange: () => void): () => void {
  const room = matchMedia(ROOMY);
  room.addEventListener('change', onChange);
  return () => room.removeEventListener('change', onChange);
}

import { useCallback, useState } from 'react';
import { findCandidates, lastViewed, type LineCandidates } from './lineCandidates';
import type { AppQuestions } from '../state/app';
import type { AppState } from '../state/state';
import type { DocumentLine } from '../../core/edit/profiles';
import type { AccessProfile } from '../../core/facts/generated';
import type { FileId } from '../../core/layout/ids';
import { useApp, useAppState } from '../kit/context';
import { useAnswers } from '../kit/useAnswer';

/** What is known so far of where a line belongs. */
export interface CandidatesSoFar {
  /** Null until the first answer. */
  readonly found: LineCandidates | null;
  /** Whether nothing better will come. */
  readonly isLast: boolean;
  /** Ends the following of code; what is known stays. Null where none is followed. */
  readonly stop: (() => void) | null;
  /** Whether somebody ended it. */
  readonly isStopped: boolean;
}

/** Asks for a line, and again when the loaded files or the struct in view change. */
export function useCandidates(
  file: FileId,
  profile: AccessProfile,
  line: DocumentLine,
): CandidatesSoFar {
  const app = useApp();
  const loaded = useAppState(listsKey);
  const inView = useAppState((state) => {
    const view = lastViewed(state);
    return view ? `${view.open.id} ${view.document.edits.length}` : '';
  });
  const key = `${file} ${line.id} ${loaded} ${inView}`;
  const { latest: found, isLast } = useAnswers(() => findCandidates(app, profile, line), key);
  const [stopped, setStopped] = useState('');
  const stop = useCallback(() => {
    setStopped(key);
    stopFollowing(app, found);
  }, [app, found, key]);
  const isFollowing = !isLast && found !== null && found.following.length > 0;
  return { found, isLast, stop: isFollowing ? stop : null, isStopped: stopped === key };
}

function stopFollowing(app: AppQuestions, found: LineCandidates | null): void {
  for (const file of found?.following ?? []) app.stopCode(file);
}

/** Changes with every list that is read. */
function listsKey({ files }: AppState): string {
  return files
    .flatMap(({ id, phase }) =>
      phase.kind === 'ready' && phase.index ? [`${id}:${phase.index.stage ?? ''}`] : [],
    )
    .join(' ');
}

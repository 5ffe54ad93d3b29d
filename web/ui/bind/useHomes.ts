import { useCallback, useState } from 'react';
import { findHomes, lastViewed, type Homes } from '../../app/bind/homes';
import type { AppQuestions } from '../../app/app';
import type { AppState } from '../../app/state';
import type { DocumentLine } from '../../edit/profiles';
import type { AccessProfile } from '../../facts/generated';
import type { FileId } from '../../layout/ids';
import { useApp, useAppState } from '../kit/context';
import { useAnswers } from './useAnswer';

/** What is known so far of where a line belongs. */
export interface LineHomes {
  /** Null until the first answer. */
  readonly homes: Homes | null;
  /** Whether nothing better will come. */
  readonly isLast: boolean;
  /** Ends the following of code; what is known stays. Null where none is followed. */
  readonly stop: (() => void) | null;
  /** Whether somebody ended it. */
  readonly isStopped: boolean;
}

/** Asks for a line, and again when the loaded files or the struct in view change. */
export function useHomes(file: FileId, profile: AccessProfile, line: DocumentLine): LineHomes {
  const app = useApp();
  const loaded = useAppState(listsKey);
  const inView = useAppState((state) => {
    const view = lastViewed(state);
    return view ? `${view.open.id} ${view.document.edits.length}` : '';
  });
  const key = `${file} ${line.id} ${loaded} ${inView}`;
  const { latest: homes, isLast } = useAnswers(() => findHomes(app, profile, line), key);
  const [stopped, setStopped] = useState('');
  const stop = useCallback(() => {
    setStopped(key);
    stopFollowing(app, homes);
  }, [app, homes, key]);
  const isFollowing = !isLast && homes !== null && homes.following.length > 0;
  return { homes, isLast, stop: isFollowing ? stop : null, isStopped: stopped === key };
}

function stopFollowing(app: AppQuestions, homes: Homes | null): void {
  for (const file of homes?.following ?? []) app.stopCode(file);
}

/** Changes with every list that is read. */
function listsKey({ files }: AppState): string {
  return files
    .flatMap(({ id, phase }) =>
      phase.kind === 'ready' && phase.index ? [`${id}:${phase.index.stage ?? ''}`] : [],
    )
    .join(' ');
}

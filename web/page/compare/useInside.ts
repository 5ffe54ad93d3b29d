import { useEffect, useState } from 'react';
import { insidesOf, lookInside, pairsOf, type TwoFiles } from './twoFiles';
import { useApp } from '../kit/context';

/** How far the look at members is. `kept` is of the pairs, and grows while `done` does. */
export interface Inside {
  readonly kept: ReturnType<typeof insidesOf>;
  readonly done: number;
  /** 0 until it is known. */
  readonly total: number;
  readonly state: 'looking' | 'done' | 'stopped';
  /** Why it could not go on; null where it could. */
  readonly failure: string | null;
  readonly stop: () => void;
  readonly goOn: () => void;
}

interface Progress {
  readonly of: TwoFiles | null;
  readonly done: number;
  readonly total: number;
  readonly state: Inside['state'];
  readonly failure: string | null;
}

const NOTHING: Progress = { of: null, done: 0, total: 0, state: 'looking', failure: null };

/** Looks at the members of what both files have, behind what is shown; can be stopped, and taken up again. */
export function useInside(two: TwoFiles): Inside {
  const app = useApp();
  const [progress, setProgress] = useState<Progress>(NOTHING);
  const [run, setRun] = useState({ stopped: false });
  useEffect(() => {
    if (run.stopped) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const tell = (part: Partial<Progress>) => {
      if (!signal.aborted) setProgress((before) => ({ ...before, of: two, ...part }));
    };
    tell({ state: 'looking', failure: null });
    void lookInside(app, two, signal, (done, total) => tell({ done, total })).then((ended) =>
      tell(ended.ok ? { state: 'done' } : { state: 'stopped', failure: ended.error }),
    );
    return () => controller.abort();
  }, [app, two, run]);
  const now = progress.of === two ? progress : NOTHING;
  return {
    ...now,
    kept: insidesOf(pairsOf(two)),
    state: run.stopped && now.state === 'looking' ? 'stopped' : now.state,
    stop: () => setRun({ stopped: true }),
    goOn: () => setRun({ stopped: false }),
  };
}

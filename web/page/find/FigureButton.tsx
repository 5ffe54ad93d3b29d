import { memo } from 'react';
import { seek, seekingInView, stopSeeking } from '../state/findReducers';
import type { CountedFigure } from '../state/state';
import { useApp, useAppState } from '../kit/context';
import styles from './Find.module.css';

/** The name of a figure as the way to what it counts: a press lights it all up, and again puts it out. */
export const FigureButton = memo(function FigureButton(props: {
  name: string;
  figure: CountedFigure;
}) {
  const { name, figure } = props;
  const app = useApp();
  const isShown = useAppState((state) => {
    const wanted = seekingInView(state)?.seeking.wanted;
    return wanted?.kind === 'figure' && wanted.figure === figure;
  });
  return (
    <button
      type="button"
      className={styles.figure}
      aria-pressed={isShown}
      title={`${name}: show where`}
      onClick={() =>
        app.update((state) =>
          isShown ? stopSeeking(state) : seek(state, { kind: 'figure', figure }),
        )
      }
    >
      {name}
    </button>
  );
});

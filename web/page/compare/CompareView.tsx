import { focusInView, selectInView } from '../state/documentReducers';
import type { InView } from '../state/inView';
import { storyInView } from '../state/storyInView';
import { predictionFor, settledPrediction } from '../state/predictionInView';
import type { ComparePart } from '../state/state';
import { useEffect, useMemo, useRef } from 'react';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { plural } from '../../core/base/prose';
import { useSettledView } from '../kit/useInView';
import { changeRows } from './changeRows';
import { comparisonOf } from './compareScenes';
import { CostView } from './CostView';
import { FilesView } from './FilesView';
import { PostedStory } from '../patch/PostedStory';
import { SideBySide } from './SideBySide';
import styles from './Compare.module.css';

/** What the changes of the struct in view come to: the layouts side by side, in every loaded file, and around it. */
export default function CompareView() {
  const inView = useSettledView();
  const part = useAppState((state) => state.comparePart);
  const story = useAppState(storyInView);
  const region = useRef<HTMLDivElement>(null);
  // The layout that it takes the place of had the keyboard: its arrows scroll now.
  useEffect(() => {
    if (document.activeElement?.matches('body, main')) region.current?.focus();
  }, []);
  return (
    // Taller than its place, with nothing in it to focus but the table's rows.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={region} className={styles.compare} tabIndex={0} role="region" aria-label="Comparison">
      <Parts shown={part} />
      {story !== null && part === 'layouts' && <PostedStory key={story.id} story={story} />}
      {inView && part === 'layouts' && <Layouts inView={inView} />}
      {inView && part === 'files' && <FilesView inView={inView} />}
      {inView && part === 'cost' && <CostView inView={inView} />}
    </div>
  );
}

const PARTS: readonly (readonly [part: ComparePart, title: string])[] = [
  ['layouts', 'Before and after'],
  ['files', 'Every loaded file'],
  ['cost', 'Allocation and containers'],
];

function Parts({ shown }: { shown: ComparePart }) {
  const app = useApp();
  return (
    <div className={styles.parts} role="group" aria-label="What to compare">
      <span className={controls.segments}>
        {PARTS.map(([part, title]) => (
          <button
            key={part}
            type="button"
            className={controls.segment}
            aria-pressed={part === shown}
            onClick={() => app.update((state) => ({ ...state, comparePart: part }))}
          >
            {title}
          </button>
        ))}
      </span>
    </div>
  );
}

/** Side by side, each field that left its place or its line tied to where it was. */
function Layouts({ inView }: { inView: InView }) {
  const app = useApp();
  const predicted = useAppState(settledPrediction);
  // The model comes a moment after the first picture.
  const story = useAppState(storyInView);
  const drawKey = useMemo(() => ({ inView, predicted, story }), [inView, predicted, story]);
  return (
    <SideBySide
      key={inView.open.id}
      draw={(widthPx) =>
        comparisonOf(
          inView,
          widthPx,
          (shown) => predictionFor(app.store.getState(), inView, shown),
          story?.story,
        )
      }
      drawKey={drawKey}
      summaryOf={({ changes, columns }) => {
        const before = columns[0]?.shown ?? inView.original;
        const after = columns.at(-1)?.shown ?? inView.edited;
        return changeRows(
          before.layout,
          after.layout,
          changes,
          after.applied.state,
          before.applied.state,
        );
      }}
      headOf={({ moved, shifted, knockedOn }) =>
        `${plural(moved, 'field')} moved, ${shifted} shifted${shifted === 0 ? '' : `, ${knockedOn} of them to another line`}`
      }
      onField={(path) => app.update((state) => focusInView(selectInView(state, [path]), path))}
    />
  );
}

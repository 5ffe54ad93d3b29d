import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { documentInView } from '../../app/document/inView';
import { predictionInView } from '../../app/predict/predictionInView';
import { buildScene } from '../../scene/buildScene';
import { lineFrames, pictureWithin } from '../../scene/linePictures';
import { pictureOf, type Picture } from '../../scene/picture';
import { useApp } from '../kit/context';
import { HatchPattern, PictureView } from '../compare/PictureView';
import { sceneInput } from '../../view/document/sceneInput';
import styles from './StructView.module.css';

/** A line of 64 bytes at this width is readable on A4 in both directions; paper scales it. */
const PAPER_PX = 860;
/** The ticks of a scene lie above its first line. */
const RULER_PX = 18;

/**
 * The layout in view for paper: every line of it, and none of them parted by the end of a page. The grid
 * itself holds only what is on the screen.
 */
export function PrintedGrid() {
  const app = useApp();
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints what is there when this returns.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  const state = app.store.getState();
  const inView = documentInView(state);
  if (!isPrinting || !inView) return null;
  const scene = buildScene({
    ...sceneInput(inView, PAPER_PX, predictionInView(state)),
    selection: new Set(),
    focus: null,
  });
  const picture = pictureOf(scene);
  return (
    <div className={styles.printed}>
      <svg width={0} height={0} aria-hidden="true">
        <HatchPattern />
      </svg>
      {/* The bytes of a line, at the head of each page. */}
      <div className={styles.ruler}>
        <Paper picture={pictureWithin(picture, { fromPx: 0, toPx: RULER_PX })} />
      </div>
      <div>
        {lineFrames(scene).map((frame) => (
          <Paper key={frame.fromPx} picture={pictureWithin(picture, frame)} />
        ))}
      </div>
    </div>
  );
}

function Paper({ picture }: { picture: Picture }) {
  return (
    <svg viewBox={`0 0 ${picture.widthPx} ${picture.heightPx}`} aria-hidden="true">
      <PictureView picture={picture} />
    </svg>
  );
}

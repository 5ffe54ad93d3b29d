import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { documentInView } from './inView';
import { predictionInView } from '../predict/predictionInView';
import type { Picture } from '../../core/scene/picture';
import { useApp } from '../kit/context';
import { HatchPattern, PictureView } from '../compare/PictureView';
import { printedLayout } from './printedLayout';
import styles from './StructView.module.css';

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
  const { ruler, lines } = printedLayout(inView, predictionInView(state));
  return (
    <div className={styles.printed}>
      <svg width={0} height={0} aria-hidden="true">
        <HatchPattern />
      </svg>
      {/* The bytes of a line, at the head of each page. */}
      <div className={styles.ruler}>
        <Paper picture={ruler} />
      </div>
      <div>
        {lines.map(({ key, picture }) => (
          <Paper key={key} picture={picture} />
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

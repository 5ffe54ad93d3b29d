import { useCallback, useState } from 'react';
import type { LineTraffic } from '../../core/heat/lineTraffic';
import type { PictureShape } from '../../core/scene/picture';
import heatFill from '../kit/heatFill.module.css';
import { lineDrawn, lineSpoken } from './lineShown';
import styles from './LinePicture.module.css';

/** A cache line as its bytes: who stores to which of them, and whose loads find them modified. As wide as its place. */
export function LinePicture({
  traffic,
  isUnderGrid = false,
}: {
  traffic: LineTraffic;
  isUnderGrid?: boolean;
}) {
  const [widthPx, setWidth] = useState(0);
  const place = useCallback((element: HTMLDivElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const drawn = widthPx === 0 ? null : lineDrawn(traffic, widthPx, isUnderGrid);
  return (
    <div ref={place} className={styles.place}>
      {drawn && (
        <svg
          width={drawn.picture.widthPx * drawn.zoom}
          height={drawn.picture.heightPx * drawn.zoom}
          viewBox={`0 0 ${drawn.picture.widthPx} ${drawn.picture.heightPx}`}
          role="img"
          aria-label={lineSpoken(traffic)}
        >
          {drawn.picture.shapes.map((shape, at) => (
            <Shape key={at} shape={shape} />
          ))}
        </svg>
      )}
    </div>
  );
}

/** What a picture of a line is made of. */
function Shape({ shape }: { shape: PictureShape }) {
  switch (shape.kind) {
    case 'rect': {
      const { xPx, yPx, widthPx, heightPx, role } = shape;
      const className = styles[role] ?? heatFill[role];
      const radius = heightPx <= 3 ? 1 : 4;
      return (
        <rect {...{ className, x: xPx, y: yPx, width: widthPx, height: heightPx, rx: radius }} />
      );
    }
    case 'flow':
      return <path className={styles[shape.role]} d={shape.path} />;
    case 'text': {
      const { xPx, yPx, fontPx, role, isName, text } = shape;
      return (
        <text
          className={isName ? styles.name : styles[role]}
          fontSize={fontPx}
          x={xPx}
          y={yPx}
          {...(role.startsWith('heat-') && { style: { fill: `var(--${role}-ink)` } })}
        >
          {text}
        </text>
      );
    }
    default:
      return null;
  }
}

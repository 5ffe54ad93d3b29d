import { useCallback, useMemo, useState } from 'react';
import { grouped } from '../../core/base/prose';
import type { Actor, LineTraffic } from '../../core/heat/lineTraffic';
import { linePicture } from '../../core/scene/linePicture';
import type { PictureShape } from '../../core/scene/picture';
import heatFill from '../kit/heatFill.module.css';
import styles from './LinePicture.module.css';

/** A cache line as its bytes: who stores to which of them, and whose loads find them modified. As wide as its place. */
export function LinePicture({ traffic }: { traffic: LineTraffic }) {
  const [widthPx, setWidth] = useState(0);
  const place = useCallback((element: HTMLDivElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const picture = useMemo(
    () => (widthPx === 0 ? null : linePicture(traffic, widthPx)),
    [traffic, widthPx],
  );
  return (
    <div ref={place} className={styles.place}>
      {picture && (
        <svg
          width={picture.widthPx}
          height={picture.heightPx}
          role="img"
          aria-label={spoken(traffic)}
        >
          {picture.shapes.map((shape, at) => (
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

function spoken({ spots, writers, readers, isPercent }: LineTraffic): string {
  const all = (actors: readonly Actor[], what: string) =>
    actors.flatMap(({ name, parts }) =>
      parts.map(({ spot, count }) => {
        const amount = isPercent ? '' : `, ${grouped(count)}`;
        return `${name} ${what} ${spots[spot]?.name ?? ''}${amount}`;
      }),
    );
  return [...all(writers, 'stores to'), ...all(readers, 'finds modified')].join('; ');
}

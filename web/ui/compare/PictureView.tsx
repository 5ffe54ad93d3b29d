import type { Picture, PictureShape } from '../../scene/picture';
import heatFill from '../kit/heatFill.module.css';
import styles from './Compare.module.css';

/** A picture of a layout: nothing in it can be taken hold of. */
export function PictureView({ picture }: { picture: Picture }) {
  return (
    <>
      {picture.shapes.map((shape, at) => (
        <Shape key={at} shape={shape} />
      ))}
    </>
  );
}

function Shape({ shape }: { shape: PictureShape }) {
  switch (shape.kind) {
    case 'rect': {
      const { xPx, yPx, widthPx, heightPx, role } = shape;
      const radius = role === 'frame' || role === 'pair' ? 6 : heightPx <= 3 ? 1 : 4;
      return (
        <rect
          className={styles[role] ?? heatFill[role]}
          x={xPx}
          y={yPx}
          width={Math.max(0.5, widthPx)}
          height={heightPx}
          rx={radius}
        />
      );
    }
    case 'line':
      return <polyline className={styles.leader} points={shape.points.join(' ')} />;
    case 'text': {
      const { xPx, yPx, fontPx, vertical, role, text } = shape;
      return (
        <text
          className={styles[`text-${role}`]}
          fontSize={fontPx}
          {...(vertical
            ? { transform: `translate(${xPx} ${yPx}) rotate(-90)` }
            : { x: xPx, y: yPx })}
        >
          {text}
        </text>
      );
    }
  }
}

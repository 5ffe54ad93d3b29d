import type { Picture, PictureShape } from '../../core/scene/picture';
import heatFill from '../kit/heatFill.module.css';
import styles from './Compare.module.css';

/** What holes are filled with; once in a document. */
export function HatchPattern() {
  return (
    <defs>
      <pattern
        id="compare-hatch"
        width="6"
        height="6"
        patternTransform="rotate(45)"
        patternUnits="userSpaceOnUse"
      >
        <rect width="6" height="6" className={styles.hatchGround} />
        <rect width="2" height="6" className={styles.hatch} />
      </pattern>
    </defs>
  );
}

/** A picture of a layout: nothing in it can be taken hold of. */
export function PictureView({
  picture,
  isCarried = false,
}: {
  picture: Picture;
  /** Whether its heat was measured on another layout: it is paler then. */
  isCarried?: boolean;
}) {
  return (
    <>
      {picture.shapes.map((shape, at) => (
        <Shape key={at} shape={shape} isCarried={isCarried} />
      ))}
    </>
  );
}

function Shape({ shape, isCarried }: { shape: PictureShape; isCarried: boolean }) {
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
          {...(isCarried && role.startsWith('heat-') ? { fillOpacity: 0.32 } : {})}
        />
      );
    }
    case 'sign':
      return (
        <path
          className={styles[`sign-${shape.role}`]}
          d={`M${shape.xPx} ${shape.yPx}${shape.path}`}
          style={{
            color:
              isCarried || !shape.ink.startsWith('heat-')
                ? 'var(--cell-ink-2)'
                : `var(--${shape.ink}-ink)`,
          }}
        />
      );
    case 'line':
      return <polyline className={styles.leader} points={shape.points.join(' ')} />;
    case 'flow':
      // Of a line by itself, which is drawn elsewhere: no layout has one.
      return null;
    case 'text': {
      const { xPx, yPx, fontPx, vertical, role, isName, text } = shape;
      return (
        <text
          className={styles[`text-${isCarried && role.startsWith('heat-') ? 'carried' : role}`]}
          fontSize={fontPx}
          {...(isName && { fontWeight: 600 })}
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

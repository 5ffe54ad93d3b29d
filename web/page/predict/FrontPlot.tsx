import type { Suggestion } from '../../core/search/input';
import { grouped } from '../../core/base/prose';
import { frontPoints, nearestPoint, PLOT } from './frontPoints';
import styles from './Suggest.module.css';

/**
 * The front as a picture: how many fields move against what is expected of the lines. The pointer picks
 * the nearest point; the list below has the same for keyboard and screen readers.
 */
export function FrontPlot({
  suggestions,
  onPreview,
}: {
  suggestions: readonly Suggestion[];
  onPreview: (suggestion: Suggestion | null) => void;
}) {
  const points = frontPoints(suggestions);
  const [best] = suggestions;
  const find = (event: React.PointerEvent<SVGSVGElement> | React.MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const scale = PLOT.widthPx / Math.max(1, box.width);
    return nearestPoint(
      points,
      (event.clientX - box.left) * scale,
      (event.clientY - box.top) * scale,
    );
  };
  return (
    <figure className={styles.plot}>
      {/* A second way for the pointer; the keyboard's is the list. */}
      <svg
        viewBox={`0 0 ${PLOT.widthPx} ${PLOT.heightPx}`}
        role="img"
        aria-label={`Conflicts against moved fields: ${grouped(points.length)} points; the first of the list is the lowest`}
        onPointerMove={(event) => onPreview(find(event)?.suggestion ?? null)}
        onPointerLeave={() => onPreview(null)}
        onClick={(event) => {
          const point = find(event);
          if (!point) return;
          // Not applied: a click shows its place in the list, where its words and price stand.
          const item = document.querySelector<HTMLElement>(
            `[data-point="${point.suggestion.point}"]`,
          );
          item?.scrollIntoView({ block: 'nearest' });
          item?.querySelector<HTMLElement>('button')?.focus();
        }}
      >
        {PLOT.ticks.map(({ moves, xPx }) => (
          <g key={moves}>
            <line
              x1={xPx}
              x2={xPx}
              y1={PLOT.topPx - 6}
              y2={PLOT.bottomPx}
              className={styles.grid}
            />
            <text x={xPx} y={PLOT.bottomPx + 14} textAnchor="middle">
              {moves}
            </text>
          </g>
        ))}
        <line
          x1={PLOT.leftPx}
          x2={PLOT.widthPx - 8}
          y1={PLOT.bottomPx}
          y2={PLOT.bottomPx}
          className={styles.axis}
        />
        <line
          x1={PLOT.leftPx}
          x2={PLOT.widthPx - 8}
          y1={PLOT.topPx}
          y2={PLOT.topPx}
          className={styles.now}
        />
        <text x={PLOT.widthPx - 8} y={PLOT.topPx - 4} textAnchor="end">
          as it is now
        </text>
        <text x={PLOT.leftPx - 6} y={PLOT.bottomPx + 4} textAnchor="end">
          0
        </text>
        {points.map(({ suggestion, xPx, yPx, grows }) => (
          <circle
            key={suggestion.point}
            cx={xPx}
            cy={yPx}
            r={suggestion === best ? 5.5 : 4.5}
            className={grows ? styles.grows : styles.point}
          />
        ))}
      </svg>
      <figcaption>
        Down: fewer conflicts. Right: more fields moved.
        {points.some(({ grows }) => grows) && ' Open circles take more memory.'}
      </figcaption>
    </figure>
  );
}

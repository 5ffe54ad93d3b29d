import type { Viewport } from './viewport';

/** Scrolls while a held field is near the upper or lower edge. */
export interface AutoScroll {
  readonly pointerAt: (clientY: number) => void;
  readonly stop: () => void;
}

const EDGE_PX = 44;
const MOST_PX_PER_FRAME = 18;

/** `onScroll` is called after each step: the pointer rests, but what is under it moved. */
export function startAutoScroll(
  host: HTMLElement,
  viewport: Viewport,
  onScroll: () => void,
): AutoScroll {
  // Read once: to ask while the picture changes would have the browser lay it out twice.
  const box = host.getBoundingClientRect();
  let stepPx = 0;
  let frame = 0;
  const step = () => {
    frame = 0;
    if (stepPx === 0) return;
    if (viewport.scrollBy(stepPx) !== 0) onScroll();
    schedule();
  };
  const schedule = () => {
    if (frame === 0 && stepPx !== 0) frame = requestAnimationFrame(step);
  };
  return {
    pointerAt: (clientY) => {
      stepPx = speed(clientY - box.bottom + EDGE_PX) - speed(box.top + EDGE_PX - clientY);
      schedule();
    },
    stop: () => {
      stepPx = 0;
      cancelAnimationFrame(frame);
    },
  };
}

/** Faster the deeper the pointer is in the edge. */
function speed(depthPx: number): number {
  return Math.round(Math.min(1, Math.max(0, depthPx / EDGE_PX)) * MOST_PX_PER_FRAME);
}

import type { Ref } from 'react';

/** An invisible anchor for a menu that opens at a point of the grid. */
export function MenuAnchor({ at, ref }: { at: DOMRectReadOnly; ref: Ref<HTMLSpanElement> }) {
  return (
    <span
      ref={ref}
      aria-hidden="true"
      style={{
        position: 'fixed',
        left: at.x,
        top: at.y,
        width: at.width,
        height: at.height,
        pointerEvents: 'none',
      }}
    />
  );
}

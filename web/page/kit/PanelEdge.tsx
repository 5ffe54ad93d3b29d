import type { KeyboardEvent, PointerEvent } from 'react';
import { allowedPx, panelPx, panelWidths } from '../state/panels';
import type { PanelSide } from '../state/state';
import { useApp, useAppState } from './context';
import styles from './PanelEdge.module.css';
import { useWindowWidth } from './useWindowWidth';

/** How far one press of an arrow moves the edge. Pixels. */
const STEP_PX = 16;

/** The edge by which a panel is made wider or narrower: a window splitter, by the pattern of WAI-ARIA. */
export function PanelEdge({ side, name }: { readonly side: PanelSide; readonly name: string }) {
  const app = useApp();
  const windowPx = useWindowWidth();
  const widthPx = useAppState((state) => panelPx(state, side, windowPx));
  const { least, most } = panelWidths(side, windowPx);
  // To the right the edge widens a panel on the left.
  const sign = side === 'left' ? 1 : -1;

  const widen = (px: number | null) =>
    app.setSettings({
      [side === 'left' ? 'listPx' : 'inspectorPx']:
        px === null ? null : allowedPx(side, px, windowPx),
    });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const to = {
      ArrowLeft: widthPx - sign * STEP_PX,
      ArrowRight: widthPx + sign * STEP_PX,
      Home: least,
      End: most,
    }[event.key];
    if (to === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    widen(to ?? null);
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const edge = event.currentTarget;
    edge.setPointerCapture(event.pointerId);
    const grabbedPx = sign * event.clientX - widthPx;
    const onMove = ({ clientX }: globalThis.PointerEvent) => widen(sign * clientX - grabbedPx);
    edge.addEventListener('pointermove', onMove);
    edge.addEventListener(
      'lostpointercapture',
      () => edge.removeEventListener('pointermove', onMove),
      { once: true },
    );
  };

  return (
    // A separator that has the focus is a control, which the rule does not know.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={styles.edge}
      data-side={side}
      role="separator"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={name}
      aria-valuenow={widthPx}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuetext={`${widthPx} pixels`}
      title="Drag to make it wider. With the keyboard: arrows, Home, End. Double click or Enter: as it was."
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDoubleClick={() => widen(null)}
    />
  );
}

import type { KeyboardEvent, PointerEvent } from 'react';
import { allowedListPx, listPx, listWidths } from '../state/panels';
import { useWindowWidth } from '../shell/useWindowWidth';
import { useApp, useAppState } from '../kit/context';
import styles from './StructPanel.module.css';

/** How far one press of an arrow moves the edge. Pixels. */
const STEP_PX = 16;

/** The edge by which the list is made wider or narrower: a window splitter, by the pattern of WAI-ARIA. */
export function ListEdge() {
  const app = useApp();
  const windowPx = useWindowWidth();
  const widthPx = useAppState((state) => listPx(state, windowPx));
  const { least, most } = listWidths(windowPx);

  const widen = (px: number | null) =>
    app.setSettings({ listPx: px === null ? null : allowedListPx(px, windowPx) });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const to = {
      ArrowLeft: widthPx - STEP_PX,
      ArrowRight: widthPx + STEP_PX,
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
    const grabbedPx = event.clientX - widthPx;
    const onMove = ({ clientX }: globalThis.PointerEvent) => widen(clientX - grabbedPx);
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
      role="separator"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the list"
      aria-valuenow={widthPx}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuetext={`${widthPx} pixels`}
      title="Drag to make the list wider. With the keyboard: arrows, Home, End. Double click or Enter: as it was."
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDoubleClick={() => widen(null)}
    />
  );
}

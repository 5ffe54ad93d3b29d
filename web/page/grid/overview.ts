import { overviewPaths, type OverviewRole } from '../../core/scene/overview';
import type { GridScene } from '../../core/scene/scene';
import { svgElement } from './svg';

const ROLES: readonly OverviewRole[] = [
  'cell',
  'hole',
  'heat-1',
  'heat-2',
  'heat-3',
  'heat-4',
  'heat-5',
];

/** All lines of a struct that does not fit, as one column; a press or a drag in it goes there. */
export interface Overview {
  /** Draws another picture, which lies: while a field is carried the column stays as it was. */
  readonly render: (scene: GridScene) => void;
  readonly destroy: () => void;
}

/** For the pointer alone: the keyboard walks the fields, and the scroller scrolls. */
export function mountOverview(place: HTMLElement, scroller: HTMLElement): Overview {
  const svg = svgElement('svg', 'hitmap-overview');
  svg.setAttribute('preserveAspectRatio', 'none');
  const paths = new Map(ROLES.map((role) => [role, svgElement('path', role)]));
  svg.append(...paths.values());
  const seen = document.createElement('div');
  place.append(svg, seen);

  const follow = () => {
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    place.hidden = scrollHeight <= clientHeight + 1;
    seen.style.insetBlockStart = `${(100 * scrollTop) / scrollHeight}%`;
    seen.style.blockSize = `${(100 * clientHeight) / scrollHeight}%`;
  };
  let frame = 0;
  const followSoon = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      follow();
    });
  };
  scroller.addEventListener('scroll', followSoon, { passive: true });
  const resize = new ResizeObserver(followSoon);
  resize.observe(scroller);

  place.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    place.setPointerCapture(event.pointerId);
    const go = ({ clientY }: PointerEvent) => {
      const box = place.getBoundingClientRect();
      const share = (clientY - box.top) / box.height;
      scroller.scrollTop = share * scroller.scrollHeight - scroller.clientHeight / 2;
    };
    go(event);
    place.addEventListener('pointermove', go);
    place.addEventListener(
      'lostpointercapture',
      () => place.removeEventListener('pointermove', go),
      {
        once: true,
      },
    );
  });
  place.addEventListener('wheel', ({ deltaY }) => scroller.scrollBy(0, deltaY), { passive: true });

  return {
    render(scene) {
      const now = overviewPaths(scene);
      const leftPx = scene.originXPx;
      const widthPx = scene.rowBytes * scene.bytePx;
      svg.setAttribute('viewBox', `${leftPx} 0 ${widthPx} ${Math.ceil(scene.heightPx)}`);
      for (const [role, path] of paths) path.setAttribute('d', now.get(role) ?? '');
      followSoon();
    },
    destroy() {
      cancelAnimationFrame(frame);
      resize.disconnect();
      scroller.removeEventListener('scroll', followSoon);
      place.replaceChildren();
    },
  };
}

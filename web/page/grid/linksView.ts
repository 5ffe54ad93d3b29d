import { select } from 'd3-selection';
import type { GridScene, PlacedLink } from '../../core/scene/scene';
import { svgElement } from './svg';

/** Bows from writers to those who suffer, over the cells. An arrow ends at who suffers. */
export class LinksView {
  private readonly group = svgElement('g', 'links');

  constructor(parent: SVGElement) {
    this.group.setAttribute('aria-hidden', 'true');
    parent.append(this.group);
  }

  paint(scene: GridScene): void {
    select(this.group)
      .selectAll<SVGPathElement, PlacedLink>('path')
      .data(scene.links, (link) => link.key)
      .join('path')
      .attr('d', bow);
  }
}

function bow({ from, to, depthPx }: PlacedLink): string {
  const bottom = Math.max(from.yPx, to.yPx) + depthPx;
  const [x1, y1, x2, y2] = [from.xPx, from.yPx, to.xPx, to.yPx].map(tenth);
  // The head comes up from below.
  return `M${x1} ${y1}C${x1} ${tenth(bottom)} ${x2} ${tenth(bottom)} ${x2} ${y2}m-3.5 5l3.5 -5l3.5 5`;
}

function tenth(px: number): number {
  return Math.round(px * 10) / 10;
}

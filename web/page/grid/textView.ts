import type { PlacedText } from '../../core/scene/scene';
import { Attributes, svgElement } from './svg';

/** Texts of one group, kept from paint to paint: one that is not needed is empty, until it is needed again. */
export class TextsView {
  private readonly views: TextView[] = [];

  constructor(private readonly parent: SVGGElement) {}

  /** `isElsewhere`: the place that is said is another than it was. */
  paint(texts: readonly PlacedText[], originX: number, originY: number, isElsewhere = false): void {
    for (let at = texts.length; at < this.views.length; at += 1) this.views[at]!.empty();
    texts.forEach((text, index) => {
      let view = this.views[index];
      if (view === undefined) {
        view = new TextView();
        this.views.push(view);
        this.parent.append(view.element);
      }
      view.paint(text, originX, originY, isElsewhere && text.role === 'place');
    });
  }
}

class TextView {
  private readonly attributes = new Attributes(svgElement('text'));
  private xPx = NaN;
  private yPx = NaN;
  private isUpright = false;

  constructor() {
    // The cell says all of it, in words, as its own name.
    this.attributes.set('aria-hidden', 'true');
  }

  get element(): SVGElement {
    return this.attributes.element;
  }

  empty(): void {
    this.attributes.text('');
  }

  paint(
    { role, text, xPx, yPx, fontPx, vertical }: PlacedText,
    originX: number,
    originY: number,
    isElsewhere: boolean,
  ): void {
    this.attributes.set('class', isElsewhere ? `${role} elsewhere` : role);
    this.attributes.set('font-size', `${fontPx}`);
    const x = Math.round((xPx - originX) * 10) / 10;
    const y = Math.round((yPx - originY) * 10) / 10;
    if (x !== this.xPx || y !== this.yPx || vertical !== this.isUpright)
      this.moveTo(x, y, vertical);
    this.attributes.text(text);
  }

  private moveTo(x: number, y: number, isUpright: boolean): void {
    this.xPx = x;
    this.yPx = y;
    this.isUpright = isUpright;
    const { attributes } = this;
    attributes.set('transform', isUpright ? `translate(${x} ${y}) rotate(-90)` : null);
    attributes.set('x', isUpright ? null : `${x}`);
    attributes.set('y', isUpright ? null : `${y}`);
  }
}

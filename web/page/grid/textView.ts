import type { PlacedText } from '../../core/scene/scene';
import { Attributes, svgElement } from './svg';

/** Texts of one group, kept from paint to paint. */
export class TextsView {
  private readonly views: Attributes[] = [];

  constructor(
    private readonly parent: SVGGElement,
    private readonly before: SVGElement | null = null,
  ) {}

  paint(texts: readonly PlacedText[], originX: number, originY: number): void {
    while (this.views.length > texts.length) this.views.pop()!.element.remove();
    texts.forEach((text, index) => {
      let view = this.views[index];
      if (view === undefined) {
        view = new Attributes(svgElement('text'));
        // The cell says all of it, in words, as its own name.
        view.set('aria-hidden', 'true');
        this.views.push(view);
        this.parent.insertBefore(view.element, this.before);
      }
      paintText(view, text, originX, originY);
    });
  }
}

function paintText(view: Attributes, text: PlacedText, originX: number, originY: number): void {
  const x = Math.round((text.xPx - originX) * 10) / 10;
  const y = Math.round((text.yPx - originY) * 10) / 10;
  view.set('class', text.role);
  view.set('font-size', `${text.fontPx}`);
  if (text.vertical) {
    view.set('x', null);
    view.set('y', null);
    view.set('transform', `translate(${x} ${y}) rotate(-90)`);
  } else {
    view.set('transform', null);
    view.set('x', `${x}`);
    view.set('y', `${y}`);
  }
  view.text(text.text);
}

const SVG = 'http://www.w3.org/2000/svg';

export function svgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  className?: string,
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name);
  if (className !== undefined) element.setAttribute('class', className);
  return element;
}

/** Puts what a layer holds into this order, by moving what is out of it. */
export function inOrder(layer: Element, views: readonly { readonly element: Element }[]): void {
  let next: Element | null = null;
  for (const { element } of views.toReversed()) {
    const isThere = element.parentNode === layer && element.nextSibling === next;
    if (!isThere) layer.insertBefore(element, next);
    next = element;
  }
}

/** Sets what changed, and nothing else: writing an attribute costs more than reading a map. */
export class Attributes {
  private readonly written = new Map<string, string>();
  private xPx = NaN;
  private yPx = NaN;

  constructor(readonly element: SVGElement) {}

  set(name: string, value: string | null): void {
    if (value === null) {
      if (this.written.delete(name)) this.element.removeAttribute(name);
      return;
    }
    if (this.written.get(name) === value) return;
    this.written.set(name, value);
    this.element.setAttribute(name, value);
  }

  text(value: string): void {
    if (this.written.get('#text') === value) return;
    this.written.set('#text', value);
    const node = this.element.firstChild;
    if (node instanceof Text) node.data = value;
    else this.element.textContent = value;
  }

  moveTo(xPx: number, yPx: number): void {
    if (this.xPx === xPx && this.yPx === yPx) return;
    this.xPx = xPx;
    this.yPx = yPx;
    this.element.style.transform = `translate(${xPx}px, ${yPx}px)`;
  }
}

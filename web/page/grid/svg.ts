const SVG = 'http://www.w3.org/2000/svg';

export function svgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  className?: string,
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name);
  if (className !== undefined) element.setAttribute('class', className);
  return element;
}

/** Sets what changed, and nothing else: writing an attribute costs more than reading a map. */
export class Attributes {
  private readonly written = new Map<string, string>();

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
    const transform = `translate(${xPx}px, ${yPx}px)`;
    if (this.written.get('#transform') === transform) return;
    this.written.set('#transform', transform);
    this.element.style.transform = transform;
  }
}

import { svgElement } from './svg';

/** The hatching of holes and the dots of foreign bytes; `grid.css` names them by id. */
export function addPatterns(svg: SVGSVGElement): void {
  const defs = svgElement('defs');
  defs.append(hatch('hitmap-hatch', 'hatch'), hatch('hitmap-hatch-fits', 'hatch-fits'), dots());
  svg.append(defs);
}

function hatch(id: string, className: string): SVGPatternElement {
  const pattern = patternOf(id, 6, 6);
  pattern.setAttribute('patternTransform', 'rotate(45)');
  const ground = svgElement('rect', `${className}-ground`);
  ground.setAttribute('width', '6');
  ground.setAttribute('height', '6');
  const stroke = svgElement('rect', className);
  stroke.setAttribute('width', '1.5');
  stroke.setAttribute('height', '6');
  pattern.append(ground, stroke);
  return pattern;
}

function dots(): SVGPatternElement {
  const pattern = patternOf('hitmap-dots', 8, 8);
  const dot = svgElement('circle', 'outside-dot');
  dot.setAttribute('cx', '4');
  dot.setAttribute('cy', '4');
  dot.setAttribute('r', '0.9');
  pattern.append(dot);
  return pattern;
}

function patternOf(id: string, width: number, height: number): SVGPatternElement {
  const pattern = svgElement('pattern');
  pattern.id = id;
  pattern.setAttribute('width', `${width}`);
  pattern.setAttribute('height', `${height}`);
  pattern.setAttribute('patternUnits', 'userSpaceOnUse');
  return pattern;
}

import type { SceneCell } from '../../core/scene/scene';
import { elide, textWidthPx } from '../../core/scene/textFit';
import { Attributes, svgElement } from './svg';

const FONT_PX = 11.5;
const MOST_WIDTH_PX = 240;

const COST_FONT_PX = 11;
const COST_HEIGHT_PX = 20;
/** From the card to what it says. */
const COST_GAP_PX = 4;

/** What follows the pointer while fields are held: a card with the first one's name, and how many there are. */
export class Ghost {
  private readonly group: Attributes;
  private readonly widthPx: number;
  private readonly heightPx: number;
  private cost: Cost | null = null;

  constructor(layer: SVGGElement, cells: readonly SceneCell[]) {
    const group = svgElement('g', 'ghost');
    this.group = new Attributes(group);
    const first = cells[0]!;
    const name = elide(nameText(first), FONT_PX, MOST_WIDTH_PX - 50, 1) ?? '';
    const count = cells.length > 1 ? `+${cells.length - 1}` : '';
    const nameWidth = textWidthPx(name, FONT_PX);
    const fragment = first.fragments[0]!;
    const widthPx = Math.min(
      MOST_WIDTH_PX,
      Math.max(fragment.widthPx, nameWidth + 18 + (count === '' ? 0 : 30)),
    );
    const heightPx = Math.max(26, Math.min(fragment.heightPx, 58));
    this.widthPx = widthPx;
    this.heightPx = heightPx;
    group.append(card(widthPx, heightPx, cells.length > 1 ? 8 : 4, 'shade'));
    if (cells.length > 1) group.append(card(widthPx, heightPx, 4));
    group.append(card(widthPx, heightPx, 0));
    group.append(label(name, 9, heightPx / 2 + 4, 'name'));
    if (count !== '') group.append(label(count, widthPx - 26, heightPx / 2 + 4, 'count'));
    layer.append(group);
  }

  /** Writes beside the card what a drop here would cost. */
  say(words: string | null): void {
    if (words === null) {
      this.cost?.element.remove();
      this.cost = null;
      return;
    }
    if (this.cost === null) {
      this.cost = new Cost();
      this.group.element.append(this.cost.element);
    }
    this.cost.say(words);
  }

  /**
   * To where the pointer holds it, as far as it is seen whole there. What it says stands below it, and above it at the
   * lower edge.
   */
  follow(xPx: number, yPx: number, seen: { rightPx: number; bottomPx: number }): void {
    const x = Math.max(0, Math.min(xPx, seen.rightPx - this.widthPx));
    const y = Math.max(0, Math.min(yPx, seen.bottomPx - this.heightPx - 1));
    this.moveTo(x, y);
    if (this.cost === null) return;
    const belowPx = this.heightPx + COST_GAP_PX;
    const isBelow = y + belowPx + COST_HEIGHT_PX < seen.bottomPx;
    this.cost.moveTo(
      Math.round(Math.min(0, seen.rightPx - x - this.cost.widthPx - 1)),
      isBelow ? belowPx : -COST_HEIGHT_PX - COST_GAP_PX,
    );
  }

  private moveTo(xPx: number, yPx: number): void {
    this.group.moveTo(Math.round(xPx), Math.round(yPx));
  }

  /** Glides to where the field lies now, and goes. */
  land(on: SceneCell | null): void {
    const { element } = this.group;
    const fragment = on?.fragments[0];
    if (fragment === undefined) {
      element.remove();
      return;
    }
    element.classList.add('landing');
    this.moveTo(fragment.xPx, fragment.yPx);
    const gone = () => element.remove();
    element.addEventListener('transitionend', gone, { once: true });
    // Without motion there is no transition, and so no end of one.
    setTimeout(gone, 300);
  }
}

/** The plate with what a drop costs: it stays, and its words change from place to place. */
class Cost {
  readonly element = svgElement('g', 'cost');
  widthPx = 0;
  private readonly group = new Attributes(this.element);
  private readonly plate = new Attributes(svgElement('rect'));
  private readonly words = new Attributes(label('', 8, 14, 'words', COST_FONT_PX));

  constructor() {
    this.plate.set('height', `${COST_HEIGHT_PX}`);
    this.plate.set('rx', '5');
    this.element.append(this.plate.element, this.words.element);
  }

  say(words: string): void {
    this.widthPx = textWidthPx(words, COST_FONT_PX) + 16;
    this.plate.set('width', `${this.widthPx}`);
    this.words.text(words);
  }

  moveTo(xPx: number, yPx: number): void {
    this.group.moveTo(xPx, yPx);
  }
}

function nameText(cell: SceneCell): string {
  const placed = cell.texts.filter((text) => text.role === 'name').map((text) => text.text);
  if (placed.length > 0) return placed.join('');
  return cell.leader?.text.text ?? (cell.path as string | null) ?? '';
}

function card(widthPx: number, heightPx: number, byPx: number, className?: string): SVGRectElement {
  const rect = svgElement('rect', className);
  rect.setAttribute('x', `${byPx}`);
  rect.setAttribute('y', `${byPx}`);
  rect.setAttribute('width', `${widthPx}`);
  rect.setAttribute('height', `${heightPx}`);
  rect.setAttribute('rx', '6');
  return rect;
}

function label(
  text: string,
  x: number,
  y: number,
  className: string,
  fontPx = FONT_PX,
): SVGTextElement {
  const element = svgElement('text', className);
  element.setAttribute('x', `${x}`);
  element.setAttribute('y', `${y}`);
  element.setAttribute('font-size', `${fontPx}`);
  element.textContent = text;
  return element;
}

import { drag } from 'd3-drag';
import { select } from 'd3-selection';
import type { DropSlot } from '../../core/edit/dropSlots';
import type { MemberPath } from '../../core/layout/ids';
import { dropTargetAt } from '../../core/scene/dropTarget';
import { hitTest, rowIndexAt } from '../../core/scene/hitTest';
import type { GridScene, SceneCell } from '../../core/scene/scene';
import { cellOf, scenePoint, type GridContext } from './context';
import { linesOf } from '../../core/layout/lines';
import type { Viewport } from './viewport';
import { elide, textWidthPx } from '../../core/scene/textFit';
import { Attributes, svgElement } from './svg';

/** A drag of one or several fields, as the painter needs to know of it. */
export interface DragHandle {
  /** Whether fields are held; then nothing glides. */
  readonly active: () => boolean;
  readonly isHeld: (cell: SceneCell) => boolean;
  /** Whether a hole is one that the held fields fit into without moving anything else. */
  readonly fits: (cell: SceneCell) => boolean;
  /** Keeps what is under the pointer there when rows above it changed their height. */
  readonly keepPlace: (before: GridScene, after: GridScene) => void;
  /** Lets go without a drop. */
  readonly cancel: () => void;
  readonly destroy: () => void;
}

interface Press {
  readonly cell: SceneCell;
  readonly part: 'body' | 'toggle' | 'leader';
  readonly clientX: number;
  readonly clientY: number;
}

interface Held {
  readonly paths: readonly MemberPath[];
  readonly places: readonly DropSlot[];
  readonly ghost: Ghost;
  readonly autoScroll: AutoScroll;
  /** From the left edge and the top of the field to the pointer. */
  readonly grabXPx: number;
  readonly grabYPx: number;
  target: DropSlot | null;
  /** By how much `keepPlace` scrolled; taken back where nothing is dropped. */
  scrolledPx: number;
  client: { clientX: number; clientY: number };
  /** Of the pointer in the scene, when it last moved: to ask the page again in mid-frame makes it lay out. */
  yPx: number;
}

/** Less than this is a click with an unsteady hand. */
const THRESHOLD_PX = 4;

/** A place is said once the pointer rests there: of one that it only passes nobody could hear or read the end. */
const REST_MS = 120;

/** `onClick` gets each press that did not become a drag. */
export function attachDrag(
  context: GridContext,
  onClick: (press: Press, event: MouseEvent | TouchEvent) => void,
): DragHandle {
  const { svg, host, viewport, callbacks } = context;
  let press: Press | null = null;
  let held: Held | null = null;
  let restTimer = 0;

  /** The pointer that pressed last, which d3 does not tell; null for a finger, which is over nothing. */
  let pointerId: number | null = null;
  /** Whether the tap that ended last was a press of d3's. */
  let wasPress = false;
  const onPointerDown = (event: PointerEvent) => {
    pointerId = event.pointerType === 'touch' ? null : event.pointerId;
    wasPress = false;
  };
  svg.addEventListener('pointerdown', onPointerDown);
  // A finger presses only what was chosen before (`canPress`): by this tap, of which d3 knows nothing.
  const onTap = (event: MouseEvent) => {
    const tapped = pointerId === null && !wasPress ? pressAt(context, event) : null;
    if (tapped !== null) onClick(tapped, event);
  };
  svg.addEventListener('click', onTap);

  const behavior = drag<SVGSVGElement, unknown>()
    .container(svg)
    .clickDistance(THRESHOLD_PX)
    .filter((event: MouseEvent | TouchEvent) => canPress(context, event))
    .on('start', (event: { sourceEvent: MouseEvent | TouchEvent }) => {
      press = pressAt(context, event.sourceEvent);
    })
    .on('drag', (event: { sourceEvent: MouseEvent | TouchEvent }) => {
      if (press === null) return;
      const client = clientPoint(event.sourceEvent);
      const far = Math.hypot(client.clientX - press.clientX, client.clientY - press.clientY);
      if (held === null && far >= THRESHOLD_PX) pickUp(press);
      if (held !== null) follow(client);
    })
    .on('end', (event: { sourceEvent: MouseEvent | TouchEvent }) => {
      const pressed = press;
      press = null;
      if (held !== null) {
        if (event.sourceEvent.type === 'touchcancel') cancel();
        else drop();
      } else if (pressed !== null) {
        wasPress = true;
        onClick(pressed, event.sourceEvent);
      }
    });
  select(svg).call(behavior);
  // d3 lets no finger scroll; it holds the page still itself while a field is held.
  svg.style.removeProperty('touch-action');

  function pickUp(from: Press): void {
    const scene = context.scene();
    if (scene === null || from.cell.movable === null) return;
    const paths = heldPaths(scene, from.cell.movable);
    const places = callbacks.places(paths);
    if (places.length === 0) {
      press = null;
      callbacks.announce(`${paths.join(', ')} cannot be moved.`);
      return;
    }
    const cells = paths.flatMap((path) => cellOf(scene, path) ?? []);
    const grabbed = cellOf(scene, from.cell.movable) ?? from.cell;
    const at = scenePoint(svg, from);
    const grip = gripOf(scene, grabbed, at);
    held = {
      paths,
      places,
      ghost: new Ghost(context.overlay, cells.length > 0 ? cells : [grabbed]),
      autoScroll: startAutoScroll(host, viewport, () => held !== null && follow(held.client)),
      ...grip,
      target: places.find((place) => place.isCurrent) ?? null,
      scrolledPx: 0,
      client: from,
      yPx: at.yPx,
    };
    svg.classList.add('dragging');
    // Nothing else lights up, or changes the cursor, where the pointer passes.
    if (pointerId !== null) svg.setPointerCapture(pointerId);
    window.addEventListener('keydown', onKey, true);
    callbacks.onHover(null, null);
    callbacks.announce(pickUpWords(paths, places));
    context.repaint();
    // It may come to lie in a box that stands behind it in the document.
    context.raise(withInside(scene, paths));
  }

  function follow(client: { clientX: number; clientY: number }): void {
    const scene = context.scene();
    if (held === null || scene === null) return;
    held.client = client;
    const { xPx, yPx } = scenePoint(svg, client);
    held.yPx = yPx;
    held.autoScroll.pointerAt(client.clientY);
    take(scene, held, xPx);
    // Last: after a change of the page, what reads its sizes would make it lay out at once.
    held.ghost.follow(xPx - held.grabXPx, held.yPx - held.grabYPx, {
      rightPx: scene.widthPx,
      bottomPx: Math.min(viewport.bottomPx, scene.heightPx),
    });
  }

  function take(scene: GridScene, held: Held, xPx: number): void {
    const target = dropTargetAt(scene, held.places, xPx - held.grabXPx, held.yPx);
    if (target === held.target) return;
    held.target = target;
    callbacks.onPreview(target === null || target.isCurrent ? null : target.edit);
    held.ghost.say(callbacks.dropCost());
    window.clearTimeout(restTimer);
    restTimer = window.setTimeout(
      () => callbacks.onRest(target && landingWords(target, scene)),
      REST_MS,
    );
  }

  function drop(): void {
    const { target, paths, scrolledPx } = held!;
    const ghost = release();
    if (target === null || target.isCurrent) {
      callbacks.onPreview(null);
      viewport.scrollBy(-scrolledPx);
      callbacks.announce('Put back.');
    } else {
      callbacks.onDrop(target.edit);
    }
    land(ghost, paths);
  }

  function cancel(): void {
    if (held === null) return;
    const { paths, scrolledPx } = held;
    const ghost = release();
    press = null;
    callbacks.onPreview(null);
    viewport.scrollBy(-scrolledPx);
    callbacks.announce('Cancelled. Nothing was moved.');
    land(ghost, paths);
  }

  function release(): Ghost {
    const { ghost, autoScroll } = held!;
    held = null;
    window.clearTimeout(restTimer);
    autoScroll.stop();
    svg.classList.remove('dragging');
    if (pointerId !== null && svg.hasPointerCapture(pointerId)) {
      svg.releasePointerCapture(pointerId);
    }
    window.removeEventListener('keydown', onKey, true);
    return ghost;
  }

  function land(ghost: Ghost, paths: readonly MemberPath[]): void {
    context.repaint();
    const scene = context.scene();
    ghost.land(scene === null ? null : cellOf(scene, paths[0] ?? null));
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  }

  return {
    active: () => held !== null,
    isHeld: (cell) => held !== null && cell.movable !== null && held.paths.includes(cell.movable),
    fits: (cell) =>
      held !== null &&
      cell.sizeBits !== null &&
      held.places.some((place) => place.movesNothingElse && startsIn(cell, place)),
    keepPlace: (before, after) => {
      if (held === null) return;
      const row = before.rows[rowIndexAt(before, held.yPx)];
      const now = after.rows.find((each) => each.startByte === row?.startByte);
      if (row === undefined || now === undefined || now.yPx === row.yPx) return;
      const byPx = viewport.scrollBy(now.yPx - row.yPx);
      held.scrolledPx += byPx;
      held.yPx += byPx;
    },
    cancel,
    destroy: () => {
      cancel();
      svg.removeEventListener('pointerdown', onPointerDown);
      svg.removeEventListener('click', onTap);
      select(svg).on('.drag', null);
    },
  };
}

function heldPaths(scene: GridScene, path: MemberPath): readonly MemberPath[] {
  const selected = scene.cells.flatMap((cell) =>
    cell.selected && cell.path !== null && cell.movable === cell.path ? [cell.path] : [],
  );
  return selected.includes(path) ? selected : [path];
}

/** Keys of these members and of all that is drawn in them, what holds before what is held. */
function withInside(scene: GridScene, paths: readonly MemberPath[]): readonly string[] {
  const keys = new Set<string>();
  for (const { key, path, parent } of scene.cells) {
    if ((path !== null && paths.includes(path)) || (parent !== null && keys.has(parent))) {
      keys.add(key);
    }
  }
  return [...keys];
}

function startsIn(hole: SceneCell, place: DropSlot): boolean {
  const offset = place.offsetsBits[0] ?? -1;
  return offset >= hole.offsetBits && offset < hole.offsetBits + (hole.sizeBits ?? 0);
}

/** Where the field is held: not further in than the ghost is wide, so that it stays under the pointer. */
function gripOf(
  scene: GridScene,
  cell: SceneCell,
  at: { readonly xPx: number; readonly yPx: number },
): { readonly grabXPx: number; readonly grabYPx: number } {
  const row = rowIndexAt(scene, at.yPx);
  const piece = cell.fragments.find((each) => each.row === row) ?? cell.fragments[0];
  if (piece === undefined) return { grabXPx: 8, grabYPx: 12 };
  return {
    grabXPx: Math.min(Math.max(at.xPx - piece.xPx, 0), piece.widthPx, 120),
    grabYPx: Math.min(Math.max(at.yPx - piece.yPx, 0), 40),
  };
}

function canPress(context: GridContext, event: MouseEvent | TouchEvent): boolean {
  const scene = context.scene();
  if (scene === null) return false;
  if ('button' in event) return event.button === 0;
  if (event.touches.length !== 1) return false;
  // A finger on the grid scrolls it; only what was chosen by a tap before is picked up.
  const hit = cellAt(context, scene, event.touches[0]!);
  return hit !== null && hit.cell.selected;
}

function pressAt(context: GridContext, event: MouseEvent | TouchEvent): Press | null {
  const scene = context.scene();
  const client = clientPoint(event);
  const hit = scene === null ? null : cellAt(context, scene, client);
  return hit === null ? null : { ...hit, ...client };
}

function cellAt(
  context: GridContext,
  scene: GridScene,
  client: { readonly clientX: number; readonly clientY: number },
): { readonly cell: SceneCell; readonly part: Press['part'] } | null {
  const { xPx, yPx } = scenePoint(context.svg, client);
  const hit = hitTest(scene, xPx, yPx);
  return hit === null ? null : { cell: scene.cells[hit.cell]!, part: hit.part };
}

function clientPoint(event: MouseEvent | TouchEvent): { clientX: number; clientY: number } {
  const { clientX, clientY } =
    'touches' in event ? (event.touches[0] ?? event.changedTouches[0]!) : event;
  return { clientX, clientY };
}

/** Sentences for the live region. */
function pickUpWords(paths: readonly MemberPath[], places: readonly DropSlot[]): string {
  const holes = places.filter((place) => place.movesNothingElse).length;
  const fit = holes === 0 ? '' : `, ${holes} of them without moving anything else`;
  return `Holding ${paths.join(', ')}. ${places.length} places${fit}. Escape lets go.`;
}

function landingWords(place: DropSlot, scene: GridScene): string {
  const offsetBits = place.offsetsBits[0] ?? 0;
  const { first } = linesOf(offsetBits, null, scene);
  const where = place.before === null ? 'At the end' : `Before ${place.before}`;
  const at = `offset ${Math.floor(offsetBits / 8)}, line ${first}`;
  if (place.isCurrent) return `Where it was, ${at}.`;
  const price = place.movesNothingElse ? ', moves nothing else' : '';
  return `${where}, ${at}, size ${place.sizeBits / 8}${price}.`;
}

/** Scrolls while a held field is near the upper or lower edge. */
interface AutoScroll {
  readonly pointerAt: (clientY: number) => void;
  readonly stop: () => void;
}

const EDGE_PX = 44;
const MOST_PX_PER_FRAME = 18;

/** `onScroll` is called after each step: the pointer rests, but what is under it moved. */
function startAutoScroll(host: HTMLElement, viewport: Viewport, onScroll: () => void): AutoScroll {
  // Read once: to ask while the picture changes would have the browser lay it out twice.
  const box = host.getBoundingClientRect();
  let stepPx = 0;
  let frame = 0;
  const step = () => {
    frame = 0;
    if (stepPx === 0) return;
    if (viewport.scrollBy(stepPx) !== 0) onScroll();
    schedule();
  };
  const schedule = () => {
    if (frame === 0 && stepPx !== 0) frame = requestAnimationFrame(step);
  };
  return {
    pointerAt: (clientY) => {
      stepPx = speed(clientY - box.bottom + EDGE_PX) - speed(box.top + EDGE_PX - clientY);
      schedule();
    },
    stop: () => {
      stepPx = 0;
      cancelAnimationFrame(frame);
    },
  };
}

/** Faster the deeper the pointer is in the edge. */
function speed(depthPx: number): number {
  return Math.round(Math.min(1, Math.max(0, depthPx / EDGE_PX)) * MOST_PX_PER_FRAME);
}

const FONT_PX = 11.5;
const MOST_WIDTH_PX = 240;

const COST_FONT_PX = 11;
const COST_HEIGHT_PX = 20;
/** From the card to what it says. */
const COST_GAP_PX = 4;

/** What follows the pointer while fields are held: a card with the first one's name, and how many there are. */
class Ghost {
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

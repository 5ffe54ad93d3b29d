import { drag } from 'd3-drag';
import { select } from 'd3-selection';
import type { DropPlace } from '../../core/edit/dropPlaces';
import type { MemberPath } from '../../core/layout/ids';
import { dropTargetAt } from '../../core/scene/dropTarget';
import { hitTest, rowIndexAt } from '../../core/scene/hitTest';
import type { GridScene, SceneCell } from '../../core/scene/scene';
import { startAutoScroll, type AutoScroll } from './autoScroll';
import { cellOf, scenePoint, type GridContext } from './context';
import { Ghost } from './ghost';
import { landingWords, pickUpWords } from './spoken';

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
  readonly places: readonly DropPlace[];
  readonly ghost: Ghost;
  readonly autoScroll: AutoScroll;
  /** From the left edge and the top of the field to the pointer. */
  readonly grabXPx: number;
  readonly grabYPx: number;
  target: DropPlace | null;
  /** By how much `keepPlace` scrolled; taken back where nothing is dropped. */
  scrolledPx: number;
  client: { clientX: number; clientY: number };
  /** Of the pointer in the scene, when it last moved: to ask the page again in mid-frame makes it lay out. */
  yPx: number;
}

/** Less than this is a click with an unsteady hand. */
const THRESHOLD_PX = 4;

/** A place is said once the pointer rests there: of one that it only passes nobody could hear the end. */
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
    if (target === null) return;
    restTimer = window.setTimeout(() => callbacks.announce(landingWords(target, scene)), REST_MS);
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

function startsIn(hole: SceneCell, place: DropPlace): boolean {
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

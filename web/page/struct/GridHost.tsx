import { useEffect, useRef, useState } from 'react';
import { announce } from '../state/fileReducers';
import {
  editInView,
  focusInView,
  selectInView,
  setPreviewInView,
  toggleExpanded,
} from '../state/documentReducers';
import type { Edit } from '../../core/edit/edit';
import { documentInView } from '../state/inView';
import { turn } from '../state/layOutInTurns';
import { pickUp } from './pickUp';
import { showFinding } from '../state/findingsInView';
import { watchedLine } from '../state/lineInView';
import { seekingInView, type FindHit } from '../state/findReducers';
import { storyFields } from '../studies/storyFields';
import { openLead } from '../state/ways';
import { moveBy } from './moveBy';
import type { AppState } from '../state/state';
import { predictionInView, settledPrediction } from '../state/predictionInView';
import type { GridCallbacks, GridHandle, Room } from '../grid/callbacks';
import { mountGrid } from '../grid/mountGrid';
import { mountOverview } from '../grid/overview';
import type { MemberPath, StructId } from '../../core/layout/ids';
import { useApp } from '../kit/context';
import type { LineMenuAt } from './LineMenu';
import { dropCost } from './dropCost';
import {
  cellTip,
  drawnGrid,
  isLarge,
  lineTip,
  markedCellTip,
  memberToFocus,
  type DrawnGrid,
} from './drawnGrid';
import styles from './StructView.module.css';

/** A tooltip answers a pointer that rests; one that passes by, or has just pressed, is about something else. */
const TIP_DELAY_MS = 450;

/** By which somebody shows that they look for something themselves. */
const EXPLORING = ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const;

/** Figures, findings and the line follow a carried field when no other place came for so long. */
const FOLLOW_MS = 60;

/**
 * The place of the grid, which owns everything in it. The scene does not go through React: a drag frame
 * is a change of the state, a scene and a paint.
 */
export function GridHost({
  onMenu,
  onLineMenu,
}: {
  onMenu: (at: DOMRectReadOnly) => void;
  onLineMenu: (menu: LineMenuAt) => void;
}) {
  const app = useApp();
  const host = useRef<HTMLDivElement>(null);
  const column = useRef<HTMLDivElement>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const [tip, setTip] = useState<{ text: string; at: DOMRectReadOnly } | null>(null);

  useEffect(() => {
    const element = host.current;
    if (!element || !column.current) return undefined;
    const overview = mountOverview(column.current, element);
    let grid: GridHandle | null = null;
    let room: Room = { widthPx: 0, heightPx: 0 };
    let zoom = 1;
    let drawn: DrawnGrid | null = null;
    let tipTimer = 0;
    const hideTip = () => {
      window.clearTimeout(tipTimer);
      setTip(null);
    };

    const showTip = (text: string | null, at: DOMRectReadOnly | null) => {
      hideTip();
      if (text === null || at === null) return;
      tipTimer = window.setTimeout(() => setTip({ text, at }), TIP_DELAY_MS);
    };
    // What a pointer shows by hovering, the keyboard shows by focus.
    const onFocusIn = (event: FocusEvent) => {
      const item = event.target instanceof SVGElement ? event.target : null;
      if (!item?.matches(':focus-visible')) return;
      const key = item.parentElement?.dataset['key'] ?? '';
      showTip(drawn && markedCellTip(drawn, key), item.getBoundingClientRect());
    };

    const measured = (drawn: Room) => {
      room = drawn;
      zoom = drawn.widthPx === 0 ? 1 : element.clientWidth / drawn.widthPx;
    };

    /** What is carried, until all else follows: of places that the pointer only passes the grid alone is drawn. */
    let carried: { on: AppState; edits: readonly Edit[] | null; state: AppState } | null = null;
    const carry = (edits: readonly Edit[] | null) => {
      const on = app.store.getState();
      carried = { on, edits, state: setPreviewInView(on, edits) };
    };
    const current = (): AppState => {
      if (carried === null) return app.store.getState();
      if (carried.on !== app.store.getState()) carry(carried.edits);
      return carried.state;
    };
    const settled = (): AppState => {
      const state = current();
      carried = null;
      return state;
    };
    let followTimer = 0;

    const render = () => {
      const state = current();
      const inView = documentInView(state);
      if (!grid || !inView || room.widthPx === 0) return;
      const next = drawnGrid(drawn, inView, predictionInView(state), room);
      if (next === drawn) return;
      drawn = next;
      const { scene, isOther } = next;
      if (isOther) hideTip();
      grid.render(scene, isOther);
      // What stands below moves when a field lies, and not while it is carried.
      if (!inView.open.preview) {
        element.style.setProperty('--scene', `${Math.ceil(scene.heightPx * zoom)}px`);
        overview.render(scene);
      }
      setNotice(scene.notice);
    };

    let litHits: readonly FindHit[] | null = null;
    let litNow: FindHit | null = null;
    let litStory: readonly MemberPath[] = [];
    let lit: ReadonlySet<string> = new Set();
    const light = () => {
      const state = current();
      const inView = documentInView(state);
      // What is held moves what is found: it is looked for again when it lies.
      if (!grid || inView?.open.preview) return;
      const { hits = null, now = null } = seekingInView(state) ?? {};
      // The fields that a story speaks of, unless the reader looks for others.
      const ofStory = hits === null && inView ? storyFields(inView) : [];
      const isSame =
        ofStory.length === litStory.length && ofStory.every((path, at) => path === litStory[at]);
      if (hits === litHits && now === litNow && isSame) return;
      [litHits, litNow, litStory] = [hits, now, ofStory];
      lit = new Set<string>(hits?.map(({ key }) => key) ?? ofStory);
      grid.light(lit, now?.key ?? null, now?.key ?? ofStory[0] ?? null);
    };

    /** The struct in which somebody has looked around: it stays where they left it. */
    let explored: StructId | null = null;
    const onExplore = () => {
      explored = documentInView(app.store.getState())?.open.id ?? null;
    };
    /** What was scrolled to last: the line that the picture below explains is in sight above it. */
    let shownLine = '';
    const showWatchedLine = (hasNewRoom: boolean) => {
      const state = current();
      const inView = documentInView(state);
      // A carried field asks for nothing here: which line is the worst would be found out in each frame.
      if (!grid || !drawn || !inView || inView.open.preview) return;
      if (explored === inView.open.id) return;
      const line = watchedLine(state)?.line;
      const key = `${inView.open.id} ${line}`;
      if (line === undefined || (key === shownLine && !hasNewRoom)) return;
      shownLine = key;
      const { rows, cells } = drawn.scene;
      // A cell that begins on the line before is seen there.
      const first = cells.find(({ fragments: [begin] }) => begin && rows[begin.row]?.line === line);
      grid.light(lit, litNow?.key ?? null, first?.key ?? null);
    };

    const callbacks: GridCallbacks = {
      places: (paths) => pickUp(app, paths),
      onPreview(edit) {
        carry(edit && [edit]);
        draw();
        window.clearTimeout(followTimer);
        followTimer = window.setTimeout(() => app.update(settled), FOLLOW_MS);
      },
      onRest: (words) =>
        app.update(() => (words === null ? settled() : announce(settled(), words))),
      dropCost: () => {
        const state = current();
        const inView = documentInView(state);
        return inView && dropCost(inView, settledPrediction(state), predictionInView(state));
      },
      onDrop(edit) {
        window.clearTimeout(followTimer);
        carried = null;
        app.update((state) => editInView(state, [edit]));
        // A drop that changes nothing is no news to the store.
        draw();
      },
      onMoveBy: (paths, steps) => app.update((state) => moveBy(state, paths, steps)),
      onSelect: (paths) => app.update((state) => followField(selectInView(state, paths))),
      onFocus: (path) => app.update((state) => followField(focusInView(state, path))),
      onToggle: (path) => app.update((state) => toggleExpanded(state, path)),
      onLead: (path) => void openLead(app, path),
      onMenu: (path, at) => {
        // The menu is about the field under the pointer: another that is selected is let go.
        app.update((state) => {
          const isSelected = documentInView(state)?.open.selection.includes(path);
          return focusInView(isSelected ? state : selectInView(state, [path]), path);
        });
        onMenu(at);
      },
      onHover(key, at) {
        showTip(drawn && key !== null ? cellTip(drawn, key) : null, at);
      },
      onHoverLine(line, at) {
        showTip(drawn && line !== null ? lineTip(drawn, line) : null, at);
      },
      onFinding: (line) => showFinding(app, line),
      onLineMenu: (line, at) => onLineMenu({ line, at }),
      onRoom(inner) {
        measured(inner);
        render();
        showWatchedLine(true);
      },
      announce: (text) => app.update(() => announce(settled(), text)),
    };

    grid = mountGrid(element, callbacks);
    measured(grid.room());
    // This task had all else that React draws of the struct: a large first picture is a task of its own.
    const first = documentInView(app.store.getState());
    let isAwaited = first !== null && isLarge(first);
    const draw = () => {
      isAwaited = false;
      render();
      light();
      showWatchedLine(false);
    };
    if (isAwaited) void turn().then(draw);
    else draw();
    const unsubscribe = app.store.subscribe(() => {
      if (!isAwaited) draw();
    });
    element.addEventListener('pointerdown', hideTip, { capture: true });
    for (const kind of EXPLORING) element.addEventListener(kind, onExplore, { passive: true });
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', hideTip);
    element.addEventListener('scroll', hideTip, { capture: true, passive: true });
    const takeBack = app.provide({
      focusGrid() {
        draw();
        const inView = documentInView(app.store.getState());
        const member = inView && memberToFocus(inView);
        if (member !== null) grid?.focus(member);
      },
    });
    return () => {
      takeBack();
      unsubscribe();
      window.clearTimeout(tipTimer);
      element.removeEventListener('pointerdown', hideTip, { capture: true });
      for (const kind of EXPLORING) element.removeEventListener(kind, onExplore);
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', hideTip);
      element.removeEventListener('scroll', hideTip, { capture: true });
      window.clearTimeout(followTimer);
      overview.destroy();
      grid?.destroy();
      grid = null;
    };
  }, [app, onMenu, onLineMenu]);

  return (
    <>
      <div ref={column} className={styles.overview} aria-hidden="true" hidden />
      <div
        ref={host}
        className={styles.grid}
        // The focus also comes by Tab and from screen readers, of which the grid tells nothing.
        onFocus={(event) => {
          const path = event.target.closest<SVGGElement>('[data-path]')?.dataset['path'];
          if (path) app.update((state) => focusInView(state, path as MemberPath));
        }}
      />
      {/* Where what is drawn ends, beside the grid itself: its style makes room for it. */}
      {notice !== null && (
        <p className={styles.notice} role="note">
          {notice}
        </p>
      )}
      {tip && <Tip {...tip} />}
    </>
  );
}

/** Who comes to a field wants to know of it, where the list of findings stood until now. */
function followField(state: AppState): AppState {
  return state.inspector === 'findings' ? { ...state, inspector: 'field' } : state;
}

/** Below the field, or above it near the lower edge. Screen readers have the same text in the grid. */
function Tip({ text, at }: { text: string; at: DOMRectReadOnly }) {
  const below = at.bottom + 60 < window.innerHeight;
  const left = Math.max(8, Math.min(at.left, window.innerWidth - 348));
  return (
    <div
      className={styles.tooltip}
      aria-hidden="true"
      style={
        below ? { left, top: at.bottom + 6 } : { left, bottom: window.innerHeight - at.top + 6 }
      }
    >
      {text}
    </div>
  );
}

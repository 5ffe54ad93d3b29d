import { useEffect, useRef, useState } from 'react';
import { announce, announceAndShow } from '../../app/files/fileReducers';
import {
  editInView,
  focusInView,
  selectInView,
  setPreviewInView,
  toggleExpanded,
} from '../../app/document/documentReducers';
import { documentInView, type InView } from '../../app/document/inView';
import { turn } from '../../app/document/turn';
import type { AppScreen, AppStore } from '../../app/app';
import { findingsInView } from '../../app/findings/findingsInView';
import { seekingInView } from '../../app/find/findReducers';
import type { FindHit } from '../../app/find/hits';
import { toldFields } from '../../app/studies/told';
import { openLead } from '../../app/list/ways';
import { moveBy } from '../../app/document/moveBy';
import type { AppState } from '../../app/state';
import {
  predictionInView,
  settledPrediction,
  type PredictionView,
} from '../../app/predict/predictionInView';
import { dropPlaces, nearestPlaces, whyNotMovable } from '../../edit/dropPlaces';
import type { GridCallbacks, GridHandle } from '../../grid/callbacks';
import { mountGrid } from '../../grid/mountGrid';
import type { MemberPath } from '../../layout/ids';
import type { Layout } from '../../layout/layout';
import { buildScene } from '../../scene/buildScene';
import { withSelection } from '../../scene/finish';
import type { GridScene, LineMark } from '../../scene/scene';
import { useApp } from '../kit/context';
import type { LineMenuAt } from './LineMenu';
import { dropCost } from '../../view/document/dropCost';
import { sceneInput } from '../../view/document/sceneInput';
import styles from './StructView.module.css';

/** A tooltip answers a pointer that rests; one that passes by, or has just pressed, is about something else. */
const TIP_DELAY_MS = 450;
/** Cells of a picture that is drawn in a few milliseconds. */
const MOST_AT_ONCE = 300;

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
  const [notice, setNotice] = useState<string | null>(null);
  const [tip, setTip] = useState<{ text: string; at: DOMRectReadOnly } | null>(null);

  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    let grid: GridHandle | null = null;
    let widthPx = 0;
    let scene: GridScene | null = null;
    let drawn: InView | null = null;
    let noted: PredictionView | null = null;
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
      const place = scene?.cellByKey.get(item.parentElement?.dataset['key'] ?? '');
      const cell = place === undefined ? undefined : scene?.cells[place];
      const isMarked = cell && (cell.broken !== null || cell.note !== null || cell.ofLine !== null);
      showTip(isMarked ? cell.spoken : null, item.getBoundingClientRect());
    };

    const render = () => {
      const state = app.store.getState();
      const inView = documentInView(state);
      if (!grid || !inView || widthPx === 0) return;
      const predicted = predictionInView(state);
      if (inView === drawn && predicted === noted && scene?.widthPx === widthPx) return;
      const isOther = drawn?.open.id !== inView.open.id;
      const samePicture =
        drawn !== null &&
        inView.shown === drawn.shown &&
        inView.document === drawn.document &&
        inView.open.preview === drawn.open.preview &&
        predicted === noted &&
        scene?.widthPx === widthPx;
      drawn = inView;
      noted = predicted;
      if (scene !== null && samePicture) {
        scene = withSelection(scene, new Set(inView.open.selection), inView.open.focus);
      } else {
        scene = buildScene(sceneInput(inView, widthPx, predicted), isOther ? null : scene);
      }
      if (isOther) hideTip();
      grid.render(scene, isOther);
      setNotice(scene.notice);
    };

    let litHits: readonly FindHit[] | null = null;
    let litNow: FindHit | null = null;
    let litTold: readonly MemberPath[] = [];
    const light = () => {
      const state = app.store.getState();
      const inView = documentInView(state);
      // What is held moves what is found: it is looked for again when it lies.
      if (!grid || inView?.open.preview) return;
      const { hits = null, now = null } = seekingInView(state) ?? {};
      // The fields that a story speaks of, unless the reader looks for others.
      const told = hits === null && inView ? toldFields(inView) : [];
      const isSame =
        told.length === litTold.length && told.every((path, at) => path === litTold[at]);
      if (hits === litHits && now === litNow && isSame) return;
      [litHits, litNow, litTold] = [hits, now, told];
      const keys = hits?.map(({ key }) => key) ?? told;
      grid.light(new Set<string>(keys), now?.key ?? null, now?.key ?? told[0] ?? null);
    };

    const callbacks: GridCallbacks = {
      places(paths) {
        const inView = documentInView(app.store.getState());
        if (!inView || inView.document.view.show === 'original') return [];
        const { applied } = inView.edited;
        const why = whyNotMovable(applied, paths);
        if (why !== null) app.update((state) => announceAndShow(state, why));
        const places = dropPlaces(applied, paths);
        const near = nearestPlaces(applied.struct);
        if (near < applied.struct.root.members.length) {
          const said = `The struct has so many members that a field can be dropped ${near} places from where it is. Alt+Home and Alt+End go further.`;
          app.update((state) => announceAndShow(state, said));
        }
        return places;
      },
      onPreview: (edit) => app.update((state) => setPreviewInView(state, edit && [edit])),
      dropCost: () => {
        const state = app.store.getState();
        const inView = documentInView(state);
        return inView && dropCost(inView, settledPrediction(state), predictionInView(state));
      },
      onDrop: (edit) => app.update((state) => editInView(state, [edit])),
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
        const place = key === null ? undefined : scene?.cellByKey.get(key);
        const cell = place === undefined ? undefined : scene?.cells[place];
        showTip(cell?.spoken ?? null, at);
      },
      onHoverLine(line, at) {
        const mark = scene?.rows.find((row) => row.line === line && row.mark !== null)?.mark;
        showTip(mark ? lineTip(mark) : null, at);
      },
      onFinding: (line) => showFinding(app, line),
      onLineMenu: (line, at) => onLineMenu({ line, at }),
      onWidth(width) {
        widthPx = width;
        render();
      },
      announce: (text) => app.update((state) => announce(state, text)),
    };

    grid = mountGrid(element, callbacks);
    widthPx = grid.widthPx();
    // This task had all else that React draws of the struct: a large first picture is a task of its own.
    const first = documentInView(app.store.getState());
    let isAwaited = first !== null && itemsOf(first.shown.layout) > MOST_AT_ONCE;
    const draw = () => {
      isAwaited = false;
      render();
      light();
    };
    if (isAwaited) void turn().then(draw);
    else draw();
    const unsubscribe = app.store.subscribe(() => {
      if (!isAwaited) draw();
    });
    element.addEventListener('pointerdown', hideTip, { capture: true });
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', hideTip);
    element.addEventListener('scroll', hideTip, { capture: true, passive: true });
    const takeBack = app.provide({
      focusGrid() {
        draw();
        const first = firstMember(documentInView(app.store.getState()));
        if (first) grid?.focus(first);
      },
    });
    return () => {
      takeBack();
      unsubscribe();
      window.clearTimeout(tipTimer);
      element.removeEventListener('pointerdown', hideTip, { capture: true });
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', hideTip);
      element.removeEventListener('scroll', hideTip, { capture: true });
      grid?.destroy();
      grid = null;
    };
  }, [app, onMenu, onLineMenu]);

  return (
    <>
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

/** Counts the items of a layout, with those of unnamed aggregates, whose fields are cells too. */
function itemsOf({ items }: Layout): number {
  return items.reduce(
    (sum, item) =>
      sum + 1 + (item.kind === 'field' && item.inner !== null ? itemsOf(item.inner) : 0),
    0,
  );
}

/** Where the keyboard was, or the first field: not the anonymous aggregate around it. */
function firstMember(inView: InView | null): MemberPath | null {
  if (!inView) return null;
  if (inView.open.focus !== null) return inView.open.focus;
  let first = inView.shown.applied.struct.root.members[0];
  while (first?.inner?.members[0]) first = first.inner.members[0];
  return first?.path ?? null;
}

/** Selects what was found on a line, under the findings. */
function showFinding(app: AppStore & AppScreen, line: number): void {
  const inView = documentInView(app.store.getState());
  const finding = inView && findingsInView(inView).find(({ lines }) => lines.includes(line));
  if (!finding) return;
  app.showInspector('findings');
  app.update((state) => selectInView(state, finding.members));
}

/** Who comes to a field wants to know of it, where the list of findings stood until now. */
function followField(state: AppState): AppState {
  return state.inspector === 'findings' ? { ...state, inspector: 'field' } : state;
}

function lineTip({ finding, broken, note }: LineMark): string {
  return [finding, broken === null ? null : `Breaks a rule: ${broken}`, note]
    .filter(Boolean)
    .join('\n');
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

import { clsx } from 'clsx';
import { Suspense, useCallback, useDeferredValue, useState, useEffect } from 'react';
import { documentInView, heatInView, isUnanswered, settledInView } from '../state/inView';
import type { AppState } from '../state/state';
import { showsPanel } from '../state/panels';
import type { StructId } from '../../core/layout/ids';
import { lazyPart } from '../kit/lazyPart';
import { useApp, useAppState } from '../kit/context';
import { FindOver } from '../find/FindOver';
import { FigureStrip } from './FigureStrip';
import { GridHost } from './GridHost';
import { SourceStrip } from '../source/SourceStrip';
import type { LineMenuAt } from './LineMenu';
import { FieldMenu, LineMenu } from './menus';
import { Introduction } from './Introduction';
import { useWindowWidth } from '../kit/useWindowWidth';
import { StructTitle } from './StructTitle';
import styles from './StructView.module.css';
import { flushSync } from 'react-dom';
import { predictionInView } from '../state/predictionInView';
import type { Picture } from '../../core/scene/picture';
import { HatchPattern, PictureView } from '../compare/PictureView';
import { printedLayout } from './printedLayout';
import { commandById } from '../commands/commands';
import { CommandButton } from '../kit/CommandButton';
import controls from '../kit/controls.module.css';
import { plural } from '../../core/base/prose';
import { Icon } from '../kit/Icon';
import { useSettledView } from '../kit/useInView';

const LINE_SIZES = [32, 64, 128, 256];

/** How the struct is looked at: line size, pairs, base offset, before or after; undo and redo. */
function Toolbar() {
  const app = useApp();
  const inView = useSettledView();
  const comparing = useAppState((state) => state.comparing);
  if (!inView) return null;
  const { lineBytes, pair, baseBytes, otherBases } = inView.edited.applied.state;
  const showsOriginal = inView.document.view.show === 'original';
  const changes = inView.changeCount;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="View and changes">
      <span className={styles.group} role="group" aria-label="Line size">
        <select
          className={controls.field}
          aria-label="Line size in bytes"
          title="Line size in bytes"
          value={lineBytes}
          onChange={(event) => commandById(`view.line${event.target.value}`).run(app)}
        >
          {LINE_SIZES.map((bytes) => (
            <option key={bytes} value={bytes}>
              {bytes} B
            </option>
          ))}
        </select>
        <span className={controls.segments}>
          <CommandButton command="view.pair" className={controls.segment} pressed={pair}>
            × 2
          </CommandButton>
        </span>
      </span>
      <span className={styles.group} role="group" aria-label="Where in its line the struct starts">
        <span className={controls.segments}>
          <CommandButton command="view.baseLess" className={controls.segment}>
            −
          </CommandButton>
          <output
            className={controls.segmentText}
            aria-label="Base offset in bytes"
            title="Base offset: where in its line the struct begins, in bytes"
          >
            base {[baseBytes, ...otherBases].join(' or ')}
          </output>
          <CommandButton command="view.baseMore" className={controls.segment}>
            +
          </CommandButton>
        </span>
      </span>
      {/* With nothing changed there is nothing to choose, and nothing to undo: their room is kept. */}
      <span
        className={styles.group}
        role="group"
        aria-label="Layout in view"
        data-idle={(changes === 0 && !comparing) || undefined}
      >
        <span className={controls.segments}>
          {(['original', 'edited'] as const).map((show) => {
            // With nothing changed there is one layout, which is the original.
            const isShown = (show === 'original') === (showsOriginal || changes === 0);
            const pressed = isShown && !comparing;
            return (
              <button
                key={show}
                type="button"
                className={controls.segment}
                aria-pressed={pressed}
                onClick={() => {
                  if (comparing) commandById('view.compare').run(app);
                  if (!isShown) commandById('view.original').run(app);
                }}
              >
                {show}
              </button>
            );
          })}
          <CommandButton
            command="view.compare"
            className={controls.segment}
            pressed={comparing}
            ownName
          >
            compare
          </CommandButton>
        </span>
      </span>
      <span className={styles.history} role="group" aria-label="Changes">
        {changes > 0 && (
          <button
            type="button"
            className={`${controls.link} ${styles.changes}`}
            onClick={() => app.showInspector('changes')}
          >
            {plural(changes, 'change')}
          </button>
        )}
        {/* What came with a link or a study has no step to undo, but a way back to the original. */}
        {changes > 0 && !inView.canUndo && (
          <CommandButton
            command="edit.reset"
            className={`${controls.link} ${styles.changes}`}
            ownName
          >
            Reset
          </CommandButton>
        )}
        <span
          className={styles.group}
          data-idle={(!inView.canUndo && !inView.canRedo) || undefined}
        >
          <CommandButton command="edit.undo" className={controls.iconButton}>
            <Icon name="undo" />
          </CommandButton>
          <CommandButton command="edit.redo" className={controls.iconButton}>
            <Icon name="redo" />
          </CommandButton>
        </span>
      </span>
    </div>
  );
}

const CompareView = lazyPart(async () => (await import('../compare/CompareView')).default);
const LineDock = lazyPart(async () => (await import('./LineDock')).default);

/**
 * The open struct: what it is, how it is looked at, its figures, and the grid. All of it stays from struct
 * to struct: to make it anew took longer than everything else of a pick.
 */
export function StructView() {
  const app = useApp();
  const id = useAppState(openId);
  const [menu, setMenu] = useState<{ of: StructId | null; at: DOMRectReadOnly } | null>(null);
  const onMenu = useCallback(
    (at: DOMRectReadOnly) => setMenu({ of: openId(app.store.getState()), at }),
    [app],
  );
  const [lineMenu, setLineMenu] = useState<(LineMenuAt & { of: StructId | null }) | null>(null);
  const onLineMenu = useCallback(
    (requested: LineMenuAt) => setLineMenu({ ...requested, of: openId(app.store.getState()) }),
    [app],
  );
  const width = useWindowWidth();
  const isBeside = useAppState((state) => showsPanel(state, 'right', width));
  const comparing = useAppState((state) => state.comparing);
  const hasHeat = useAppState((state) => {
    const inView = settledInView(state);
    return inView !== null && heatInView(inView).current !== null;
  });
  // The first struct of all brings the tools along, whose room is kept: its grid is painted first.
  const hasTools = useDeferredValue(true, false);
  // A layout of which a part is not known is none.
  const unanswered = useAppState((state) => {
    const open = documentInView(state)?.open;
    return open ? isUnanswered(state, open) : false;
  });
  return (
    <div className={clsx(styles.view, hasHeat && styles.withLine)}>
      <div className={styles.headPlace}>
        <div className={styles.head}>
          <StructTitle />
          {!unanswered && hasTools && <Toolbar />}
        </div>
      </div>
      {unanswered && <SourceStrip />}
      {!unanswered && (
        <>
          <FigureStrip />
          {comparing ? (
            <Suspense fallback={null}>
              <CompareView key={id} />
            </Suspense>
          ) : (
            <>
              <FindOver className={hasHeat ? styles.overLine : undefined}>
                <GridHost onMenu={onMenu} onLineMenu={onLineMenu} />
              </FindOver>
              {hasHeat && (
                <Suspense>
                  <LineDock key={id} />
                </Suspense>
              )}
              <PrintedGrid />
            </>
          )}
        </>
      )}
      {!isBeside && (
        <div className={styles.introduction}>
          <Introduction />
        </div>
      )}
      <Suspense>
        {menu !== null && menu.of === id && (
          <FieldMenu at={menu.at} onClose={() => setMenu(null)} />
        )}
        {lineMenu !== null && lineMenu.of === id && (
          <LineMenu line={lineMenu.line} at={lineMenu.at} onClose={() => setLineMenu(null)} />
        )}
      </Suspense>
    </div>
  );
}

function openId(state: AppState): StructId | null {
  return documentInView(state)?.open.id ?? null;
}

/**
 * The layout in view for paper: every line of it, and none of them parted by the end of a page. The grid
 * itself holds only what is on the screen.
 */
function PrintedGrid() {
  const app = useApp();
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints what is there when this returns.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  const state = app.store.getState();
  const inView = documentInView(state);
  if (!isPrinting || !inView) return null;
  const { ruler, lines } = printedLayout(inView, predictionInView(state));
  return (
    <div className={styles.printed}>
      <svg width={0} height={0} aria-hidden="true">
        <HatchPattern />
      </svg>
      {/* The bytes of a line, at the head of each page. */}
      <div className={styles.ruler}>
        <Paper picture={ruler} />
      </div>
      <div>
        {lines.map(({ key, picture }) => (
          <Paper key={key} picture={picture} />
        ))}
      </div>
    </div>
  );
}

function Paper({ picture }: { picture: Picture }) {
  return (
    <svg viewBox={`0 0 ${picture.widthPx} ${picture.heightPx}`} aria-hidden="true">
      <PictureView picture={picture} />
    </svg>
  );
}

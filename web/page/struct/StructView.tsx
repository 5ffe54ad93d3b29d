import { Suspense, useCallback, useDeferredValue, useState } from 'react';
import { documentInView } from './inView';
import type { AppState } from '../state/state';
import { showsPanel } from '../state/panels';
import { isUnanswered } from '../source/unanswered';
import type { StructId } from '../../core/layout/ids';
import { lazyPart } from '../kit/lazyPart';
import { useApp, useAppState } from '../kit/context';
import { FindOver } from '../find/FindOver';
import { FigureStrip } from './FigureStrip';
import { GridHost } from './GridHost';
import { SourceStrip } from '../source/SourceStrip';
import type { LineMenuAt } from './LineMenu';
import { FieldMenu, LineMenu } from './menus';
import { Told } from './Told';
import { useWindowWidth } from '../shell/useWindowWidth';
import { PrintedGrid } from './PrintedGrid';
import { StructTitle } from './StructTitle';
import { Toolbar } from './Toolbar';
import styles from './StructView.module.css';

const CompareView = lazyPart(async () => (await import('../compare/CompareView')).default);

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
    (asked: LineMenuAt) => setLineMenu({ ...asked, of: openId(app.store.getState()) }),
    [app],
  );
  const width = useWindowWidth();
  const isBeside = useAppState((state) => showsPanel(state, 'right', width));
  const comparing = useAppState((state) => state.comparing);
  // The first struct of all brings the tools along, whose room is kept: its grid is painted first.
  const hasTools = useDeferredValue(true, false);
  // A layout of which a part is not known is none.
  const unanswered = useAppState((state) => {
    const open = documentInView(state)?.open;
    return open ? isUnanswered(state, open) : false;
  });
  return (
    <div className={styles.view}>
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
              <FindOver>
                <GridHost onMenu={onMenu} onLineMenu={onLineMenu} />
              </FindOver>
              <PrintedGrid />
            </>
          )}
        </>
      )}
      {!isBeside && (
        <div className={styles.told}>
          <Told />
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

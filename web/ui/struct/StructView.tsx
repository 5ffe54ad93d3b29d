import { lazy, Suspense, useState } from 'react';
import { documentInView } from '../../app/document/inView';
import { isUnanswered } from '../../app/source/unanswered';
import { useAppState } from '../kit/context';
import { FieldMenu } from './FieldMenu';
import { FigureStrip } from './FigureStrip';
import { GridHost } from './GridHost';
import { HeatBar } from '../heat/HeatBar';
import { StructTitle } from './StructTitle';
import { Toolbar } from './Toolbar';
import styles from './StructView.module.css';

const CompareView = lazy(() => import('../compare/CompareView'));

/** The open struct: what it is, how it is looked at, its figures, and the grid. */
export function StructView() {
  const [menuAt, setMenuAt] = useState<DOMRectReadOnly | null>(null);
  const comparing = useAppState((state) => state.comparing);
  // A layout of which a part is not known is none.
  const unanswered = useAppState((state) => {
    const open = documentInView(state)?.open;
    return open ? isUnanswered(state, open) : false;
  });
  return (
    <div className={styles.view}>
      <StructTitle />
      {!unanswered && (
        <>
          <Toolbar />
          {!comparing && <FigureStrip />}
          {!comparing && <HeatBar />}
          {comparing ? (
            <Suspense fallback={null}>
              <CompareView />
            </Suspense>
          ) : (
            <GridHost onMenu={setMenuAt} />
          )}
        </>
      )}
      {menuAt && <FieldMenu at={menuAt} onClose={() => setMenuAt(null)} />}
    </div>
  );
}

import { useState } from 'react';
import { FieldMenu } from './FieldMenu';
import { FigureStrip } from './FigureStrip';
import { GridHost } from './GridHost';
import { HeatBar } from './heat/HeatBar';
import { StructTitle } from './StructTitle';
import { Toolbar } from './Toolbar';
import styles from './StructView.module.css';

/** The open struct: what it is, how it is looked at, its figures, and the grid. */
export function StructView() {
  const [menuAt, setMenuAt] = useState<DOMRectReadOnly | null>(null);
  return (
    <div className={styles.view}>
      <StructTitle />
      <Toolbar />
      <FigureStrip />
      <HeatBar />
      <GridHost onMenu={setMenuAt} />
      {menuAt && <FieldMenu at={menuAt} onClose={() => setMenuAt(null)} />}
    </div>
  );
}

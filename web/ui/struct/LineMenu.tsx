import { MenuItem } from 'react-aria-components';
import { selectInView } from '../../app/document/documentReducers';
import { documentInView } from '../../app/document/inView';
import { startNote } from '../../app/notes/noteReducers';
import { linesOf } from '../../layout/lines';
import { leavesOf } from '../../layout/walk';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { afterMenu, GridMenu } from './GridMenu';

export interface LineMenuAt {
  readonly line: number;
  readonly at: DOMRectReadOnly;
}

/** The menu beside a line, by right click. The keyboard has the same in the menu of a field on it. */
export function LineMenu({ line, at, onClose }: LineMenuAt & { onClose: () => void }) {
  const app = useApp();
  const select = () =>
    app.update((state) => {
      const inView = documentInView(state);
      if (!inView) return state;
      const { applied, layout } = inView.shown;
      const fields = [...leavesOf(layout)].filter(({ offsetBits, sizeBits }) => {
        const { first, last } = linesOf(offsetBits, sizeBits, applied);
        return first <= line && line <= last && sizeBits !== 0;
      });
      return selectInView(
        state,
        fields.map(({ path }) => path),
      );
    });
  return (
    <GridMenu
      label={`Actions on line ${line}`}
      at={at}
      onClose={onClose}
      onAction={(id) => {
        if (id === 'select') select();
        else afterMenu(() => app.update((state) => startNote(state, { kind: 'line', line })));
      }}
    >
      <MenuItem id="note" className={controls.menuItem ?? ''} textValue="Note">
        Note on line {line}…
      </MenuItem>
      <MenuItem id="select" className={controls.menuItem ?? ''} textValue="Select">
        Select its fields
      </MenuItem>
    </GridMenu>
  );
}

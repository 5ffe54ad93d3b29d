import { MenuItem } from 'react-aria-components';
import { selectLine } from './selectLine';
import { startNote } from '../state/documentReducers';
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
  return (
    <GridMenu
      label={`Actions on line ${line}`}
      at={at}
      onClose={onClose}
      onAction={(id) => {
        if (id === 'select') app.update((state) => selectLine(state, line));
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

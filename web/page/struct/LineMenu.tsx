import { MenuItem } from 'react-aria-components';
import { selectLine } from './selectLine';
import { documentInView, heatInView } from '../state/inView';
import { startNote } from '../state/documentReducers';
import { openLineLarge } from '../state/profileReducers';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { afterMenu, GridMenu } from './GridMenu';

export interface LineMenuAt {
  readonly line: number;
  readonly at: DOMRectReadOnly;
}

/** The menu beside a line, by right click. The keyboard has the same in the menu of a field on it. */
export function LineMenu({ line, at, onClose }: LineMenuAt & { onClose: () => void }) {
  const app = useApp();
  const hasHeat = useAppState((state) => {
    const inView = documentInView(state);
    return inView !== null && heatInView(inView).current !== null;
  });
  return (
    <GridMenu
      label={`Actions on line ${line}`}
      at={at}
      onClose={onClose}
      onAction={(id) => {
        if (id === 'select') app.update((state) => selectLine(state, line));
        else if (id === 'large') afterMenu(() => app.update((state) => openLineLarge(state, line)));
        else afterMenu(() => app.update((state) => startNote(state, { kind: 'line', line })));
      }}
    >
      {hasHeat && (
        <MenuItem id="large" className={controls.menuItem ?? ''} textValue="Large">
          Open line {line} large
        </MenuItem>
      )}
      <MenuItem id="note" className={controls.menuItem ?? ''} textValue="Note">
        Note on line {line}…
      </MenuItem>
      <MenuItem id="select" className={controls.menuItem ?? ''} textValue="Select">
        Select its fields
      </MenuItem>
    </GridMenu>
  );
}

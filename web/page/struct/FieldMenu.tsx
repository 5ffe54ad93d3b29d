import { Menu, MenuItem, Popover, Separator, SubmenuTrigger } from 'react-aria-components';
import { commandById } from '../commands/commands';
import { selectionInView } from '../state/inView';
import { KeyCaps } from '../kit/CommandButton';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { plural } from '../../core/base/prose';
import { afterMenu, GridMenu } from './GridMenu';

/** Ids of commands, by how often they are wanted; null is a line between. */
const ITEMS: readonly (string | null)[] = [
  'field.expand',
  'field.open',
  'field.copy',
  null,
  'field.first',
  'field.last',
  'field.alignCacheline',
  null,
  'field.tag.write-hot',
  'field.tag.counter',
  'field.tag.read-mostly',
  'field.untag',
  null,
  'note.field',
  'edit.reset',
];

/** What opens under “More”. */
const MORE: readonly (string | null)[] = [
  'field.isolate',
  'field.align8',
  'field.align16',
  'field.align64',
  'field.unalign',
  null,
  'field.pad8',
  'field.pad64',
  'field.unpad',
  null,
  'field.tag.read-hot',
  'field.tag.lock',
  'field.tag.cold',
  null,
  'rule.together',
  'rule.apart',
  'rule.apartFromLine',
  'rule.stay',
  null,
  'note.line',
];

/** The menu of a field, by right click or by the menu key: the same commands as everywhere. */
export function FieldMenu({ at, onClose }: { at: DOMRectReadOnly; onClose: () => void }) {
  const app = useApp();
  const state = useAppState((all) => all);
  const selection = selectionInView(state);
  const label =
    selection.length === 1 ? (selection[0] ?? '') : plural(selection.length, 'selected field');
  // What cannot be done with this field only stands in the way of what can.
  const possible = (ids: readonly (string | null)[]) =>
    ids
      .filter((id) => id === null || commandById(id).disabled(state) === null)
      .filter((id, at, all) => id !== null || (at > 0 && all[at - 1] !== null))
      .filter((id, at, all) => id !== null || at < all.length - 1);
  const items = possible(ITEMS);
  const more = possible(MORE);
  const run = (id: string) => {
    const command = commandById(id);
    if (command.movesFocus) afterMenu(() => command.run(app));
    else command.run(app);
  };
  return (
    <GridMenu label={`Actions on ${label}`} at={at} onClose={onClose} onAction={run}>
      <Items ids={items} />
      {more.length > 0 && (
        <SubmenuTrigger>
          <MenuItem id="more" className={controls.menuItem ?? ''} textValue="More">
            More
            <span className={controls.menuMore} aria-hidden="true">
              ▸
            </span>
          </MenuItem>
          <Popover className={controls.popover ?? ''}>
            <Menu
              className={controls.menu ?? ''}
              aria-label={`More actions on ${label}`}
              onAction={(id) => {
                onClose();
                run(String(id));
              }}
            >
              <Items ids={more} />
            </Menu>
          </Popover>
        </SubmenuTrigger>
      )}
    </GridMenu>
  );
}

function Items({ ids }: { ids: readonly (string | null)[] }) {
  return ids.map((id, place) => {
    if (id === null) return <Separator key={place} className={controls.separator ?? ''} />;
    const command = commandById(id);
    return (
      <MenuItem key={id} id={id} className={controls.menuItem ?? ''} textValue={command.title}>
        {command.title}
        {command.keys[0] && <KeyCaps name={command.keys[0]} />}
      </MenuItem>
    );
  });
}

import { MenuItem, Separator } from 'react-aria-components';
import { commandById } from '../../app/commands/commands';
import { selectionInView } from '../../app/document/inView';
import { KeyCaps } from '../kit/CommandButton';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { plural } from '../../base/prose';
import { afterMenu, GridMenu } from './GridMenu';

/** Ids of commands; null is a line between. */
const ITEMS: readonly (string | null)[] = [
  'field.expand',
  null,
  'field.first',
  'field.last',
  null,
  'field.alignCacheline',
  'field.align8',
  'field.align16',
  'field.align64',
  'field.unalign',
  'field.isolate',
  null,
  'field.pad8',
  'field.pad64',
  'field.unpad',
  null,
  'field.tag.read-hot',
  'field.tag.read-mostly',
  'field.tag.write-hot',
  'field.tag.lock',
  'field.tag.cold',
  'field.untag',
  null,
  'rule.together',
  'rule.apart',
  'rule.apartFromLine',
  'rule.stay',
  null,
  'note.field',
  'note.line',
  null,
  'edit.reset',
];

/** The menu of a field, by right click or by the menu key: the same commands as everywhere. */
export function FieldMenu({ at, onClose }: { at: DOMRectReadOnly; onClose: () => void }) {
  const app = useApp();
  const state = useAppState((all) => all);
  const selection = selectionInView(state);
  const label =
    selection.length === 1 ? (selection[0] ?? '') : plural(selection.length, 'selected field');
  return (
    <GridMenu
      label={`Actions on ${label}`}
      at={at}
      onClose={onClose}
      disabledKeys={ITEMS.flatMap((id) =>
        id !== null && commandById(id).disabled(state) !== null ? [id] : [],
      )}
      onAction={(id) => {
        const command = commandById(id);
        if (command.movesFocus) afterMenu(() => command.run(app));
        else command.run(app);
      }}
    >
      {ITEMS.map((id, place) => {
        if (id === null) return <Separator key={place} className={controls.separator ?? ''} />;
        const command = commandById(id);
        return (
          <MenuItem key={id} id={id} className={controls.menuItem ?? ''} textValue={command.title}>
            {command.title}
            {command.keys[0] && <KeyCaps name={command.keys[0]} />}
          </MenuItem>
        );
      })}
    </GridMenu>
  );
}

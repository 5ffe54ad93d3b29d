import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { COMMANDS } from '../commands/commands';
import { paletteEntries } from '../commands/paletteEntries';
import { KeyCaps } from '../kit/CommandButton';
import { useApp, useAppState } from '../kit/context';
import { Icon } from '../kit/Icon';
import { ModalFrame } from '../kit/ModalFrame';
import styles from './Palette.module.css';

/** Every command by its title, with its key: type a few letters, Enter runs it. */
export function Palette() {
  const app = useApp();
  const open = useAppState((state) => state.dialog === 'palette');
  return (
    <ModalFrame
      isOpen={open}
      close={() => app.showDialog('none')}
      className={styles.palette}
      label="Commands"
    >
      <PaletteBody />
    </ModalFrame>
  );
}

/** A dialog gives the focus back in the frame after it is gone. */
const FOCUS_BACK_MS = 50;

function PaletteBody() {
  const app = useApp();
  const state = useAppState((all) => all);
  const [typed, setTyped] = useState('');
  const [cursor, setCursor] = useState(0);
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const commands = useMemo(
    () =>
      paletteEntries(
        COMMANDS.filter((command) => command.id !== 'help.palette'),
        state,
        typed,
      ),
    [state, typed],
  );
  const active = commands[Math.min(cursor, commands.length - 1)];

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const run = (command: (typeof commands)[number] | undefined) => {
    if (!command || command.why !== null) return;
    app.showDialog('none');
    if (command.movesFocus) setTimeout(() => command.run(app), FOCUS_BACK_MS);
    else command.run(app);
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setCursor(Math.max(0, Math.min(commands.length - 1, cursor + step)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(active);
    }
  };

  return (
    <>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          // The dialog was opened to type into it.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          type="text"
          role="combobox"
          aria-label="Find a command"
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={active ? `${id}-${active.id}` : undefined}
          placeholder="Command, struct or field"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setCursor(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul ref={list} id={id} className={styles.list} role="listbox" aria-label="Commands">
        {commands.map((command) => {
          const { why } = command;
          return (
            // The keyboard's way is the text field, which names the active option.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={command.id}
              id={`${id}-${command.id}`}
              role="option"
              aria-selected={command === active}
              aria-disabled={why !== null || undefined}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => run(command)}
            >
              <span className={styles.group}>{command.group}</span>
              <span className={styles.title}>
                {command.title}
                {why && <small>{why}</small>}
              </span>
              {command.key !== null && <KeyCaps name={command.key} />}
            </li>
          );
        })}
      </ul>
      {commands.length === 0 && (
        <p className={styles.nothing}>No command, struct or field is called that.</p>
      )}
    </>
  );
}

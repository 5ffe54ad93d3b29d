import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Focusable, Tooltip, TooltipTrigger } from 'react-aria-components';
import { commandById } from '../commands/commands';
import { ariaKey, keyCaps } from '../state/keys';
import { isMac, useApp, useAppState } from './context';
import controls from './controls.module.css';

/** A button for a command: its title and key are the tooltip, and why it cannot run just now. */
export function CommandButton(props: {
  command: string;
  /** What it shows; its title where left out. */
  children?: ReactNode;
  className?: string | undefined;
  /** Show the key beside the title. */
  withKey?: boolean;
  pressed?: boolean;
  /** What it shows is its name, too: words that are not those of the title. */
  ownName?: boolean;
}) {
  const app = useApp();
  const command = commandById(props.command);
  const disabled = useAppState(command.disabled);
  const [key] = command.keys;
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      <Focusable>
        <button
          type="button"
          className={clsx(props.className ?? controls.button, disabled && controls.disabled)}
          aria-label={
            props.children && !props.withKey && !props.ownName ? command.title : undefined
          }
          aria-keyshortcuts={key ? ariaKey(key, isMac) : undefined}
          // Not `disabled`: the tooltip that says why must stay within reach of a keyboard.
          aria-disabled={disabled ? true : undefined}
          aria-pressed={props.pressed}
          onClick={() => disabled === null && command.run(app)}
        >
          {props.children ?? command.title}
          {props.withKey && key && <KeyCaps name={key} />}
        </button>
      </Focusable>
      <Tooltip className={controls.tooltip ?? ''} offset={6}>
        {command.title}
        {key && <KeyCaps name={key} />}
        {disabled && <div className={controls.tooltipWhy}>{disabled}</div>}
      </Tooltip>
    </TooltipTrigger>
  );
}

export function KeyCaps({ name }: { name: string }) {
  return (
    <span className={controls.keys} aria-hidden="true">
      {keyCaps(name, isMac).map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </span>
  );
}

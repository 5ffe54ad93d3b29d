import { useId, useState, type ReactNode } from 'react';
import controls from './controls.module.css';
import styles from './PopoverButton.module.css';

const PANEL_PX = 420;

/**
 * A button, and what opens under it: a popover of the browser's own, which Escape and a click beside it
 * close. Its content is made when it is first wanted.
 */
export function PopoverButton(props: {
  /** What the popover is called, and the button before what it shows. */
  label: string;
  /** Where what the button shows is its whole name. */
  ownName?: boolean;
  /** The class of the button. */
  className?: string | undefined;
  /** What the button shows. */
  face: ReactNode;
  /** Its content, which may close it. */
  children: ReactNode | ((close: () => void) => ReactNode);
}) {
  const id = useId();
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={props.className}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={props.label}
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          setPlace({ left, top: bottom + 4 });
        }}
      >
        {!props.ownName && <span className={controls.visuallyHidden}>{props.label}: </span>}
        {props.face}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={props.label}
        className={styles.panel}
        style={{
          left: `max(8px, min(${place.left}px, calc(100vw - ${PANEL_PX + 16}px)))`,
          top: place.top,
          maxHeight: `calc(100dvh - ${place.top + 12}px)`,
        }}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open &&
          (typeof props.children === 'function'
            ? props.children(() => document.getElementById(id)?.hidePopover())
            : props.children)}
      </div>
    </>
  );
}

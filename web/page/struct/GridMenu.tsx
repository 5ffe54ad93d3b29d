import { useRef, type ReactNode, type Ref } from 'react';
import { Menu, Popover } from 'react-aria-components';
import controls from '../kit/controls.module.css';

/** A menu that opens at a place of the grid. What is chosen is done after the menu is gone. */
export function GridMenu(props: {
  label: string;
  at: DOMRectReadOnly;
  disabledKeys?: readonly string[];
  onAction: (id: string) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <MenuAnchor ref={anchor} at={props.at} />
      <Popover
        className={controls.popover ?? ''}
        aria-label={props.label}
        triggerRef={anchor}
        isOpen
        onOpenChange={(open) => {
          if (!open) props.onClose();
        }}
        placement="bottom start"
        offset={2}
      >
        <Menu
          className={controls.menu ?? ''}
          aria-label={props.label}
          // The menu was opened to walk it.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus="first"
          disabledKeys={props.disabledKeys ?? []}
          onAction={(id) => {
            props.onClose();
            props.onAction(String(id));
          }}
        >
          {props.children}
        </Menu>
      </Popover>
    </>
  );
}

/** The popover gives the focus back first; what takes it then has to wait for that. */
export function afterMenu(run: () => void): void {
  setTimeout(run, 50);
}

/** An invisible anchor for a menu that opens at a point of the grid. */
function MenuAnchor({ at, ref }: { at: DOMRectReadOnly; ref: Ref<HTMLSpanElement> }) {
  return (
    <span
      ref={ref}
      aria-hidden="true"
      style={{
        position: 'fixed',
        left: at.x,
        top: at.y,
        width: at.width,
        height: at.height,
        pointerEvents: 'none',
      }}
    />
  );
}

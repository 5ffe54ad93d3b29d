import type { ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import controls from './controls.module.css';

/**
 * A dialog over the page, which Escape and a click beside it close. It takes its name from the heading
 * with `slot="title"` in it, or from `label`. `frame` styles the sheet, `className` what lies on it.
 */
export function ModalFrame(props: {
  isOpen: boolean;
  close: () => void;
  className: string | undefined;
  frame?: string | undefined;
  label?: string;
  children: ReactNode;
}) {
  const { frame, label } = props;
  return (
    <ModalOverlay
      className={controls.overlay ?? ''}
      isOpen={props.isOpen}
      isDismissable
      onOpenChange={(isOpen) => !isOpen && props.close()}
    >
      <Modal
        className={frame === undefined ? (controls.dialog ?? '') : `${controls.dialog} ${frame}`}
      >
        <Dialog
          className={props.className ?? ''}
          {...(label !== undefined && { 'aria-label': label })}
        >
          {props.children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

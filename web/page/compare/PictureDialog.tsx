import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Dialog } from '../state/state';
import { useApp, useAppState } from '../kit/context';
import { ModalFrame } from '../kit/ModalFrame';
import styles from './PictureDialog.module.css';

/** A picture over the page, with what is said of it; what lies in it is made only while it is open. */
export function PictureDialog(props: { dialog: Dialog; wide?: boolean; children: ReactNode }) {
  const app = useApp();
  const isOpen = useAppState((state) => state.dialog === props.dialog);
  return (
    <ModalFrame
      isOpen={isOpen}
      close={() => app.showDialog('none')}
      className={styles.dialog}
      frame={clsx(styles.frame, props.wide && styles.wide)}
    >
      {isOpen && props.children}
    </ModalFrame>
  );
}

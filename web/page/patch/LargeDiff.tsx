import type { ReactNode } from 'react';
import { Button, Heading } from 'react-aria-components';
import controls from '../kit/controls.module.css';
import { Icon } from '../kit/Icon';
import { DiffText } from './DiffText';
import { ModalFrame } from '../kit/ModalFrame';
import styles from './Patch.module.css';

/** A patch with room for its lines. */
export function LargeDiff({
  text,
  title,
  close,
}: {
  text: string;
  title: string;
  close: () => void;
}) {
  return (
    <WideDialog title={title} close={close}>
      <div className={styles.body}>
        <DiffText text={text} label="Patch" />
      </div>
    </WideDialog>
  );
}

export function WideDialog(props: { title: string; close: () => void; children: ReactNode }) {
  const { title, close, children } = props;
  return (
    <ModalFrame isOpen close={close} frame={styles.wide} className={styles.dialog}>
      <header className={styles.dialogHead}>
        <Heading slot="title">{title}</Heading>
        <Button className={controls.iconButton ?? ''} aria-label="Close" onPress={close}>
          <Icon name="close" />
        </Button>
      </header>
      {children}
    </ModalFrame>
  );
}

import { Heading } from 'react-aria-components';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { ModalFrame } from '../kit/ModalFrame';
import styles from './TooMuchDialog.module.css';

/** Whether to open a file that unpacks to far more than files of its size do. */
export function TooMuchDialog() {
  const app = useApp();
  const open = useAppState((state) => state.dialog === 'tooMuch');
  const name = useAppState((state) => state.askedFile);
  const close = () => app.showDialog('none');
  return (
    <ModalFrame isOpen={open} close={close} className={styles.dialog}>
      <Heading slot="title" className={styles.title ?? ''}>
        Do you trust {name}?
      </Heading>
      <p>
        It unpacks to far more than other files of its size. Opening it may take more than 2 GB of
        memory.
      </p>
      <div className={styles.actions}>
        <button type="button" className={controls.primary} onClick={() => app.openAsked()}>
          Open it
        </button>
        <button type="button" className={controls.button} onClick={close}>
          Leave it closed
        </button>
      </div>
    </ModalFrame>
  );
}

import { Heading } from 'react-aria-components';
import { documentInView } from '../state/inView';
import { lineInView } from '../state/lineInView';
import { PictureDialog } from '../compare/PictureDialog';
import styles from '../compare/PictureDialog.module.css';
import { LinePicture } from '../heat/LinePicture';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Sentence } from '../kit/Sentence';
import { SaveLine } from './SaveLine';

/** One cache line as a picture: who stores to it, its touched fields, whose loads find it modified. */
export function LineLarge() {
  return (
    <PictureDialog dialog="line">
      <Line />
    </PictureDialog>
  );
}

function Line() {
  const app = useApp();
  const inView = useAppState(documentInView);
  const line = useAppState((state) => state.largeLine);
  const shown = inView && lineInView(inView, line);
  if (!shown) return <p className={styles.quiet}>No report is bound to this struct.</p>;
  const { traffic, subtitle, verdict } = shown;
  return (
    <>
      <Heading slot="title" className={styles.title ?? ''}>
        {inView.document.struct.name}, line {line}
      </Heading>
      <p className={styles.quiet}>{subtitle}</p>
      {traffic.spots.length === 0 ? (
        <p className={styles.quiet}>No row of the report falls on this line.</p>
      ) : (
        <>
          <p>
            <Sentence text={verdict} />
          </p>
          <LinePicture traffic={traffic} />
        </>
      )}
      <div className={styles.buttons}>
        <SaveLine line={line} className={controls.button} />
        <button type="button" className={controls.primary} onClick={() => app.showDialog('none')}>
          Close
        </button>
      </div>
    </>
  );
}

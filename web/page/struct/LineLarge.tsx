import { clsx } from 'clsx';
import { Heading } from 'react-aria-components';
import { documentInView } from '../state/inView';
import { lineInView } from '../state/lineInView';
import { grouped } from '../../core/base/prose';
import { PictureDialog } from '../compare/PictureDialog';
import styles from '../compare/PictureDialog.module.css';
import { PictureView } from '../compare/PictureView';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';

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
  const theme = useAppState((state) => state.settings.theme);
  const shown = inView && lineInView(inView, line);
  if (!shown) return <p className={styles.quiet}>No report is bound to this struct.</p>;
  const { picture, traffic, subtitle } = shown;
  const isDark =
    theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  return (
    <>
      <Heading slot="title" className={styles.title ?? ''}>
        {inView.document.struct.name}, line {line}
      </Heading>
      <p className={styles.quiet}>{subtitle}</p>
      {traffic.fields.length === 0 ? (
        <p className={styles.quiet}>No row of the report falls on this line.</p>
      ) : (
        <div className={styles.scroll}>
          <svg
            className={clsx(styles.picture, styles.fills)}
            viewBox={`-4 0 ${picture.widthPx + 8} ${picture.heightPx + 4}`}
            role="img"
            aria-label={spoken(traffic)}
          >
            <PictureView picture={picture} />
          </svg>
        </div>
      )}
      <div className={styles.buttons}>
        {(['svg', 'png'] as const).map((kind) => (
          <button
            key={kind}
            type="button"
            className={controls.button}
            onClick={() => app.host.savePicture(kind, isDark ? 'dark' : 'light', line)}
          >
            Save as {kind.toUpperCase()}
          </button>
        ))}
        <button type="button" className={controls.primary} onClick={() => app.showDialog('none')}>
          Close
        </button>
      </div>
    </>
  );
}

type Traffic = NonNullable<ReturnType<typeof lineInView>>['traffic'];

function spoken({ writers, sufferers, isPercent }: Traffic): string {
  const all = (list: Traffic['writers'], what: string) =>
    list.map(
      ({ symbol, path, count }) =>
        `${symbol ?? 'unknown code'} ${what} ${path}${isPercent ? '' : `, ${grouped(count)}`}`,
    );
  return [...all(writers, 'stores to'), ...all(sufferers, 'finds modified')].join('; ');
}

import { useState } from 'react';
import { Heading } from 'react-aria-components';
import { historyInFiles, type FilesHistory } from './history';
import { filesKey } from '../state/otherFiles';
import { documentInView } from '../state/inView';
import { historyModel } from './historyModel';
import { useAnswer } from '../kit/useAnswer';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { CopyButton } from '../kit/CopyButton';
import own from './HistoryDialog.module.css';
import { PictureDialog } from './PictureDialog';
import { Waiting } from '../kit/Waiting';
import styles from './PictureDialog.module.css';
import { PictureView } from './PictureView';

/** The struct in view over all loaded files: a column each, and where every member went. */
export function HistoryDialog() {
  return (
    <PictureDialog dialog="history" wide>
      <History />
    </PictureDialog>
  );
}

function History() {
  const app = useApp();
  const name = useAppState((state) => documentInView(state)?.document.struct.name ?? '');
  const keyword = useAppState(
    (state) => documentInView(state)?.original.applied.struct.root.keyword ?? 'struct',
  );
  const key = useAppState((state) => filesKey(state.files));
  const answer = useAnswer(() => historyInFiles(app, keyword, name), `${key} ${keyword} ${name}`);
  return (
    <>
      <Heading slot="title" className={styles.title ?? ''}>
        {name} over the loaded files
      </Heading>
      {answer === null ? (
        <Waiting className={styles.quiet} isAnswer>
          Asking the files…
        </Waiting>
      ) : (
        <Answer name={name} {...answer} />
      )}
    </>
  );
}

function Answer({ name, history, failures }: FilesHistory & { name: string }) {
  const app = useApp();
  const [only, setOnly] = useState<boolean | null>(null);
  const model = historyModel(history, name, only);
  const { subtitle, onlyChanged, changed, total, picture, text } = model;
  return (
    <>
      <p className={styles.quiet}>{subtitle}.</p>
      {failures.map((failure) => (
        <p key={failure} className={styles.quiet}>
          {failure}
        </p>
      ))}
      <label className={own.choice}>
        <input
          type="checkbox"
          checked={onlyChanged}
          onChange={(event) => setOnly(event.target.checked)}
        />
        Only members that moved, came or went ({changed} of {total})
      </label>
      {changed === 0 && (
        <p className={styles.quiet}>Every member has the same offset in all of them.</p>
      )}
      {picture !== null && (
        // What does not fit scrolls, by the keyboard too.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles.scroll} tabIndex={0} role="group" aria-label="Picture">
          <svg
            className={styles.picture}
            width={picture.widthPx + 8}
            height={picture.heightPx + 4}
            viewBox={`-4 0 ${picture.widthPx + 8} ${picture.heightPx + 4}`}
            role="img"
            aria-label={text}
          >
            <PictureView picture={picture} />
          </svg>
        </div>
      )}
      <div className={styles.buttons}>
        <CopyButton text={text} label="Copy as text: the table" shown="Copy as text" />
        <button
          type="button"
          className={controls.button}
          onClick={() => {
            const svg = new Blob([model.svg()], { type: 'image/svg+xml' });
            app.host.download(`${name}-history.svg`, svg);
          }}
        >
          Save as SVG
        </button>
        <button type="button" className={controls.primary} onClick={() => app.showDialog('none')}>
          Close
        </button>
      </div>
    </>
  );
}

import { listedOf } from '../state/catalog';
import { showProfile } from '../state/profileReducers';
import type { LoadedFile } from '../state/state';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Icon } from '../kit/Icon';
import { PopoverButton } from '../kit/PopoverButton';
import { FileDot } from '../kit/FileDot';
import { chipText } from './fileWords';
import styles from './FileMenu.module.css';

/** All loaded files under one button, whole: the chips beside it are cut where there is no room for them. */
export function FileMenu() {
  const files = useAppState((state) => state.files);
  return (
    <PopoverButton
      label={`${files.length} files`}
      className={styles.button}
      face={
        <>
          {files.length} files <Icon name="down" size={10} />
        </>
      }
    >
      <ul className={styles.list}>
        {files.map((file) => (
          <li key={file.id}>
            <Entry file={file} />
          </li>
        ))}
      </ul>
    </PopoverButton>
  );
}

function Entry({ file }: { file: LoadedFile }) {
  const app = useApp();
  const isAlone = useAppState(({ list }) => list.file === file.id);
  const { id, name, phase } = file;
  return (
    <>
      <FileDot id={id} />
      <p className={styles.words}>
        <b>{name}</b>
        <span>{chipText(file)}</span>
      </p>
      {phase.kind === 'profile' && (
        <button
          type="button"
          className={controls.smallButton}
          aria-label={`Open ${name}`}
          onClick={() => app.update((state) => showProfile(state, id))}
        >
          Open
        </button>
      )}
      {listedOf(file) !== null && (
        <button
          type="button"
          className={controls.smallButton}
          aria-pressed={isAlone}
          aria-label={`List the structs of ${name} only`}
          onClick={() => app.listFile(isAlone ? null : id)}
        >
          Only its structs
        </button>
      )}
      <button
        type="button"
        className={controls.iconButton}
        aria-label={`Remove ${name}`}
        title="Remove"
        onClick={() => app.removeFile(id)}
      >
        <Icon name="close" size={14} />
      </button>
    </>
  );
}

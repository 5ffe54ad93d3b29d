import { showProfile } from './profileReducers';
import { documentInView } from '../struct/inView';
import type { LoadedFile } from '../state/state';
import type { AccessProfile } from '../../core/facts/generated';
import { bindToOpen } from '../bind/bindLine';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { CopyButton } from '../kit/CopyButton';
import { lineInWords } from './lineCells';
import { linesToBind } from './reportModel';
import { recordC2c } from '../shell/recipes';
import styles from './HeatTab.module.css';

/** No heat yet: how to get a report, or the hottest lines of those that are open. */
export function NothingBound() {
  const app = useApp();
  const files = useAppState((state) => state.files);
  const reports = files.flatMap((file) =>
    file.phase.kind === 'profile' ? [{ file, profile: file.phase.profile }] : [],
  );
  if (reports.length === 0) {
    return (
      <section className={styles.section} aria-label="No heat">
        <h2>No heat yet</h2>
        <p className={styles.note}>
          Drop or paste a report of perf from the affected machine, and bind a line of it to this
          struct:
        </p>
        <p className={styles.command}>
          <code>{recordC2c}</code>
          <CopyButton text={recordC2c} label="Copy" />
        </p>
        <p className={styles.note}>
          perf script, perf mem report, perf.data, and type profiles (perf report -s type,typeoff)
          do too. Without a report, tag fields by hand: right-click one in the grid.
        </p>
      </section>
    );
  }
  return (
    <>
      {reports.map(({ file, profile }) => (
        <section key={file.id} className={styles.section} aria-label={file.name}>
          <h2>{file.name}</h2>
          <p className={styles.note}>Nothing of it is bound to this struct. Its hottest lines:</p>
          <HottestLines file={file} profile={profile} />
          <button
            type="button"
            className={controls.smallButton}
            onClick={() => app.update((state) => showProfile(state, file.id))}
          >
            Open the report
          </button>
        </section>
      ))}
    </>
  );
}

/** The line that was looked at last, then the hottest. */
function HottestLines({ file, profile }: { file: LoadedFile; profile: AccessProfile }) {
  const app = useApp();
  const looked = useAppState((state) => state.heat.line);
  return (
    <ul className={styles.lines}>
      {linesToBind(file, profile, looked).map((row) => (
        <li key={row.line.id}>
          <span>
            <code>{row.line.id}</code>
            <small>{lineInWords(row)}</small>
          </span>
          <button
            type="button"
            className={controls.smallButton}
            aria-label={`Bind ${row.line.id}`}
            onClick={() => {
              const inView = documentInView(app.store.getState());
              if (!inView) return;
              void bindToOpen(app, file.id, { line: row.line, profile }, inView.open.id);
            }}
          >
            Bind
          </button>
        </li>
      ))}
    </ul>
  );
}

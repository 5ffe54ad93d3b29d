import { changeHeat, showProfile } from './profileReducers';
import type { LoadedFile } from '../state/state';
import type { AccessProfile } from '../../core/facts/generated';
import { chipText } from '../files/fileWords';
import { BackToStruct } from '../kit/BackToStruct';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { grouped } from '../../core/base/prose';
import { boundLines } from './boundLines';
import { reportModel } from './reportModel';
import { LineDetail } from './LineDetail';
import { LineTable } from './LineTable';
import { ProfileAbout } from './ProfileAbout';
import { ProfileRemarks } from './ProfileRemarks';
import { TypeTable } from './TypeTable';
import styles from './ProfileView.module.css';

/** A report in the centre: its contended lines, hottest first, and the rows of one of them. */
export function ProfileView() {
  const file = useAppState(({ centre, files }) =>
    centre.kind === 'profile' ? files.find(({ id }) => id === centre.file) : undefined,
  );
  if (file?.phase.kind !== 'profile') return null;
  return <Report file={file} profile={file.phase.profile} />;
}

/** Several reports stand beside each other: a press on one shows it. */
function OtherReports({ shown }: { shown: LoadedFile }) {
  const app = useApp();
  const files = useAppState((state) => state.files);
  const reports = files.filter(({ phase }) => phase.kind === 'profile');
  if (reports.length < 2) return null;
  return (
    <div className={styles.reports} role="group" aria-label="Reports">
      {reports.map((report) => (
        <button
          key={report.id}
          type="button"
          className={controls.smallButton}
          aria-pressed={report.id === shown.id}
          onClick={() => app.update((state) => showProfile(state, report.id))}
        >
          {report.name}
          <small>{chipText(report)}</small>
        </button>
      ))}
    </div>
  );
}

function Report({ file, profile }: { file: LoadedFile; profile: AccessProfile }) {
  const app = useApp();
  const heat = useAppState((state) => state.heat);
  const documents = useAppState((state) => state.documents);
  const model = reportModel(file.id, profile, heat);
  const { facts, hasLines, rows, open } = model;
  return (
    <div className={styles.view}>
      <OtherReports shown={file} />
      <header className={styles.head}>
        <div className={styles.title}>
          <h1>{file.name}</h1>
          <p className={styles.meta}>
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
        </div>
        <BackToStruct />
      </header>
      <ProfileRemarks diagnostics={profile.diagnostics} />
      <ProfileAbout about={profile.about} />
      {hasLines && (
        <>
          <div className={styles.filter}>
            <input
              type="search"
              className={controls.field}
              aria-label="Filter lines by function, address or source"
              placeholder="Function, address or source…"
              value={heat.query}
              onChange={(event) =>
                app.update((state) => changeHeat(state, { query: event.target.value }))
              }
            />
            <span role="status">{model.countText}</span>
          </div>
          {rows.length === 0 ? (
            <p className={styles.waiting}>
              No line has a function, address or source like “{heat.query}”.
            </p>
          ) : (
            <LineTable
              file={file.id}
              rows={rows}
              open={open?.line.id ?? null}
              peer={profile.display === 'peer'}
              bound={boundLines(documents, profile, file.name)}
            />
          )}
          {model.hasPastedShares && (
            <p className={styles.meta}>
              * Of what the text contains: it does not state the totals.
            </p>
          )}
          {open && <LineDetail key={open.line.id} file={file} profile={profile} row={open} />}
        </>
      )}
      {profile.types.length > 0 && <TypeTable file={file} types={profile.types} />}
      {!hasLines && profile.types.length === 0 && <Counters counters={profile.stats} />}
    </div>
  );
}

/** What a text states that lists no line. */
function Counters({ counters }: { counters: AccessProfile['stats'] }) {
  return (
    <>
      <p className={styles.waiting}>
        This text lists no cache line. Record with <code>perf c2c record -a -- sleep 10</code> and
        report with <code>perf c2c report --stdio -NNN --full-symbols</code>.
      </p>
      {counters.length > 0 && (
        <table className={styles.counters}>
          <caption>perf’s counters</caption>
          <tbody>
            {counters.map(({ name, table, count }) => (
              <tr key={`${table} ${name}`}>
                <th scope="row">{name}</th>
                <td>{grouped(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

import { useState } from 'react';
import type { LineRow } from '../../core/heat/lineRows';
import { presentOf } from '../state/inView';
import type { LoadedFile, OpenDocument } from '../state/state';
import type { AccessProfile } from '../../core/facts/generated';
import { lineDetail, type DetailFigure, type DetailRow } from './lineDetail';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { plural } from '../../core/base/prose';
import { Icon } from '../kit/Icon';
import { Sentence } from '../kit/Sentence';
import { LinePicture } from './LinePicture';
import { reportLine } from './lineShown';
import { bindToOpen } from '../bind/bindLine';
import { Candidates } from '../bind/Candidates';
import { useCandidates } from '../bind/useCandidates';
import styles from './ProfileView.module.css';

/** More rows than this are drawn when somebody asks for them. */
const FIRST_ROWS = 200;
/** One line: who touches which byte of it, and what it can be bound to. */
export function LineDetail(props: { file: LoadedFile; profile: AccessProfile; row: LineRow }) {
  const { file, profile, row } = props;
  const { line, unit } = row;
  const [all, setAll] = useState(false);
  const documents = useAppState((state) => state.documents);
  const known = useCandidates(file.id, profile, line);
  const shown = reportLine(row, profile);
  const detail = lineDetail(row, profile, known.found, all ? Infinity : FIRST_ROWS);
  const { snoop, loads, rowCount, trimmed, hasMembers, hasRemarks, hasNamed, named, rows } = detail;
  return (
    <section className={styles.detail} aria-label={`Line ${line.id}`}>
      <div className={styles.detailHead}>
        <h2>
          Line <code>{line.id}</code>
          {unit === 'percent' && ', percent of the line'}
        </h2>
        <BindTo file={file} row={row} documents={documents} profile={profile} />
      </div>
      {shown !== null && (
        <p className={styles.verdict}>
          <Sentence text={shown.verdict} />
        </p>
      )}
      {shown?.traffic && <LinePicture traffic={shown.traffic} />}
      {named !== null && <p className={styles.waiting}>The report also counts: {named}.</p>}
      {trimmed !== null && (
        <p className={styles.trimmed}>
          <Icon name="warning" size={14} />
          {trimmed}
        </p>
      )}
      {rowCount === 0 ? (
        <p className={styles.waiting}>The report has no rows for this line.</p>
      ) : (
        // It scrolls sideways in a narrow window.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles.rowsPort} tabIndex={0} role="region" aria-label="Rows of the line">
          <table className={styles.rows}>
            <thead>
              <tr>
                <th scope="col">Offset</th>
                <th scope="col">{snoop} rmt</th>
                <th scope="col">{snoop} lcl</th>
                <th scope="col">{loads}</th>
                <th scope="col">Stores</th>
                <th scope="col">CPUs</th>
                <th scope="col">Nodes</th>
                <th scope="col">Function</th>
                <th scope="col">Source</th>
                {hasMembers && <th scope="col">Member</th>}
                {hasNamed && <th scope="col">Other counts</th>}
                {hasRemarks && <th scope="col">Remark</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map((each, place) => (
                <Row
                  key={place}
                  row={each}
                  hasMember={hasMembers}
                  hasNamed={hasNamed}
                  hasRemark={hasRemarks}
                />
              ))}
            </tbody>
          </table>
          {rows.length < rowCount && (
            <button type="button" className={controls.smallButton} onClick={() => setAll(true)}>
              Show all {plural(rowCount, 'row')}
            </button>
          )}
        </div>
      )}
      <Candidates key={line.id} file={file} profile={profile} line={line} known={known} />
    </section>
  );
}

function Row(props: {
  row: DetailRow;
  /** Of some row the member is known. */
  hasMember: boolean;
  /** Some row has counts of other columns. */
  hasNamed: boolean;
  /** Some row has words of the author's behind it. */
  hasRemark: boolean;
}) {
  const { row, hasMember, hasNamed, hasRemark } = props;
  const { functionName, source, member } = row;
  return (
    <tr data-same={row.isSameOffset || undefined}>
      <th scope="row">{row.offset}</th>
      <Figure figure={row.remote} />
      <Figure figure={row.local} />
      <Figure figure={row.otherLoads} />
      <Figure figure={row.stores} />
      <td>{row.cpus}</td>
      <td>{row.nodes}</td>
      <td>
        <code title={functionName.whole ?? undefined}>{functionName.text}</code>
        {functionName.mayBeCut && '…'}
      </td>
      <td>
        <code title={source.whole ?? undefined}>{source.text}</code>
      </td>
      {hasMember && (
        <td title={member?.reason.replaceAll('`', '')}>
          {member === null ? '·' : <code>{member.text}</code>}
          {member?.isCertain === false && ' ?'}
        </td>
      )}
      {hasNamed && <td>{row.named ?? '·'}</td>}
      {hasRemark && <td>{row.remark ?? '·'}</td>}
    </tr>
  );
}

function Figure({ figure }: { figure: DetailFigure }) {
  if (figure === null) {
    return (
      <td className={styles.zero} title="The report does not say.">
        ?
      </td>
    );
  }
  return <td className={figure.isZero ? styles.zero : undefined}>{figure.text}</td>;
}

/** The structs that are open, the last one first; any other is one search away. */
function BindTo(props: {
  file: LoadedFile;
  row: LineRow;
  documents: readonly OpenDocument[];
  profile: AccessProfile;
}) {
  const { file, row, documents, profile } = props;
  const app = useApp();
  const hasTypes = useAppState((state) => state.files.some(({ phase }) => phase.kind === 'ready'));
  return (
    <div className={styles.bindTo}>
      {documents.slice(0, 3).map((open, place) => (
        <button
          key={open.id}
          type="button"
          className={place === 0 ? controls.primary : controls.button}
          onClick={() => void bindToOpen(app, file.id, { line: row.line, profile }, open.id)}
        >
          Bind to {presentOf(open).struct.name}
        </button>
      ))}
      {hasTypes && (
        <button type="button" className={controls.button} onClick={() => app.host.focusSearch()}>
          Find its struct…
        </button>
      )}
    </div>
  );
}

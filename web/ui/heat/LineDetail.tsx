import { useState } from 'react';
import type { LineRow } from '../../analysis/heat/lineRows';
import { memberOfRow, type RowMember } from '../../analysis/bind/rowReadings';
import { presentOf } from '../../app/document/inView';
import type { LoadedFile, OpenDocument } from '../../app/state';
import { snoopName, snoopsOf, type HeatCounts } from '../../analysis/heat/counts';
import { isRowKnown, type LineFigure } from '../../analysis/heat/known';
import { rowCounter, type LineUnit } from '../../analysis/heat/lineUnit';
import { shortSymbol } from '../../analysis/heat/shortSymbol';
import type { AccessProfile, AccessRow } from '../../facts/generated';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { grouped, plural } from '../../base/prose';
import { Icon } from '../kit/Icon';
import { bindToOpen } from '../bind/actions';
import { Candidates } from '../bind/Candidates';
import { useCandidates } from '../bind/useCandidates';
import styles from './ProfileView.module.css';

/** More rows than this are drawn when somebody asks for them. */
const FIRST_ROWS = 200;

/** One line: who touches which byte of it, and what it can be bound to. */
export function LineDetail(props: { file: LoadedFile; profile: AccessProfile; row: LineRow }) {
  const { file, profile, row } = props;
  const { line, unit } = row;
  const count = rowCounter(line);
  const [all, setAll] = useState(false);
  const documents = useAppState((state) => state.documents);
  const rows = line.rows.toSorted(
    (a, b) => a.offsetBytes - b.offsetBytes || hotter(count(a), count(b)),
  );
  const shown = all ? rows : rows.slice(0, FIRST_ROWS);
  const peer = profile.display === 'peer';
  const snoop = peer ? 'Peer' : 'HITM';
  const known = useCandidates(file.id, profile, line);
  const { found } = known;
  const best = found?.candidates[0] ?? null;
  const memberOf = (each: AccessRow) =>
    found === null ? null : memberOfRow(each, found.evidence, best);
  const hasRemarks = shown.some(({ remark }) => remark !== undefined);
  const hasMembers = shown.some((each) => memberOf(each) !== null);
  return (
    <section className={styles.detail} aria-label={`Line ${line.id}`}>
      <div className={styles.detailHead}>
        <h2>
          Line <code>{line.id}</code>
          {unit === 'percent' && ', percent of the line'}
        </h2>
        <BindTo file={file} row={row} documents={documents} profile={profile} />
      </div>
      {line.trimmedPercent !== null && (
        <p className={styles.trimmed}>
          <Icon name="warning" size={14} />
          The report was cut: {line.trimmedPercent.toFixed(0)} % of this line’s{' '}
          {snoopName({ peer })} and stores are in no row.
        </p>
      )}
      {rows.length === 0 ? (
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
                <th scope="col">Other loads</th>
                <th scope="col">Stores</th>
                <th scope="col">CPUs</th>
                <th scope="col">Nodes</th>
                <th scope="col">Function</th>
                <th scope="col">Source</th>
                {hasMembers && <th scope="col">Member</th>}
                {hasRemarks && <th scope="col">Remark</th>}
              </tr>
            </thead>
            <tbody>
              {shown.map((each, place) => (
                <Row
                  key={place}
                  row={each}
                  counts={count(each)}
                  unit={unit}
                  member={hasMembers ? memberOf(each) : undefined}
                  hasRemark={hasRemarks}
                  sameOffset={each.offsetBytes === shown[place - 1]?.offsetBytes}
                />
              ))}
            </tbody>
          </table>
          {shown.length < rows.length && (
            <button type="button" className={controls.smallButton} onClick={() => setAll(true)}>
              Show all {plural(rows.length, 'row')}
            </button>
          )}
        </div>
      )}
      <Candidates key={line.id} file={file} profile={profile} line={line} known={known} />
    </section>
  );
}

function Row(props: {
  row: AccessRow;
  counts: HeatCounts;
  unit: LineUnit;
  /** What its code touches; null where that is not known, undefined where no row has any. */
  member: RowMember | null | undefined;
  /** Some row has words of the author's behind it. */
  hasRemark: boolean;
  sameOffset: boolean;
}) {
  const { row, counts, unit, member, hasRemark, sameOffset } = props;
  const value = (figure: LineFigure, known: number) =>
    isRowKnown(row, unit, figure) ? figureText(known, unit) : null;
  return (
    <tr data-same={sameOffset || undefined}>
      <th scope="row">0x{row.offsetBytes.toString(16)}</th>
      <Figure text={value('remote', counts.hitmRemote + counts.peerRemote)} />
      <Figure text={value('local', counts.hitmLocal + counts.peerLocal)} />
      <Figure text={row.otherLoads === null ? null : figureText(counts.otherLoads, 'samples')} />
      <Figure text={value('stores', counts.stores)} />
      <td>{row.cpuCount ?? (row.cpus.length || '·')}</td>
      <td>{row.nodes.map(({ node }) => node).join(' ') || '·'}</td>
      <td>
        <code title={row.symbol ?? undefined}>
          {shortSymbol(row.symbol ?? row.codeAddress ?? 'unknown')}
        </code>
        {row.symbolMayBeCut && '…'}
      </td>
      <td>
        <code title={row.sourceLine ?? undefined}>{shortSymbol(row.sourceLine ?? '')}</code>
      </td>
      {member !== undefined && (
        <td title={member?.reason.replaceAll('`', '')}>
          {member === null ? '·' : <code>{member.text}</code>}
          {member?.isCertain === false && ' ?'}
        </td>
      )}
      {hasRemark && <td>{row.remark ?? '·'}</td>}
    </tr>
  );
}

/** Null: the report does not say. */
function Figure({ text }: { text: string | null }) {
  if (text === null) {
    return (
      <td className={styles.zero} title="The report does not say.">
        ?
      </td>
    );
  }
  return <td className={Number.parseFloat(text) === 0 ? styles.zero : undefined}>{text}</td>;
}

function figureText(value: number, unit: LineUnit): string {
  return unit === 'percent' ? `${value.toFixed(2)} %` : grouped(value);
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
      {hasTypes ? (
        <button type="button" className={controls.button} onClick={() => app.host.focusSearch()}>
          Find its struct…
        </button>
      ) : (
        documents.length === 0 && (
          <span className={styles.hint}>
            Open a vmlinux, BTF or a study to bind this line to a struct.
          </span>
        )
      )}
    </div>
  );
}

function hotter(a: HeatCounts, b: HeatCounts): number {
  return snoopsOf(b) - snoopsOf(a) || b.stores - a.stores;
}

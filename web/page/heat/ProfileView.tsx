import { changeHeat, showProfile } from '../state/profileReducers';
import type { LoadedFile, LineSort } from '../state/state';
import type { AccessProfile, TraceStat, TypeProfile } from '../../core/facts/generated';
import { chipText } from '../files/fileWords';
import { BackToStruct } from '../kit/BackToStruct';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { grouped } from '../../core/base/prose';
import { boundLines } from './boundLines';
import { reportModel } from './reportModel';
import { LineDetail } from './LineDetail';
import { ProfileAbout } from './ProfileAbout';
import styles from './ProfileView.module.css';
import { showDocument } from '../state/documentReducers';
import { bindInView } from '../state/bindReducers';
import { presentOf } from '../state/inView';
import type { ReactNode } from 'react';
import type { LineRow } from '../../core/heat/lineRows';
import type { FileId } from '../../core/layout/ids';
import { lineCells, loadsHead, type LineCount } from './lineCells';
import { Remarks } from '../kit/Remarks';
import { RowGrid } from '../kit/RowGrid';
import { SortHeader } from '../kit/SortHeader';

/** A report in the centre: its contended lines, hottest first, and the rows of one of them. */
export function ProfileView() {
  const file = useAppState(({ centre, files }) =>
    centre.kind === 'profile' ? files.find(({ id }) => id === centre.file) : undefined,
  );
  if (file?.phase.kind !== 'profile') return null;
  return <Report file={file} profile={file.phase.profile} />;
}

/** Several reports are shown side by side: a press on one shows it. */
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
      {profile.diagnostics.length > 0 && (
        <section className={styles.remarks} aria-label="What is missing from this text">
          <Remarks diagnostics={profile.diagnostics} />
        </section>
      )}
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
      {!hasLines && profile.types.length === 0 && <Counters counters={model.counters} />}
    </div>
  );
}

/** What a text states that lists no line. */
function Counters({ counters }: { counters: readonly TraceStat[] }) {
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

/** More types than this are not drawn: perf lists the hottest first. */
const MOST_TYPES = 500;

/** The types of a type profile. One that is open under the same name is bound with a click; no offset is asked for. */
function TypeTable({ file, types }: { file: LoadedFile; types: readonly TypeProfile[] }) {
  return (
    // It scrolls in a low window.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.rowsPort} tabIndex={0} role="region" aria-label="Types of the report">
      {byColumns(types.slice(0, MOST_TYPES)).map((group, place) => (
        <Group key={place} file={file} types={group} />
      ))}
    </div>
  );
}

/** A text may hold tables of different events and units: each keeps its own columns. */
function byColumns(types: readonly TypeProfile[]): readonly (readonly TypeProfile[])[] {
  const groups = new Map<string, TypeProfile[]>();
  for (const type of types) {
    const key = JSON.stringify([type.unit, type.events, type.values.length]);
    groups.set(key, [...(groups.get(key) ?? []), type]);
  }
  return [...groups.values()];
}

function Group({ file, types }: { file: LoadedFile; types: readonly TypeProfile[] }) {
  const [first] = types;
  if (!first) return null;
  // A dummy event only keeps others company.
  const columns = first.values.flatMap((_, at) => {
    const event = first.events[at];
    return event !== undefined && event.startsWith('dummy') ? [] : [{ at, event }];
  });
  return (
    <table className={`${styles.rows} ${styles.types}`}>
      <thead>
        <tr>
          <th scope="col">Type</th>
          {columns.map(({ at, event }) => (
            <th key={at} scope="col">
              {event ?? unitText(first)}
            </th>
          ))}
          <th scope="col">Struct</th>
        </tr>
      </thead>
      <tbody>
        {types.map((type, place) => (
          <tr key={place}>
            <th scope="row">{type.name}</th>
            {columns.map(({ at }) => (
              <td key={at}>{valueText(type, type.values[at] ?? 0)}</td>
            ))}
            <td>
              <Bind file={file} name={type.name} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Bind({ file, name }: { file: LoadedFile; name: string }) {
  const app = useApp();
  const documents = useAppState((state) => state.documents);
  const tagged = /^(?:struct|union|class) (.+)$/.exec(name)?.[1];
  const open = documents.find((each) => presentOf(each).struct.name === (tagged ?? name));
  if (open) {
    return (
      <button
        type="button"
        className={controls.smallButton}
        onClick={() => {
          app.update((state) => bindInView(showDocument(state, open.id), file.id, name, 0));
          app.showInspector('findings');
        }}
      >
        Bind to {presentOf(open).struct.name}
      </button>
    );
  }
  if (tagged === undefined) return null;
  return (
    <button
      type="button"
      className={controls.link}
      aria-label={`Find ${name}`}
      onClick={() => {
        app.setQuery(tagged);
        app.host.focusSearch();
      }}
    >
      Find it
    </button>
  );
}

function unitText(type: TypeProfile): string {
  return type.unit === 'percent' ? 'Share' : type.unit === 'period' ? 'Period' : 'Samples';
}

function valueText({ unit }: TypeProfile, value: number): string {
  return unit === 'percent' ? `${value.toFixed(2)} %` : grouped(value);
}

/** The contended lines, as many as there may be. */
function LineTable(props: {
  file: FileId;
  rows: readonly LineRow[];
  /** The line whose rows are shown below. */
  open: string | null;
  /** The report counts peer snoops, and no HITM. */
  peer: boolean;
  /** Struct by line. */
  bound: ReadonlyMap<string, string>;
}) {
  const { rows, file } = props;
  const app = useApp();
  const open = rows.findIndex(({ line }) => line.id === props.open);
  const snoop = props.peer ? 'Peer' : 'HITM';
  const loads = loadsHead(rows);
  return (
    <RowGrid
      label="Contended cache lines"
      rows={rows}
      chosen={Math.max(0, open)}
      onChoose={({ line }) =>
        app.update((state) => changeHeat(state, { line: { file, id: line.id } }))
      }
      columns={styles.columns}
      header={
        <>
          <span role="columnheader">#</span>
          <Column sort="address">Cache line</Column>
          <Column sort="snoops">{snoop} share</Column>
          <Column sort="remote">{snoop} rmt</Column>
          <Column sort="local">{snoop} lcl</Column>
          <Column sort="loads">{loads}</Column>
          <Column sort="stores">Stores</Column>
          <span role="columnheader">Functions</span>
          <span role="columnheader">Bound to</span>
        </>
      }
      cells={(row) => <Cells row={row} bound={props.bound.get(row.line.id)} />}
    />
  );
}

function Cells({ row, bound }: { row: LineRow; bound: string | undefined }) {
  const { share, remote, local, loads, stores, functions, moreFunctions } = lineCells(row);
  return (
    <>
      <span role="gridcell">{row.rank}</span>
      <span role="gridcell">
        <code>{row.line.id}</code>
      </span>
      <span role="gridcell" className={styles.share}>
        {share === null ? (
          <span className={styles.zero}>·</span>
        ) : (
          <>
            <i style={{ width: `${share.widthPercent}%` }} />
            <span>{share.text}</span>
          </>
        )}
      </span>
      <Count count={remote} />
      <Count count={local} />
      <Count count={loads} />
      <Count count={stores} />
      <span role="gridcell" className={styles.functions} title={moreFunctions}>
        {functions}
      </span>
      <span role="gridcell" className={styles.boundTo} title={bound}>
        {bound}
      </span>
    </>
  );
}

function Count({ count }: { count: LineCount }) {
  if (count === null) {
    return (
      <span role="gridcell" className={styles.zero} title="The report does not say.">
        ?
      </span>
    );
  }
  return (
    <span
      role="gridcell"
      className={count.isZero ? styles.zero : undefined}
      title={
        count.isAtLeast ? 'At least: the sum of its rows. The report does not state it.' : undefined
      }
    >
      {count.text}
    </span>
  );
}

function Column({ sort, children }: { sort: LineSort; children: ReactNode }) {
  const app = useApp();
  const now = useAppState((state) => state.heat.sort);
  const sorted = now.by === sort;
  const descending = sorted ? !now.descending : sort !== 'address';
  return (
    <SortHeader
      sorted={sorted}
      descending={now.descending}
      onSort={() => app.update((state) => changeHeat(state, { sort: { by: sort, descending } }))}
    >
      {children}
    </SortHeader>
  );
}

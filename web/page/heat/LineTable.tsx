import type { ReactNode } from 'react';
import type { LineSort } from './heatState';
import { changeHeat } from './profileReducers';
import type { LineRow } from '../../core/heat/lineRows';
import type { FileId } from '../../core/layout/ids';
import { useApp, useAppState } from '../kit/context';
import { lineCells, loadsHead, type LineCount } from './lineCells';
import { RowGrid } from '../kit/RowGrid';
import { SortHeader } from '../kit/SortHeader';
import styles from './ProfileView.module.css';

/** The contended lines, as many as there may be. */
export function LineTable(props: {
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

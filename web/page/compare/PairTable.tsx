import type { FilePair } from '../../core/compare/filePairs';
import type { InsidePair } from '../../core/compare/insidePair';
import type { PairSort } from './pairList';
import { pairCells } from './pairCells';
import { RowGrid } from '../kit/RowGrid';
import { SortHeader } from '../kit/SortHeader';
import styles from './TwoFiles.module.css';

export interface Sorting {
  readonly by: PairSort;
  readonly descending: boolean;
}

const COLUMNS: readonly (readonly [by: PairSort, title: string])[] = [
  ['name', 'Struct'],
  ['before', 'Size before'],
  ['after', 'after'],
  ['grown', 'change'],
  ['lines', 'Lines'],
  ['crossed', 'Fields on another line'],
];

/** The changed structs, as many as there may be. */
export function PairTable(props: {
  pairs: readonly FilePair[];
  inside: ReadonlyMap<FilePair, InsidePair>;
  chosen: FilePair | null;
  sort: Sorting;
  onSort: (by: PairSort) => void;
  onChoose: (pair: FilePair) => void;
}) {
  const { pairs, inside, chosen, sort } = props;
  return (
    <RowGrid
      label="Changed structs"
      rows={pairs}
      // Pairs are found one after the other: the chosen one may not be among them.
      chosen={chosen === null ? -1 : pairs.indexOf(chosen)}
      onChoose={props.onChoose}
      columns={styles.columns}
      header={COLUMNS.map(([by, title]) => (
        <SortHeader
          key={by}
          sorted={sort.by === by}
          descending={sort.descending}
          onSort={() => props.onSort(by)}
        >
          {title}
        </SortHeader>
      ))}
      cells={(pair) => <Cells pair={pair} inside={inside.get(pair) ?? null} />}
    />
  );
}

function Cells({ pair, inside }: { pair: FilePair; inside: InsidePair | null }) {
  const cells = pairCells(pair, inside);
  return (
    <>
      <span role="gridcell" className={styles.name} title={cells.title}>
        {cells.keyword !== null && <small>{cells.keyword} </small>}
        {cells.name}
        {cells.variant !== null && <small>{cells.variant}</small>}
      </span>
      <span role="gridcell">{cells.before}</span>
      <span role="gridcell">{cells.after}</span>
      <span role="gridcell" className={styles.change}>
        {cells.change}
      </span>
      <span role="gridcell">{cells.lines}</span>
      <span role="gridcell">{cells.inside}</span>
    </>
  );
}

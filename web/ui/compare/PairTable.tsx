import { grownBytes } from '../../analysis/compare/fileChange';
import type { FilePair } from '../../analysis/compare/filePairs';
import type { InsidePair } from '../../analysis/compare/insidePair';
import type { PairSort } from '../../app/compare/pairList';
import { grouped } from '../../base/prose';
import { RowGrid } from '../table/RowGrid';
import { SortHeader } from '../table/SortHeader';
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
  const { before, after, keyword, name, variant } = pair;
  const both = before !== null && after !== null;
  return (
    <>
      <span role="gridcell" className={styles.name} title={`${keyword} ${name}`}>
        {keyword !== 'struct' && <small>{keyword} </small>}
        {name}
        {variant > 0 && <small>#{variant}</small>}
      </span>
      <span role="gridcell">{before ? grouped(before.sizeBytes) : '–'}</span>
      <span role="gridcell">{after ? grouped(after.sizeBytes) : '–'}</span>
      <span role="gridcell" className={styles.change}>
        {both ? signed(grownBytes(pair)) : before ? 'only before' : 'only after'}
      </span>
      <span role="gridcell">{linesText(pair)}</span>
      <span role="gridcell">{both ? (inside === null ? '·' : insideText(inside)) : ''}</span>
    </>
  );
}

function signed(bytes: number): string {
  if (bytes === 0) return '=';
  return bytes > 0 ? `+${grouped(bytes)}` : `−${grouped(-bytes)}`;
}

function linesText({ before, after }: FilePair): string {
  const [old, now] = [before, after].map((side) => (side ? grouped(side.lines) : null));
  if (old === null || now === null || old === now) return `${now ?? old ?? ''}`;
  return `${old} → ${now}`;
}

/** `12`; and where nothing crossed, what else is other. */
function insideText({ crossed, shifted, resized, added, gone }: InsidePair): string {
  if (crossed > 0) return grouped(crossed);
  const other = [
    added > 0 ? `${added} new` : '',
    gone > 0 ? `${gone} gone` : '',
    shifted + resized > 0 ? `${shifted + resized} moved within their lines` : '',
  ].filter((text) => text !== '');
  return other.length === 0 ? '0' : `0; ${other.join(', ')}`;
}

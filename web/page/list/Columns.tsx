import { Fragment, type ReactNode } from 'react';
import type { ByStruct } from './byStruct';
import type { Catalog } from './catalog';
import type { SortColumn } from './listSettings';
import { nextSort } from './listView';
import type { LoadedFile } from '../state/state';
import { PlaceDot } from '../files/FileDot';
import { useApp, useAppState } from '../kit/context';
import { Icon } from '../kit/Icon';
import styles from './StructPanel.module.css';

interface Column {
  readonly by: SortColumn;
  readonly label: string;
  readonly title: string;
}

const LINES: Column = { by: 'lines', label: 'lines', title: 'Cache lines' };
const HELD: Column = {
  by: 'held',
  label: 'held',
  title: 'Structs of its file that hold it by value, at whatever depth',
};
const HEAT: Column = { by: 'heat', label: 'heat', title: 'Share of a loaded report' };

/** Lines follow from the size, and leave their room to what was measured or asked for. */
const columns = (third: Column): readonly Column[] => [
  { by: 'name', label: 'name', title: 'Name' },
  { by: 'size', label: 'size', title: 'Size in bytes' },
  third,
  {
    by: 'holes',
    label: 'holes',
    title:
      'Bytes in holes between members, those in anonymous structs left out, as pahole’s summary has it',
  },
  { by: 'padding', label: 'pad', title: 'Bytes of padding at the end' },
];

/** The heads of the list's columns, which sort by them. */
export function Columns(props: {
  hasHeat: boolean;
  catalog: Catalog;
  grouped: ByStruct | null;
  /** The figures stand under the names. */
  isStacked: boolean;
}) {
  const { hasHeat, catalog, grouped } = props;
  const app = useApp();
  const sort = useAppState((state) => state.list.sort);
  const all = columns(sort.by === 'held' ? HELD : hasHeat ? HEAT : LINES);
  const isExtra = ({ by }: Column) =>
    by === 'name' || by === 'size' || by === 'held' || by === 'heat';
  const shown = grouped === null ? all : all.filter(isExtra);
  return (
    <div
      className={styles.columns}
      data-heat={hasHeat || undefined}
      data-held={sort.by === 'held' || undefined}
      data-files={grouped?.files.length}
      data-stacked={props.isStacked || undefined}
      role="group"
      aria-label="Sort by"
    >
      {shown.map(({ by, label, title }) => {
        const active = sort.by === by;
        const [first, ...others] = by === 'size' ? (grouped?.files ?? []) : [];
        return (
          <Fragment key={by}>
            <Head place={first === undefined ? null : 0}>
              <button
                type="button"
                title={`${title}${first === undefined ? '' : ` in ${fileName(app.store.getState().files, catalog, first)}`}: sort`}
                aria-label={`Sort by ${label}${active ? (sort.descending ? ', now descending' : ', now ascending') : ''}`}
                aria-pressed={active}
                onClick={() => app.setSort(nextSort(sort, by))}
              >
                {label}
                {active && <Icon name={sort.descending ? 'down' : 'up'} size={9} />}
              </button>
            </Head>
            {others.map((place, at) => (
              <span
                key={place}
                className={styles.of}
                title={`Size in ${fileName(app.store.getState().files, catalog, place)}`}
              >
                <PlaceDot place={at + 1} />
              </span>
            ))}
          </Fragment>
        );
      })}
    </div>
  );
}

/** A head with the dot of its file beside it; alone where one file is listed. */
function Head({ place, children }: { place: number | null; children: ReactNode }) {
  if (place === null) return children;
  return (
    <span className={styles.of}>
      <PlaceDot place={place} />
      {children}
    </span>
  );
}

function fileName(files: readonly LoadedFile[], catalog: Catalog, place: number): string {
  return files.find(({ id }) => id === catalog.files[place])?.name ?? '';
}

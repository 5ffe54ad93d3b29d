import { useMemo } from 'react';
import type { StructId } from '../../core/layout/ids';
import { useApp, useAppState } from '../kit/context';
import { catalogOf } from '../state/listSelectors';
import { labelOf } from '../state/catalog';
import { heatColumn, heatMarks } from './heatMarks';
import { HeatMark } from './HeatMark';
import styles from './RailStructs.module.css';

/** More than a window has room for. */
const MOST = 6;

/** What stays of the list beside a struct: the other structs that are open, then the hottest of the reports. */
export function RailStructs() {
  const app = useApp();
  // As text: what is carried changes the open struct in each frame, and neither its name nor which one is in view.
  const opened = useAppState(({ documents, centre }) =>
    JSON.stringify(
      documents.map(({ id, history }) => ({
        id,
        name: history.document.struct.name,
        isInView: centre.kind === 'document' && centre.id === id,
      })),
    ),
  );
  const files = useAppState((state) => state.files);
  const marks = useAppState(heatMarks);
  const catalog = useMemo(() => catalogOf(files), [files]);
  const heat = useMemo(() => heatColumn(catalog, marks), [catalog, marks]);
  const documents = JSON.parse(opened) as readonly {
    readonly id: StructId;
    readonly name: string;
    readonly isInView: boolean;
  }[];
  const names = new Set(documents.map(({ name }) => name));
  const open = documents.filter(({ isInView }) => !isInView);
  const hot = [...(heat?.of.keys() ?? [])]
    .filter((row) => !names.has(catalog.names[row] ?? ''))
    .sort((a, b) => (heat?.shares[b] ?? 0) - (heat?.shares[a] ?? 0));
  const shownOpen = open.slice(0, MOST);
  return (
    <ul className={styles.structs} aria-label="Open and hot structs">
      {shownOpen.map(({ id, name }) => (
        <li key={id}>
          <button type="button" onClick={() => app.show(id)}>
            {name}
          </button>
        </li>
      ))}
      {hot.slice(0, MOST - shownOpen.length).map((row) => (
        <li key={row}>
          <button type="button" onClick={() => void app.openRow(catalog, row)}>
            <HeatMark share={heat?.shares[row] ?? 0} of={heat?.of.get(row)} />
            {labelOf(catalog, row)}
          </button>
        </li>
      ))}
    </ul>
  );
}

import { showDocument } from '../struct/documentReducers';
import { bindInView } from './bindReducers';
import { presentOf } from '../struct/inView';
import type { LoadedFile } from '../state/state';
import type { TypeProfile } from '../../core/facts/generated';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { grouped } from '../../core/base/prose';
import styles from './ProfileView.module.css';

/** More types than this are not drawn: perf lists the hottest first. */
const MOST_TYPES = 500;

/** The types of a type profile. One that is open under the same name is bound with a click; no offset is asked for. */
export function TypeTable({ file, types }: { file: LoadedFile; types: readonly TypeProfile[] }) {
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

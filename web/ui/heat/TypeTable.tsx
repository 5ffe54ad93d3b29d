import { showDocument } from '../../app/documentReducers';
import { bindInView } from '../../app/heat/bindReducers';
import { presentOf } from '../../app/inView';
import type { LoadedFile } from '../../app/state';
import type { TypeProfile } from '../../facts/generated';
import { useApp, useAppState } from '../context';
import controls from '../controls.module.css';
import { formatCount } from '../format';
import styles from './ProfileView.module.css';

/** The types of a type profile. One that is open under the same name is bound with a click; no offset is asked for. */
export function TypeTable({ file, types }: { file: LoadedFile; types: readonly TypeProfile[] }) {
  const app = useApp();
  const documents = useAppState((state) => state.documents);
  const events = types[0]?.events ?? [];
  const find = (name: string) => {
    const bare = name.replace(/^(?:struct|union|class) /, '');
    return documents.find((open) => presentOf(open).struct.name === bare);
  };
  return (
    // It scrolls in a low window.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.rowsPort} tabIndex={0} role="region" aria-label="Types of the report">
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">Type</th>
            {events.length === 0 && <th scope="col">{unitText(types[0])}</th>}
            {events.map((event) => (
              <th key={event} scope="col">
                {event}
              </th>
            ))}
            <th scope="col">Bind</th>
          </tr>
        </thead>
        <tbody>
          {types.slice(0, 500).map((type, place) => {
            const open = find(type.name);
            return (
              <tr key={place}>
                <th scope="row">{type.name}</th>
                {type.values.map((value, at) => (
                  <td key={at}>{valueText(type, value)}</td>
                ))}
                <td>
                  {open ? (
                    <button
                      type="button"
                      className={controls.smallButton}
                      onClick={() => {
                        app.update((state) =>
                          bindInView(showDocument(state, open.id), file.id, type.name, 0),
                        );
                        app.showInspector('heat');
                      }}
                    >
                      Bind to {presentOf(open).struct.name}
                    </button>
                  ) : (
                    !type.name.startsWith('(') && (
                      <button
                        type="button"
                        className={controls.link}
                        onClick={() => {
                          app.setQuery(type.name.replace(/^(?:struct|union|class) /, ''));
                          app.host.focusSearch();
                        }}
                      >
                        Find it
                      </button>
                    )
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function unitText(type: TypeProfile | undefined): string {
  return type?.unit === 'percent' ? 'Share' : type?.unit === 'period' ? 'Period' : 'Samples';
}

function valueText({ unit }: TypeProfile, value: number): string {
  return unit === 'percent' ? `${value.toFixed(2)} %` : formatCount(Math.round(value));
}

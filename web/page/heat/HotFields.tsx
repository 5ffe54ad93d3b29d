import type { Heat } from '../../core/heat/heatOf';
import type { InView } from '../struct/inView';
import { hotFieldsTable, type HotCell } from './hotFields';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { CopyButton } from '../kit/CopyButton';
import styles from './HeatTab.module.css';

/** Every hot field of the struct, hottest first; with several profiles, each in a column of its own. */
export function HotFields({ inView, heat }: { inView: InView; heat: Heat }) {
  const app = useApp();
  const structName = inView.document.struct.name;
  const table = hotFieldsTable(structName, heat);
  if (!table) return null;
  const { isByProfile, heads, rows, note, copies } = table;
  return (
    <section className={styles.section} aria-label="Hot fields">
      <h2>Hot fields of {structName}</h2>
      <div className={styles.scroll}>
        <table className={styles.fields} data-several={isByProfile || undefined}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {heads.map((head) => (
                <th key={head} scope="col" title={isByProfile ? head : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ path, cells }) => (
              <tr key={path}>
                <th scope="row">
                  <button
                    type="button"
                    className={controls.link}
                    onClick={() => app.showFields([path])}
                  >
                    {path}
                  </button>
                </th>
                {cells.map(({ text, emphasis }, column) => (
                  <td key={heads[column]} className={EMPHASES[emphasis]}>
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note !== null && <p className={styles.note}>{note}</p>}
      {copies.length > 0 && (
        <div className={styles.actions}>
          {copies.map(({ label, text }) => (
            <CopyButton key={label} text={text} label={label} shown={label} />
          ))}
        </div>
      )}
    </section>
  );
}

const EMPHASES: Readonly<Record<HotCell['emphasis'], string | undefined>> = {
  none: undefined,
  stores: styles.stores,
  zero: styles.zero,
};

import { useDeferredValue, useState } from 'react';
import type { Finding } from '../../core/findings/finding';
import { listed, quoted } from '../../core/base/prose';
import { documentInView } from '../state/inView';
import { setHeatView } from '../state/profileReducers';
import { changePredict } from '../state/predictReducers';
import type { MemberPath } from '../../core/layout/ids';
import { findingsList, staysInView } from './findingsList';
import { watchedLine } from '../state/lineInView';
import { BindingDoubts } from '../kit/BindingDoubts';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Sentence } from '../kit/Sentence';
import { useRoomy } from '../kit/useRoomy';
import { useSelection } from '../kit/useSelection';
import { useSettledView } from '../kit/useInView';
import styles from './Findings.module.css';

const MOST_AT_FIRST = 6;
/** Members that name a finding as long as its reason is not. */
const MOST_NAMES = 4;

/** What is worth looking at in the edited layout, each with its reason, who does it, and what to do next. */
export function Findings() {
  const selection = useSelection();
  // Finding them takes as long as drawing the rest of a large struct, which comes first.
  const view = useDeferredValue(useSettledView(), null);
  const [all, setAll] = useState(false);
  const hasReport = useAppState(({ files }) => files.some(({ phase }) => phase.kind === 'profile'));
  const stays = useAppState(staysInView);
  if (view === null) return null;
  const { findings, mayConflict, areCarried } = findingsList(view);
  const shown = all ? findings : findings.slice(0, MOST_AT_FIRST);
  // The reason of one is in sight: of what is selected, else of the first.
  const open = findings.find((each) => isSelected(each, selection)) ?? findings[0];
  return (
    <section className={styles.section} aria-label="Findings">
      <BindingDoubts />
      <h2>
        Findings {findings.length > 0 && <span className={styles.count}>{findings.length}</span>}
      </h2>
      {!mayConflict && (
        <p className={styles.quiet}>
          {hasReport
            ? 'No line of the loaded report is bound to this struct, so nothing says who reads and who writes its fields. Bind one below, or tag fields in their menu: false sharing is then named here.'
            : 'Nothing says yet who reads and who writes the fields. Once a report or tags do, false sharing is named here.'}
        </p>
      )}
      {findings.length === 0 && mayConflict && (
        <p className={styles.quiet}>
          No field that is written shares a line with one that others use, as far as is known.
        </p>
      )}
      {stays !== null && (
        <p>
          <Sentence text={stays} />
        </p>
      )}
      <ul className={styles.cards}>
        {shown.map((finding) => (
          <li key={`${finding.title} ${finding.members.join()}`}>
            <Card
              finding={finding}
              isSelected={isSelected(finding, selection)}
              isOpen={finding === open}
            />
          </li>
        ))}
      </ul>
      {findings.length > shown.length && (
        <button type="button" className={controls.link} onClick={() => setAll(true)}>
          Show all {findings.length}
        </button>
      )}
      {areCarried && (
        <p className={styles.quiet}>
          The counts were measured on the report’s layout and stay with their fields.
        </p>
      )}
    </section>
  );
}

function Card({
  finding,
  isSelected: selected,
  isOpen,
}: {
  finding: Finding;
  isSelected: boolean;
  isOpen: boolean;
}) {
  const app = useApp();
  const { title, reason, members, functions, kind } = finding;
  const struct = useAppState((state) => documentInView(state)?.open.id);
  // The line's picture has its functions with the rest of them.
  const isRoomy = useRoomy();
  const isPictured = useAppState((state) => {
    const line = watchedLine(state)?.line;
    const isOpen = isRoomy && !state.settings.closed.includes('line');
    return isOpen && line !== undefined && finding.lines.includes(line);
  });
  const show = () => {
    app.showFields(members);
    // Shows between the fields who takes the line from whom.
    if (kind === 'falseSharing') app.update((state) => setHeatView(state, { conflicts: true }));
  };
  return (
    <article className={styles.card} data-kind={kind} data-selected={selected || undefined}>
      <h3>
        <button type="button" aria-pressed={selected} aria-label={`Show: ${title}`} onClick={show}>
          {title}
        </button>
      </h3>
      <p>
        {isOpen ? (
          <Sentence text={reason} />
        ) : (
          <Sentence text={listed(quoted(members), MOST_NAMES)} />
        )}
      </p>
      {isOpen && !isPictured && functions.length > 0 && (
        <table className={styles.functions}>
          <caption className={controls.visuallyHidden}>By these functions</caption>
          <tbody>
            {functions.map(({ symbol, path, does, amount }) => (
              <tr key={`${symbol} ${path} ${does}`}>
                <th scope="row" title={`${symbol}, on ${path}`}>
                  {symbol}
                </th>
                <td>{does}</td>
                <td>{amount}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isOpen && kind !== 'race' && kind !== 'misbound' && (
        <button
          type="button"
          className={`${controls.smallButton} ${styles.suggest}`}
          aria-label={`Suggest an order: ${title}`}
          onClick={() => {
            show();
            app.update((state) =>
              changePredict(state, { about: struct ? { struct, title, members } : null }),
            );
            app.showInspector('suggest');
          }}
        >
          Suggest an order
        </button>
      )}
    </article>
  );
}

/** Whether just what the finding is about is selected. */
function isSelected(finding: Finding, selection: readonly MemberPath[]): boolean {
  return (
    finding.members.length === selection.length &&
    finding.members.every((path) => selection.includes(path))
  );
}

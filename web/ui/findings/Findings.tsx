import { derived } from '../../base/derived';
import { useDeferredValue, useState } from 'react';
import { findingsOf } from '../../analysis/findings/findings';
import type { Finding } from '../../analysis/findings/finding';
import { focusInView, selectInView } from '../../app/document/documentReducers';
import { heatOf } from '../../analysis/attribute/heatOf';
import type { InView } from '../../app/document/inView';
import type { MemberPath } from '../../layout/ids';
import { BindingDoubts } from '../heat/BindingDoubts';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Sentence } from '../kit/Sentence';
import { useSettledView } from '../kit/useInView';
import styles from './Findings.module.css';

const MOST_AT_FIRST = 4;

/** What is worth looking at in the edited layout; a click selects what it is about. Nothing where there is nothing. */
export function Findings({
  selection,
  onPick,
  isUnderDoubts = false,
}: {
  selection: readonly MemberPath[];
  onPick: (members: readonly MemberPath[]) => void;
  /** Whether what makes the binding doubtful stands above it already. */
  isUnderDoubts?: boolean;
}) {
  const app = useApp();
  // To find them takes as long as all else that is drawn of a large struct: that comes first.
  const view = useDeferredValue(useSettledView(), null);
  const [all, setAll] = useState(false);
  if (view === null) return null;
  const findings = findingsIn(view);
  if (findings.length === 0) return null;
  const shown = all ? findings : findings.slice(0, MOST_AT_FIRST);
  const pick = (members: readonly MemberPath[]) => {
    const [first] = members;
    onPick(members);
    app.update((state) => focusInView(selectInView(state, members), first ?? null));
  };
  return (
    <section className={styles.section} aria-label="Findings">
      <h2>
        Findings <span className={styles.count}>{findings.length}</span>
      </h2>
      <ul className={styles.list}>
        {shown.map((finding) => (
          <li key={`${finding.title} ${finding.members.join()}`}>
            <button
              type="button"
              className={styles.finding}
              aria-pressed={isSelected(finding, selection)}
              onClick={() => pick(finding.members)}
            >
              <span className={styles.title}>{finding.title}</span>
              <span className={styles.reason}>
                <Sentence text={finding.reason} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {findings.length > shown.length && (
        <button type="button" className={controls.link} onClick={() => setAll(true)}>
          Show all {findings.length}
        </button>
      )}
      {!isUnderDoubts && findings.some(({ samples }) => samples > 0) && <BindingDoubts />}
      {view.document.edits.length > 0 && findings.some(({ samples }) => samples > 0) && (
        <p className={styles.quiet}>
          Counts were measured on the layout of the report and go with their fields.
        </p>
      )}
    </section>
  );
}

/** Whether just what the finding is about is selected. */
function isSelected(finding: Finding, selection: readonly MemberPath[]): boolean {
  return (
    finding.members.length === selection.length &&
    finding.members.every((path) => selection.includes(path))
  );
}

/** Asked again for each selection, and the same until the layout or its heat changes. */
function findingsIn(view: InView): readonly Finding[] {
  const { applied, layout } = view.edited;
  const { current } = heatOf(view.document, applied);
  return findings(applied, layout, view.original.applied.struct, current);
}

const findings = derived(findingsOf);

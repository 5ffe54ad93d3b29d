import type { FilePair } from '../../core/compare/filePairs';
import { openWithEdits } from './openWithEdits';
import { describePair, type TwoFiles } from './twoFiles';
import type { InView } from '../struct/inView';
import type { LoadedFile } from '../state/state';
import { useAnswer } from '../bind/useAnswer';
import { changeRows, type ChangeSummary } from './changeRows';
import { pairTitle } from './pairCells';
import { comparisonOfTwo } from './compareScenes';
import { SideBySide } from './SideBySide';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { grouped, plural } from '../../core/base/prose';
import { Sentence } from '../kit/Sentence';
import styles from './TwoFiles.module.css';

/** The layouts of one struct in both files, each field tied to its old place. */
export function PairView({ two, pair }: { two: TwoFiles; pair: FilePair }) {
  const app = useApp();
  const { before, after } = two;
  const { label, key } = pairTitle(two, pair);
  const answer = useAnswer(() => describePair(app, two, pair), key);
  return (
    <section className={styles.pair} aria-label={`${label} before and after`}>
      <header className={styles.pairHead}>
        <h2>{label}</h2>
        {answer?.ok && (
          <span className={styles.opens}>
            {answer.value.before && <Open view={answer.value.before} file={before} />}
            {answer.value.after && <Open view={answer.value.after} file={after} />}
          </span>
        )}
      </header>
      {answer !== null && !answer.ok && (
        <p className={styles.waiting}>
          <Sentence text={answer.error} />
        </p>
      )}
      {answer?.ok && <Both two={two} {...answer.value} />}
    </section>
  );
}

function Open({ view, file }: { view: InView; file: LoadedFile }) {
  const app = useApp();
  return (
    <button
      type="button"
      className={controls.smallButton}
      onClick={() => app.update((state) => openWithEdits(state, file.id, view.document))}
    >
      Open it from {file.name}
    </button>
  );
}

function Both(props: { two: TwoFiles; before: InView | null; after: InView | null }) {
  const { two, before, after } = props;
  if (before === null || after === null) {
    const only = before ?? after;
    const [has, lacks] = before === null ? [two.after, two.before] : [two.before, two.after];
    return (
      <p className={styles.waiting}>
        Only {has.name} has it
        {only && `: ${grouped(only.original.figures.sizeBytes)} bytes`}. {lacks.name} has no struct
        of this name, or none of this layout.
      </p>
    );
  }
  return (
    <SideBySide
      draw={(widthPx) =>
        comparisonOfTwo(
          { title: two.before.name, inView: before },
          { title: two.after.name, inView: after },
          widthPx,
        )
      }
      drawKey={before.open.id + after.open.id}
      summaryOf={({ changes }) =>
        changeRows(
          before.original.layout,
          after.original.layout,
          changes,
          after.original.applied.state,
          before.original.applied.state,
        )
      }
      headOf={headOf}
    />
  );
}

/** `2 new fields, 1 gone, 3 shifted`: what there is of it. */
function headOf({ rows, moved, shifted, knockedOn, added, gone }: ChangeSummary): string {
  const resized = rows.filter(({ what }) => what === 'resized' || what === 'retyped').length;
  const counts = [
    [added, plural(added, 'new field')],
    [gone, `${gone} gone`],
    [resized, `${resized} of another size or type`],
    [moved, `${moved} moved among the others`],
    [shifted, `${shifted} shifted`],
    [knockedOn, `${plural(knockedOn, 'other field')} on another line`],
  ] as const;
  return counts.flatMap(([count, words]) => (count > 0 ? [words] : [])).join(', ');
}

import { useDeferredValue, useMemo, useState } from 'react';
import type { ChangeFilter } from '../../core/compare/fileChange';
import type { FilePair } from '../../core/compare/filePairs';
import { comparableFiles } from '../state/otherFiles';
import { listPairs, type PairSort } from './pairList';
import { compareFiles } from './showTwoFiles';
import { pairsOf, twoFilesOf, describePair, type TwoFiles } from './twoFiles';
import type { LoadedFile } from '../state/state';
import { releaseTitle } from '../files/fileWords';
import type { FileId } from '../../core/layout/ids';
import { BackToStruct } from '../kit/BackToStruct';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { grouped, plural } from '../../core/base/prose';
import { useInside, type Inside } from './useInside';
import styles from './TwoFiles.module.css';
import type { InsidePair } from '../../core/compare/insidePair';
import { pairCells, pairTitle } from './pairCells';
import { RowGrid } from '../kit/RowGrid';
import { SortHeader } from '../kit/SortHeader';
import { openWithEdits } from './openWithEdits';
import type { InView } from '../state/inView';
import { useAnswer } from '../kit/useAnswer';
import { changeRows, type ChangeSummary } from './changeRows';
import { comparisonOfTwo } from './compareScenes';
import { SideBySide } from './SideBySide';
import { Sentence } from '../kit/Sentence';

/** What changed from one loaded file to another: which structs, and the chosen one before and after. */
export default function TwoFilesView() {
  const centre = useAppState((state) => state.centre);
  const files = useAppState((state) => state.files);
  const ids = centre.kind === 'twoFiles' ? centre : null;
  // Progress of a file that is still read changes it many times a second; its list changes a few times.
  const [old, now] = [ids?.before, ids?.after].map((id) => {
    const file = files.find((each) => each.id === id);
    return file && indexOf(file);
  });
  const two = useMemo(
    () => (ids === null ? null : twoFilesOf(files, ids)),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [ids?.before, ids?.after, old, now],
  );
  if (ids === null) return null;
  return (
    <div className={styles.view}>
      <Head before={ids.before} after={ids.after} />
      {two === null ? (
        <p className={styles.waiting}>One of the two has no list of structs yet.</p>
      ) : ids.before === ids.after ? (
        <p className={styles.waiting}>It is one file: choose another one to compare it with.</p>
      ) : (
        <Changes key={`${ids.before} ${ids.after}`} two={two} />
      )}
    </div>
  );
}

function indexOf({ phase }: LoadedFile): unknown {
  if (phase.kind === 'ready') return phase.index;
  return phase.kind === 'text' ? phase.text.index : phase.kind;
}

function Head({ before, after }: { before: FileId; after: FileId }) {
  const app = useApp();
  const files = useAppState((state) => state.files);
  const offered = comparableFiles(files);
  const show = (ids: { before: FileId; after: FileId }) =>
    app.update((state) => compareFiles(state, ids));
  const select = (side: 'before' | 'after', label: string) => (
    <label>
      {label}{' '}
      <select
        className={controls.field}
        value={side === 'before' ? before : after}
        onChange={({ target }) => show({ before, after, [side]: target.value as FileId })}
      >
        {offered.map((file) => (
          <option key={file.id} value={file.id}>
            {releaseTitle(file)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <header className={styles.head}>
      <h1>What changed between two files</h1>
      <div className={styles.choice}>
        {select('before', 'Before')}
        <button
          type="button"
          className={controls.smallButton}
          onClick={() => show({ before: after, after: before })}
        >
          Swap
        </button>
        {select('after', 'After')}
        <BackToStruct />
      </div>
    </header>
  );
}

const FILTERS: readonly (readonly [filter: ChangeFilter, title: string])[] = [
  ['layout', 'Size or lines'],
  ['inside', 'Members, on the same lines'],
  ['only', 'In one file only'],
];

function Changes({ two }: { two: TwoFiles }) {
  const inside = useInside(two);
  const [filter, setFilter] = useState<ChangeFilter>('layout');
  const [query, setQuery] = useState('');
  const [sort, setSort] = useState<Sorting>({ by: 'weight', descending: false });
  const [chosen, setChosen] = useState<FilePair | null>(null);
  const typed = useDeferredValue(query);
  const all = pairsOf(two);
  const { pairs, counts } = useMemo(
    () =>
      listPairs(all, inside.kept, {
        filter,
        query: typed,
        sort: sort.by,
        descending: sort.descending,
      }),
    // What is known of the members grows in place: how much is done says when.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [all, filter, typed, sort, inside.done, inside.state],
  );
  // A better list has other rows: the same struct is looked up in it.
  const shown = chosen === null || all.includes(chosen) ? chosen : (sameIn(all, chosen) ?? null);
  return (
    <>
      <div className={styles.filter}>
        <input
          type="search"
          className={controls.field}
          aria-label="Search the changed structs"
          placeholder="Search the changed structs"
          spellCheck={false}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <span className={controls.segments} role="group" aria-label="Which changes">
          {FILTERS.map(([each, title]) => (
            <button
              key={each}
              type="button"
              className={controls.segment}
              aria-pressed={each === filter}
              onClick={() => setFilter(each)}
            >
              {title} <small className={styles.count}>{grouped(counts[each])}</small>
            </button>
          ))}
        </span>
        <Looking inside={inside} />
      </div>
      {pairs.length === 0 ? (
        <p className={styles.waiting}>{nothing(query, filter, inside)}</p>
      ) : (
        <PairTable
          pairs={pairs}
          inside={inside.kept}
          chosen={shown}
          sort={sort}
          onSort={(by) => setSort(nextSort(sort, by))}
          onChoose={setChosen}
        />
      )}
      {shown === null ? (
        <p className={styles.waiting}>
          {pairs.length > 0 && 'Choose a struct to see it before and after. '}A struct is listed if
          its size, its number of lines or the line of a field differs. Lines are those of each
          file’s machine, for an object that begins on one.
        </p>
      ) : (
        <PairView two={two} pair={shown} />
      )}
    </>
  );
}

function sameIn(all: readonly FilePair[], wanted: FilePair): FilePair | undefined {
  return all.find(
    ({ keyword, name, variant }) =>
      keyword === wanted.keyword && name === wanted.name && variant === wanted.variant,
  );
}

/** Names begin with A, numbers with the largest; a third click is the largest change first. */
function nextSort({ by, descending }: Sorting, clicked: PairSort): Sorting {
  const first = clicked !== 'name';
  if (by !== clicked) return { by: clicked, descending: first };
  if (descending === first) return { by: clicked, descending: !first };
  return { by: 'weight', descending: false };
}

function Looking({ inside }: { inside: Inside }) {
  const { state, done, total, failure } = inside;
  if (state === 'done') {
    return (
      <span role="status" className={styles.looking}>
        {plural(total, 'struct')} in both
      </span>
    );
  }
  return (
    <span className={styles.looking}>
      <span>
        {failure ?? (state === 'looking' ? 'Looking at members' : 'Members looked at')}
        {failure === null && total > 0 && `: ${grouped(done)} of ${grouped(total)}`}
      </span>
      {state === 'looking' ? (
        <>
          <progress
            aria-label="Members looked at"
            max={Math.max(1, total)}
            value={total === 0 ? 0 : done}
          />
          <button type="button" className={controls.link} onClick={inside.stop}>
            Stop
          </button>
        </>
      ) : (
        <button type="button" className={controls.link} onClick={inside.goOn}>
          Go on
        </button>
      )}
    </span>
  );
}

function nothing(query: string, filter: ChangeFilter, { state }: Inside): string {
  if (query.trim() !== '') return `No changed struct here is called anything like “${query}”.`;
  const so = state === 'done' ? '' : ' so far';
  switch (filter) {
    case 'layout':
      return `No struct that both files have changed its size, its number of lines, or the line of a field${so}.`;
    case 'inside':
      return `No struct has other members or offsets with every field on its line${so}.`;
    case 'only':
      return 'Both files have the same structs.';
  }
}

interface Sorting {
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
function PairTable(props: {
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

/** The layouts of one struct in both files, each field tied to its old place. */
function PairView({ two, pair }: { two: TwoFiles; pair: FilePair }) {
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

import { useDeferredValue, useMemo, useState } from 'react';
import type { ChangeFilter } from '../../core/compare/fileChange';
import type { FilePair } from '../../core/compare/filePairs';
import { comparableFiles } from './otherFiles';
import { listPairs, type PairSort } from './pairList';
import { compareFiles } from './showTwoFiles';
import { pairsOf, twoFilesOf, type TwoFiles } from './twoFiles';
import type { LoadedFile } from '../state/state';
import { releaseTitle } from '../files/fileWords';
import type { FileId } from '../../core/layout/ids';
import { BackToStruct } from '../kit/BackToStruct';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { grouped, plural } from '../../core/base/prose';
import { PairTable, type Sorting } from './PairTable';
import { PairView } from './PairView';
import { useInside, type Inside } from './useInside';
import styles from './TwoFiles.module.css';

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

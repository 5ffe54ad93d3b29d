import {
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  memo,
  Fragment,
  type RefObject,
  type ReactNode,
} from 'react';
import { comparableFiles } from '../state/otherFiles';
import { catalogOf } from '../state/listSelectors';
import { typesElsewhere } from './typesElsewhere';
import { heatColumn, heatMarks } from './heatMarks';
import { askHeldCounts, filesThatTell, heldColumn } from './heldCounts';
import { namespacesOf, type Catalog } from '../state/catalog';
import { openMember } from './openMember';
import type { LoadedFile, DocumentOrigin, SortColumn } from '../state/state';
import { structList } from './structList';
import { useAnswer } from '../kit/useAnswer';
import { CommandButton } from '../kit/CommandButton';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { grouped, plural } from '../../core/base/prose';
import { Icon } from '../kit/Icon';
import { LazyHotReports } from './LazyHotReports';
import { MemberRows } from './MemberRows';
import { StructRows } from './StructRows';
import { useStacked } from './useStacked';
import { useMembers, type FoundMembers } from './useMembers';
import { Waiting } from '../kit/Waiting';
import styles from './StructPanel.module.css';
import { PanelEdge } from '../kit/PanelEdge';
import type { LayoutDocument } from '../../core/edit/document';
import type { StructId } from '../../core/layout/ids';
import { openStructWords } from './openStructWords';
import type { ByStruct } from './byStruct';
import { isBlank, nextSort } from './listView';
import { PlaceDot } from '../kit/FileDot';
import { PopoverButton } from '../kit/PopoverButton';

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
function Columns(props: {
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

/** The list of every struct of the loaded files: search, sort, and open one. */
export function StructPanel({ isOver }: { readonly isOver: boolean }) {
  const hasFiles = useAppState((state) => state.files.length > 0);
  const sortedBy = useAppState((state) => state.list.sort.by);
  const isAlone = useAppState((state) => state.centre.kind === 'empty');
  const panel = useRef<HTMLElement>(null);
  return (
    <aside
      ref={panel}
      className={styles.panel}
      aria-label="Structs"
      data-sorted={sortedBy}
      data-alone={isAlone || undefined}
      data-over={isOver || undefined}
    >
      <OpenStructs />
      {hasFiles ? <Finder panel={panel} isOver={isOver && !isAlone} /> : <NoFiles />}
      <PanelEdge side="left" name="Width of the list" />
    </aside>
  );
}

function Finder({
  panel,
  isOver,
}: {
  readonly panel: RefObject<HTMLElement | null>;
  readonly isOver: boolean;
}) {
  const app = useApp();
  const files = useAppState((state) => state.files);
  const list = useAppState((state) => state.list);
  // Typing never waits for the list: a search over very many names finishes behind it.
  const deferred = useDeferredValue(list);
  const catalog = useMemo(() => catalogOf(files), [files]);
  const marks = useAppState(heatMarks);
  const heat = useMemo(() => heatColumn(catalog, marks), [catalog, marks]);
  const held = useHeld(catalog, files, deferred.sort.by === 'held');
  const measures = useMemo(() => ({ heat, held }), [heat, held]);
  const shown = useMemo(
    () => structList(catalog, deferred, measures),
    [catalog, deferred, measures],
  );
  const { listedCount, grouped, rows, query, bareMember, isAboutMembers, memberQuery } = shown;
  const extra = deferred.sort.by === 'held' || heat !== null ? 1 : 0;
  const isStacked = useStacked(panel, grouped === null ? 0 : grouped.files.length + extra);
  const found = useMembers(catalog, memberQuery);
  const members =
    !isAboutMembers && found?.hits.length === 0 && (listedCount > 0 || found.isAll) ? null : found;
  const [cursor, setCursor] = useState(0);
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(
    () => app.provide({ focusSearch: () => (input.current?.focus(), input.current?.select()) }),
    [app],
  );
  const count = members === null ? rows.length : members.hits.length;
  const place = Math.min(cursor, Math.max(0, count - 1));
  const row = rows[place];

  const { focusGridSoon } = app.host;

  const pickMember = (at: number) => {
    const hit = members?.hits[at];
    if (!hit || memberQuery === null) return;
    setCursor(at);
    void openMember(app, catalog, hit, memberQuery).then(focusGridSoon);
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    const page = 12;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
    };
    const step = steps[event.key];
    // The key that leads here, pressed once more: only types of Go have a slash in their names.
    if (event.key === '/' && !catalog.names.some((name) => name.includes('/')))
      event.preventDefault();
    if (step !== undefined && !event.altKey) {
      event.preventDefault();
      setCursor(Math.max(0, Math.min(count - 1, place + step)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (members !== null) return pickMember(place);
      // The rows for what is typed now, also where the list on screen is a moment behind.
      const now = list === deferred ? row : structList(catalog, list, measures).rows[cursor];
      if (now !== undefined) void app.openRow(catalog, now).then(focusGridSoon);
    } else if (event.key === 'Escape' && list.query !== '') {
      event.preventDefault();
      app.setQuery('');
      setCursor(0);
    } else if (event.key === 'Escape' && isOver) {
      event.preventDefault();
      app.togglePanel('left');
      focusGridSoon();
    }
  };

  const loading = files.some(
    ({ phase }) =>
      phase.kind === 'loading' ||
      (phase.kind === 'ready' && !phase.index && phase.waitsFor === undefined),
  );
  return (
    <>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Search structs"
          aria-expanded={count > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={
            count === 0 ? undefined : `${listId}-${members === null ? row : place}`
          }
          placeholder="Struct, member, file.f_ref"
          aria-keyshortcuts="/"
          title="A struct, a member, a member of a struct (file.f_ref), a name with stars (f_*). Key: /"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={list.query}
          onChange={(event) => {
            app.setQuery(event.target.value);
            setCursor(0);
          }}
          onKeyDown={onKeyDown}
        />
        {list.query !== '' && (
          <button
            type="button"
            className={controls.iconButton}
            aria-label="Clear the search"
            title="Clear the search"
            onClick={() => {
              app.setQuery('');
              setCursor(0);
              input.current?.focus();
            }}
          >
            <Icon name="close" size={14} />
          </button>
        )}
      </div>
      <div className={styles.count}>
        <span role="status">
          {members === null
            ? countText(catalog, listedCount, isBlank(deferred), loading)
            : memberCountText(members)}
        </span>
        {members === null && <Namespaces catalog={catalog} />}
        {catalog.rowCount > 0 && members === null && <SortBy hasHeat={heat !== null} />}
      </div>
      {bareMember !== null && !isAboutMembers && (
        <OtherKind
          name={bareMember.member}
          showsMembers={members !== null}
          isTypedef={shown.isTypedef}
          structs={listedCount}
        />
      )}
      <LazyHotReports />
      {comparableFiles(files).length > 1 && (
        <div className={styles.two}>
          <CommandButton command="compare.twoFiles" className={controls.link} ownName>
            What changed between two files…
          </CommandButton>
        </div>
      )}
      {members === null && (
        <Columns
          hasHeat={heat !== null}
          catalog={catalog}
          grouped={grouped}
          isStacked={isStacked}
        />
      )}
      {members !== null ? (
        <MemberRows
          id={listId}
          catalog={catalog}
          hits={members.hits}
          cursor={place}
          onPick={pickMember}
        />
      ) : rows.length > 0 ? (
        <StructRows
          id={listId}
          catalog={catalog}
          heat={heat}
          held={list.sort.by === 'held' ? held : undefined}
          rows={rows}
          grouped={grouped}
          isStacked={isStacked}
          query={query}
          cursor={place}
          onCursor={setCursor}
        />
      ) : (
        <Nothing
          loading={loading}
          typed={list.query}
          total={catalog.rowCount}
          elsewhere={typesElsewhere(files)}
        />
      )}
    </>
  );
}

/** What the files say of who holds whom, once the list is sorted by it; null until they have answered. */
function useHeld(catalog: Catalog, files: readonly LoadedFile[], wanted: boolean) {
  const app = useApp();
  const countedFiles = wanted ? filesThatTell(files) : [];
  const stages = countedFiles.map(
    ({ id, phase }) => `${id} ${phase.kind === 'ready' && phase.index?.stage}`,
  );
  const answers = useAnswer(() => askHeldCounts(app, countedFiles), stages.join());
  return useMemo(
    () => (wanted && answers !== null ? heldColumn(catalog, answers) : null),
    [catalog, answers, wanted],
  );
}

const SORTS: readonly { readonly by: SortColumn; readonly label: string }[] = [
  { by: 'match', label: 'best first' },
  { by: 'name', label: 'sort by name' },
  { by: 'size', label: 'sort by size' },
  { by: 'lines', label: 'sort by lines' },
  { by: 'holes', label: 'sort by holes' },
  { by: 'padding', label: 'sort by padding' },
  { by: 'heat', label: 'sort by heat' },
  // Structs that most others hold by value come first.
  { by: 'held', label: 'sort by containers' },
];

/** Also by what has no column where the list is narrow: what it is sorted by then has one. */
function SortBy({ hasHeat }: { hasHeat: boolean }) {
  const app = useApp();
  const by = useAppState(({ list }) => list.sort.by);
  // What matches best is a question of what is looked for.
  const isSearched = useAppState(({ list }) => list.query.trim() !== '');
  return (
    <select
      className={styles.sortBy}
      aria-label="Sort the list"
      title="Sort the list"
      value={by}
      onChange={({ target }) => {
        const chosen = SORTS.find((each) => each.by === target.value)?.by ?? 'match';
        app.setSort({ by: chosen, descending: chosen !== 'match' && chosen !== 'name' });
      }}
    >
      {SORTS.filter((each) => each.by !== 'heat' || hasHeat).map((each) => (
        <option key={each.by} value={each.by}>
          {each.by !== 'match' || isSearched
            ? each.label
            : hasHeat
              ? 'hottest first'
              : 'own first, by name'}
        </option>
      ))}
    </select>
  );
}

/** The way from structs to members of what was typed, and back. */
function OtherKind(props: {
  name: string;
  showsMembers: boolean;
  isTypedef: boolean;
  structs: number;
}) {
  const { name, showsMembers, isTypedef, structs } = props;
  const app = useApp();
  if (showsMembers && structs === 0) return null;
  return (
    <div className={styles.two}>
      {isTypedef && !showsMembers && (
        <p>
          No struct is called <b>{name}</b>. If it is a typedef, these may be meant.
        </p>
      )}
      <button
        type="button"
        className={controls.link}
        onClick={() => app.setQuery(showsMembers ? `struct ${name}` : `.${name}`)}
      >
        {showsMembers
          ? `${plural(structs, 'struct')} with these letters`
          : `Members called ${name}…`}
      </button>
    </div>
  );
}

function Nothing({
  loading,
  typed,
  total,
  elsewhere,
}: {
  readonly loading: boolean;
  readonly typed: string;
  readonly total: number;
  readonly elsewhere: readonly string[];
}) {
  if (loading && total === 0)
    return <Waiting className={styles.nothing}>Reading the types…</Waiting>;
  if (total === 0 && elsewhere.length > 0)
    return (
      <div className={styles.nothing}>
        {elsewhere.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    );
  if (total === 0)
    return (
      <p className={styles.nothing}>
        No structs yet: open a vmlinux, BTF or any ELF file with debug information.
      </p>
    );
  return (
    <div className={styles.nothing}>
      <p>
        No struct and no member is called anything like <b>{typed}</b>.
      </p>
      <p>
        What can be typed: a struct (<code>file</code>), a member (<code>f_ref</code>), a member of
        a struct (<code>file.f_ref</code>), a name with stars (<code>f_*</code>), one of several
        layouts (<code>file#2</code>).
      </p>
    </div>
  );
}

function NoFiles() {
  const hasStruct = useAppState(({ documents }) => documents.length > 0);
  return (
    <div className={styles.nothing}>
      <p>
        {hasStruct
          ? 'The struct in view came without its file. Every struct and union of a file that you open is listed here.'
          : 'No file is open. Every struct and union of a file that you open is listed here.'}
      </p>
      <CommandButton command="file.open">
        <Icon name="open" />
        Open files…
      </CommandButton>
    </div>
  );
}

function memberCountText({ hits, isAll }: FoundMembers): string {
  if (hits.length === 0) return isAll ? 'No member has this name.' : 'Asking the files…';
  return `${plural(hits.length, 'member')}${isAll ? '' : ' so far…'}`;
}

function countText(
  { rowCount, ownCount }: Catalog,
  shown: number,
  isAll: boolean,
  loading: boolean,
): string {
  if (rowCount === 0) return loading ? 'Reading…' : '';
  const all = plural(rowCount, 'type');
  if (isAll && ownCount > 0 && ownCount < rowCount) return `${grouped(ownCount)} own of ${all}`;
  return shown < rowCount ? `${grouped(shown)} of ${all}` : all;
}

/** Where to look besides: the namespaces of the program, and those of its language that the list leaves out. */
function Namespaces({ catalog }: { catalog: Catalog }) {
  const app = useApp();
  if (catalog.ownCount === catalog.rowCount) return null;
  return (
    <PopoverButton label="Namespaces" className={controls.link} face="Namespaces" ownName>
      {(close) => (
        <ul className={styles.namespaces}>
          {namespacesOf(catalog).map(({ prefix, count, isOfLibrary }) => (
            <li key={prefix} data-library={isOfLibrary || undefined}>
              <button
                type="button"
                className={controls.link}
                onClick={() => {
                  app.setQuery(prefix);
                  close();
                }}
              >
                {prefix}
              </button>{' '}
              {plural(count, 'type')}
            </li>
          ))}
        </ul>
      )}
    </PopoverButton>
  );
}

/** The structs that are open, with how much was changed in each: none of it is lost by opening another. */
function OpenStructs() {
  const documents = useAppState((state) => state.documents);
  const centre = useAppState((state) => state.centre);
  if (documents.length === 0) return null;
  return (
    <section className={styles.open} aria-label="Open structs">
      <h2>Open</h2>
      <ul>
        {documents.map(({ id, origin, history }) => (
          <OpenRow
            key={id}
            id={id}
            origin={origin}
            document={history.document}
            current={centre.kind === 'document' && centre.id === id}
          />
        ))}
      </ul>
    </section>
  );
}

/** Drawn again when it changes itself: a field that is held changes the documents in each frame. */
const OpenRow = memo(function OpenRow(props: {
  id: StructId;
  origin: DocumentOrigin;
  document: LayoutDocument;
  current: boolean;
}) {
  const { id, current } = props;
  const app = useApp();
  const { name, from, changes } = openStructWords(props.document, props.origin);
  return (
    <li className={styles.openRow} data-current={current || undefined}>
      <button
        type="button"
        aria-current={current || undefined}
        title={`${name}, ${from}`}
        onClick={() => app.show(id)}
      >
        <b>{name}</b>
        <small>{from}</small>
        {changes !== null && (
          <span className={styles.edits} title={changes.title}>
            {changes.count}
            <span className={controls.visuallyHidden}> {changes.unit}</span>
          </span>
        )}
      </button>
      <button
        type="button"
        className={controls.iconButton}
        aria-label={`Close ${name}`}
        title={`Close ${name}`}
        onClick={() => app.close(id)}
      >
        <Icon name="close" size={13} />
      </button>
    </li>
  );
});

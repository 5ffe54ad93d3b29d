import {
  Suspense,
  useDeferredValue,
  useEffect,
  useRef,
  useId,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { InspectorTab } from '../state/state';
import { useApp, useAppState } from '../kit/context';
import { FieldTab } from './FieldTab';
import { FindingsTab } from './FindingsTab';
import { HeatTab } from '../heat/HeatTab';
import { Icon } from '../kit/Icon';
import { ShareTab } from '../share/ShareTab';
import controls from '../kit/controls.module.css';
import { lazyPart } from '../kit/lazyPart';
import { PredictPanel, SuggestPanel } from '../predict/panels';
import { useSettledView } from '../kit/useInView';
import { Told } from './Told';
import { TAB_TITLES } from './tabTitles';
import { Waiting } from '../kit/Waiting';
import styles from '../kit/inspector.module.css';
import { removeEditInView } from '../state/documentReducers';
import { plural } from '../../core/base/prose';
import { changesList, type ChangeInWords } from './changesList';
import { unstatedWords } from './unstatedWords';
import { CommandButton } from '../kit/CommandButton';
import { Sentence } from '../kit/Sentence';

/** How many are listed at once: each is drawn again with each change. */
const AT_ONCE = 200;

/** All that was done to the struct, in words, the latest last; each can be taken out by itself. */
function ChangesTab() {
  const inView = useSettledView();
  const [most, setMost] = useState(AT_ONCE);
  if (!inView) return null;
  const { earlier, changes } = changesList(inView, most);
  if (changes.length === 0) {
    return (
      <div className={styles.section}>
        <p className={styles.quiet}>
          {inView.readOnly === null
            ? 'Nothing is changed yet. Drag a field in the layout, or select one and press Alt with an arrow key.'
            : 'Nothing is changed, and this struct is read-only.'}
        </p>
      </div>
    );
  }
  const unstated = unstatedWords(inView, 'edited');
  return (
    <>
      {unstated !== null && (
        <p className={styles.note} role="note">
          <Sentence text={unstated.sentence} />
        </p>
      )}
      {earlier > 0 && (
        <button
          type="button"
          className={controls.smallButton}
          onClick={() => setMost(most + AT_ONCE)}
        >
          Show {Math.min(AT_ONCE, earlier)} of the {plural(earlier, 'earlier change')}
        </button>
      )}
      <ol className={styles.changes} aria-label="Changes" start={earlier + 1}>
        {changes.map((change) => (
          <Change key={change.index} change={change} />
        ))}
      </ol>
      <div className={styles.foot}>
        <CommandButton command="edit.copyChanges" className={controls.smallButton} ownName>
          <Icon name="copy" size={14} />
          Copy as words
        </CommandButton>
        <CommandButton command="edit.reset" className={controls.smallButton}>
          Reset
        </CommandButton>
      </div>
    </>
  );
}

function Change({ change }: { change: ChangeInWords }) {
  const app = useApp();
  const { members } = change;
  const jump = () => {
    if (members.length === 0) return;
    app.showFields(members);
    app.host.focusGrid();
  };
  return (
    <li className={styles.change} data-skipped={change.skipped !== null || undefined}>
      <button type="button" onClick={jump}>
        <span>{change.sentence}</span>
        {change.words !== null && <code>{change.words}</code>}
        {change.skipped !== null && (
          <span className={styles.why}>
            <Icon name="warning" size={14} />
            <span>
              Skipped. <Sentence text={change.skipped} />
            </span>
          </span>
        )}
      </button>
      <button
        type="button"
        className={controls.iconButton}
        aria-label={`Remove the change: ${change.sentence}`}
        title="Remove the change"
        onClick={() => app.update((state) => removeEditInView(state, change.index))}
      >
        <Icon name="close" size={13} />
      </button>
    </li>
  );
}

const PatchTab = lazyPart(async () => (await import('../patch/PatchTab')).PatchTab);

/** Each tab is a component of its own, which asks the state for what it shows. */
const PANELS: Readonly<Record<InspectorTab, React.ComponentType>> = {
  findings: FindingsTab,
  field: FieldTab,
  heat: HeatTab,
  predict: PredictPanel,
  suggest: SuggestPanel,
  changes: ChangesTab,
  patch: PatchTab,
  share: ShareTab,
};

/** What is told of the layout, what is known of the selected field, and what was changed. */
export function Inspector({ isOver }: { readonly isOver: boolean }) {
  const app = useApp();
  // The first struct of all brings the inspector along: its grid is painted first.
  const filled = useDeferredValue(true, false);
  const aside = useRef<HTMLElement>(null);
  const tab = useAppState((state) => state.inspector);
  const isWanted = useRef(false);
  useEffect(() => {
    const focusInspector = () => {
      const panel = aside.current?.querySelector<HTMLElement>('[role=tabpanel]');
      panel?.focus();
      isWanted.current = panel === null;
      return true;
    };
    // Over the grid it hides what has the keyboard.
    const isHiding = isOver && aside.current?.contains(document.activeElement) === false;
    if (filled && (isWanted.current || isHiding)) focusInspector();
    return app.provide({ focusInspector });
  }, [app, isOver, filled, tab]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isOver) return;
    event.preventDefault();
    app.togglePanel('right');
    app.host.focusGridSoon();
  };
  return (
    // What is typed into it bubbles here; it is no control itself.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside ref={aside} className={styles.inspector} aria-label="Inspector" onKeyDown={onKeyDown}>
      {filled && (
        <>
          <div className={styles.told}>
            <Told />
          </div>
          <Tabs />
        </>
      )}
    </aside>
  );
}

function Tabs() {
  const app = useApp();
  const tab = useAppState((state) => state.inspector);
  const view = useSettledView();
  const changes = view?.changeCount ?? 0;
  const Panel = PANELS[tab];
  return (
    <InspectorTabs
      label="Inspector"
      tabs={TAB_TITLES.map(({ id, title }) => ({
        id,
        title: (
          <>
            {title}
            {id === 'changes' && changes > 0 && <span className={styles.badge}>{changes}</span>}
          </>
        ),
      }))}
      selected={tab}
      onSelect={(id) => app.showInspector(id)}
      aside={
        <button
          type="button"
          className={`${controls.iconButton} ${styles.close}`}
          aria-label="Close the inspector"
          title="Close the inspector"
          onClick={() => app.togglePanel('right')}
        >
          <Icon name="close" />
        </button>
      }
    >
      <Suspense fallback={<Waiting className={styles.loading}>Loading…</Waiting>}>
        <Panel />
      </Suspense>
    </InspectorTabs>
  );
}

/**
 * Tabs by the pattern of WAI-ARIA: one stop for Tab, arrows, Home and End walk and choose. Not those of
 * react-aria: their panel looks through all that is in it, with its styles computed, whenever any of it
 * changes, and that is in each frame of a drag.
 */
function InspectorTabs<Id extends string>(props: {
  label: string;
  tabs: readonly { readonly id: Id; readonly title: ReactNode }[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** What stands beside the tabs. */
  aside: ReactNode;
  /** What the selected tab shows. */
  children: ReactNode;
}) {
  const { tabs, selected, onSelect } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const now = tabs.findIndex((tab) => tab.id === selected);
    const to = {
      ArrowRight: now + 1,
      ArrowDown: now + 1,
      ArrowLeft: now - 1,
      ArrowUp: now - 1,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    const withOther = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    if (to === undefined || withOther) return;
    event.preventDefault();
    const place = (to + tabs.length) % tabs.length;
    onSelect(tabs[place]!.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[place]?.focus();
  };

  return (
    <div className={styles.tabs}>
      <div className={styles.head}>
        <div
          ref={list}
          className={styles.list}
          role="tablist"
          tabIndex={-1}
          aria-label={props.label}
          onKeyDown={onKeyDown}
        >
          {tabs.map((tab) => {
            const isSelected = tab.id === selected;
            return (
              <button
                key={tab.id}
                type="button"
                id={`${id}-${tab.id}`}
                className={styles.tab}
                role="tab"
                tabIndex={isSelected ? 0 : -1}
                aria-selected={isSelected}
                aria-controls={isSelected ? `${id}-panel` : undefined}
                onClick={() => onSelect(tab.id)}
              >
                {tab.title}
              </button>
            );
          })}
        </div>
        {props.aside}
      </div>
      <div className={styles.panelPlace}>
        {/* It scrolls, and its first content is seldom something to focus. */}
        <div
          key={selected}
          id={`${id}-panel`}
          className={styles.panel}
          role="tabpanel"
          tabIndex={0}
          aria-labelledby={`${id}-${selected}`}
        >
          {props.children}
        </div>
      </div>
    </div>
  );
}

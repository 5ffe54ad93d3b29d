import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import styles from './Inspector.module.css';

/**
 * Tabs by the pattern of WAI-ARIA: one stop for Tab, arrows, Home and End walk and choose. Not those of
 * react-aria: their panel looks through all that is in it, with its styles computed, whenever any of it
 * changes, and that is in each frame of a drag.
 */
export function InspectorTabs<Id extends string>(props: {
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

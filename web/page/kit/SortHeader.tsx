import type { ReactNode } from 'react';

/** The head of a column that orders the rows by a click. */
export function SortHeader(props: {
  children: ReactNode;
  /** The rows are ordered by it now. */
  sorted: boolean;
  descending: boolean;
  onSort: () => void;
}) {
  const { sorted, descending } = props;
  return (
    <span
      role="columnheader"
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" onClick={props.onSort}>
        {props.children}
        {sorted && <span aria-hidden="true">{descending ? ' ↓' : ' ↑'}</span>}
      </button>
    </span>
  );
}

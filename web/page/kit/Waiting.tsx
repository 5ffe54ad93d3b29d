import type { ReactNode } from 'react';

/**
 * What stands where something will be once it has come. It says so to screen readers, and to those who look at the page
 * by a script: while one is on the page, the page is not yet what it will be.
 */
export function Waiting(props: {
  readonly className?: string | undefined;
  /** Whether it is announced as it comes: where a person asked a question, and not where a part of the page loads. */
  readonly isAnswer?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <p className={props.className} aria-busy="true" role={props.isAnswer ? 'status' : undefined}>
      {props.children}
    </p>
  );
}

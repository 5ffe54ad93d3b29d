import { clsx } from 'clsx';
import { flushSync } from 'react-dom';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { seek, seekingInView, seekNext, stopSeeking } from '../state/findReducers';
import type { CountedFigure } from '../state/state';
import { grouped } from '../../core/base/prose';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Icon } from '../kit/Icon';
import styles from './Find.module.css';

const FIGURES: Readonly<Record<CountedFigure, string>> = {
  holes: 'Holes',
  bitHoles: 'Bit holes',
  padding: 'Padding',
  straddling: 'Straddling fields',
};

/** The grid with the box at its upper edge that finds in it: nothing moves when it comes, and no line is under it. */
export function FindOver({
  children,
  className,
}: {
  children: ReactNode;
  className: string | undefined;
}) {
  const app = useApp();
  const wanted = useAppState((state) => seekingInView(state)?.seeking.wanted ?? null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(
    () =>
      app.provide({
        focusFind() {
          // The box has to be there before the next key: letters are commands of the grid.
          flushSync(() =>
            app.update((state) => {
              const now = seekingInView(state)?.seeking.wanted;
              return now?.kind === 'text' ? state : seek(state, { kind: 'text', text: '' });
            }),
          );
          input.current?.select();
        },
      }),
    [app],
  );
  const leave = () => {
    app.update(stopSeeking);
    app.host.focusGrid();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      leave();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      app.update((state) => seekNext(state, event.shiftKey ? -1 : 1));
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f') {
      // A second Ctrl+F opens the browser's own search.
      event.stopPropagation();
    }
  };
  return (
    <div className={clsx(styles.over, className)}>
      {children}
      {wanted !== null && (
        // The keys are those of its own controls.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <div
          className={styles.box}
          role="search"
          aria-label="Find in this layout"
          onKeyDown={onKeyDown}
        >
          {wanted.kind === 'text' ? (
            <input
              ref={input}
              type="text"
              aria-label="Find a field"
              placeholder="Field, path or f_*"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={400}
              value={wanted.text}
              onChange={({ target: { value } }) =>
                app.update((state) => seek(state, { kind: 'text', text: value }))
              }
            />
          ) : (
            <button
              type="button"
              className={styles.what}
              title={`${FIGURES[wanted.figure]}: what the words mean`}
              onClick={() => app.showDialog('glossary')}
            >
              {FIGURES[wanted.figure]}
            </button>
          )}
          <Count />
          <Step steps={-1} />
          <Step steps={1} />
          <button
            type="button"
            className={controls.iconButton}
            aria-label="Close find"
            title="Close (Esc)"
            onClick={leave}
          >
            <Icon name="close" size={14} />
          </button>
        </div>
      )}
    </div>
  );
}

function Count() {
  const text = useAppState((state) => {
    const found = seekingInView(state);
    if (found === null) return '';
    const { hits, seeking } = found;
    if (hits.length > 0)
      return `${grouped(Math.min(seeking.at, hits.length - 1) + 1)} of ${grouped(hits.length)}`;
    return seeking.wanted.kind === 'text' && seeking.wanted.text.trim() === '' ? '' : 'none';
  });
  return (
    <span className={styles.count} role="status">
      {text}
    </span>
  );
}

function Step({ steps }: { steps: 1 | -1 }) {
  const app = useApp();
  const label = steps > 0 ? 'Next (Enter)' : 'Previous (Shift+Enter)';
  return (
    <button
      type="button"
      className={controls.iconButton}
      aria-label={steps > 0 ? 'Next match' : 'Previous match'}
      title={label}
      onClick={() => app.update((state) => seekNext(state, steps))}
    >
      <Icon name={steps > 0 ? 'down' : 'up'} size={12} />
    </button>
  );
}

import { Fragment, useId, type ReactNode } from 'react';
import { movedBinding, rebindInView, slideInView, unbindInView } from '../state/bindReducers';
import type { InView } from '../state/inView';
import type { OffsetHit, LandsOn, Slide } from './slide';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Icon } from '../kit/Icon';
import styles from './HeatTab.module.css';

/** Moves a bound line along the struct. What each row would fall on is shown while it moves; letting go keeps it. */
export function SlideBar({ inView, slide }: { inView: InView; slide: Slide }) {
  const app = useApp();
  const id = useId();
  const { binding, lineId, lowestBytes, highestBytes, impossible } = slide;
  const { offsetBytes } = binding;
  const preview = (offset: number) =>
    app.update((state) => slideInView(state, movedBinding(binding, offset, slide)));
  const keep = (offset: number) =>
    app.update((state) => rebindInView(state, movedBinding(binding, offset, slide)));
  const step = (by: number) => keep(offsetBytes + by);
  return (
    <section className={styles.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        Where <code>{lineId}</code> begins in {inView.document.struct.name}
      </h2>
      <div className={styles.slide}>
        <button
          type="button"
          className={controls.iconButton}
          aria-label="8 bytes earlier"
          title="The line begins 8 bytes earlier"
          onClick={() => step(-8)}
        >
          −8
        </button>
        <input
          type="range"
          aria-label={`Offset of the line in ${inView.document.struct.name}, in bytes`}
          aria-describedby={`${id}-hint`}
          min={lowestBytes}
          max={highestBytes}
          step={1}
          value={offsetBytes}
          onChange={(event) => preview(event.target.valueAsNumber)}
          onPointerUp={(event) => keep(event.currentTarget.valueAsNumber)}
          onKeyDown={(event) => {
            const big = event.shiftKey || event.key.startsWith('Page') ? 8 : 1;
            const by = {
              ArrowRight: big,
              ArrowUp: big,
              PageUp: 8,
              ArrowLeft: -big,
              ArrowDown: -big,
              PageDown: -8,
            }[event.key];
            if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            event.stopPropagation();
            preview(offsetBytes + by);
          }}
          onKeyUp={(event) => keep(event.currentTarget.valueAsNumber)}
        />
        <button
          type="button"
          className={controls.iconButton}
          aria-label="8 bytes later"
          title="The line begins 8 bytes later"
          onClick={() => step(8)}
        >
          +8
        </button>
        <input
          type="number"
          className={controls.field}
          aria-label="Offset in bytes"
          min={lowestBytes}
          max={highestBytes}
          value={offsetBytes}
          onChange={(event) => {
            if (Number.isInteger(event.target.valueAsNumber)) keep(event.target.valueAsNumber);
          }}
        />
      </div>
      <p className={styles.base} id={`${id}-hint`}>
        The struct begins <b>{inView.shown.applied.state.baseBytes}</b> bytes into its line. Arrows
        move by 1, with Shift by 8.
      </p>
      {impossible !== null && (
        <p className={styles.impossible} role="status">
          <Icon name="warning" size={14} />
          {impossible}
        </p>
      )}
      <OffsetHits head={slide.snoopsHead} hits={slide.hits} />
      <div className={styles.actions}>
        <button
          type="button"
          className={controls.smallButton}
          onClick={() => app.update((state) => unbindInView(state, binding))}
        >
          Unbind
        </button>
      </div>
    </section>
  );
}

/** What every offset of the line falls on, with its counts. */
function OffsetHits({ head, hits }: { head: string; hits: readonly OffsetHit[] }) {
  return (
    <table className={styles.hits} aria-live="polite">
      <thead>
        <tr>
          <th scope="col">In line</th>
          <th scope="col">Falls on</th>
          <th scope="col">{head}</th>
          <th scope="col">Stores</th>
        </tr>
      </thead>
      <tbody>
        {hits.map(({ offset, on, snoops, stores }) => (
          <tr key={offset} data-bad={on.kind === 'nothing' || undefined}>
            <th scope="row">{offset}</th>
            <td>
              <Fall on={on} />
            </td>
            <td>{snoops}</td>
            <td>{stores}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Fall({ on }: { on: LandsOn }) {
  switch (on.kind) {
    case 'nothing':
      return <span className={styles.bad}>{on.words}</span>;
    case 'field':
      return (
        <>
          <code>{brokenAtDots(on.path)}</code>
          {on.byteText !== null && <small className={styles.mid}> {on.byteText}</small>}
        </>
      );
  }
}

/** A path that may go on in the next line behind a dot, and else only where it has to. */
function brokenAtDots(path: string): ReactNode {
  return path.split('.').map((part, at) => (
    <Fragment key={at}>
      {at > 0 && (
        <>
          .<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));
}

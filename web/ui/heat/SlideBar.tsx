import { Fragment, useId, type ReactNode } from 'react';
import { impossibleAt, landingsOf, type RowLanding } from '../../analysis/heat/landing';
import { snoopsOf, sumCounts, type HeatCounts } from '../../analysis/heat/counts';
import { lineUnit, rowCounter } from '../../analysis/heat/lineUnit';
import { measuredLayout } from '../../analysis/heat/measuredLayout';
import { rebindInView, slideInView, unbindInView } from '../../app/heat/bindReducers';
import type { InView } from '../../app/document/inView';
import type { Binding, DocumentLine, DocumentProfile } from '../../edit/profiles';
import { computeLayout } from '../../layout/compute';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { grouped } from '../../base/prose';
import { Icon } from '../kit/Icon';
import styles from './HeatTab.module.css';

/** Moves a bound line along the struct. What each row would fall on is shown while it moves; letting go keeps it. */
export function SlideBar(props: {
  inView: InView;
  profile: DocumentProfile;
  line: DocumentLine;
  binding: Binding;
}) {
  const { inView, profile, line, binding } = props;
  const app = useApp();
  const id = useId();
  const struct = measuredLayout(inView.document, profile);
  const sizeBytes = Math.ceil(computeLayout(struct).sizeBits / 8);
  const { offsetBytes } = binding;
  const lowest = 1 - profile.lineBytes;
  const highest = Math.max(0, sizeBytes - 1);
  const to = (offset: number): Binding => {
    const { doubt, ...rest } = binding;
    const offsetBytes = Math.max(lowest, Math.min(highest, Math.round(offset)));
    // Where a person puts it, it is no guess of ours; the build is what it is.
    const isGuess = doubt === undefined || doubt === 'guessed';
    return { ...rest, offsetBytes, ...(isGuess ? {} : { doubt }) };
  };
  const preview = (offset: number) => app.update((state) => slideInView(state, to(offset)));
  const keep = (offset: number) => app.update((state) => rebindInView(state, to(offset)));
  const step = (by: number) => keep(offsetBytes + by);
  const impossible = impossibleAt(struct, line, offsetBytes, profile.lineBytes);
  return (
    <section className={styles.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        Where <code>{line.id}</code> begins in {inView.document.struct.name}
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
          min={lowest}
          max={highest}
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
          min={lowest}
          max={highest}
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
      {impossible && (
        <p className={styles.impossible} role="status">
          <Icon name="warning" size={14} />
          {impossible.kind === 'misaligned'
            ? `No object begins here: ${inView.document.struct.name} is aligned to ${impossible.alignBytes}.`
            : 'The struct has no byte on this line.'}
        </p>
      )}
      <Landings line={line} landings={landingsOf(struct, line, offsetBytes)} />
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
function Landings({ line, landings }: { line: DocumentLine; landings: readonly RowLanding[] }) {
  const isShare = lineUnit(line) === 'percent';
  const count = rowCounter(line);
  const byOffset = new Map<number, RowLanding[]>();
  for (const landing of landings) {
    const { offsetBytes } = landing.row;
    byOffset.set(offsetBytes, [...(byOffset.get(offsetBytes) ?? []), landing]);
  }
  const rows = [...byOffset].sort(([a], [b]) => a - b);
  return (
    <table className={styles.landings} aria-live="polite">
      <thead>
        <tr>
          <th scope="col">In line</th>
          <th scope="col">Falls on</th>
          <th scope="col">{isShare ? 'HITM rmt, lcl' : 'HITM'}</th>
          <th scope="col">Stores</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, 64).map(([offset, all]) => {
          const [first] = all;
          const counts = sumCounts(all.map(({ row }) => count(row)));
          return (
            <tr key={offset} data-bad={first?.place.kind !== 'field' || undefined}>
              <th scope="row">0x{offset.toString(16)}</th>
              <td>{first && <Fall landing={first} />}</td>
              <td>{isShare ? shareTexts(counts) : grouped(snoopsOf(counts))}</td>
              <td>{isShare ? `${counts.stores.toFixed(1)} %` : grouped(counts.stores)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The two kinds have no sum on a line of shares. */
function shareTexts(counts: HeatCounts): string {
  const remote = counts.hitmRemote + counts.peerRemote;
  const local = counts.hitmLocal + counts.peerLocal;
  return `${remote.toFixed(1)} %, ${local.toFixed(1)} %`;
}

function Fall({ landing }: { landing: RowLanding }) {
  const { place, offsetBytes, midField } = landing;
  switch (place.kind) {
    case 'padding':
      return <span className={styles.bad}>padding at {offsetBytes}</span>;
    case 'outside':
      return <span className={styles.bad}>outside the struct</span>;
    case 'field':
      return (
        <>
          <code>{brokenAtDots(place.path)}</code>
          {midField && (
            <small className={styles.mid}> byte {offsetBytes - place.offsetBytes} of it</small>
          )}
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

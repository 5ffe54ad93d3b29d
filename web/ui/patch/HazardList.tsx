import { useMemo } from 'react';
import type { InView } from '../../app/document/inView';
import { setHazards, setHazardScan, treeOf } from '../../app/patch/patchOptions';
import { forgetWords } from '../../app/patch/scanHazards';
import { grouped, plural } from '../../base/prose';
import { orderChange } from '../../output/patch/hazards/affects';
import { hazardWords } from '../../output/patch/hazards/hazardWords';
import { heldBy, pinnedBy } from '../../output/patch/hazards/pinned';
import { hazardReport, NOT_LOOKED_FOR } from '../../output/patch/hazards/report';
import type { Hazards, PlacedHazard } from '../../output/patch/hazards/combine';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Sentence } from '../kit/Sentence';
import styles from './Patch.module.css';

/** The places of a loaded tree that depend on the order of the members. */
export function HazardList({ view }: { view: InView }) {
  const tree = useAppState(treeOf);
  if (tree) return <InTree key={view.open.id} view={view} name={tree.name} />;
  if (view.document.edits.length === 0) return null;
  return (
    <div className={styles.section}>
      <h2>What depends on the order</h2>
      <p className={styles.quiet}>{NOT_LOOKED_FOR}</p>
    </div>
  );
}

const MOST = 200;
const NONE: Hazards = { places: [], open: [], left: [] };

function InTree({ view, name }: { view: InView; name: string }) {
  const app = useApp();
  const { id } = view.open;
  const scan = useAppState((state) => state.hazardScans[id]) ?? { kind: 'running', files: 0 };
  const found = useAppState((state) => state.hazards[id] ?? NONE);
  const { document } = view;
  const { applied } = view.edited;
  const report = useMemo(
    () => hazardReport(found, orderChange(document, applied)),
    [found, document, applied],
  );
  const again = () =>
    app.update((state) => {
      const current = treeOf(state);
      if (current) forgetWords(current);
      return setHazardScan(setHazards(state, id, null), id, null);
    });
  const cancel = (files: number) =>
    app.update((state) => setHazardScan(state, id, { kind: 'done', files, stopped: true }));
  return (
    <div className={styles.section}>
      <h2>What depends on the order</h2>
      {scan.kind === 'failed' ? (
        <p className={styles.quiet}>{scan.why}</p>
      ) : (
        <p className={styles.quiet} role="status">
          {plural(found.places.length, 'place')} in {grouped(scan.files)} files of {name}
          {scan.kind === 'running' ? ' so far' : scan.stopped ? ', then cancelled' : ''}
          {report.affected.length > 0 &&
            `; ${report.affected.length} ${report.affected.length === 1 ? 'depends' : 'depend'} on what changes`}
          .
        </p>
      )}
      {report.left.map((sentence) => (
        <p key={sentence} className={styles.quiet}>
          <Sentence text={sentence} />
        </p>
      ))}
      <Places view={view} report={report} />
      <div className={styles.row} style={{ marginBlockStart: 8 }}>
        {scan.kind === 'running' ? (
          <button type="button" className={controls.smallButton} onClick={() => cancel(scan.files)}>
            Cancel
          </button>
        ) : (
          <button type="button" className={controls.smallButton} onClick={again}>
            Look again
          </button>
        )}
      </div>
    </div>
  );
}

/** Places that the edits touch come first. */
function Places({ view, report }: { view: InView; report: ReturnType<typeof hazardReport> }) {
  const { affected, open, others } = report;
  const places = [
    ...affected.map((place) => ({ place, says: hazardWords(place), touched: true })),
    ...open.map((place) => ({
      place,
      says: 'a macro that the tree does not define decides whether values are given by position',
      touched: true,
    })),
    ...others.map((place) => ({ place, says: hazardWords(place), touched: false })),
  ];
  if (places.length === 0) return null;
  return (
    <>
      <ul className={styles.places} style={{ marginBlock: 8 }}>
        {places.slice(0, MOST).map(({ place, says, touched }) => (
          <li
            key={`${place.path}:${place.line} ${place.kind}`}
            data-affected={touched || undefined}
          >
            <span className={styles.where}>
              {place.path}:{place.line}
            </span>
            <span>
              <Sentence text={says} />
            </span>
            <code>{place.text}</code>
          </li>
        ))}
        {places.length > MOST && <li>and {grouped(places.length - MOST)} more.</li>}
      </ul>
      <Pin view={view} places={[...affected, ...others]} />
    </>
  );
}

/** What the places hold is pinned by itself; what was unpinned since, or moved before, is offered. */
function Pin({ view, places }: { view: InView; places: readonly PlacedHazard[] }) {
  const app = useApp();
  const { struct } = view.original.applied;
  const { pins } = view.edited.applied.state;
  const holds = new Set(places.flatMap((place) => pinnedBy(place, struct)));
  const held = pins.filter((member) => holds.has(member));
  const wanted = heldBy({ ...view.document, pins }, struct, places);
  return (
    <>
      {held.length > 0 && (
        <p className={styles.quiet}>
          {plural(held.length, 'member')} {held.length === 1 ? 'is' : 'are'} pinned for them. Unpin
          a member to move it all the same.
        </p>
      )}
      {wanted.length > 0 && (
        <button
          type="button"
          className={controls.smallButton}
          onClick={() => app.edit(wanted.map((member) => ({ kind: 'pin', member })))}
        >
          Pin the {plural(wanted.length, 'member')} that have to stay
        </button>
      )}
    </>
  );
}

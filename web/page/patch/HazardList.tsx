import type { InView } from '../struct/inView';
import { setHazards, setHazardScan, treeOf } from './patchOptions';
import { forgetWords } from './scanHazards';
import type { SourceTree } from '../source/tree';
import { grouped, plural } from '../../core/base/prose';
import { hazardPlaces, scanWords, withoutTree, type HazardPlaces } from './hazardPlaces';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Sentence } from '../kit/Sentence';
import styles from './Patch.module.css';

/** The places of a loaded tree that depend on the order of the members. */
export function HazardList({ view }: { view: InView }) {
  const tree = useAppState(treeOf);
  if (tree) return <InTree key={view.open.id} view={view} tree={tree} />;
  const said = withoutTree(view);
  if (said === null) return null;
  return (
    <div className={styles.section}>
      <h2>What depends on the order</h2>
      <p className={styles.quiet}>{said}</p>
    </div>
  );
}

function InTree({ view, tree }: { view: InView; tree: SourceTree }) {
  const app = useApp();
  const { id } = view.open;
  const scan = useAppState((state) => state.hazardScans[id]) ?? { kind: 'running', files: 0 };
  const found = useAppState((state) => state.hazards[id]);
  const places = hazardPlaces(view, found);
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
          {scanWords(scan, places, tree)}
        </p>
      )}
      {places.left.map((sentence) => (
        <p key={sentence} className={styles.quiet}>
          <Sentence text={sentence} />
        </p>
      ))}
      <Places listed={places} />
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

function Places({ listed }: { listed: HazardPlaces }) {
  const { places, more } = listed;
  if (places.length === 0) return null;
  return (
    <>
      <ul className={styles.places} style={{ marginBlock: 8 }}>
        {places.map(({ key, where, says, text, isTouched }) => (
          <li key={key} data-affected={isTouched || undefined}>
            <span className={styles.where}>{where}</span>
            <span>
              <Sentence text={says} />
            </span>
            <code>{text}</code>
          </li>
        ))}
        {more > 0 && <li>and {grouped(more)} more.</li>}
      </ul>
      <Pin places={listed} />
    </>
  );
}

/** What the places hold is pinned by itself; what was unpinned since, or moved before, is offered. */
function Pin({ places: { held, toHold } }: { places: HazardPlaces }) {
  const app = useApp();
  return (
    <>
      {held.length > 0 && (
        <p className={styles.quiet}>
          {plural(held.length, 'member')} {held.length === 1 ? 'is' : 'are'} pinned for them. Unpin
          a member to move it all the same.
        </p>
      )}
      {toHold.length > 0 && (
        <button
          type="button"
          className={controls.smallButton}
          onClick={() => app.edit(toHold.map((member) => ({ kind: 'pin', member })))}
        >
          Pin the {plural(toHold.length, 'member')} that have to stay
        </button>
      )}
    </>
  );
}

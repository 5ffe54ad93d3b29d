import { useEffect, useMemo, useState } from 'react';
import type { SettledView } from '../../app/document/inView';
import type { FoundHeader } from '../../app/patch/findHeader';
import { setHazards } from '../../app/patch/patchOptions';
import { scanHazards } from '../../app/patch/scanHazards';
import type { SourceTree } from '../../app/source/tree';
import { grouped, plural } from '../../base/prose';
import { orderChange } from '../../output/patch/hazards/affects';
import { hazardWords } from '../../output/patch/hazards/hazardWords';
import { pinnedBy } from '../../output/patch/hazards/pinned';
import { hazardReport, NOT_LOOKED_FOR } from '../../output/patch/hazards/report';
import type { Hazards, PlacedHazard } from '../../output/patch/hazards/settle';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Sentence } from '../kit/Sentence';
import styles from './Patch.module.css';

/** The places of a loaded tree that depend on the order of the members; looked for when asked. */
export function HazardList({ view, header }: { view: SettledView; header: FoundHeader | null }) {
  const tree = useAppState((state) => {
    const phase = state.files.find((file) => file.phase.kind === 'tree')?.phase;
    return phase?.kind === 'tree' ? phase.tree.tree : null;
  });
  if (tree) return <InTree key={view.open.id} view={view} tree={tree} header={header} />;
  if (view.document.edits.length === 0) return null;
  return (
    <div className={styles.section}>
      <h2>What depends on the order</h2>
      <p className={styles.quiet}>{NOT_LOOKED_FOR}</p>
    </div>
  );
}

type Scan =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly files: number; readonly aborting: AbortController }
  | { readonly kind: 'done'; readonly files: number; readonly stopped: boolean }
  | { readonly kind: 'failed'; readonly why: string };

const MOST = 200;
const NONE: Hazards = { places: [], open: [] };

function InTree(props: { view: SettledView; tree: SourceTree; header: FoundHeader | null }) {
  const { view, tree, header } = props;
  const app = useApp();
  const { id } = view.open;
  const [scan, setScan] = useState<Scan>({ kind: 'idle' });
  const found = useAppState((state) => state.hazards[id] ?? NONE);
  const running = scan.kind === 'running' ? scan.aborting : null;
  useEffect(() => () => running?.abort(), [running]);
  const { document } = view;
  const { applied } = view.edited;
  const report = useMemo(
    () => hazardReport(found, orderChange(document, applied)),
    [found, document, applied],
  );
  const start = async () => {
    const aborting = new AbortController();
    let files = 0;
    app.update((state) => setHazards(state, id, null));
    setScan({ kind: 'running', files, aborting });
    const { desc } = view.original.applied.struct;
    const keep = (hazards: Hazards) => app.update((state) => setHazards(state, id, hazards));
    const result = await scanHazards(tree, desc, header, aborting.signal, (hazards, looked) => {
      files = looked;
      keep(hazards);
      setScan({ kind: 'running', files, aborting });
    });
    if (result === null) setScan({ kind: 'done', files, stopped: true });
    else if (!result.ok) setScan({ kind: 'failed', why: result.error });
    else {
      keep(result.value);
      setScan({ kind: 'done', files, stopped: false });
    }
  };
  return (
    <div className={styles.section}>
      <h2>What depends on the order</h2>
      {scan.kind === 'idle' && found === NONE && (
        <p className={styles.quiet}>
          Initialisers without names, casts, copied ranges, offsets and assertions in {tree.name}.
        </p>
      )}
      {scan.kind === 'failed' && <p className={styles.quiet}>{scan.why}</p>}
      {(scan.kind === 'running' || scan.kind === 'done') && (
        <p className={styles.quiet} role="status">
          {plural(found.places.length, 'place')} in {grouped(scan.files)} files
          {scan.kind === 'running' ? ' so far' : scan.stopped ? ', then cancelled' : ''}
          {report.affected.length > 0 &&
            `; ${report.affected.length} ${report.affected.length === 1 ? 'depends' : 'depend'} on what changes`}
          .
        </p>
      )}
      <Places view={view} report={report} />
      <div className={styles.row} style={{ marginBlockStart: 8 }}>
        {scan.kind === 'running' ? (
          <button
            type="button"
            className={controls.smallButton}
            onClick={() => scan.aborting.abort()}
          >
            Cancel
          </button>
        ) : (
          <button type="button" className={controls.smallButton} onClick={() => void start()}>
            {scan.kind === 'idle' && found === NONE ? 'Look for them' : 'Look again'}
          </button>
        )}
      </div>
    </div>
  );
}

/** Those that the edits touch come first. */
function Places({ view, report }: { view: SettledView; report: ReturnType<typeof hazardReport> }) {
  const { affected, open, others } = report;
  const places = [
    ...affected.map((place) => ({ place, says: hazardWords(place), touched: true })),
    ...open.map((place) => ({
      place,
      says: 'a macro that the tree does not define decides whether values stand by position',
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

/** What the places hold in place becomes pins: drags and suggestions go around them. */
function Pin({ view, places }: { view: SettledView; places: readonly PlacedHazard[] }) {
  const app = useApp();
  const { struct } = view.original.applied;
  const { pins } = view.edited.applied;
  const moved = new Set(
    view.document.edits.flatMap((edit) => (edit.kind === 'move' ? edit.members : [])),
  );
  const wanted = [...new Set(places.flatMap((place) => pinnedBy(place, struct)))].filter(
    (member) => !pins.includes(member) && !moved.has(member),
  );
  if (wanted.length === 0) return null;
  return (
    <button
      type="button"
      className={controls.smallButton}
      onClick={() => app.edit(wanted.map((member) => ({ kind: 'pin', member })))}
    >
      Pin the {plural(wanted.length, 'member')} that have to stay
    </button>
  );
}

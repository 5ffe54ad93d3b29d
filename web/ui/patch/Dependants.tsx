import { useEffect, useMemo, useState } from 'react';
import type { SettledView } from '../../app/document/inView';
import { scanDependants } from '../../app/patch/scanDependants';
import type { SourceTree } from '../../app/source/tree';
import { diffLayouts } from '../../layout/diff';
import { membersOf } from '../../layout/walk';
import type { Dependant } from '../../output/patch/dependants';
import { useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { grouped, plural } from '../../base/prose';
import styles from './Patch.module.css';

/** The places of a loaded tree that depend on the layout; looked for when asked. */
export function Dependants({ view }: { view: SettledView }) {
  const tree = useAppState((state) => {
    const phase = state.files.find((file) => file.phase.kind === 'tree')?.phase;
    return phase?.kind === 'tree' ? phase.tree.tree : null;
  });
  return tree ? <InTree key={view.open.id} view={view} tree={tree} /> : null;
}

type Scan =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly files: number; readonly aborting: AbortController }
  | { readonly kind: 'done'; readonly files: number; readonly stopped: boolean }
  | { readonly kind: 'failed'; readonly why: string };

const MOST = 200;

function InTree({ view, tree }: { view: SettledView; tree: SourceTree }) {
  const [scan, setScan] = useState<Scan>({ kind: 'idle' });
  const [found, setFound] = useState<readonly Dependant[]>([]);
  const running = scan.kind === 'running' ? scan.aborting : null;
  useEffect(() => () => running?.abort(), [running]);
  const moved = useMemo(() => movedNames(view), [view]);
  const start = async () => {
    const aborting = new AbortController();
    const { desc, root } = view.original.applied.struct;
    const members = new Set(
      [...membersOf(root)].flatMap(({ name }) => (name === null ? [] : [name])),
    );
    let files = 0;
    setFound([]);
    setScan({ kind: 'running', files, aborting });
    const failure = await scanDependants(
      tree,
      root.keyword,
      { struct: desc.name, members },
      aborting.signal,
      (more, looked) => {
        files = looked;
        setFound((before) => [...before, ...more]);
        setScan({ kind: 'running', files, aborting });
      },
    );
    if (failure !== null) setScan({ kind: 'failed', why: failure });
    else setScan({ kind: 'done', files, stopped: aborting.signal.aborted });
  };
  const affected = (each: Dependant) => each.members.some((name) => moved.has(name));
  const sorted = [...found].sort((a, b) => Number(affected(b)) - Number(affected(a)));
  return (
    <div className={styles.section}>
      <h2>What depends on the layout</h2>
      {scan.kind === 'idle' && (
        <p className={styles.quiet}>
          Offsets, assertions and tables in {tree.name} that name this struct.
        </p>
      )}
      {scan.kind === 'failed' && <p className={styles.quiet}>{scan.why}</p>}
      {(scan.kind === 'running' || scan.kind === 'done') && (
        <p className={styles.quiet} role="status">
          {plural(found.length, 'place')} in {grouped(scan.files)} files
          {scan.kind === 'running' ? ' so far' : scan.stopped ? ', then cancelled' : ''}
          {found.some(affected) && `; ${found.filter(affected).length} name a member that moves`}.
        </p>
      )}
      {found.length > 0 && (
        <ul className={styles.places} style={{ marginBlock: 8 }}>
          {sorted.slice(0, MOST).map((each) => (
            <li key={`${each.path}:${each.line}`} data-affected={affected(each) || undefined}>
              <span className={styles.where}>
                {each.path}:{each.line}
                {!each.certain && ' (by the name of the member)'}
              </span>
              <code>{each.text}</code>
            </li>
          ))}
          {sorted.length > MOST && <li>and {grouped(sorted.length - MOST)} more.</li>}
        </ul>
      )}
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
            {scan.kind === 'idle' ? 'Look for them' : 'Look again'}
          </button>
        )}
      </div>
    </div>
  );
}

/** Names of the members whose offset changes. */
function movedNames(view: SettledView): ReadonlySet<string> {
  const { fields } = diffLayouts(view.original.layout, view.edited.layout, view.edited.applied);
  return new Set(fields.filter((field) => field.movedBits !== 0).map((field) => field.path));
}

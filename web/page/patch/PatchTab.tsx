import { useState } from 'react';
import { patchOptionsOf, setPatchOptions } from './patchOptions';
import type { InView } from '../struct/inView';
import type { PatchOptions } from '../source/sourceState';
import type { Patch, PatchRefusal } from '../../core/patch/outcome';
import { CommandButton } from '../kit/CommandButton';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { CopyButton } from '../kit/CopyButton';
import { Icon } from '../kit/Icon';
import { Sentence } from '../kit/Sentence';
import { useSettledView } from '../kit/useInView';
import { HazardList } from './HazardList';
import { DiffText } from './DiffText';
import { layoutChange } from './layoutChange';
import { patchFile } from './patchFile';
import { HeaderSection } from './HeaderSection';
import { LargeDiff } from './LargeDiff';
import { MailDialog } from './MailDialog';
import { Reasons } from './Reasons';
import { usePatch } from './usePatch';
import { wantedHeader } from './wantedHeader';
import styles from './Patch.module.css';

/** The edits as a patch of the header that declares the struct. */
export function PatchTab() {
  const view = useSettledView();
  return view ? <PatchOf key={view.open.id} view={view} /> : null;
}

function PatchOf({ view }: { view: InView }) {
  const app = useApp();
  const { id } = view.open;
  const options = useAppState((state) => patchOptionsOf(state, id));
  const change = (changed: Partial<PatchOptions>) =>
    app.update((state) => setPatchOptions(state, id, changed));
  const { header, planned, broken } = usePatch(view, options);
  const edited = view.document.edits.length > 0;
  return (
    <>
      {header.kind === 'found' ? (
        <HeaderSection
          view={view}
          header={header.header}
          fit={planned?.fit ?? null}
          path={options.path}
          setPath={(path) => change({ path })}
        />
      ) : (
        <NoHeader view={view} />
      )}
      {header.kind === 'searching' && (
        <div className={styles.section}>
          <p className={styles.quiet} role="status">
            Looking for the header: {header.files} files looked at.
          </p>
          <div className={styles.row}>
            <button type="button" className={controls.smallButton} onClick={header.stop}>
              Cancel
            </button>
          </div>
        </div>
      )}
      {broken !== null && (
        <div className={styles.section}>
          <Said kind="refused" text={broken} />
        </div>
      )}
      {header.kind === 'found' && planned && edited && (
        <Result view={view} options={options} change={change} result={planned.patch} />
      )}
      {!edited && header.kind === 'found' && (
        <div className={styles.section}>
          <p className={styles.quiet}>
            {view.readOnly === null
              ? 'Nothing is changed yet. Move a field, and the patch is here.'
              : 'Nothing is changed, and this struct is read-only: there is nothing to patch.'}
          </p>
        </div>
      )}
      {edited && header.kind === 'none' && <LayoutChange view={view} />}
      <HazardList view={view} />
    </>
  );
}

/** Without a header there is no patch: which file to drop, at which version. */
function NoHeader({ view }: { view: InView }) {
  const wanted = useAppState((state) => wantedHeader(state, view));
  return (
    <div className={styles.section}>
      <h2>Header</h2>
      <p className={styles.quiet}>
        <Sentence text={wanted} />
      </p>
      <div className={styles.row}>
        <CommandButton command="file.open" className={controls.smallButton} ownName>
          Open a header…
        </CommandButton>
        <CommandButton command="file.openFolder" className={controls.smallButton} ownName>
          Open a source folder…
        </CommandButton>
      </div>
    </div>
  );
}

/** What changes, as text: all that can be said without a header. */
function LayoutChange({ view }: { view: InView }) {
  const text = layoutChange(view);
  if (text === '') return null;
  return (
    <div className={styles.section}>
      <h2>The change as text</h2>
      <DiffText text={text} label="Layout before and after" />
      <div className={styles.row} style={{ marginBlockStart: 8 }}>
        <CopyButton text={text} label="Copy the change as text" />
      </div>
    </div>
  );
}

function Result(props: {
  view: InView;
  options: PatchOptions;
  change: (changed: Partial<PatchOptions>) => void;
  result: { ok: true; value: Patch } | { ok: false; error: PatchRefusal };
}) {
  const { view, options, change, result } = props;
  if (!result.ok)
    return <Refused view={view} refusal={result.error} options={options} change={change} />;
  return <Planned view={view} options={options} change={change} patch={result.value} />;
}

function Refused(props: {
  view: InView;
  refusal: PatchRefusal;
  options: PatchOptions;
  change: (changed: Partial<PatchOptions>) => void;
}) {
  const { refusal, options, change, view } = props;
  const { wayOut } = refusal;
  // Tags, pins and the ruler change nothing in a header.
  if (refusal.kind === 'nothingToDo') {
    return (
      <div className={styles.section}>
        <p className={styles.quiet}>{refusal.sentence}</p>
      </div>
    );
  }
  return (
    <>
      <div className={styles.section}>
        <h2>No patch</h2>
        <Said kind="refused" text={refusal.sentence} />
        {wayOut && (
          <div className={styles.row}>
            <button
              type="button"
              className={controls.smallButton}
              onClick={() =>
                change(
                  wayOut.kind === 'splitDeclaration'
                    ? { split: [...options.split, wayOut.member] }
                    : { mayChangeFormat: true },
                )
              }
            >
              {wayOut.label}
            </button>
          </div>
        )}
      </div>
      <LayoutChange view={view} />
    </>
  );
}

function Planned(props: {
  view: InView;
  options: PatchOptions;
  change: (changed: Partial<PatchOptions>) => void;
  patch: Patch;
}) {
  const { view, options, change, patch } = props;
  const app = useApp();
  const [large, setLarge] = useState(false);
  const [mail, setMail] = useState(false);
  const text = new TextDecoder().decode(patch.diff);
  return (
    <>
      <div className={styles.section}>
        <h2>
          Patch
          <span>
            +{patch.added} −{patch.removed}
          </span>
        </h2>
        <DiffText text={text} label="Patch" />
        <div className={styles.row} style={{ marginBlockStart: 8 }}>
          <CopyButton text={text} label="Copy the patch" />
          <button
            type="button"
            className={controls.smallButton}
            onClick={() =>
              app.host.download(`${view.document.struct.name}.patch`, patchFile(patch.diff))
            }
          >
            Download .patch
          </button>
          <button type="button" className={controls.smallButton} onClick={() => setMail(true)}>
            Mail…
          </button>
          <button type="button" className={controls.smallButton} onClick={() => setLarge(true)}>
            Enlarge
          </button>
          {options.boundaries && (
            <button
              type="button"
              className={controls.smallButton}
              onClick={() => change({ boundaries: false })}
            >
              Keep the cache line comments
            </button>
          )}
          {options.split.length > 0 && (
            <button
              type="button"
              className={controls.smallButton}
              onClick={() => change({ split: [] })}
            >
              Do not split declarations
            </button>
          )}
        </div>
        <p className={styles.quiet} style={{ marginBlockStart: 8 }}>
          Read again and compared with the layout: the same declarations in the order shown.{' '}
          {patch.unchecked}
        </p>
      </div>
      <Reasons
        view={view}
        comments={options.comments}
        setComments={(comments) => change({ comments })}
      />
      {patch.warnings.length > 0 && (
        <div className={styles.section}>
          <h2>Before you send it</h2>
          <ul className={styles.warnings}>
            {patch.warnings.map((warning) => (
              <li key={warning.sentence}>
                <Icon name="warning" size={14} />
                <span>
                  <Sentence text={warning.sentence} />
                  {warning.wayOut && (
                    <button
                      type="button"
                      className={controls.smallButton}
                      onClick={() => change({ boundaries: true })}
                    >
                      {warning.wayOut.label}
                    </button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {large && <LargeDiff text={text} title={patch.path} close={() => setLarge(false)} />}
      {mail && (
        <MailDialog
          view={view}
          patch={patch}
          options={options}
          setFields={(fields) => change({ mail: fields })}
          close={() => setMail(false)}
        />
      )}
    </>
  );
}

function Said({ kind, text }: { kind: 'refused' | 'warned'; text: string }) {
  return (
    <p className={styles.said} data-kind={kind} role="note">
      <Icon name="warning" size={14} />
      <span>
        <Sentence text={text} />
      </span>
    </p>
  );
}

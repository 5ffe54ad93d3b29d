import { sentence } from '../../core/base/messages';
import { clsx } from 'clsx';
import { Fragment, useState, type ReactNode } from 'react';
import { patchOptionsOf, setPatchOptions, setHazards, setHazardScan, treeOf } from './patchOptions';
import type { InView } from '../state/inView';
import type { PatchOptions, MailFields } from '../state/state';
import type { Patch, PatchRefusal } from '../../core/patch/outcome';
import { CommandButton } from '../kit/CommandButton';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { CopyButton } from '../kit/CopyButton';
import { Icon } from '../kit/Icon';
import { Sentence } from '../kit/Sentence';
import { useSettledView } from '../kit/useInView';
import { layoutChange } from './layoutChange';
import { patchFile } from './patchFile';
import { HeaderSection } from './HeaderSection';
import { usePatch } from './usePatch';
import { wantedHeader } from './wantedHeader';
import styles from './Patch.module.css';
import { reasonsOf, type Reason } from './reasons';
import type { MemberPath } from '../../core/layout/ids';
import { NoteForm } from '../notes/NoteForm';
import { forgetWords } from './scanHazards';
import type { SourceTree } from '../source/tree';
import { grouped, plural } from '../../core/base/prose';
import { hazardPlaces, scanWords, withoutTree, type HazardPlaces } from './hazardPlaces';
import { forecastLine, mailFor } from './mailFor';
import { mailModel } from './mailModel';
import { Button, Heading } from 'react-aria-components';
import { ModalFrame } from '../kit/ModalFrame';
import { visibleText } from '../../core/base/visible';

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
          <Alert kind="refused" text={broken} />
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
  const { action } = refusal;
  // Tags, pins and the ruler change nothing in a header.
  if (refusal.kind === 'nothingToDo') {
    return (
      <div className={styles.section}>
        <p className={styles.quiet}>{sentence(refusal)}</p>
      </div>
    );
  }
  return (
    <>
      <div className={styles.section}>
        <h2>No patch</h2>
        <Alert kind="refused" text={sentence(refusal)} />
        {action && (
          <div className={styles.row}>
            <button
              type="button"
              className={controls.smallButton}
              onClick={() =>
                change(
                  action.kind === 'splitDeclaration'
                    ? { split: [...options.split, action.member] }
                    : { mayChangeFormat: true },
                )
              }
            >
              {action.label}
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
          <button
            type="button"
            className={clsx(controls.smallButton, styles.enlarge)}
            onClick={() => setLarge(true)}
          >
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
              <li key={warning.text}>
                <Icon name="warning" size={14} />
                <span>
                  <Sentence text={sentence(warning)} />
                  {warning.action && (
                    <button
                      type="button"
                      className={controls.smallButton}
                      onClick={() => change({ boundaries: true })}
                    >
                      {warning.action.label}
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

function Alert({ kind, text }: { kind: 'refused' | 'warned'; text: string }) {
  return (
    <p className={styles.alert} data-kind={kind} role="note">
      <Icon name="warning" size={14} />
      <span>
        <Sentence text={text} />
      </span>
    </p>
  );
}

/** How many members are offered at once; the ones changed last. */
const OFFERED = 6;

/** The comments that say why: offered for what was changed, as notes that the patch sets above their members. */
function Reasons(props: {
  view: InView;
  /** Members whose note stands in the patch. */
  comments: readonly MemberPath[];
  setComments: (comments: readonly MemberPath[]) => void;
}) {
  const { view, comments, setComments } = props;
  const app = useApp();
  const [chosenMember, setChosenMember] = useState<MemberPath | null>(null);
  const reasons = reasonsOf(view.document, view.edited.applied);
  const written = reasons.filter(({ text }) => text !== null);
  const open = reasons.filter(({ text }) => text === null);
  const form = reasons.find(({ member }) => member === chosenMember);
  if (reasons.length === 0) return null;
  const keep = (member: MemberPath, text: string) => {
    app.edit([{ kind: 'note', member, text }]);
    const others = comments.filter((each) => each !== member);
    setComments(text === '' ? others : [...others, member]);
    setChosenMember(null);
  };
  return (
    <div className={styles.section}>
      <h2>Comments that say why</h2>
      {written.length > 0 && (
        <ul className={styles.reasons}>
          {written.map(({ member, text }) => (
            <li key={member}>
              <label className={styles.check}>
                <input
                  type="checkbox"
                  checked={comments.includes(member)}
                  onChange={({ target }) => {
                    const others = comments.filter((each) => each !== member);
                    setComments(target.checked ? [...others, member] : others);
                  }}
                />
                <span>
                  <code>{member}</code>: {text}
                </span>
              </label>
              <button
                type="button"
                className={controls.smallButton}
                aria-label={`Change the comment on ${member}`}
                onClick={() => setChosenMember(member)}
              >
                Change…
              </button>
            </li>
          ))}
        </ul>
      )}
      {form && (
        <NoteForm
          key={form.member}
          label={`Why ${subject(form)}: a comment above it, and in the mail`}
          placeholder="Kept apart from readers of …"
          text={form.text ?? ''}
          isAsked
          onKeep={(text) => keep(form.member, text)}
          onCancel={() => setChosenMember(null)}
        />
      )}
      {open.length > 0 && !form && (
        <div className={styles.row}>
          <span className={styles.quiet}>Say why about</span>
          {open.slice(0, OFFERED).map(({ member }) => (
            <button
              key={member}
              type="button"
              className={controls.smallButton}
              onClick={() => setChosenMember(member)}
            >
              {member}…
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** `f_owner is there`, `there is padding before f_owner`. */
function subject({ member }: Reason): string {
  const before = /^pad\((.*)\)$/.exec(member)?.[1];
  return before === undefined ? `${member} is there` : `there is padding before ${before}`;
}

/** The places of a loaded tree that depend on the order of the members. */
function HazardList({ view }: { view: InView }) {
  const tree = useAppState(treeOf);
  if (tree) return <InTree key={view.open.id} view={view} tree={tree} />;
  const phrase = withoutTree(view);
  if (phrase === null) return null;
  return (
    <div className={styles.section}>
      <h2>What depends on the order</h2>
      <p className={styles.quiet}>{phrase}</p>
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
      {places.lookedFor !== null && (
        <p className={styles.quiet}>
          <Sentence text={places.lookedFor} />
        </p>
      )}
      {[...places.counted, ...places.left].map((sentence) => (
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
  const { groups, more } = listed;
  if (groups.length === 0) return null;
  return (
    <>
      {groups.map(({ title, isTouched, places }) => (
        <Fragment key={title}>
          <h3>{title}</h3>
          <ul className={styles.places} style={{ marginBlock: 8 }}>
            {places.map(({ key, where, says, text }) => (
              <li key={key} data-affected={isTouched || undefined}>
                <span className={styles.where}>{where}</span>
                <span>
                  <Sentence text={says} />
                </span>
                <code>{text}</code>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
      {more > 0 && <p className={styles.quiet}>and {grouped(more)} more.</p>}
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

const FIELDS: readonly {
  readonly name: keyof MailFields;
  readonly label: string;
  readonly hint: string;
  readonly rows: number;
}[] = [
  { name: 'subsystem', label: 'Subsystem', hint: 'fs, mm, net', rows: 1 },
  { name: 'tree', label: 'Tree', hint: 'net-next', rows: 1 },
  { name: 'problem', label: 'The problem, and what showed it', hint: '', rows: 4 },
  { name: 'results', label: 'Workload, machine, before, after', hint: '', rows: 3 },
  { name: 'alternatives', label: 'Alternatives tested', hint: '', rows: 2 },
  { name: 'signedOffBy', label: 'Signed-off-by', hint: 'Name <address>', rows: 1 },
];

/** The whole mail, as `git am` takes it. What only a person knows is asked for, and never made up. */
function MailDialog(props: {
  view: InView;
  patch: Patch;
  options: PatchOptions;
  setFields: (fields: MailFields) => void;
  close: () => void;
}) {
  const { view, patch, options, setFields, close } = props;
  const fields = options.mail;

  const app = useApp();
  const files = useAppState((state) => state.files);
  const allocation = useAppState(({ predict }) => predict.allocations[view.open.id] ?? null);
  const [asking, setAsking] = useState(false);
  const hazards = useAppState((state) => state.hazards[view.open.id] ?? null);
  const forecast = useAppState(forecastLine);
  const mail = mailModel(mailFor(files, view, patch, options, allocation, hazards, forecast));
  const { gaps } = mail;
  const save = () => {
    app.host.download(`${view.document.struct.name}.mail.patch`, patchFile(mail.text));
    setAsking(false);
  };
  return (
    <WideDialog title="Mail for git am" close={close}>
      <div className={styles.mail}>
        <div className={styles.form}>
          {FIELDS.map(({ name, label, hint, rows }) => (
            <label key={name}>
              {label}
              {rows === 1 ? (
                <input
                  type="text"
                  value={fields[name]}
                  placeholder={hint}
                  onChange={({ target }) => setFields({ ...fields, [name]: target.value })}
                />
              ) : (
                <textarea
                  rows={rows}
                  value={fields[name]}
                  onChange={({ target }) => setFields({ ...fields, [name]: target.value })}
                />
              )}
            </label>
          ))}
        </div>
        {/* Long enough to scroll, with nothing in it to focus. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre className={styles.preview} tabIndex={0} role="region" aria-label="The mail">
          {mail.parts.map(({ text, isGap }, place) =>
            isGap ? <mark key={place}>{text}</mark> : text,
          )}
        </pre>
      </div>
      <footer className={styles.dialogFoot}>
        <p role="status">
          {asking
            ? `${plural(gaps, 'FILL IN')} ${gaps === 1 ? 'is' : 'are'} left. Save it as a draft all the same?`
            : gaps > 0
              ? `It stays an RFC: ${plural(gaps, 'FILL IN')} left.`
              : 'Nothing is left to fill in.'}
        </p>
        {asking ? (
          <>
            <button type="button" className={controls.button} onClick={() => setAsking(false)}>
              Back to the form
            </button>
            <button type="button" className={controls.primary} onClick={save}>
              Save the draft
            </button>
          </>
        ) : (
          <>
            <CopyButton text={mail.text} label="Copy the mail" />
            <button
              type="button"
              className={controls.primary}
              onClick={() => {
                if (gaps > 0) setAsking(true);
                else save();
              }}
            >
              Download the mail
            </button>
          </>
        )}
      </footer>
    </WideDialog>
  );
}

/** A patch with room for its lines. */
function LargeDiff({ text, title, close }: { text: string; title: string; close: () => void }) {
  return (
    <WideDialog title={title} close={close}>
      <div className={styles.body}>
        <DiffText text={text} label="Patch" />
      </div>
    </WideDialog>
  );
}

function WideDialog(props: { title: string; close: () => void; children: ReactNode }) {
  const { title, close, children } = props;
  return (
    <ModalFrame isOpen close={close} frame={styles.wide} className={styles.dialog}>
      <header className={styles.dialogHead}>
        <Heading slot="title">{title}</Heading>
        <Button className={controls.iconButton ?? ''} aria-label="Close" onPress={close}>
          <Icon name="close" />
        </Button>
      </header>
      {children}
    </ModalFrame>
  );
}

/**
 * A unified diff, coloured by line; each line says by its sign, too, what it is. What would turn a line around
 * or hide in it is written out: what is copied and saved is the text itself.
 */
function DiffText({ text, label }: { text: string; label: string }) {
  const lines = text.replace(/\n$/, '').split('\n');
  return (
    // Long lines scroll inside, also by the keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={styles.diff} tabIndex={0} role="region" aria-label={label}>
      {lines.map((line, place) => (
        <span key={place} data-kind={kindOf(line)}>
          {line === '' ? ' ' : visibleText(line)}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

function kindOf(line: string): string | undefined {
  if (/^(?:diff |index |--- |\+\+\+ )/.test(line)) return 'head';
  if (line.startsWith('@@')) return 'hunk';
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  return undefined;
}

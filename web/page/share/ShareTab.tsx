import { useEffect, useId, useState } from 'react';
import { linkOf } from './copyLink';
import { documentToShare } from './documentToShare';
import { changeDocumentInView } from '../state/documentReducers';
import type { InView } from '../state/inView';
import type { LayoutDocument, SuppliedField } from '../../core/edit/document';
import { CommandButton } from '../kit/CommandButton';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { grouped } from '../../core/base/prose';
import { Icon } from '../kit/Icon';
import { lazyPart } from '../kit/lazyPart';
import { useSettledView } from '../kit/useInView';
import inspector from '../kit/inspector.module.css';
import styles from './ShareTab.module.css';
import { PICTURE_CHOICES, TEXT_CHOICES, type ExportChoice } from './exportChoices';
import { linkPage } from './linkPage';

const Reply = lazyPart(async () => (await import('./Reply')).Reply);

/** What takes the layout to others: a link that holds all of it, with what its author says of it. */
export function ShareTab() {
  const inView = useSettledView();
  if (!inView) return null;
  return (
    <>
      <LinkSection />
      {inView.document.proposal !== undefined && <Reply />}
      <ExportSection />
      <SuppliedSection key={inView.open.id} inView={inView} />
    </>
  );
}

/** While a person types, one link in so many milliseconds is enough. */
const PAUSE_MS = 120;
/** Members of a struct whose link takes no longer than a key press; that of a larger one is made when it is asked for. */
const MOST_AT_ONCE = 2_000;

function LinkSection() {
  const document = useAppState(documentToShare);
  const [confirmed, setConfirmed] = useState<LayoutDocument | null>(null);
  const isLarge = document !== null && membersOf(document) > MOST_AT_ONCE;
  const waits = isLarge && confirmed !== document;
  const link = useLink(waits ? null : document);
  return (
    <section className={inspector.section} aria-label="Link">
      <h2>Link</h2>
      <p className={inspector.quiet}>
        It holds the struct, the changes, heat or tags, notes and view. Whoever opens it needs no
        file, and nothing is sent to a server.
      </p>
      <div className={`${inspector.actions} ${styles.copy}`}>
        <CommandButton command="share.copyLink" className={styles.primary} ownName>
          <Icon name="copy" size={14} />
          Copy link
        </CommandButton>
        {waits ? (
          <button
            type="button"
            className={controls.smallButton}
            title="The link of so large a struct is made when it is asked for"
            onClick={() => setConfirmed(document)}
          >
            Show link
          </button>
        ) : (
          <output className={styles.length}>
            {link === null ? '…' : `${grouped(link.length)} characters`}
          </output>
        )}
      </div>
      {/* Long enough to scroll, with nothing in it to focus. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <code className={styles.link} tabIndex={0} role="group" aria-label="The link">
        {(!waits && link) || ''}
      </code>
      <WhereLinksOpen />
    </section>
  );
}

/** All members that a link has to carry, those of nested types too. */
function membersOf({ struct }: LayoutDocument): number {
  return struct.types.reduce(
    (sum, { shape }) => sum + (shape.kind === 'aggregate' ? shape.members.length : 0),
    0,
  );
}

/** The link of a document; null until it is made. */
function useLink(document: LayoutDocument | null): string | null {
  const app = useApp();
  const [made, setMade] = useState<{ of: LayoutDocument; link: string } | null>(null);
  useEffect(() => {
    if (document === null) return undefined;
    let wanted = true;
    const timer = setTimeout(() => {
      void linkOf(app, document).then(
        (link) => wanted && setMade({ of: document, link }),
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [app, document]);
  // The one before stands until the next is made: a length that blinks says nothing.
  return made?.link ?? null;
}

const FIELDS: readonly {
  readonly field: SuppliedField;
  readonly label: string;
  readonly hint: string;
  readonly lines?: number;
}[] = [
  {
    field: 'text',
    label: 'What it is about',
    hint: 'f_ref shares its line with what fget reads',
    lines: 3,
  },
  { field: 'commit', label: 'Commit', hint: 'v6.14-rc1, 2014f7c1' },
  { field: 'config', label: 'Config', hint: 'defconfig + CONFIG_DEBUG_INFO' },
  { field: 'compiler', label: 'Compiler', hint: 'gcc 14.2' },
  { field: 'machine', label: 'Machine', hint: '2 sockets, 112 cores, 224 threads' },
  { field: 'perf', label: 'perf', hint: '6.14' },
  { field: 'commands', label: 'Commands', hint: 'perf c2c record -a -- sleep 10', lines: 2 },
];

function SuppliedSection({ inView }: { inView: InView }) {
  const app = useApp();
  const id = useId();
  const supplied = inView.document.supplied ?? {};
  const set = (field: SuppliedField, value: string) =>
    app.update((state) =>
      changeDocumentInView(state, ({ supplied: before, ...document }) => {
        const entries = Object.entries({ ...before, [field]: value }).filter(
          ([, text]) => text !== '',
        );
        return entries.length === 0
          ? document
          : { ...document, supplied: Object.fromEntries(entries) };
      }),
    );
  return (
    <section className={inspector.section} aria-label="Supplied by the author">
      <h2>Supplied by the author</h2>
      <p className={inspector.quiet}>
        Where it comes from. It travels in the link and is shown as your words, beside what was
        measured or computed.
      </p>
      {FIELDS.map(({ field, label, hint, lines }) => {
        const Input = lines === undefined ? 'input' : 'textarea';
        return (
          <div key={field} className={styles.field}>
            <label htmlFor={`${id}-${field}`}>{label}</label>
            <Input
              id={`${id}-${field}`}
              className={controls.field}
              {...(lines === undefined ? { type: 'text' } : { rows: lines })}
              maxLength={2000}
              placeholder={hint}
              spellCheck={false}
              value={supplied[field] ?? ''}
              onChange={(event: { target: { value: string } }) => set(field, event.target.value)}
            />
          </div>
        );
      })}
    </section>
  );
}

/** The layout as text to paste elsewhere, and as a picture. */
function ExportSection() {
  return (
    <section className={inspector.section} aria-label="Export">
      <h2>Copy as</h2>
      <Choices choices={TEXT_CHOICES} />
      <h2>Save the picture</h2>
      <Choices choices={PICTURE_CHOICES} />
    </section>
  );
}

function Choices({ choices }: { choices: readonly ExportChoice[] }) {
  return (
    <div className={inspector.actions}>
      {choices.map(({ command, label }) => (
        <CommandButton key={command} command={command} className={controls.smallButton} ownName>
          {label}
        </CommandButton>
      ))}
    </div>
  );
}

/** Of a page that nobody else can reach: where its links open all the same. */
function WhereLinksOpen() {
  const { host } = useApp();
  if (linkPage(host.pageAddress()) !== '') return null;
  return (
    <p className={inspector.quiet}>
      This page runs on your machine, so the link has no address. It opens where it is pasted, in
      any Hitmap and in hitmap.html, the page as one file that each release has.
    </p>
  );
}

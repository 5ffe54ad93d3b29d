import { Suspense, useDeferredValue, useState } from 'react';
import { type InView, findShownField } from '../state/inView';
import type { Edit } from '../../core/edit/edit';
import type { MemberPath } from '../../core/layout/ids';
import { lazyPart } from '../kit/lazyPart';
import { CommandButton } from '../kit/CommandButton';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { describeField, type FieldFacts } from './fieldFacts';
import { Waiting } from '../kit/Waiting';
import { plural } from '../../core/base/prose';
import { formatBits } from '../kit/format';
import { FieldRole } from '../predict/FieldRole';
import { useSelection } from '../kit/useSelection';
import { useSettledView } from '../kit/useInView';
import { FieldUse } from '../heat/FieldUse';
import styles from '../kit/inspector.module.css';
import { openOnTheWay, fileToAsk, leadsTo } from '../state/ways';
import type { FieldItem } from '../../core/layout/layout';
import { useAnswer } from '../kit/useAnswer';

const Rules = lazyPart(async () => (await import('../rules/Rules')).Rules);
const Notes = lazyPart(async () => (await import('../notes/Notes')).Notes);

/**
 * The selected field: what is known of it, and what can be done with it. While a field is held this is the layout as
 * it still is: where the field would lie is written in its cell, what that would cost in the figures over the grid.
 */
export function FieldTab() {
  const view = useSettledView();
  const selection = useSelection();
  const id = view?.open.id ?? null;
  // The grid of another struct is painted first; who opened it by a key is on its first field by then.
  const isPainted = useDeferredValue(id) === id;
  if (!view) return null;
  const [only] = selection;
  if (selection.length === 0 || only === undefined) {
    return (
      <>
        <div className={styles.section}>
          <p className={styles.quiet}>
            Select a field in the layout to see what it is, or drag it. G goes to the layout, arrows
            walk the fields, Alt with an arrow moves one.
          </p>
        </div>
        {isPainted && (
          <Suspense fallback={<Waiting>{null}</Waiting>}>
            <Notes selection={selection} />
            <Rules selection={selection} />
          </Suspense>
        )}
      </>
    );
  }
  return (
    <>
      <Known inView={view} selection={selection} />
      <FieldRole />
      {/* Together: what comes later would push the buttons from under the pointer. */}
      <Suspense fallback={<Waiting>{null}</Waiting>}>
        <Notes selection={selection} />
        <Actions inView={view} selection={selection} />
        <Rules selection={selection} />
      </Suspense>
    </>
  );
}

/** Everything about one field; for several, what they come to together. */
function Known({ inView, selection }: { inView: InView; selection: readonly MemberPath[] }) {
  const [only, ...others] = selection;
  if (only === undefined || others.length > 0) return <Several inView={inView} paths={selection} />;
  const field = findShownField(inView, only);
  return (
    <>
      {field ? (
        <One facts={describeField(inView, field)} />
      ) : (
        <Several inView={inView} paths={selection} />
      )}
      {field && <PointsTo inView={inView} field={field} />}
      <FieldUse inView={inView} path={only} />
    </>
  );
}

function One({ facts }: { facts: FieldFacts }) {
  return (
    <section className={styles.section} aria-label="Field">
      <p className={styles.name}>{facts.path}</p>
      <p className={styles.type}>{facts.typeName}</p>
      <dl className={styles.facts}>
        <dt>Offset</dt>
        <dd>
          {formatBits(facts.offsetBits)} <small>({facts.offsetHex})</small>{' '}
          {facts.wasOffsetBits !== null && (
            <span className={styles.was}>was {formatBits(facts.wasOffsetBits)}</span>
          )}
        </dd>
        <dt>Size</dt>
        <dd>{facts.sizeBits === null ? 'unknown' : formatBits(facts.sizeBits)}</dd>
        <dt>Line</dt>
        <dd>
          {facts.lines}
          {facts.straddles && <small> straddles: it would fit into fewer</small>}
        </dd>
        <dt>Alignment</dt>
        <dd>
          {facts.alignBytes} <small>{facts.alignFrom}</small>
        </dd>
        {facts.bitField && (
          <>
            <dt>Bit-field</dt>
            <dd>{facts.bitField}</dd>
          </>
        )}
        {facts.declared && (
          <>
            <dt>Declared</dt>
            <dd>{facts.declared}</dd>
          </>
        )}
        {facts.tag && (
          <>
            <dt>Tagged</dt>
            <dd className={styles.tag}>{facts.tag}</dd>
          </>
        )}
      </dl>
      {facts.nested && <p className={styles.note}>{facts.nested}</p>}
    </section>
  );
}

function Several({ inView, paths }: { inView: InView; paths: readonly MemberPath[] }) {
  const fields = paths.flatMap((path) => findShownField(inView, path) ?? []);
  const known = fields.every((field) => field.sizeBits !== null);
  const sumBits = fields.reduce((sum, field) => sum + (field.sizeBits ?? 0), 0);
  return (
    <section className={styles.section} aria-label="Selected fields">
      <p className={styles.name}>{plural(paths.length, 'field')}</p>
      <p className={styles.type}>{paths.join(', ')}</p>
      {known && fields.length > 0 && (
        <dl className={styles.facts}>
          <dt>Together</dt>
          <dd>{formatBits(sumBits)}</dd>
        </dl>
      )}
    </section>
  );
}

const MAX_BYTES = 65_536;

function Actions({ inView, selection }: { inView: InView; selection: readonly MemberPath[] }) {
  const app = useApp();
  const [align, setAlign] = useState('16');
  const [pad, setPad] = useState('8');
  if (inView.readOnly !== null) return null;
  const edit = (one: (member: MemberPath) => Edit, members = selection) =>
    app.edit(members.map(one));
  const padBytes = Number(pad);
  const padIsGood = Number.isInteger(padBytes) && padBytes >= 1 && padBytes <= MAX_BYTES;
  return (
    <section className={styles.section} aria-label="Actions">
      <h2>Change</h2>
      <div className={styles.actions}>
        <CommandButton command="field.first" className={controls.smallButton}>
          To the start
        </CommandButton>
        <CommandButton command="field.last" className={controls.smallButton}>
          To the end
        </CommandButton>
        <CommandButton command="field.expand" className={controls.smallButton}>
          Expand
        </CommandButton>
      </div>
      <div className={styles.actions}>
        <CommandButton command="field.alignCacheline" className={controls.smallButton} />
        <CommandButton command="field.isolate" className={controls.smallButton}>
          Isolate
        </CommandButton>
        <CommandButton command="field.unalign" className={controls.smallButton} ownName>
          Unalign
        </CommandButton>
      </div>
      <form
        className={styles.amount}
        onSubmit={(event) => {
          event.preventDefault();
          edit((member) => ({ kind: 'align', member, bytes: Number(align) }));
        }}
      >
        <label htmlFor="align-bytes">Align to</label>
        <select
          id="align-bytes"
          className={controls.field}
          value={align}
          onChange={(event) => setAlign(event.target.value)}
        >
          {[2, 4, 8, 16, 32, 64, 128, 256].map((bytes) => (
            <option key={bytes}>{bytes}</option>
          ))}
        </select>
        bytes
        <button type="submit" className={controls.smallButton}>
          Align
        </button>
      </form>
      <form
        className={styles.amount}
        onSubmit={(event) => {
          event.preventDefault();
          if (padIsGood)
            edit((before) => ({ kind: 'pad', bytes: padBytes, before }), selection.slice(0, 1));
        }}
      >
        <label htmlFor="pad-bytes">Pad</label>
        <input
          id="pad-bytes"
          className={controls.field}
          type="number"
          min={1}
          max={MAX_BYTES}
          required
          value={pad}
          onChange={(event) => setPad(event.target.value)}
        />
        bytes before
        <button type="submit" className={controls.smallButton}>
          Pad
        </button>
      </form>
    </section>
  );
}

/** Buttons for the structs that a pointer leads to, or for a nested field's own struct. Nothing for any other field. */
function PointsTo({ inView, field }: { inView: InView; field: FieldItem }) {
  const app = useApp();
  const file = fileToAsk(inView, field);
  const found = useAnswer(
    () => leadsTo(app, inView, field),
    `${file} ${inView.document.struct.key} ${field.member.typeIndex}`,
  );
  if (file === null || found === null || found.length === 0) return null;
  return (
    <section className={styles.section} aria-label="Where it leads">
      <p>
        Leads to{' '}
        {found.map(({ keyword, name, sizeBytes }) => (
          <span key={`${keyword} ${sizeBytes}`}>
            <button
              type="button"
              className={controls.link}
              aria-label={`Open ${keyword} ${name}`}
              onClick={() => void openOnTheWay(app, { name, sizeBytes }, field.path)}
            >
              <code>
                {keyword} {name}
              </code>
            </button>
            {found.length > 1 && ` of ${sizeBytes} bytes `}
          </span>
        ))}
      </p>
    </section>
  );
}

import { useState } from 'react';
import { mailFor } from './mailFor';
import type { InView } from '../struct/inView';
import type { MailFields, PatchOptions } from '../source/sourceState';
import type { Patch } from '../../core/patch/outcome';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { CopyButton } from '../kit/CopyButton';
import { plural } from '../../core/base/prose';
import { mailModel } from './mailModel';
import { patchFile } from './patchFile';
import { WideDialog } from './LargeDiff';
import styles from './Patch.module.css';

const FIELDS: readonly {
  readonly name: keyof MailFields;
  readonly label: string;
  readonly hint: string;
  readonly rows: number;
}[] = [
  { name: 'subsystem', label: 'Subsystem', hint: 'fs, mm, net', rows: 1 },
  { name: 'problem', label: 'The problem, and what showed it', hint: '', rows: 4 },
  { name: 'results', label: 'Workload, machine, before, after', hint: '', rows: 3 },
  { name: 'alternatives', label: 'Alternatives tested', hint: '', rows: 2 },
  { name: 'signedOffBy', label: 'Signed-off-by', hint: 'Name <address>', rows: 1 },
];

/** The whole mail, as `git am` takes it. What only a person knows is asked for, and never made up. */
export function MailDialog(props: {
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
  const mail = mailModel(mailFor(files, view, patch, options, allocation, hazards));
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

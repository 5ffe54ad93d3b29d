import { useState } from 'react';
import type { InView } from '../struct/inView';
import { reasonsOf, type Reason } from './reasons';
import type { MemberPath } from '../../core/layout/ids';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { NoteForm } from '../notes/NoteForm';
import styles from './Patch.module.css';

/** How many members are offered at once; the ones changed last. */
const OFFERED = 6;

/** The comments that say why: offered for what was changed, as notes that the patch sets above their members. */
export function Reasons(props: {
  view: InView;
  /** Members whose note stands in the patch. */
  comments: readonly MemberPath[];
  setComments: (comments: readonly MemberPath[]) => void;
}) {
  const { view, comments, setComments } = props;
  const app = useApp();
  const [asked, setAsked] = useState<MemberPath | null>(null);
  const reasons = reasonsOf(view.document, view.edited.applied);
  const written = reasons.filter(({ text }) => text !== null);
  const open = reasons.filter(({ text }) => text === null);
  const form = reasons.find(({ member }) => member === asked);
  if (reasons.length === 0) return null;
  const keep = (member: MemberPath, text: string) => {
    app.edit([{ kind: 'note', member, text }]);
    const others = comments.filter((each) => each !== member);
    setComments(text === '' ? others : [...others, member]);
    setAsked(null);
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
                onClick={() => setAsked(member)}
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
          onCancel={() => setAsked(null)}
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
              onClick={() => setAsked(member)}
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

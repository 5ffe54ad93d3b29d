import { type InView, isUnanswered } from '../state/inView';
import { grouped, plural } from '../../core/base/prose';
import type { IndexStage } from '../../core/facts/generated';
import { Containers } from '../bind/Containers';
import { useAppState, useApp } from '../kit/context';
import { Icon } from '../kit/Icon';
import { PopoverButton } from '../kit/PopoverButton';
import { Remarks } from '../kit/Remarks';
import { Sentence } from '../kit/Sentence';
import { memberText, structFacts } from '../kit/structFacts';
import { useSettledView } from '../kit/useInView';
import styles from './StructView.module.css';
import { wayInView } from '../state/ways';
import controls from '../kit/controls.module.css';

/**
 * What the struct is: its name, and behind a button its place in the source, where the facts come from, what
 * was inferred and what holds it. One line, so that the grid begins at the same place whatever is known.
 */
export function StructTitle() {
  const inView = useSettledView();
  const unanswered = useAppState((state) => inView !== null && isUnanswered(state, inView.open));
  if (!inView) return null;
  const { keyword, name } = structFacts(inView.document.struct);
  return (
    <header className={styles.title}>
      <Breadcrumbs />
      <h1 title={`${keyword} ${name}`}>
        <span className={styles.keyword}>{keyword}</span> {name}
      </h1>
      {inView.readOnly !== null && !unanswered && (
        <span className={styles.lock} title={inView.readOnly}>
          <Icon name="lock" size={13} /> read-only
        </span>
      )}
      <PopoverButton
        label={`About ${name}`}
        className={styles.about}
        face={
          <>
            <Icon name="info" size={15} />
            <span>{summary(inView)}</span>
          </>
        }
      >
        <About key={inView.open.id} inView={inView} />
      </PopoverButton>
      <PaperFacts inView={inView} />
    </header>
  );
}

/** On paper, which has no list and no address: which file the struct is of, and which order of it this is. */
function PaperFacts({ inView }: { inView: InView }) {
  const { origin } = inView.open;
  const facts = useAppState(({ files }) => {
    const file = files.find(({ id }) => origin.kind === 'file' && id === origin.file);
    return file?.phase.kind === 'ready' ? file.phase.facts : null;
  });
  const changes = inView.changeCount;
  const isEdited = changes > 0 && inView.document.view.show === 'edited';
  const from = origin.kind === 'file' ? origin.fileName : origin.title;
  const release = facts?.kernelRelease ?? '';
  const words = [
    from,
    from.includes(release) ? null : release,
    facts?.buildId ? `build-id ${facts.buildId.slice(0, BUILD_ID_LETTERS)}` : null,
    isEdited ? plural(changes, 'change') : 'as it is',
  ];
  return <p className={styles.paper}>{words.filter(Boolean).join(' · ')}</p>;
}

/** As many as tell builds apart. */
const BUILD_ID_LETTERS = 12;

/** What fits beside the name. */
function summary({ document, original, open: { origin } }: InView): string {
  const { verdict } = original.applied.struct;
  const { memberCount } = structFacts(document.struct);
  const { wordsFrom } = document.struct;
  const members = `${plural(memberCount, 'member')}${wordsFrom === undefined ? '' : `, packing and alignment from ${wordsFrom}`}`;
  // Where it did not come with a file, that is what it is to be judged by.
  const facts = origin.kind === 'file' ? members : `${origin.title} · ${members}`;
  return verdict.kind === 'agreesByInference'
    ? `${facts}, ${grouped(verdict.inferred.length)} inferred`
    : facts;
}

function About({ inView }: { inView: InView }) {
  const several = useAppState((state) => state.files.length > 1);
  const facts = structFacts(inView.document.struct);
  const { origin } = inView.open;
  const { wordsFrom, diagnostics, source } = inView.document.struct;
  const { verdict } = inView.original.applied.struct;
  return (
    <>
      <p className={styles.meta}>
        {facts.declared && <code>{facts.declared}</code>}
        <span>{memberText(facts, inView.original.layout)}</span>
        <span>{facts.machine}</span>
        {origin.kind === 'file' && <span>{SOURCES[source]}</span>}
        {wordsFrom !== undefined && (
          <span>
            packing and alignment from <code>{wordsFrom}</code>
          </span>
        )}
        {origin.kind !== 'file' && <span>{origin.title}</span>}
        {origin.kind === 'file' && several && <span>{origin.fileName}</span>}
      </p>
      {verdict.kind === 'agreesByInference' && (
        <section>
          <h2>{grouped(verdict.inferred.length)} inferred</h2>
          <p>Alignments and packings that the file does not state, but its offsets imply:</p>
          <ul>
            {verdict.inferred.slice(0, 50).map((sentence) => (
              <li key={sentence}>
                <Sentence text={sentence} />
              </li>
            ))}
            {verdict.inferred.length > 50 && (
              <li>and {grouped(verdict.inferred.length - 50)} more.</li>
            )}
          </ul>
        </section>
      )}
      {diagnostics.length > 0 && (
        <section>
          <h2>{plural(diagnostics.length, 'thing')} to know about it</h2>
          <Remarks diagnostics={diagnostics} />
        </section>
      )}
      {origin.kind === 'file' && <Containers file={origin.file} inView={inView} />}
    </>
  );
}

const SOURCES: Readonly<Record<IndexStage, string>> = {
  btf: 'from BTF',
  dwarf: 'from DWARF',
  summaries: 'from debug information',
  text: 'from text',
};

/** The last structs on the way that are named; before them there is Back. */
const MOST_NAMED = 2;

/** The structs, and their members, by which one came to the struct in view. */
function Breadcrumbs() {
  const app = useApp();
  // As text: the way is another list with each state.
  const way = JSON.parse(useAppState((state) => JSON.stringify(wayInView(state)))) as ReturnType<
    typeof wayInView
  >;
  const last = way.at(-1);
  if (last === undefined) return null;
  return (
    <nav className={styles.way} aria-label="The way here">
      <button
        type="button"
        className={controls.iconButton}
        aria-label={`Back to ${last.name}`}
        title={`Back to ${last.name}`}
        onClick={() => app.show(last.from)}
      >
        <Icon name="left" size={14} />
      </button>
      <ol>
        {way.slice(-MOST_NAMED).map(({ from, member, name }) => (
          <li key={from}>
            <button
              type="button"
              className={controls.link}
              aria-label={member === null ? `Open ${name}` : `${name}.${member}: open ${name}`}
              title={member === null ? name : `${name}, whose ${member} led here`}
              onClick={() => app.show(from)}
            >
              <code>{member === null ? name : `${name}.${member}`}</code>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

import { useEffect, useId } from 'react';
import type { ContainerOfCandidate, Candidate } from '../../core/bind/rank';
import type { LineCandidates } from './lineCandidates';
import type { LoadedFile, AppState } from '../state/state';
import type { DocumentLine } from '../../core/edit/profiles';
import type { AccessProfile } from '../../core/facts/generated';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { CopyButton } from '../kit/CopyButton';
import { plural, grouped } from '../../core/base/prose';
import { Sentence } from '../kit/Sentence';
import { bindCandidate, bindInside, bindNamed } from './bindLine';
import { withoutOffsets, candidateCard } from './candidateCard';
import type { CandidatesSoFar } from './useCandidates';
import { useStill, type Still } from './useStill';
import { Waiting } from '../kit/Waiting';
import styles from './Candidates.module.css';
import type { CandidateSource } from './binary';
import { findOrigins, type FileOrigin } from './symbolTables';
import { bindElement, bindVariables } from './bindVariables';
import { describeVariables } from './variables';
import type { LocatedSymbol } from '../../core/bind/symbolTable';
import { arrayCard, variableCard, verdictsOf } from './buildMatch';
import { Icon } from '../kit/Icon';
import { useAnswer } from '../kit/useAnswer';

/** The first candidates show why at once, the others when asked. */
const OPEN_REASONS = 2;
const TAKE_BTF = 'cp /sys/kernel/btf/vmlinux .';

/** Which structs a line of a report may be part of, best first; a click opens one with the line bound to it. */
export function Candidates(props: {
  file: LoadedFile;
  profile: AccessProfile;
  line: DocumentLine;
  known: CandidatesSoFar;
}) {
  const { file, profile, line, known } = props;
  const { found, isLast } = known;
  const app = useApp();
  useEffect(() => {
    if (found !== null && isLast) void bindNamed(app, file.id, line.id, found.candidates);
  }, [app, file.id, line.id, found, isLast]);
  // Where a better candidate comes first, the press that was meant for another must not hit it.
  const { shown, isBehind, handlers } = useStill(found);
  return (
    <section className={styles.candidates} aria-label="Candidates" aria-busy={!isLast}>
      {/* What comes and goes is beside the heading: no card moves from under the pointer. */}
      <header className={styles.head}>
        <h3>Which struct is it?</h3>
        <Following known={known} />
        {isBehind && (
          <p className={styles.note} role="status">
            Better candidates were found: leave the list to see them.
          </p>
        )}
      </header>
      <BuildMatch file={file} profile={profile} line={line} />
      {shown === null ? (
        <Waiting className={styles.note} isAnswer>
          Asking the loaded files…
        </Waiting>
      ) : (
        <Answer
          found={shown}
          handlers={handlers}
          isUser={isUserLine(line)}
          onBind={(candidate) => void bindCandidate(app, file.id, line.id, candidate)}
          onBindInside={(candidate, outer) =>
            void bindInside(app, file.id, line.id, candidate, outer)
          }
        />
      )}
    </section>
  );
}

/** How far the code of the line's functions has been followed. */
function Following({ known: { found, stop, isStopped } }: { known: CandidatesSoFar }) {
  if (found === null || (stop === null && !isStopped)) return null;
  const { done, total } = found.progress;
  if (stop === null) {
    return done < total ? (
      <p className={styles.note}>
        Stopped: {done} of {plural(total, 'place')} in the code were followed.
      </p>
    ) : null;
  }
  return (
    <p className={styles.note} role="status">
      Following the code of its functions: {done} of {total}…{' '}
      <button type="button" className={controls.smallButton} onClick={stop}>
        Stop
      </button>
    </p>
  );
}

/** Whether nothing but user code was seen on it. */
function isUserLine({ rows }: DocumentLine): boolean {
  return rows.length > 0 && rows.every(({ level }) => level === 'user');
}

function Answer({
  found,
  handlers,
  isUser,
  onBind,
  onBindInside,
}: {
  found: LineCandidates;
  handlers: Still<LineCandidates>['handlers'];
  isUser: boolean;
  onBind: (candidate: LineCandidates['candidates'][number]) => void;
  onBindInside: (
    candidate: LineCandidates['candidates'][number],
    outer: ContainerOfCandidate,
  ) => void;
}) {
  const { inView, candidates, more, askedFiles, evidence, otherLayouts } = found;
  const all = [...inView.slice(0, 1), ...candidates.filter((each) => !isInView(each, inView))];
  return (
    <>
      {otherLayouts.map((text) => (
        <p key={text} className={styles.note}>
          <Sentence text={text} />
        </p>
      ))}
      {all.length > 0 && (
        <ol className={styles.list} {...handlers}>
          {all.map((candidate, place) => (
            <CandidateRow
              key={place}
              candidate={candidate}
              several={askedFiles.length > 1}
              open={place < OPEN_REASONS}
              onBind={() => onBind(candidate)}
              onBindInside={(outer) => onBindInside(candidate, outer)}
            />
          ))}
        </ol>
      )}
      {more > 0 && (
        <p className={styles.note}>
          {plural(more, 'more struct')} fit{more === 1 ? 's' : ''} as well as the last of these.
          Paste another line of the same object to narrow them down.
        </p>
      )}
      {askedFiles.length === 0 && isUser && (
        <p className={styles.note}>
          Open the program that was profiled, built with <code>-g</code>: the arguments of the
          line’s functions then name the candidates.
        </p>
      )}
      {askedFiles.length === 0 && !isUser && (
        <p className={styles.note}>
          Open the kernel’s BTF or vmlinux: the arguments of the line’s functions then name the
          candidates.{' '}
          <span className={styles.command}>
            <code>{TAKE_BTF}</code>
            <CopyButton text={TAKE_BTF} label="Copy" />
          </span>
        </p>
      )}
      {askedFiles.length > 0 && candidates.length === 0 && (
        <p className={styles.note}>{nothingText(found, isUser)}</p>
      )}
      {candidates.length > 0 && evidence.unknown.length > 0 && (
        <p className={styles.note}>
          <Sentence text={`No prototype of ${names(evidence.unknown)}.`} />
        </p>
      )}
    </>
  );
}

function isInView(
  candidate: LineCandidates['candidates'][number],
  inView: LineCandidates['inView'],
): boolean {
  const [first] = inView;
  return (
    first !== undefined &&
    first.name === candidate.name &&
    first.sizeBytes === candidate.sizeBytes &&
    first.fit.offsetBytes === candidate.fit.offsetBytes
  );
}

function nothingText({ evidence, askedFiles }: LineCandidates, isUser: boolean) {
  const byFunction = withoutOffsets(evidence);
  if (byFunction !== null) return <Sentence text={byFunction} />;
  const where = askedFiles.join(', ');
  if (evidence.handed.length > 0) {
    return `No struct in ${where} is, or contains, an argument type of the functions that access this line. ${isUser ? 'They are not kernel functions: open the program that was profiled, built with -g.' : 'Does the report come from another kernel?'}`;
  }
  if (evidence.unknown.length === 0) {
    return 'The report names no function on this line, and offsets alone fit thousands of structs. Pick the struct in the list, then slide the line over it.';
  }
  return (
    <Sentence
      text={`${names(evidence.unknown)}: ${where} has no prototype that says what ${evidence.unknown.length === 1 ? 'it takes' : 'they take'}, and offsets alone fit thousands of structs. Pick the struct in the list, then slide the line over it.`}
    />
  );
}

function names(list: readonly string[]): string {
  const shown = list.slice(0, 3).map((name) => `\`${name}\``);
  const rest = list.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}

/** One guess: the struct, where the line lies in it, on which fields the rows land, and why. */
function CandidateRow(props: {
  candidate: Candidate<CandidateSource>;
  /** Whether several files are loaded, so that it matters which one. */
  several: boolean;
  /** Whether its reasons are open from the start. */
  open: boolean;
  onBind: () => void;
  onBindInside: (outer: ContainerOfCandidate) => void;
}) {
  const { candidate, several, open, onBind, onBindInside } = props;
  const { name, sizeBytes, fit, reasons, source } = candidate;
  const id = useId();
  const card = candidateCard(candidate);
  const { grade, explained, unexplained, lands, inside, moreInside } = card;
  return (
    <li
      className={styles.candidate}
      aria-labelledby={id}
      data-impossible={!fit.possible || undefined}
    >
      <div className={styles.head}>
        <h4 id={id}>
          <code>{name}</code>
        </h4>
        <span className={styles.grade} data-grade={grade}>
          {card.grading}
        </span>
        <span className={styles.meta}>
          {grouped(sizeBytes)} bytes
          {several && source.kind === 'file' && <> · {source.fileName}</>}
          {source.kind === 'inView' && (
            <> · in view{source.order === 'edited' ? ', as you ordered it' : ''}</>
          )}
        </span>
        <span className={styles.base}>
          base <b>{fit.baseBytes}</b>
        </span>
        <button
          type="button"
          className={controls.smallButton}
          aria-label={`Bind to ${name} at base offset ${fit.baseBytes}`}
          onClick={onBind}
        >
          Bind
        </button>
      </div>
      {explained !== null && (
        <div className={styles.note}>
          {explained}
          {unexplained.length > 0 && (
            <>
              {' '}
              <details className={styles.why}>
                <summary>{plural(unexplained.length, 'row')} it does not explain</summary>
                <ul className={styles.reasons}>
                  {unexplained.map(({ offsetBytes, functionName, reason }) => (
                    <li key={`${offsetBytes} ${functionName ?? ''}`}>
                      <Sentence text={reason} />
                    </li>
                  ))}
                </ul>
              </details>
            </>
          )}
        </div>
      )}
      <ul className={styles.lands} aria-label="Where the rows land">
        {lands.map(({ offset, path }) => (
          <li key={`${offset} ${path ?? ''}`} data-lost={path === null || undefined}>
            <span>{offset}</span>
            <code>{path ?? 'no field'}</code>
          </li>
        ))}
      </ul>
      <details className={styles.why} open={open}>
        <summary>Why</summary>
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>
              <Sentence text={reason} />
            </li>
          ))}
        </ul>
      </details>
      {inside.length > 0 && (
        <p className={styles.inside}>
          Inside{' '}
          {inside.map((outer) => (
            <button
              key={`${outer.name} ${outer.sizeBytes}`}
              type="button"
              className={controls.link}
              aria-label={`Bind to ${outer.name} at ${outer.offsetBytes}, which holds it`}
              onClick={() => onBindInside(outer)}
            >
              <code>{outer.name}</code> at {outer.offsetBytes}
            </button>
          ))}
          {moreInside > 0 && plural(moreInside, 'more struct')}
        </p>
      )}
    </li>
  );
}

/** Whether the report is of a loaded kernel or program, and the variables that the line holds if it is. */
function BuildMatch(props: { file: LoadedFile; profile: AccessProfile; line: DocumentLine }) {
  const { file, profile, line } = props;
  const app = useApp();
  const loaded = useAppState(symbolsKey);
  const origins = useAnswer(() => findOrigins(app, profile), `${file.id} ${loaded}`) ?? [];
  return origins.map((origin) => (
    <div key={origin.file} className={styles.buildMatch}>
      <Verdict origin={origin} />
      <Variables file={file} profile={profile} line={line} origin={origin} />
    </div>
  ));
}

const ICONS = { yes: 'check', unknown: 'info', no: 'warning' } as const;

function Verdict({ origin }: { origin: FileOrigin }) {
  return verdictsOf(origin).map(({ text, says }) => (
    <p key={text} className={styles.verdict} data-bad={says === 'no' || undefined}>
      <Icon name={ICONS[says]} size={14} />
      {text}
    </p>
  ));
}

function Variables(props: {
  file: LoadedFile;
  profile: AccessProfile;
  line: DocumentLine;
  origin: FileOrigin;
}) {
  const { file, profile, line, origin } = props;
  const app = useApp();
  const card = variableCard(origin, profile, line);
  if (card === null) return null;
  const { first, kind, note, found } = card;
  return (
    <div className={styles.candidate}>
      <div className={styles.head}>
        <h4>
          <code>{first.name}</code>
        </h4>
        <span className={styles.grade} data-grade="strong">
          {kind}
        </span>
        <span className={styles.meta}>{first.sizeBytes} bytes</span>
        <span className={styles.base}>
          at <b>+{first.offsetBytes}</b>
        </span>
        <button
          type="button"
          className={controls.smallButton}
          aria-label={`Bind to the variable ${first.name}`}
          onClick={() => void bindVariables(app, file.id, found, origin)}
        >
          Bind
        </button>
      </div>
      <p className={styles.note}>
        <Sentence text={note} />
      </p>
      <ArrayFinding file={file} origin={origin} variable={first} lineBytes={profile.lineBytes} />
    </div>
  );
}

/** Says for an array which lines its elements share, and shows all of them as one. */
function ArrayFinding(props: {
  file: LoadedFile;
  origin: FileOrigin;
  variable: LocatedSymbol;
  lineBytes: number;
}) {
  const { file, origin, variable, lineBytes } = props;
  const app = useApp();
  const loaded = useAppState(symbolsKey);
  const known = useAnswer(
    () => describeVariables(app, origin.file, [variable]),
    `${origin.file} ${variable.name} ${loaded}`,
  );
  const loadBias = origin.symbols?.buildMatch.loadBias ?? 0n;
  const card = known && arrayCard(variable, known, loadBias, lineBytes);
  if (!card) return null;
  const { sentence, fold } = card;
  return (
    <>
      <p className={styles.note}>
        <Sentence text={sentence} />
      </p>
      {fold && (
        <button
          type="button"
          className={controls.smallButton}
          onClick={() => bindElement(app, file.id, fold.element, fold.array, origin)}
        >
          Fold all elements onto one {fold.element.name}
        </button>
      )}
    </>
  );
}

/** Changes with every table of symbols. */
function symbolsKey({ files }: AppState): string {
  return files
    .flatMap(({ id, phase }) =>
      phase.kind === 'symbols' || (phase.kind === 'ready' && phase.index) ? [id] : [],
    )
    .join(' ');
}

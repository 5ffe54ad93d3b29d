import { useEffect } from 'react';
import type { HolderOfCandidate } from '../../core/bind/rank';
import type { LineCandidates } from './lineCandidates';
import type { LoadedFile } from '../state/state';
import type { DocumentLine } from '../../core/edit/profiles';
import type { AccessProfile } from '../../core/facts/generated';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { CopyButton } from '../kit/CopyButton';
import { plural } from '../../core/base/prose';
import { Sentence } from '../kit/Sentence';
import { bindCandidate, bindInside, bindNamed } from './bindLine';
import { withoutOffsets } from './candidateCard';
import { Belonging } from './Belonging';
import { CandidateRow } from './CandidateRow';
import type { CandidatesSoFar } from './useCandidates';
import { useStill, type Still } from './useStill';
import { Waiting } from '../kit/Waiting';
import styles from './Candidates.module.css';

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
      {/* What comes and goes stands beside the heading: no card moves from under the pointer. */}
      <header className={styles.head}>
        <h3>Which struct is it?</h3>
        <Following known={known} />
        {isBehind && (
          <p className={styles.note} role="status">
            Better candidates were found: leave the list to see them.
          </p>
        )}
      </header>
      <Belonging file={file} profile={profile} line={line} />
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
  onBindInside: (candidate: LineCandidates['candidates'][number], outer: HolderOfCandidate) => void;
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
    return `No struct in ${where} holds what the functions of this line take as arguments. ${isUser ? 'They are not kernel functions: open the program that was profiled, built with -g.' : 'Is the report of another kernel?'}`;
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

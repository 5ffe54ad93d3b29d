import { findOrigins, type FileOrigin } from './symbolTables';
import { bindElement, bindVariables } from './bindVariables';
import { describeVariables } from './variables';
import type { SymbolPlace } from '../../core/bind/symbolTable';
import type { AppState, LoadedFile } from '../state/state';
import type { DocumentLine } from '../../core/edit/profiles';
import type { AccessProfile } from '../../core/facts/generated';
import { arrayCard, variableCard, verdictsOf } from './belonging';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Icon } from '../kit/Icon';
import { Sentence } from '../kit/Sentence';
import { useAnswer } from './useAnswer';
import styles from './Candidates.module.css';

/** Whether the report is of a loaded kernel or program, and the variables that the line holds if it is. */
export function Belonging(props: { file: LoadedFile; profile: AccessProfile; line: DocumentLine }) {
  const { file, profile, line } = props;
  const app = useApp();
  const loaded = useAppState(symbolsKey);
  const origins = useAnswer(() => findOrigins(app, profile), `${file.id} ${loaded}`) ?? [];
  return origins.map((origin) => (
    <div key={origin.file} className={styles.belonging}>
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
  variable: SymbolPlace;
  lineBytes: number;
}) {
  const { file, origin, variable, lineBytes } = props;
  const app = useApp();
  const loaded = useAppState(symbolsKey);
  const known = useAnswer(
    () => describeVariables(app, origin.file, [variable]),
    `${origin.file} ${variable.name} ${loaded}`,
  );
  const slide = origin.symbols?.belonging.slide ?? 0n;
  const card = known && arrayCard(variable, known, slide, lineBytes);
  if (!card) return null;
  const { said, fold } = card;
  return (
    <>
      <p className={styles.note}>
        <Sentence text={said} />
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

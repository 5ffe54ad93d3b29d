import { arrayLines } from '../../analysis/bind/arrays';
import { globalsStruct } from '../../analysis/bind/globals';
import { perCpuLine } from '../../analysis/bind/perCpu';
import { belongingText, hasOneSlide } from '../../analysis/bind/slide';
import { symbolAt, symbolsIn, type SymbolPlace } from '../../analysis/bind/symbolTable';
import { describeVariables } from '../../app/bind/variables';
import { findOrigins, type FileOrigin } from '../../app/bind/symbolTables';
import type { AppState, LoadedFile } from '../../app/state';
import type { DocumentLine } from '../../edit/profiles';
import type { AccessProfile } from '../../facts/generated';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Icon } from '../kit/Icon';
import { Sentence } from '../kit/Sentence';
import { bindElement, bindGlobals } from './actions';
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
      {origin.symbols?.belonging.verdict === 'belongs' &&
        hasOneSlide(origin.symbols.belonging) &&
        line.address !== null && (
          <Variables file={file} profile={profile} line={line} origin={origin} />
        )}
    </div>
  ));
}

/** `tooFew` is neither good nor bad: nothing tells. */
const VERDICT_ICONS = { belongs: 'check', tooFew: 'info', other: 'warning' } as const;

function Verdict({ origin }: { origin: FileOrigin }) {
  const { fileName, symbols, sameBuild, sameRelease } = origin;
  const said: { readonly text: string; readonly icon: 'check' | 'info' | 'warning' }[] = [];
  if (symbols) {
    const { belonging } = symbols;
    said.push({
      icon: VERDICT_ICONS[belonging.verdict],
      text: belongingText(belonging, fileName),
    });
  }
  if (sameBuild === false)
    said.push({ icon: 'warning', text: `Its build-id is not that of ${fileName}.` });
  if (sameBuild === true)
    said.push({ icon: 'check', text: `Its build-id is that of ${fileName}.` });
  if (sameRelease === false && sameBuild !== true) {
    said.push({
      icon: 'warning',
      text: `Its kernel release is not that of ${fileName}: offsets may differ.`,
    });
  }
  return said.map(({ text, icon }) => (
    <p key={text} className={styles.verdict} data-bad={icon === 'warning' || undefined}>
      <Icon name={icon} size={14} />
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
  if (!origin.symbols?.table || line.address === null) return null;
  const { lineBytes } = profile;
  const { table, belonging } = origin.symbols;
  const perCpu = perCpuLine(table, line, profile.lines);
  const lineAddress = perCpu?.lineAddress ?? BigInt(line.address) - belonging.slide;
  const kind = perCpu ? 'perCpu' : 'data';
  const own = line.rows
    .map(({ offsetBytes }) => symbolAt(table, lineAddress + BigInt(offsetBytes), [kind]))
    .filter((place) => place !== null);
  const [first] = own;
  if (first === undefined) return null;
  const around = symbolsIn(table, lineAddress - BigInt(lineBytes), 3 * lineBytes, [kind]);
  const targets = perCpu ? perCpu.copies.map((address) => address.toLowerCase()) : [line.id];
  const bind = async () => {
    const { variables, structs, target } = await describeVariables(app, origin.file, around);
    const globals = globalsStruct(around, variables, structs, target);
    if (!globals) return;
    const from = { file: origin.file, fileName: origin.fileName };
    bindGlobals(app, { file: file.id, targets, globals, lineAddress, from });
  };
  return (
    <div className={styles.candidate}>
      <div className={styles.head}>
        <h4>
          <code>{first.name}</code>
        </h4>
        <span className={styles.grade} data-grade="strong">
          {perCpu ? 'per-CPU variable' : 'variable'}
        </span>
        <span className={styles.meta}>{first.sizeBytes} bytes</span>
        <span className={styles.base}>
          at <b>+{first.offsetBytes}</b>
        </span>
        <button
          type="button"
          className={controls.smallButton}
          aria-label={`Bind to the variable ${first.name}`}
          onClick={() => void bind()}
        >
          Bind
        </button>
      </div>
      <p className={styles.note}>
        {perCpu && `The report has ${perCpu.copies.length} CPUs’ copies of it. `}
        <Sentence text={besideText(own, around)} />
      </p>
      <ArrayFinding file={file} origin={origin} variable={first} lineBytes={lineBytes} />
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
  const of = known?.variables[0]?.of;
  const slide = origin.symbols?.belonging.slide ?? 0n;
  if (!of || of.count === null || of.count < 2 || of.pointers > 0) return null;
  const strideBytes = variable.sizeBytes / of.count;
  const address = variable.address + slide;
  const start = Number(address % BigInt(lineBytes));
  const { finding } = arrayLines(strideBytes, of.count, start, lineBytes);
  const [element] = known?.structs ?? [];
  const array = { name: variable.name, address, strideBytes, count: of.count };
  return (
    <>
      <p className={styles.note}>
        <Sentence
          text={`\`${of.name}\`: ${of.count} elements of ${strideBytes} bytes. ${finding ?? 'No two elements share a line.'}`}
        />
      </p>
      {element && of.aggregate === element.name && (
        <button
          type="button"
          className={controls.smallButton}
          onClick={() => bindElement(app, file.id, element, array, origin)}
        >
          Fold all elements onto one {element.name}
        </button>
      )}
    </>
  );
}

function besideText(own: readonly SymbolPlace[], around: readonly SymbolPlace[]): string {
  const touched = new Set(own.map(({ name }) => name));
  const beside = around.filter(({ name }) => !touched.has(name)).map(({ name }) => `\`${name}\``);
  const others = [...touched].slice(1).map((name) => `\`${name}\``);
  const also = others.length > 0 ? `The line's rows touch ${others.join(', ')} too. ` : '';
  return beside.length > 0
    ? `${also}Beside it: ${beside.slice(0, 6).join(', ')}${beside.length > 6 ? ', …' : ''}.`
    : `${also}No other variable is near.`;
}

/** Changes with every table of symbols. */
function symbolsKey({ files }: AppState): string {
  return files
    .flatMap(({ id, phase }) =>
      phase.kind === 'symbols' || (phase.kind === 'ready' && phase.index) ? [id] : [],
    )
    .join(' ');
}

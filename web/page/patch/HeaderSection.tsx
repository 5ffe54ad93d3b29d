import { sentence } from '../../core/base/messages';
import type { FoundHeader } from './findHeader';
import type { InView } from '../state/inView';
import type { Result } from '../../core/base/result';
import type {
  ChangedType,
  Fit,
  PatchRefusal,
  RenamedMember,
  TieVerdict,
} from '../../core/patch/outcome';
import { useAppState } from '../kit/context';
import { Sentence } from '../kit/Sentence';
import styles from './Patch.module.css';

/** The header that was found: how well it fits, and the versions of both sides. */
export function HeaderSection(props: {
  view: InView;
  header: FoundHeader;
  fit: Result<Fit, PatchRefusal> | null;
  path: string | null;
  setPath: (path: string | null) => void;
}) {
  const { view, header, fit, path, setPath } = props;
  const binary = useAppState((state) => {
    const { origin } = view.open;
    if (origin.kind !== 'file') return null;
    const file = state.files.find((each) => each.id === origin.file);
    return file?.phase.kind === 'ready' ? (file.phase.facts.kernelRelease ?? file.name) : null;
  });
  const fromText = view.document.struct.source === 'text';
  return (
    <div className={styles.section}>
      <h2>
        Header
        {fit?.ok && !fromText && (
          <span className={styles.verdict} data-kind={fit.value.verdict.kind}>
            {VERDICTS[fit.value.verdict.kind]}
          </span>
        )}
      </h2>
      <label className={styles.path}>
        <span className={styles.quiet}>Path</span>
        <input
          type="text"
          spellCheck={false}
          value={path ?? header.source.path}
          onChange={({ target }) => setPath(target.value)}
          onBlur={({ target }) => {
            const text = target.value.trim().replace(/^(?:\.?\/)+/, '');
            setPath(text === '' || text === header.source.path ? null : text);
          }}
        />
      </label>
      <dl className={styles.facts}>
        <dt>Source</dt>
        <dd>
          {header.from}
          {header.version && `, Linux ${header.version}`}
          {fit?.ok && `, line ${fit.value.line}`}
        </dd>
        {binary !== null && (
          <>
            <dt>Binary</dt>
            <dd>{binary}</dd>
          </>
        )}
        {fit?.ok && !fromText && (
          <>
            <dt>Fit</dt>
            <dd>
              <Sentence text={verdictText(fit.value.verdict)} />
            </dd>
          </>
        )}
      </dl>
      {fit?.ok && fit.value.changedTypes.length > 0 && <Changed types={fit.value.changedTypes} />}
      {fit?.ok && fit.value.renamed.length > 0 && <Renamed members={fit.value.renamed} />}
      {fit && !fit.ok && (
        <p className={styles.quiet} style={{ marginBlockStart: 8 }}>
          <Sentence text={sentence(fit.error)} />
        </p>
      )}
    </div>
  );
}

const VERDICTS: Readonly<Record<TieVerdict['kind'], string>> = {
  exact: 'exact',
  shifted: 'shifted',
  sameMembers: 'same members',
  mismatch: 'does not fit',
};

function verdictText(verdict: TieVerdict): string {
  switch (verdict.kind) {
    case 'exact':
      return 'Each member is declared at the line that the binary states.';
    case 'shifted':
      return `The same members, ${Math.abs(verdict.lines)} lines further ${verdict.lines > 0 ? 'down' : 'up'}: another version of the file.`;
    case 'sameMembers':
      return 'The same names in the same order. Lines could not be compared: make sure that it is the right version.';
    case 'mismatch':
      return `${verdict.reason} Open the header of the version that the binary was built from.`;
  }
}

function Changed({ types }: { types: readonly ChangedType[] }) {
  return (
    <ul className={styles.warnings} style={{ marginBlockStart: 8 }} aria-label="Changed types">
      {types.slice(0, 8).map((each) => (
        <li key={each.member}>
          <span>
            <code>{each.member}</code> has another type: <code>{each.inSource}</code> in the header
            (line {each.line}), <code>{each.inBinary}</code> in the binary.
          </span>
        </li>
      ))}
      {types.length > 8 && <li>and {types.length - 8} more.</li>}
    </ul>
  );
}

function Renamed({ members }: { members: readonly RenamedMember[] }) {
  return (
    <ul className={styles.warnings} style={{ marginBlockStart: 8 }} aria-label="Other names">
      {members.slice(0, 8).map((each) => (
        <li key={each.member}>
          <span>
            <code>{each.member}</code> is <code>{each.inSource}</code> in the header (line{' '}
            {each.line}): renamed by a macro, or another version.
          </span>
        </li>
      ))}
      {members.length > 8 && <li>and {members.length - 8} more.</li>}
    </ul>
  );
}

import { showProfile } from '../state/profileReducers';
import type { FilePhase, LoadedFile } from '../state/state';
import { assertNever } from '../../core/base/assert';
import type { AccessProfile, Diagnostic } from '../../core/facts/generated';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { grouped } from '../../core/base/prose';
import { formatFileSize } from '../kit/format';
import { machineText } from '../kit/structFacts';
import {
  profileKindText,
  profileText,
  diagnosticsOf,
  kindText,
  sourcesText,
  targetText,
} from './fileWords';
import styles from './FileChip.module.css';
import { randomizedNote } from '../bind/randomized';
import { useAnswer } from '../kit/useAnswer';
import { CopyButton } from '../kit/CopyButton';
import { Remarks } from '../kit/Remarks';

/** All that is known of a file, and what can be done with it; nothing while it is being opened. */
export function FileDetails({ file, close }: { file: LoadedFile; close: () => void }) {
  if (file.phase.kind === 'loading') return null;
  return (
    <>
      <h2 className={styles.title}>{file.name}</h2>
      <PhaseDetails file={file} phase={file.phase} close={close} />
    </>
  );
}

function PhaseDetails(props: {
  file: LoadedFile;
  phase: Exclude<FilePhase, { kind: 'loading' }>;
  close: () => void;
}) {
  const { file, phase, close } = props;
  const remove = <RemoveButton file={file} close={close} />;
  switch (phase.kind) {
    case 'ready':
      return <BinaryDetails file={file} phase={phase} remove={remove} />;
    case 'profile':
      return <ProfileDetails file={file} profile={phase.profile} close={close} />;
    case 'symbols':
      return (
        <>
          <p>
            Its addresses show whether a report of perf c2c belongs to this kernel or program, and
            which variables its lines hold: open a line of a report.
          </p>
          <div className={styles.actions}>{remove}</div>
        </>
      );
    case 'slabs':
      return (
        <>
          <p>
            What a machine has in its slab caches. For a struct with a cache of its own, Compare
            shows under Allocation and containers what a change costs all its objects.
          </p>
          <div className={styles.actions}>{remove}</div>
        </>
      );
    case 'text':
    case 'tree':
      return (
        <>
          <SourceFacts file={file} phase={phase} />
          <div className={styles.actions}>{remove}</div>
        </>
      );
    default:
      return assertNever(phase);
  }
}

function ProfileDetails(props: { file: LoadedFile; profile: AccessProfile; close: () => void }) {
  const { file, profile, close } = props;
  const app = useApp();
  return (
    <>
      <dl className={styles.facts}>
        <Fact name="Kind">{profileKindText(profile.kind)}</Fact>
        <Fact name="Size">{formatFileSize(file.sizeBytes)}</Fact>
        {profile.kernelRelease && <Fact name="Kernel">{profile.kernelRelease}</Fact>}
        {profile.machine && <Fact name="Machine">{profile.machine}</Fact>}
        {profile.perfVersion && <Fact name="perf">{profile.perfVersion}</Fact>}
        {profile.command && (
          <Fact name="Command">
            <code>{profile.command}</code>
          </Fact>
        )}
        <Fact name="Holds">{profileText(profile)}</Fact>
      </dl>
      <Noticed diagnostics={profile.diagnostics} />
      <div className={styles.actions}>
        <button
          type="button"
          className={controls.smallButton}
          onClick={() => {
            close();
            app.update((state) => showProfile(state, file.id));
          }}
        >
          Open the report
        </button>
        <RemoveButton file={file} close={close} />
      </div>
    </>
  );
}

function SourceFacts(props: {
  file: LoadedFile;
  phase: Extract<FilePhase, { kind: 'text' | 'tree' }>;
}) {
  const { file, phase } = props;
  if (phase.kind === 'tree') {
    return (
      <dl className={styles.facts}>
        <Fact name="Kind">Folder of source</Fact>
        <Fact name="Version">{phase.tree.version ?? 'not stated'}</Fact>
        <Fact name="Reading">A file is read when it is asked for.</Fact>
      </dl>
    );
  }
  const { text } = phase;
  return (
    <>
      <dl className={styles.facts}>
        <Fact name="Kind">{text.language === 'c' ? 'C source' : 'Output of pahole'}</Fact>
        <Fact name="Size">{formatFileSize(file.sizeBytes)}</Fact>
        {text.language === 'c' && (
          <Fact name="Laid out for">{machineText(text.choices.target)}</Fact>
        )}
        <Fact name="Types">{grouped(text.index.sizesBytes.length)}</Fact>
      </dl>
      <Noticed diagnostics={text.index.diagnostics} />
    </>
  );
}

function RemoveButton({ file, close }: { file: LoadedFile; close: () => void }) {
  const app = useApp();
  return (
    <button
      type="button"
      className={controls.smallButton}
      onClick={() => {
        close();
        app.removeFile(file.id);
      }}
    >
      Remove
    </button>
  );
}

/** What is known of a file with debug information. */
function BinaryDetails(props: {
  file: LoadedFile;
  phase: Extract<FilePhase, { kind: 'ready' }>;
  remove: React.ReactNode;
}) {
  const { file, phase } = props;
  const app = useApp();
  const several = useAppState((state) => state.files.length > 1);
  const onlyThis = useAppState((state) => state.list.file === file.id);
  const { facts, index } = phase;
  const randomized =
    useAnswer(
      () => (index ? randomizedNote(app, file.id) : Promise.resolve([])),
      `${file.id} ${index?.stage}`,
    ) ?? [];
  return (
    <>
      <dl className={styles.facts}>
        <Fact name="Kind">{kindText(facts.kind)}</Fact>
        <Fact name="Size">{formatFileSize(file.sizeBytes)}</Fact>
        <Fact name="Machine">{targetText(facts.target)}</Fact>
        {facts.kernelRelease && <Fact name="Kernel">{facts.kernelRelease}</Fact>}
        {facts.producer && <Fact name="Compiler">{facts.producer}</Fact>}
        {facts.buildId && (
          <Fact name="Build-id">
            <code className={styles.buildId}>{facts.buildId}</code>
          </Fact>
        )}
        <Fact name="Types from">{sourcesText(file)}</Fact>
        {index && <Fact name="Types">{grouped(index.sizesBytes.length)}</Fact>}
      </dl>
      {phase.waitsFor !== undefined && <p>{phase.waitsFor}</p>}
      <Noticed diagnostics={[...randomized, ...diagnosticsOf(file)]} />
      <div className={styles.actions}>
        {facts.buildId && <CopyButton text={facts.buildId} label="Copy the build-id" />}
        {several && (
          <button
            type="button"
            className={controls.smallButton}
            aria-pressed={onlyThis}
            onClick={() => app.listFile(onlyThis ? null : file.id)}
          >
            {onlyThis ? 'List all files' : 'List only this file'}
          </button>
        )}
        {props.remove}
      </div>
    </>
  );
}

/** A line of the facts of a file. */
function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** What was odd about a file, or that nothing was. */
function Noticed({ diagnostics }: { diagnostics: readonly Diagnostic[] }) {
  return (
    <section className={styles.diagnostics} aria-label="What was noticed">
      <h3>What was noticed</h3>
      {diagnostics.length === 0 ? (
        <p className={styles.quiet}>Nothing odd. Nothing was skipped.</p>
      ) : (
        <Remarks diagnostics={diagnostics} />
      )}
    </section>
  );
}

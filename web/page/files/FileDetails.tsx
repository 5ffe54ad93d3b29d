import { showProfile } from '../heat/profileReducers';
import type { FilePhase, LoadedFile } from '../state/state';
import { assertNever } from '../../core/base/assert';
import type { AccessProfile } from '../../core/facts/generated';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { grouped } from '../../core/base/prose';
import { formatFileSize } from '../kit/format';
import { machineText } from '../kit/structFacts';
import { BinaryDetails } from './BinaryDetails';
import { Fact } from './Fact';
import { profileKindText, profileText } from './fileWords';
import { Noticed } from './Noticed';
import styles from './FileChip.module.css';

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
            Its addresses tell whether a report of perf c2c is of this kernel or program, and which
            variables the report’s lines are: open a line of a report.
          </p>
          <div className={styles.actions}>{remove}</div>
        </>
      );
    case 'slabs':
      return (
        <>
          <p>
            What a machine has in its slab caches. For a struct with a cache of its own, Compare
            shows under Allocation and holders what a change costs all its objects.
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

import { useId, useRef, useState } from 'react';
import { assertNever } from '../../base/assert';
import type { AccessProfile, Diagnostic, FileKind, ProfileKind } from '../../facts/generated';
import { showProfile } from '../../app/heat/profileReducers';
import type { ReadProgress } from '../../ingest/protocol';
import { buildNotes } from '../../app/bind/buildNotes';
import { randomizedNote } from '../../app/bind/randomized';
import { useAnswer } from '../bind/useAnswer';
import type { TextFile } from '../../app/source/sourceState';
import type { LoadedFile } from '../../app/state';
import { useApp, useAppState } from '../kit/context';
import { CopyButton } from '../kit/CopyButton';
import controls from '../kit/controls.module.css';
import { formatCount, formatFileSize, plural } from '../kit/format';
import { Icon } from '../kit/Icon';
import { Sentence } from '../kit/Sentence';
import { machineText } from '../kit/structFacts';
import styles from './FileChip.module.css';

/** A loaded file: what it is in a line, all that is known of it in a popover. */
export function FileChip({ file }: { file: LoadedFile }) {
  const app = useApp();
  const { phase } = file;
  if (phase.kind === 'loading') {
    return (
      <div className={styles.chip} role="group" aria-label={`Reading ${file.name}`}>
        <span className={styles.name}>{file.name}</span>
        <Progress progress={phase.progress} label={`Reading ${file.name}`} />
        <CancelButton name={file.name} onPress={() => app.removeFile(file.id)} />
      </div>
    );
  }
  return <ReadyChip file={file} />;
}

/** A popover of the browser's own: it stays inside the bar, and Escape and a click beside it close it. */
function ReadyChip({ file }: { file: LoadedFile }) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState(0);
  const [open, setOpen] = useState(false);
  const more = file.phase.kind === 'ready' ? file.phase.more : null;
  return (
    <>
      <button
        type="button"
        className={styles.chip}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={(event) => setLeft(event.currentTarget.getBoundingClientRect().left)}
      >
        <span
          className={styles.dot}
          data-warned={hasWarning(file) || isWaiting(file) || undefined}
        />
        <span className={styles.name}>{file.name}</span>
        <span>{chipText(file)}</span>
        {more && <Progress progress={more} label={`Reading more of ${file.name}`} />}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={`About ${file.name}`}
        className={styles.popover}
        style={{ left: `min(${left}px, calc(100vw - 416px))` }}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && <Details file={file} close={() => popover.current?.hidePopover()} />}
      </div>
    </>
  );
}

function Details({ file, close }: { file: LoadedFile; close: () => void }) {
  const app = useApp();
  const several = useAppState((state) => state.files.length > 1);
  const onlyThis = useAppState((state) => state.list.file === file.id);
  const { phase } = file;
  const stage = phase.kind === 'ready' ? phase.index?.stage : undefined;
  const randomized =
    useAnswer(
      () => (stage ? randomizedNote(app, file.id) : Promise.resolve([])),
      `${file.id} ${stage}`,
    ) ?? [];
  if (phase.kind === 'profile') {
    return <ProfileDetails file={file} profile={phase.profile} close={close} />;
  }
  if (phase.kind === 'symbols') {
    return (
      <>
        <h2 className={styles.title}>{file.name}</h2>
        <p>
          Its addresses tell whether a report of perf c2c is of this kernel or program, and which
          variables the report’s lines are: open a line of a report.
        </p>
        <div className={styles.actions}>
          <RemoveButton file={file} close={close} />
        </div>
      </>
    );
  }
  if (phase.kind === 'text' || phase.kind === 'tree') {
    return (
      <>
        <h2 className={styles.title}>{file.name}</h2>
        <SourceFacts file={file} phase={phase} />
        <div className={styles.actions}>
          <RemoveButton file={file} close={close} />
        </div>
      </>
    );
  }
  if (phase.kind !== 'ready') return null;
  const { facts, index } = phase;
  return (
    <>
      <h2 className={styles.title}>{file.name}</h2>
      <dl className={styles.facts}>
        <Fact name="Kind">{kindText(facts.kind)}</Fact>
        <Fact name="Size">{formatFileSize(file.sizeBytes)}</Fact>
        <Fact name="Machine">
          {facts.target.machine.startsWith('unknown') ? 'not stated' : facts.target.machine},{' '}
          {facts.target.pointerBytes * 8}-bit {facts.target.bigEndian ? 'big' : 'little'}-endian,{' '}
          {facts.target.lineBytes}-byte lines
        </Fact>
        {facts.kernelRelease && <Fact name="Kernel">{facts.kernelRelease}</Fact>}
        {facts.producer && <Fact name="Compiler">{facts.producer}</Fact>}
        {facts.buildId && (
          <Fact name="Build-id">
            <code className={styles.buildId}>{facts.buildId}</code>
          </Fact>
        )}
        <Fact name="Types from">{sourcesText(file)}</Fact>
        {index && <Fact name="Types">{formatCount(index.sizesBytes.length)}</Fact>}
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
        <RemoveButton file={file} close={close} />
      </div>
    </>
  );
}

function ProfileDetails(props: { file: LoadedFile; profile: AccessProfile; close: () => void }) {
  const { file, profile, close } = props;
  const app = useApp();
  return (
    <>
      <h2 className={styles.title}>{file.name}</h2>
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
  phase: Extract<LoadedFile['phase'], { kind: 'text' | 'tree' }>;
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
        <Fact name="Types">{formatCount(text.index.sizesBytes.length)}</Fact>
      </dl>
      <Noticed diagnostics={text.index.diagnostics} />
    </>
  );
}

function textChip(text: TextFile): string {
  const count = plural(text.index.sizesBytes.length, 'struct');
  return text.language === 'c' ? `C · ${count}` : `pahole · ${count}`;
}

function Noticed({ diagnostics }: { diagnostics: readonly Diagnostic[] }) {
  return (
    <section className={styles.diagnostics} aria-label="What was noticed">
      <h3>What was noticed</h3>
      {diagnostics.length === 0 ? (
        <p className={styles.quiet}>Nothing odd. Nothing was skipped.</p>
      ) : (
        <ul>
          {diagnostics.map((diagnostic, place) => (
            <li key={place} data-severity={diagnostic.severity}>
              <Icon name={diagnostic.severity === 'warning' ? 'warning' : 'info'} size={14} />
              <span>
                <Sentence text={diagnostic.message} />
                {diagnostic.place && <code> {diagnostic.place}</code>}
                {diagnostic.count > 1 && ` (${formatCount(diagnostic.count)} times)`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
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

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Progress({ progress, label }: { progress: ReadProgress | null; label: string }) {
  const share = progress && progress.total > 0 ? Math.min(1, progress.done / progress.total) : null;
  return (
    <span className={styles.progress}>
      <span
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === null ? undefined : Math.round(share * 100)}
        aria-valuetext={progress?.what ?? 'opening'}
        data-unknown={share === null || undefined}
      >
        <span style={{ width: share === null ? undefined : `${share * 100}%` }} />
      </span>
      <span className={styles.what}>{progress?.what ?? 'opening'}</span>
    </span>
  );
}

function CancelButton({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className={styles.cancel}
      aria-label={`Cancel reading ${name}`}
      onClick={onPress}
    >
      Cancel
    </button>
  );
}

function chipText(file: LoadedFile): string {
  if (file.phase.kind === 'profile') return profileText(file.phase.profile);
  if (file.phase.kind === 'symbols') return plural(file.phase.table.names.length, 'symbol');
  if (file.phase.kind === 'text') return textChip(file.phase.text);
  if (file.phase.kind === 'tree') {
    const { version } = file.phase.tree;
    return version === null ? 'source folder' : `Linux ${version} source`;
  }
  if (file.phase.kind !== 'ready') return '';
  const { facts, index } = file.phase;
  if (file.phase.waitsFor !== undefined) return 'needs its vmlinux';
  return [
    facts.kernelRelease,
    machineText(facts.target),
    sourcesText(file),
    index ? plural(index.sizesBytes.length, 'type') : null,
  ]
    .filter(Boolean)
    .join(' · ');
}

function isWaiting({ phase }: LoadedFile): boolean {
  return phase.kind === 'ready' && phase.waitsFor !== undefined;
}

/** `BTF`, `DWARF`, or both: what the types are from, or will be. */
function sourcesText(file: LoadedFile): string {
  if (file.phase.kind !== 'ready') return '';
  const { stages } = file.phase.facts;
  const sources = [
    ...(stages.includes('btf') ? ['BTF'] : []),
    ...(stages.includes('dwarf') ? ['DWARF'] : []),
  ];
  return sources.length > 0 ? sources.join(' + ') : 'no types';
}

function hasWarning(file: LoadedFile): boolean {
  return diagnosticsOf(file).some((diagnostic) => diagnostic.severity === 'warning');
}

function diagnosticsOf({ phase }: LoadedFile): readonly Diagnostic[] {
  switch (phase.kind) {
    case 'loading':
      return [];
    case 'ready':
      return [
        ...phase.facts.diagnostics,
        ...(phase.index === null ? [] : buildNotes(phase.index, phase.facts)),
        ...(phase.index?.diagnostics ?? []),
      ];
    case 'profile':
      return phase.profile.diagnostics;
    case 'text':
      return phase.text.index.diagnostics;
    case 'tree':
    case 'symbols':
      return [];
    default:
      return assertNever(phase);
  }
}

function profileText({ lines, variables, types }: AccessProfile): string {
  return [
    lines.length > 0 ? plural(lines.length, 'cache line') : null,
    variables.length > 0 ? plural(variables.length, 'variable') : null,
    types.length > 0 ? plural(types.length, 'type') : null,
  ]
    .filter(Boolean)
    .join(', ');
}

function profileKindText(kind: ProfileKind): string {
  switch (kind) {
    case 'c2cReport':
      return 'perf c2c report';
    case 'script':
      return 'perf script';
    case 'memDump':
      return 'perf mem -D report';
    case 'memReport':
      return 'perf mem report';
    case 'typeReport':
      return 'perf report by type';
    case 'annotatedTypes':
      return 'perf annotate --data-type';
    case 'perfData':
      return 'perf.data';
    default:
      return assertNever(kind);
  }
}

function kindText(kind: FileKind): string {
  switch (kind) {
    case 'elf':
      return 'ELF executable or library';
    case 'elfObject':
      return 'ELF object (.o, .ko)';
    case 'btf':
      return 'raw BTF';
    default:
      return assertNever(kind);
  }
}

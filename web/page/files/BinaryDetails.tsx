import { randomizedNote } from '../bind/randomized';
import type { FilePhase, LoadedFile } from '../state/state';
import { useAnswer } from '../bind/useAnswer';
import { useApp, useAppState } from '../kit/context';
import { CopyButton } from '../kit/CopyButton';
import controls from '../kit/controls.module.css';
import { grouped } from '../../core/base/prose';
import { formatFileSize } from '../kit/format';
import { Fact } from './Fact';
import { diagnosticsOf, kindText, sourcesText, targetText } from './fileWords';
import { Noticed } from './Noticed';
import styles from './FileChip.module.css';

/** What is known of a file with debug information. */
export function BinaryDetails(props: {
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

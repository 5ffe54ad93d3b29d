import type { Result } from '../base/result';
import type { IndexStage, StructIndex } from '../facts/generated';
import type { SessionError } from '../ingest/attempt';
import { openSession, type Session } from '../ingest/session';
import { Failure } from './failure';
import { openNodeFileSource } from './nodeFileSource';
import { readWasm } from './readWasm';

export interface OpenFile {
  readonly path: string;
  readonly session: Session;
  readonly index: StructIndex;
  /** By row. */
  readonly names: readonly string[];
  close(): void;
}

/**
 * Opens a file and reads its index up to the best stage, or up to types from BTF where `from` says so.
 * Diagnostics are left to the caller: a command that answers says nothing else.
 */
export function openFile(
  path: string,
  from: 'best' | 'btf' | 'dwarf',
  summaries: boolean,
): OpenFile {
  const source = openNodeFileSource(path === '-' ? '/dev/stdin' : path);
  if (!source.ok) throw new Failure(source.error);
  const session = orFail(
    path,
    openSession(readWasm('types'), source.value, () => undefined),
  );
  let index: StructIndex | null = null;
  for (const stage of stagesFor(path, session.facts.stages, from, summaries)) {
    index = orFail(path, session.index(stage));
  }
  if (index === null) throw new Failure(`${path} holds no types.`);
  const names = index.names === '' ? [] : index.names.split('\n');
  return {
    path,
    session,
    index,
    names,
    close() {
      session.close();
      source.value.close();
    },
  };
}

function stagesFor(
  path: string,
  stages: readonly IndexStage[],
  from: 'best' | 'btf' | 'dwarf',
  summaries: boolean,
): readonly IndexStage[] {
  const types = stages.filter((stage) => stage !== 'summaries');
  const wanted = from === 'best' ? types.at(-1) : types.find((stage) => stage === from);
  if (wanted === undefined) {
    const known = types.map((stage) => stage.toUpperCase()).join(' and ');
    throw new Failure(
      from === 'best'
        ? `${path} holds no types.`
        : `${path} holds no ${from.toUpperCase()}, only ${known}.`,
    );
  }
  return summaries && stages.includes('summaries') ? [wanted, 'summaries'] : [wanted];
}

/** The value, or the failure as a sentence about a file. */
export function orFail<T>(path: string, result: Result<T, SessionError>): T {
  if (result.ok) return result.value;
  const sentence = result.error.message.replace(/[.\s]*$/, '.');
  throw new Failure(`${path}: ${sentence}`);
}

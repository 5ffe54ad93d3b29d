import { inputMessage } from '../messages';
import { dirname, join } from 'node:path';

import { ok } from '../../core/base/result';
import type { AnswerTo } from '../../core/facts/answerTo';
import type { IndexStage, Query, StructIndex } from '../../core/facts/generated';
import { tableOf, type StructTable } from '../../core/facts/structTable';
import { KERNEL_PART, partText, SYMBOLS_PART, type Bundle } from '../../core/ingest/bundle/bundle';
import { factsOn, machineOf } from '../../core/ingest/bundle/machine';
import { memoryFileSource } from '../../core/ingest/fileSource';
import { openSession, type Session } from '../../core/ingest/session';
import { Failure, orFail } from '../failure';
import { giveDebugFiles, wantsDebug } from './debugFiles';
import { isPlainFile, openNodeFileSource, whileUnchanged } from './nodeFileSource';
import { openPart, type OpenPart } from './part';
import { joinSplit } from './splitDwarf';
import { LAZY_MODULES, wasmModule } from './readWasm';

export interface OpenFile {
  readonly path: string;
  readonly session: Session;
  readonly index: StructTable;
  /** Names by row. */
  readonly names: readonly string[];
  close(): void;
}

/**
 * Opens a file and reads its index up to the best stage, or up to types from BTF where `from` says so.
 * BTF that continues another file's is read over `companions.base`, or where that is null over the
 * `vmlinux` beside it (as `/sys/kernel/btf` has them); likewise what dwz moved to another file, and the
 * `.dwo` files of split DWARF. Diagnostics are left to the caller: a command that answers says nothing else.
 */
export function openFile(
  path: string,
  from: 'best' | 'btf' | 'dwarf',
  summaries: boolean,
  companions: CompanionPaths = NO_COMPANIONS,
): OpenFile {
  const opened = openTypesPart(path);
  return whileUnchanged(opened.source, () => readFile(path, opened, from, summaries, companions));
}

/** A file's facts, prototypes, symbols and code alone: no stage of its index is read. */
export function openTypes(
  path: string,
  companions: CompanionPaths = NO_COMPANIONS,
): { readonly session: Session; readonly close: () => void } {
  const opened = openTypesPart(path);
  const session = sessionOf(path, opened);
  giveDebugFiles(path, session, companions);
  return {
    session,
    close() {
      session.close();
      opened.source.close();
    },
  };
}

function openTypesPart(path: string): OpenPart {
  const opened = openPart(path, 'types');
  if (opened.within === null) return opened;
  throw new Failure(inputMessage('no-parts', path));
}

function sessionOf(path: string, { source, bundle }: OpenPart): Session {
  const session = orFail(
    path,
    openSession(wasmModule('types'), source, () => undefined, LAZY_MODULES),
  );
  return bundle === null ? session : ofBundle(bundle, session);
}

function readFile(
  path: string,
  opened: OpenPart,
  from: 'best' | 'btf' | 'dwarf',
  summaries: boolean,
  companions: CompanionPaths,
): OpenFile {
  const { source, bundle, part } = opened;
  const session = sessionOf(path, opened);
  const kernel = part === KERNEL_PART ? undefined : bundle?.parts.get(KERNEL_PART);
  if (kernel !== undefined && companions.base === null) {
    if (session.facts.needs !== undefined || session.facts.gains !== undefined) {
      orFail(path, session.give('baseBtf', memoryFileSource(KERNEL_PART, kernel)));
    }
  } else if (session.facts.needs?.includes('baseBtf')) giveBase(path, session, companions.base);
  else if (session.facts.gains?.includes('baseBtf')) offerBase(path, session, companions.base);
  giveDebugFiles(path, session, companions);
  if (session.facts.needs?.includes('debug')) throw new Failure(wantsDebug(path, session));
  const read = readStages(path, session, from, summaries, companions.dwo);
  if (read === null) throw new Failure(inputMessage('no-types', path));
  const index = tableOf(read);
  return {
    path,
    session,
    index,
    names: index.names,
    close() {
      session.close();
      whileUnchanged(source, () => undefined);
      source.close();
    },
  };
}

/** The session of a kernel's BTF knows from the bundle whose kernel it is, and its symbols. */
function ofBundle(bundle: Bundle, session: Session): Session {
  return {
    ...session,
    facts: factsOn(machineOf(bundle), session.facts),
    ask: <Q extends Query>(query: Q) =>
      query.kind === 'symbols' && session.facts.kind === 'btf'
        ? ok(partText(bundle, SYMBOLS_PART) as AnswerTo<Q>)
        : session.ask(query),
  };
}

/** What a file needs, where the user names it. */
export interface CompanionPaths {
  /** The kernel whose types a module's BTF continues. */
  readonly base: string | null;
  /** The file with the debug information of a stripped program. */
  readonly debug: string | null;
  /** The file that dwz moved types to. */
  readonly dwz: string | null;
  /** `.dwo` files, or `.dwp` packages of them. */
  readonly dwo: readonly string[];
}

const NO_COMPANIONS: CompanionPaths = { base: null, debug: null, dwz: null, dwo: [] };

function giveBase(path: string, session: Session, named: string | null): void {
  const base = named ?? join(dirname(path), 'vmlinux');
  if (named === null && !isPlainFile(base)) {
    throw new Failure(inputMessage('no-base', path));
  }
  const source = openNodeFileSource(base);
  if (!source.ok) throw new Failure(inputMessage('unreadable', source.error));
  orFail(base, session.give('baseBtf', source.value));
  source.value.close();
}

/** A module that carries a distilled base is read without its kernel too: only one that is named has to fit. */
function offerBase(path: string, session: Session, named: string | null): void {
  const base = named ?? join(dirname(path), 'vmlinux');
  if (named === null && !isPlainFile(base)) return;
  const source = openNodeFileSource(base);
  if (!source.ok) throw new Failure(inputMessage('unreadable', source.error));
  const given = session.give('baseBtf', source.value);
  source.value.close();
  if (named !== null) orFail(base, given);
  if (!given.ok) return;
  // Read here, so that nothing is said of a base that was found automatically and does not fit.
  const read = session.index('btf');
  if (named !== null) orFail(path, read);
}

/** The last stage's index. Of a file with both, DWARF that cannot be read at all leaves its BTF. */
function readStages(
  path: string,
  session: Session,
  from: 'best' | 'btf' | 'dwarf',
  summaries: boolean,
  dwo: readonly string[],
): StructIndex | null {
  let index: StructIndex | null = null;
  for (const stage of stagesFor(path, session.facts.stages, from, summaries)) {
    const read = session.index(stage);
    const isLost = !read.ok && read.error.kind === 'refused' && stage === 'dwarf';
    if (isLost && from === 'best' && session.facts.stages.includes('btf')) {
      return orFail(path, session.index('btf'));
    }
    index = orFail(path, read);
    if (stage === 'dwarf') index = joinSplit(path, session, index, dwo);
  }
  return index;
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
        ? inputMessage('no-types', path)
        : inputMessage('only-types-from', path, from.toUpperCase(), known),
    );
  }
  // BTF's list has its members and holes already.
  const apart = summaries && wanted === 'dwarf' && stages.includes('summaries');
  return apart ? [wanted, 'summaries'] : [wanted];
}

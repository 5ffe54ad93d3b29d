import { derived } from '../../core/base/derived';
import { originOf, sameBuild, sameRelease, type Origin } from '../../core/bind/origin';
import { buildMatchOf } from '../../core/bind/mapped';
import {
  findLoadBias,
  mangledBy,
  readableNames,
  type BuildMatch,
  type MangledNames,
} from '../../core/bind/loadBias';
import type { SymbolTable } from '../../core/bind/symbolTable';
import type { AccessProfile, FileFacts } from '../../core/facts/generated';
import type { FileId } from '../../core/layout/ids';
import type { AppQuestions, AppStore } from '../state/app';
import { askText } from '../state/textClient';
import type { LoadedFile } from '../state/state';

/** What is asked of a file serves all who ask. */
const NEVER = new AbortController().signal;

/** What a loaded file says on whether a report is its own. */
export interface FileOrigin {
  readonly file: FileId;
  readonly fileName: string;
  /** Null where it has no symbols, or the report no code addresses. */
  readonly symbols: {
    /** Null where a recording stated where the file was, and the file has no symbols. */
    readonly table: SymbolTable | null;
    readonly buildMatch: BuildMatch;
  } | null;
  /** Null where one of the two does not say. */
  readonly sameBuild: boolean | null;
  readonly sameRelease: boolean | null;
}

/** Whether a loaded file is the one that a report was recorded on, and where it was loaded then. */
export async function originOfFile(
  app: AppStore & AppQuestions,
  file: FileId,
  profile: AccessProfile,
): Promise<{ readonly origin: Origin; readonly buildMatch: BuildMatch | null }> {
  const loaded = app.store.getState().files.find(({ id }) => id === file);
  const stated = loaded === undefined ? null : await statedOrigin(app, loaded, profile);
  if (stated === null) return { origin: 'unknown', buildMatch: null };
  const buildMatch = stated.symbols?.buildMatch ?? null;
  return { origin: originOf({ ...stated, buildMatch }), buildMatch };
}

/** Asks every binary and every list of symbols that is loaded. Those that say nothing are left out. */
export async function findOrigins(
  app: AppStore & AppQuestions,
  profile: AccessProfile,
): Promise<readonly FileOrigin[]> {
  const { files } = app.store.getState();
  const origins = await Promise.all(files.map((file) => statedOrigin(app, file, profile)));
  return origins.filter(
    (origin): origin is FileOrigin =>
      origin !== null &&
      (origin.symbols !== null || origin.sameBuild !== null || origin.sameRelease !== null),
  );
}

async function statedOrigin(
  app: AppQuestions,
  file: LoadedFile,
  profile: AccessProfile,
): Promise<FileOrigin | null> {
  const { phase } = file;
  if (phase.kind !== 'ready' && phase.kind !== 'symbols') return null;
  const table =
    phase.kind === 'symbols' ? phase.table : await ownSymbols(phase.facts, app, file.id);
  const buildMatch =
    phase.kind === 'ready'
      ? buildMatchOf(profile, phase.facts, table, await mangledOf(app, file.id, profile, table))
      : findLoadBias(profile.lines, phase.table);
  return {
    file: file.id,
    fileName: file.name,
    symbols: buildMatch === null ? null : { table, buildMatch },
    sameBuild: phase.kind === 'ready' ? sameBuild(phase.facts, profile) : null,
    sameRelease: phase.kind === 'ready' ? sameRelease(phase.facts, profile) : null,
  };
}

/** The symbols of a report's functions that the table does not have by their printed names. */
async function mangledOf(
  app: AppQuestions,
  file: FileId,
  { lines }: AccessProfile,
  table: SymbolTable | null,
): Promise<MangledNames> {
  const names = table === null ? [] : readableNames(lines, table);
  if (names.length === 0) return new Map();
  const found = await app.askFile(file, { kind: 'mangled', names });
  return mangledBy(names, found.ok ? found.value : []);
}

/** Kept as long as the file is what it is: a kernel's take a tenth of a second to read, in a worker. */
const ownSymbols = derived(
  async (_facts: FileFacts, app: AppQuestions, file: FileId): Promise<SymbolTable | null> => {
    const lines = await app.askFile(file, { kind: 'symbols' });
    if (!lines.ok || lines.value === null) return null;
    const answer = await askText('symbols', lines.value, NEVER);
    const read = answer?.ok ? answer.value : null;
    return read?.ok ? read.value : null;
  },
);

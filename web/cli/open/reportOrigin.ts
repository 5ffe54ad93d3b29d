import { originOf, sameBuild, sameRelease, type Origin } from '../../core/bind/origin';
import { buildMatchOf } from '../../core/bind/mapped';
import {
  mangledBy,
  readableNames,
  type BuildMatch,
  type MangledNames,
} from '../../core/bind/loadBias';
import { readSymbols, type SymbolTable } from '../../core/bind/symbolTable';
import { derived } from '../../core/base/derived';
import { ok } from '../../core/base/result';
import type { AccessProfile, ProfileLine } from '../../core/facts/generated';
import type { Session } from '../../core/ingest/session';
import { Failure } from '../failure';
import { openTypes } from './openFile';

/** The parts of a report that tell where its lines belong. */
export type Report = Pick<
  AccessProfile,
  'buildIds' | 'kernelRelease' | 'lineBytes' | 'mappings'
> & {
  readonly lines: readonly ProfileLine[];
  readonly about?: readonly string[];
};

/** Whether a file is the one that a report was recorded on, and what says so. */
export interface ReportOrigin {
  readonly origin: Origin;
  /** Null where the file has no symbols. */
  readonly table: SymbolTable | null;
  /** Null where there is no table, or the report has no code addresses. */
  readonly buildMatch: BuildMatch | null;
}

export function reportOrigin(session: Session, report: Report): ReportOrigin {
  const table = symbolsOf(session);
  const { facts } = session;
  const buildMatch = buildMatchOf(report, facts, table, mangledOf(session, report, table));
  const origin = originOf({
    buildMatch,
    sameBuild: sameBuild(facts, report),
    sameRelease: sameRelease(facts, report),
  });
  return { origin, table, buildMatch };
}

/** The symbols of a report's functions that the table does not have by their printed names. */
function mangledOf(session: Session, { lines }: Report, table: SymbolTable | null): MangledNames {
  const names = table === null ? [] : readableNames(lines, table);
  const found = names.length === 0 ? ok([]) : session.ask({ kind: 'mangled', names });
  return mangledBy(names, found.ok ? found.value : []);
}

/** A kernel has a hundred thousand: read once, however many lines of reports are asked about. */
const symbolsOf = derived((session: Session): SymbolTable | null => {
  const lines = session.ask({ kind: 'symbols' });
  const read = lines.ok && lines.value !== null ? readSymbols(lines.value) : null;
  return read?.ok ? read.value : null;
});

/** The same of a file that is not open; `unknown` for one without types, as a link. */
export function originOfFile(path: string, report: Report): Origin {
  try {
    const { session, close } = openTypes(path);
    const { origin } = reportOrigin(session, report);
    close();
    return origin;
  } catch (error) {
    if (error instanceof Failure) return 'unknown';
    throw error;
  }
}

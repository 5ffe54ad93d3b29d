import type { StructDesc } from '../../core/facts/generated';
import type { StructTable } from '../../core/facts/structTable';
import type { FileId } from '../../core/layout/ids';
import type { AppQuestions, AppStore } from './app';
import { listedOf } from './catalog';
import type { LoadedFile } from './state';

/** What one loaded file has of a struct. */
export interface InFile {
  readonly file: FileId;
  readonly fileName: string;
  /** `6.1.0-13-arm64`; null where the file does not say. */
  readonly release: string | null;
  /** Every layout of the name; empty where it has none. */
  readonly structs: readonly StructDesc[];
  /** Why it could not be asked; null where it could. */
  readonly failure: string | null;
}

/** More layouts of one name than this are a fault of the file, not configs. */
const MOST_VARIANTS = 4;

const KINDS = ['struct', 'union', 'class'];

/** Files that can be asked for a struct by its name: binaries, and output of pahole. C source has one order only once its switches are chosen. */
export function comparableFiles(files: readonly LoadedFile[]): readonly LoadedFile[] {
  return files.filter(
    (file) =>
      listedOf(file) !== null && !(file.phase.kind === 'text' && file.phase.text.language === 'c'),
  );
}

/** Says when the answer of `structInFiles` may be another: a file came, went, or has a better list. */
export function filesKey(files: readonly LoadedFile[]): string {
  return comparableFiles(files)
    .map((file) => `${file.id}:${listedOf(file)?.index.stage ?? ''}`)
    .join(' ');
}

/** Asks every loaded file for a struct. */
export function structInFiles(
  app: AppStore & AppQuestions,
  keyword: string,
  name: string,
): Promise<readonly InFile[]> {
  return Promise.all(
    comparableFiles(app.store.getState().files).map(async (loaded): Promise<InFile> => {
      const { id, name: fileName, phase } = loaded;
      const release = phase.kind === 'ready' ? phase.facts.kernelRelease : null;
      const base = { file: id, fileName, release, failure: null };
      if (phase.kind === 'text' && phase.text.language === 'pahole') {
        const rows = rowsNamed(phase.text.index, keyword, name);
        const { structs } = phase.text;
        return { ...base, structs: rows.flatMap((row) => structs[row] ?? []) };
      }
      const answer = await app.askFile(id, (index) => ({
        kind: 'describeAll',
        rows: rowsNamed(index, keyword, name).slice(0, MOST_VARIANTS),
      }));
      if (answer.ok) return { ...base, structs: answer.value.filter((each) => each !== null) };
      const failure = answer.error.kind === 'failed' ? answer.error.message : 'It was closed.';
      return { ...base, structs: [], failure };
    }),
  );
}

function rowsNamed(index: StructTable, keyword: string, name: string): readonly number[] {
  const kind = KINDS.indexOf(keyword);
  return index.names.flatMap((each, row) =>
    each === name && index.kinds[row] === kind ? [row] : [],
  );
}

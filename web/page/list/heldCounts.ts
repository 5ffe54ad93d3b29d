import type { HeldCounts } from '../../core/facts/generated';
import type { FileId } from '../../core/layout/ids';
import type { AppQuestions } from '../state/app';
import type { LoadedFile } from '../state/state';
import type { Catalog } from '../state/catalog';

/** How many structs of its file hold each row of the catalog by value; -1 where that is not known. */
export type HeldColumn = Int32Array;

/** The files that can tell, and the stage of each: a better one may tell more. */
export function filesThatTell(files: readonly LoadedFile[]): readonly LoadedFile[] {
  return files.filter(({ phase }) => phase.kind === 'ready' && phase.index !== null);
}

/** Asks the files; one that cannot answer is left out. */
export async function askHeldCounts(
  app: AppQuestions,
  files: readonly LoadedFile[],
): Promise<ReadonlyMap<FileId, HeldCounts>> {
  const answers = await Promise.all(
    files.map(async ({ id }) => {
      const counts = await app.askFile(id, { kind: 'heldCounts' });
      return counts.ok ? ([[id, counts.value]] as const) : [];
    }),
  );
  return new Map(answers.flat());
}

/** Joins the answers to the rows, by name. */
export function heldColumn(catalog: Catalog, answers: ReadonlyMap<FileId, HeldCounts>): HeldColumn {
  const tables = catalog.files.map((id) => {
    const counts = answers.get(id);
    return counts && new Map(namesOf(counts).map((name, place) => [name, counts.counts[place]]));
  });
  return Int32Array.from(catalog.names, (name, row) => {
    const table = tables[catalog.fileOf[row] ?? 0];
    return table === undefined ? -1 : (table.get(name) ?? 0);
  });
}

function namesOf({ names, counts }: HeldCounts): readonly string[] {
  return counts.length === 0 ? [] : names.split('\n');
}

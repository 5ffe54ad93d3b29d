import type { FileId } from '../../core/layout/ids';
import type { AppFiles, AppQuestions, AppStore } from '../state/app';
import { documentInView } from '../struct/inView';
import { catalogOf } from '../list/selectors';

/**
 * Opens one of the rows of a file that an address may mean: that with its content key, where several share a name and
 * a size. Whether it is in view then.
 */
export async function openFound(
  app: AppStore & AppFiles & AppQuestions,
  file: FileId,
  rows: readonly number[],
  key: string | null,
): Promise<boolean> {
  const catalog = catalogOf(app.store.getState().files);
  let [row] = rows;
  if (rows.length > 1 && key !== null) {
    const answer = await app.askFile(file, { kind: 'find', key });
    const own = answer.ok ? answer.value : null;
    row = rows.find((each) => catalog.rowInFile[each] === own) ?? row;
  }
  if (row === undefined) return false;
  await app.openRow(catalog, row);
  return documentInView(app.store.getState())?.document.struct.name === catalog.names[row];
}

import { structHistory, type StructHistory } from '../../core/compare/structHistory';
import { withoutEdits } from '../../core/edit/apply';
import { newDocument } from '../../core/edit/document';
import type { AppQuestions, AppStore } from '../state/app';
import { structInFiles } from '../state/otherFiles';

/**
 * A struct over the loaded files, and what could not be asked: in the order of their releases, where one does not state
 * its own in the order in which they were opened.
 */
export interface FilesHistory {
  readonly history: StructHistory;
  readonly failures: readonly string[];
}

/** Asks every loaded file that can be asked for a struct. Of a name with several layouts in a file it is the first. */
export async function historyInFiles(
  app: AppStore & AppQuestions,
  keyword: string,
  name: string,
): Promise<FilesHistory> {
  const versions = await structInFiles(app, keyword, name);
  const found = versions.every(({ release }) => release !== null)
    ? versions.toSorted((a, b) => byVersion(a.release ?? '', b.release ?? ''))
    : versions;
  return {
    history: structHistory(
      found.map(({ release, fileName, structs: [desc] }) => ({
        name: release ?? fileName,
        applied: desc === undefined ? null : withoutEdits(newDocument(desc)),
      })),
    ),
    failures: found.flatMap(({ fileName, failure }) =>
      failure === null ? [] : [`${fileName}: ${failure}`],
    ),
  };
}

/** 6.9 before 6.12. */
function byVersion(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

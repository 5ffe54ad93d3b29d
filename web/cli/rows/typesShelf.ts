import type { AccessProfile, AccessRow } from '../../core/facts/generated';
import { openFile, type OpenFile } from '../open/openFile';
import { typesFor } from './naming';
import type { TypesPart } from './recording';

/** Kernels and programs of bundles that stay open: a fleet has few, and each may take some hundred MB. */
const MOST_OPEN = 4;

/** Types by which lines are named: files that were given, and those that bundles bring along. */
export interface TypesShelf {
  /**
   * @param rows of the line
   * @param ofBundle the part of the recording's own bundle that has types; null where none has
   */
  forLine(
    profile: AccessProfile,
    rows: readonly AccessRow[],
    ofBundle: TypesPart | null,
  ): OpenFile | null;
  close(): void;
}

export function createTypesShelf(paths: readonly string[]): TypesShelf {
  const given = paths.map((path) => openFile(path, 'best', false));
  /** Files by the keys of their parts, the one that was used last at the end. */
  const ofBundles = new Map<string, OpenFile>();
  return {
    forLine(profile, rows, ofBundle) {
      const fitting = typesFor(profile, rows, given);
      if (fitting !== null || ofBundle === null) return fitting;
      const { path, key } = ofBundle;
      const file = ofBundles.get(key) ?? openFile(path, 'best', false);
      ofBundles.delete(key);
      ofBundles.set(key, file);
      for (const [oldest, old] of ofBundles) {
        if (ofBundles.size <= MOST_OPEN) break;
        old.close();
        ofBundles.delete(oldest);
      }
      return file;
    },
    close() {
      for (const file of [...given, ...ofBundles.values()]) file.close();
    },
  };
}

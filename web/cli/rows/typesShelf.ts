import type { AccessProfile } from '../../facts/generated';
import { openFile, type OpenFile } from '../open/openFile';
import { typesFor } from './naming';

/** Kernels of bundles that stay open: a fleet has few, and each takes some hundred MB. */
const MOST_OPEN = 4;

/** Types by which lines are named: files that were given, and those that bundles bring along. */
export interface TypesShelf {
  /** @param bundle the path of a bundle that has types of its own; null for any other file */
  forProfile(
    profile: AccessProfile,
    kernelBuildId: string | null,
    bundle: string | null,
  ): OpenFile | null;
  close(): void;
}

export function createTypesShelf(paths: readonly string[]): TypesShelf {
  const given = paths.map((path) => openFile(path, 'best', false));
  /** By the kernel's build-id, the one that was used last at the end. */
  const ofBundles = new Map<string, OpenFile>();
  return {
    forProfile(profile, kernelBuildId, bundle) {
      const fitting = typesFor(profile, given);
      if (fitting !== null || bundle === null) return fitting;
      const key = kernelBuildId ?? bundle;
      const file = ofBundles.get(key) ?? openFile(bundle, 'best', false);
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

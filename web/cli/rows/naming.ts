import { sameBuild, sameRelease } from '../../analysis/candidates/origin';
import type { DocumentLine } from '../../edit/profiles';
import type { AccessProfile } from '../../facts/generated';
import type { NamedStruct } from '../../output/rows/fleetRows';
import { homesOf } from '../heat/candidates';
import type { OpenFile } from '../open/openFile';

/** Names the struct of each line of a profile by the types of a file. */
export async function structsOf(
  profile: AccessProfile,
  lines: readonly DocumentLine[],
  file: OpenFile,
): Promise<ReadonlyMap<string, NamedStruct>> {
  const found = new Map<string, NamedStruct>();
  for (const line of lines) {
    const { search } = await homesOf(profile, line, file);
    const [best] = search.ranking.candidates;
    // What fits weakly names nothing.
    if (best === undefined || best.grade === 'weak') continue;
    found.set(line.id, {
      name: best.name,
      key: keyOf(file, best.name, best.sizeBytes),
      sizeBytes: best.sizeBytes,
      struct: best.struct,
      offsetBytes: best.fit.offsetBytes,
      isSure: best.grade === 'strong',
    });
  }
  return found;
}

/** The content key of a struct that the file lists; null for one that it has only inside of another, or in several layouts. */
function keyOf(file: OpenFile, name: string, sizeBytes: number): string | null {
  const rows = file.names.flatMap((each, row) =>
    each === name && file.index.sizesBytes[row] === sizeBytes ? [row] : [],
  );
  const [row] = rows;
  if (row === undefined || rows.length > 1) return null;
  const described = file.session.ask({ kind: 'describe', row });
  return described.ok ? described.value.key : null;
}

/** The file whose kernel or program a profile was taken on; of one that says nothing, it may be. Null where all are others. */
export function typesFor(profile: AccessProfile, files: readonly OpenFile[]): OpenFile | null {
  const build = files.find(({ session }) => sameBuild(session.facts, profile) === true);
  if (build !== undefined) return build;
  const open = files.filter(({ session }) => sameBuild(session.facts, profile) === null);
  const release = open.find(({ session }) => sameRelease(session.facts, profile) === true);
  if (release !== undefined) return release;
  const [only] = open.filter(({ session }) => sameRelease(session.facts, profile) === null);
  return only ?? null;
}

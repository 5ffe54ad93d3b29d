import { sameBuild, sameRelease } from '../../core/bind/origin';
import type { DocumentLine } from '../../core/edit/profiles';
import type { AccessProfile, AccessRow } from '../../core/facts/generated';
import type { NamedStruct } from '../../core/format/rows/fleetRows';
import { candidatesOf } from '../bind/candidates';
import type { OpenFile } from '../open/openFile';

/** The struct of a line of a profile by the types of a file; null where at most something fits weakly. */
export async function structOf(
  profile: AccessProfile,
  line: DocumentLine,
  file: OpenFile,
): Promise<NamedStruct | null> {
  const { search } = await candidatesOf(profile, line, file);
  const [best] = search.ranking.candidates;
  if (best === undefined || best.grade === 'weak') return null;
  return {
    name: best.name,
    key: keyOf(file, best.name, best.sizeBytes),
    sizeBytes: best.sizeBytes,
    struct: best.struct,
    offsetBytes: best.fit.offsetBytes,
    isCertain: best.grade === 'strong' || best.grade === 'named',
  };
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

/**
 * The file whose kernel or program a line was recorded on; of one that says nothing, it may be. Null where all are others.
 * @param rows of the line
 */
export function typesFor(
  profile: AccessProfile,
  rows: readonly AccessRow[],
  files: readonly OpenFile[],
): OpenFile | null {
  const builds = files.filter(({ session }) => sameBuild(session.facts, profile) === true);
  const ownIds = buildIdsOf(profile, rows);
  const own = builds.find(({ session }) => ownIds.has(session.facts.buildId ?? ''));
  const build = own ?? builds[0];
  if (build !== undefined) return build;
  const open = files.filter(({ session }) => sameBuild(session.facts, profile) === null);
  const release = open.find(({ session }) => sameRelease(session.facts, profile) === true);
  if (release !== undefined) return release;
  const [only] = open.filter(({ session }) => sameRelease(session.facts, profile) === null);
  return only ?? null;
}

/** The build-ids of the programs that touched a line. perf prints paths beside build-ids, but file names alone in rows. */
function buildIdsOf(profile: AccessProfile, rows: readonly AccessRow[]): ReadonlySet<string> {
  const name = (object: string | null) => object?.slice(object.lastIndexOf('/') + 1);
  const objects = new Set(rows.map(({ object }) => name(object)));
  const mapped = profile.buildIds.filter(({ object }) => objects.has(name(object)));
  return new Set(mapped.map(({ buildId }) => buildId));
}

import { existsSync } from 'node:fs';
import type { AccessProfile, NamedProfile } from '../../facts/generated';
import { attempt } from '../../ingest/attempt';
import { contentOfFile } from '../../ingest/content';
import { openTexts } from '../../ingest/texts';
import { Failure, orFail } from '../failure';
import { openNodeFileSource, whileUnchanged, type NodeFileSource } from './nodeFileSource';
import { readWasm } from './readWasm';

/**
 * The reports of a text, or a recording of perf; `-` is standard input. `mail.txt#2` is the second report of
 * mail.txt, and `mail.txt#Baseline` the one under that heading.
 */
export function readProfiles(path: string): readonly NamedProfile[] {
  const [file, wanted] = splitPath(path);
  const source = openNodeFileSource(file);
  if (!source.ok) throw new Failure(source.error);
  const profiles = whileUnchanged(source.value, () => profilesIn(file, source.value));
  source.value.close();
  if (wanted === null) return profiles;
  const found = profiles.find(
    ({ name }, at) => String(at + 1) === wanted || name?.toLowerCase() === wanted.toLowerCase(),
  );
  if (found) return [found];
  throw new Failure(`${file} has no report ${wanted}. Its reports: ${reportsOf(profiles)}.`);
}

function profilesIn(file: string, source: NodeFileSource): readonly NamedProfile[] {
  const { source: plain } = orFail(
    file,
    attempt(() => contentOfFile(readWasm('types'), source)),
  );
  return orFail(
    file,
    openTexts(readWasm('texts')).readProfiles(plain, () => undefined),
  );
}

/** The only report of a text, or of several the one that the path names. */
export function readProfile(path: string): AccessProfile {
  return oneOf(path, readProfiles(path)).profile;
}

/** The only one of a text's reports; a `Failure` that lists them where there are more. */
export function oneOf(path: string, profiles: readonly NamedProfile[]): NamedProfile {
  const [only] = profiles;
  if (only !== undefined && profiles.length === 1) return only;
  throw new Failure(
    `${path} holds ${profiles.length} reports: ${reportsOf(profiles)}. Say which: \`${path}#1\`.`,
  );
}

/** `1 (Baseline), 2 (With this change)` */
function reportsOf(profiles: readonly NamedProfile[]): string {
  return profiles
    .map(({ name }, at) => (name === null ? `${at + 1}` : `${at + 1} (${name})`))
    .join(', ');
}

/** A file whose name has a `#` is itself. */
function splitPath(path: string): readonly [string, string | null] {
  const at = path.lastIndexOf('#');
  if (at <= 0 || existsSync(path)) return [path, null];
  return [path.slice(0, at), path.slice(at + 1)];
}

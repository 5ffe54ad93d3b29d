import { located } from '../../core/base/messages';
import { inputMessage } from '../messages';
import type { AccessProfile, NamedProfile } from '../../core/facts/generated';
import type { Bundle } from '../../core/ingest/bundle/bundle';
import { machineOf, profileOn } from '../../core/ingest/bundle/machine';
import { Failure, orFail } from '../failure';
import { whileUnchanged } from './nodeFileSource';
import { openPart, splitPath } from './part';
import { reports } from './readWasm';

/**
 * The reports of a text, or a recording of perf; `-` is standard input. `mail.txt#2` is the second report of
 * mail.txt, and `mail.txt#Baseline` the one under that heading. Of a bundle it is what perf made of its recording, with
 * what the bundle knows of the machine, or the part that is named: `web17.tar.gz#samples.txt`.
 */
export function readProfiles(path: string): readonly NamedProfile[] {
  const { source, plain, bundle, part, within } = openPart(path, 'profile');
  const [file] = splitPath(path);
  const read = () =>
    orFail(
      // It is the part that is no report, not its bundle.
      part === null ? file : `${file}#${part}`,
      reports().readProfiles(plain, () => undefined),
    );
  const profiles = whileUnchanged(source, read).map((named) => ofBundle(bundle, named));
  source.close();
  if (within === null) return profiles;
  const found = profiles.find(
    ({ name }, at) => String(at + 1) === within || name?.toLowerCase() === within.toLowerCase(),
  );
  if (found) return [found];
  throw new Failure(inputMessage('no-report', file, within, reportsOf(profiles)));
}

function ofBundle(bundle: Bundle | null, named: NamedProfile): NamedProfile {
  if (bundle === null) return named;
  const profile = profileOn(machineOf(bundle), named.profile);
  const notes = bundle.notes.map((message) => located(message));
  return { ...named, profile: { ...profile, diagnostics: [...notes, ...profile.diagnostics] } };
}

/** The only report of a text, or of several the one that the path names. */
export function readProfile(path: string): AccessProfile {
  return oneOf(path, readProfiles(path)).profile;
}

/** The only one of a text's reports; a `Failure` that lists them where there are more. */
export function oneOf(path: string, profiles: readonly NamedProfile[]): NamedProfile {
  const [only] = profiles;
  if (only !== undefined && profiles.length === 1) return only;
  throw new Failure(inputMessage('reports', path, profiles.length, reportsOf(profiles), path));
}

/** `1 (Baseline), 2 (With this change)` */
function reportsOf(profiles: readonly NamedProfile[]): string {
  return profiles
    .map(({ name }, at) => (name === null ? `${at + 1}` : `${at + 1} (${name})`))
    .join(', ');
}

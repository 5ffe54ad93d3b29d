import type { Message } from '../../core/base/messages';
import { inputMessage } from '../messages';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

import type { Session } from '../../core/ingest/session';
import { Failure, orFail } from '../failure';
import { isPlainFile, openNodeFileSource } from './nodeFileSource';

const DEBUG = '/usr/lib/debug';

/**
 * Gives the file with the debug information of a stripped program, and what dwz moved out of either: those that are
 * named, else those found beside the program and where distributions and debuginfod put them. Named, a file has to be the
 * one; found by itself, one that does not fit is passed over.
 */
export function giveDebugFiles(
  path: string,
  session: Session,
  named: { readonly debug: string | null; readonly dwz: string | null },
): void {
  let own = path;
  const { needs, buildId, debugLink } = session.facts;
  if (needs?.includes('debug')) {
    const found = give('debug', session, named.debug, debugPaths(path, buildId, debugLink));
    own = found ?? path;
  } else if (named.debug !== null) {
    throw new Failure(inputMessage('debug-not-needed', path));
  }
  const link = session.facts.supplementary;
  if (link !== undefined) {
    const folder = dirname(own);
    const beside = [resolve(folder, link.name), join(folder, basename(link.name))];
    give('supplementary', session, named.dwz, [...beside, ...byBuildId(link.buildId)]);
  } else if (named.dwz !== null) throw new Failure(inputMessage('no-dwz', path));
}

/** What is said of a stripped program without its debug information. */
export function wantsDebug(path: string, { facts }: Session): Message {
  const { buildId, debugLink } = facts;
  const name = debugLink === undefined ? '' : ` ${debugLink},`;
  return inputMessage('wants-debug', path, name, buildId ?? '');
}

function give(
  companion: 'debug' | 'supplementary',
  session: Session,
  named: string | null,
  places: readonly string[],
): string | null {
  for (const place of named === null ? places.filter(isPlainFile) : [named]) {
    const source = openNodeFileSource(place);
    if (!source.ok) {
      if (named !== null) throw new Failure(inputMessage('unreadable', source.error));
      continue;
    }
    const given = session.give(companion, source.value);
    if (named !== null) orFail(place, given);
    if (given.ok) return place;
    source.value.close();
  }
  return null;
}

/** As gdb looks (its manual, "Debugging Information in Separate Files"). */
function debugPaths(
  path: string,
  buildId: string | null,
  link: string | undefined,
): readonly string[] {
  const folder = dirname(resolve(path));
  const linked = link === undefined ? [] : [folder, join(folder, '.debug'), join(DEBUG, folder)];
  return [
    ...byBuildId(buildId ?? ''),
    ...linked.map((each) => join(each, link ?? '')),
    `${path}.debug`,
  ];
}

/** Where packages of debug information and debuginfod's client put a file by its build-id. */
function byBuildId(buildId: string): readonly string[] {
  if (!/^[0-9a-f]{4,}$/.test(buildId)) return [];
  const { DEBUGINFOD_CACHE_PATH: own, XDG_CACHE_HOME: caches } = process.env;
  const cache = own ?? join(caches ?? join(homedir(), '.cache'), 'debuginfod_client');
  return [
    join(DEBUG, '.build-id', buildId.slice(0, 2), `${buildId.slice(2)}.debug`),
    join(cache, buildId, 'debuginfo'),
  ];
}

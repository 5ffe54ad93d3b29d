import type { AccessProfile } from '../../facts/generated';
import { attempt } from '../../ingest/attempt';
import { contentOfFile } from '../../ingest/content';
import { openTexts } from '../../ingest/texts';
import { Failure, orFail } from '../failure';
import { openNodeFileSource } from './nodeFileSource';
import { readWasm } from './readWasm';

/** Reads a report or recording of perf; `-` is standard input. */
export function readProfile(path: string): AccessProfile {
  const source = openNodeFileSource(path);
  if (!source.ok) throw new Failure(source.error);
  const { source: plain } = orFail(
    path,
    attempt(() => contentOfFile(readWasm('types'), source.value)),
  );
  const texts = openTexts(readWasm('texts'));
  const profile = orFail(
    path,
    texts.readProfile(plain, () => undefined),
  );
  source.value.close();
  return profile;
}

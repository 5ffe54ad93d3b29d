import type { AccessProfile } from '../facts/generated';
import { openTexts } from '../ingest/texts';
import { Failure } from './failure';
import { openNodeFileSource } from './nodeFileSource';
import { orFail } from './openFile';
import { readWasm } from './readWasm';

/** Reads a report or recording of perf; `-` is standard input. */
export function readProfile(path: string): AccessProfile {
  const source = openNodeFileSource(path === '-' ? '/dev/stdin' : path);
  if (!source.ok) throw new Failure(source.error);
  const texts = openTexts(readWasm('texts'));
  const profile = orFail(
    path,
    texts.readProfile(source.value, () => undefined),
  );
  source.value.close();
  return profile;
}

import { initSync, profileIn, ProfileReader } from '../../../wasm/pkg/hitmap_reports.js';
import type { Result } from '../base/result';
import type { NamedProfile } from '../facts/generated';
import { attempt, type SessionError } from './attempt';
import type { FileSource } from './fileSource';

/** Read from the file at once, in bytes. */
const CHUNK_BYTES = 4 << 20;

/** Perf's reports and recordings, read by the compiled module `wasm/pkg/hitmap_reports_bg.wasm`. Safe for Node. */
export interface Reports {
  /** Whether a text that begins so holds a report of perf, and a patch beside it (`mail`). */
  profileIn(start: Uint8Array): 'profile' | 'mail' | null;
  /**
   * Those of a text in its order, never none. `onProgress` gets bytes. Rows of a profile above
   * `mostRows` are left out and counted.
   */
  readProfiles(
    source: FileSource,
    onProgress: (done: number, total: number) => void,
    mostRows?: number,
  ): Result<readonly NamedProfile[], SessionError>;
}

export function openReports(module: WebAssembly.Module): Reports {
  initSync({ module });
  return {
    profileIn: (start) => profileIn(start) ?? null,
    readProfiles: (source, onProgress, mostRows) =>
      attempt(() => readProfiles(source, onProgress, mostRows)),
  };
}

function readProfiles(
  source: FileSource,
  onProgress: (done: number, total: number) => void,
  mostRows: number | undefined,
): readonly NamedProfile[] {
  const total = source.size;
  let chunk = source.readAt(0, Math.min(CHUNK_BYTES, total));
  const reader = new ProfileReader(chunk);
  let done = 0;
  while (chunk.byteLength > 0) {
    reader.push(chunk);
    done += chunk.byteLength;
    onProgress(done, total);
    chunk = source.readAt(done, Math.min(CHUNK_BYTES, total - done));
  }
  const profiles = reader.finish(mostRows);
  reader.free();
  return profiles;
}

import * as Comlink from 'comlink';
import { initSync } from '../../wasm/pkg/hitmap_bindings.js';
import { assert } from '../base/assert';
import { fail, ok, type Result } from '../base/result';
import type { IndexStage } from '../facts/generated';
import { blobSource } from './blobSource';
import type { WorkerApi } from './protocol';
import { openSession, type Session, type SessionError } from './session';
import { warmUp } from './warmUp';

/** Progress goes to the page at most so often, in ms: each message is a repaint. */
const PROGRESS_MS = 60;

let wasm: WebAssembly.Module | null = null;
let session: Session | null = null;
let hasFile = false;

const api: WorkerApi = {
  warm(module) {
    wasm = module;
    initSync({ module });
  },
  exercise() {
    assert(wasm, 'work before the module');
    return warmUp(wasm, () => !hasFile);
  },
  open(file, onProgress) {
    assert(wasm, 'a file before the module');
    hasFile = true;
    if (file.size === 0) {
      return fail(
        'The file is empty. If it is from /sys or /proc, copy it and open the copy; else build or download it again.',
      );
    }
    let last = 0;
    const opened = openSession(wasm, blobSource(file), (stage, done, total) => {
      const now = performance.now();
      if (now - last < PROGRESS_MS && done < total) return;
      last = now;
      // Nothing waits for the page: the call that is running cannot.
      onProgress({ what: STAGES[stage], done, total });
    });
    if (!opened.ok) return failed(opened.error);
    session = opened.value;
    return ok(session.facts);
  },
  index: (stage) => answer(current().index(stage)),
  describe: (row) => answer(current().describe(row)),
  find: (key) => answer(current().find(key)),
};

const STAGES: Readonly<Record<IndexStage, string>> = {
  btf: 'BTF types',
  dwarf: 'DWARF types',
  summaries: 'holes and padding',
};

function current(): Session {
  assert(session, 'a question before a file');
  return session;
}

function answer<T>(result: Result<T, SessionError>): Result<T, string> {
  return result.ok ? result : failed(result.error);
}

/** Messages from inside begin in the middle of a sentence. */
function failed({ message }: SessionError): Result<never, string> {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return fail(/[.!?]$/.test(text) ? text : `${text}.`);
}

Comlink.expose(api);

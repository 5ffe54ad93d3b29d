import { contentBytes, contentOf, initSync } from '../../wasm/pkg/hitmap_types.js';
import type { FileSource } from './fileSource';

/**
 * What a file is for: debug information or BTF (or what only `openSession` can refuse), a report or
 * recording of perf, or another text.
 */
export type Content = 'types' | 'profile' | 'text';

/** Tells by the first bytes, with the compiled module `wasm/pkg/hitmap_types_bg.wasm`. Throws where reading fails. */
export function contentOfFile(module: WebAssembly.Module, source: FileSource): Content {
  initSync({ module });
  return contentOf(source.readAt(0, Math.min(source.size, contentBytes())));
}

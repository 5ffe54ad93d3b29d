import {
  contentBytes,
  contentOf,
  initSync,
  unpack,
  unpackUpToDamage,
} from '../../wasm/pkg/hitmap_types.js';
import { memoryFileSource, type FileSource } from './fileSource';

/**
 * What a file is for: debug information or BTF (or what only `openSession` can refuse), a report or
 * recording of perf, a mail with such a report and a patch, another text, or an archive of several.
 */
export type Content = 'types' | 'profile' | 'mail' | 'text' | 'archive';

export interface FileContent {
  readonly kind: Content;
  /** Where to read it: the file, or what was packed in it where that is a profile, a text or an archive. */
  readonly source: FileSource;
}

/** Tells by the first bytes, with the compiled module `wasm/pkg/hitmap_types_bg.wasm`. Throws where reading fails. */
export function contentOfFile(module: WebAssembly.Module, source: FileSource): FileContent {
  initSync({ module });
  const content = contentOf(source.readAt(0, Math.min(source.size, contentBytes())));
  switch (content) {
    case 'packedMail':
      return { kind: 'mail', source: unpacked(source, unpack) };
    case 'packedProfile':
      return { kind: 'profile', source: unpacked(source, unpack) };
    case 'packedText':
      return { kind: 'text', source: unpacked(source, unpack) };
    case 'packedArchive':
      // What was cut still holds the parts before the cut.
      return { kind: 'archive', source: unpacked(source, unpackUpToDamage) };
    default:
      return { kind: content, source };
  }
}

/** Whether a file that begins so is a text, and neither packed nor a report or recording of perf. */
export function beginsAsText(module: WebAssembly.Module, start: Uint8Array): boolean {
  initSync({ module });
  return contentOf(start.subarray(0, contentBytes())) === 'text';
}

function unpacked(source: FileSource, how: typeof unpack): FileSource {
  const bytes = how(source.size, (offset, length) => source.readAt(offset, length));
  return memoryFileSource(source.name, bytes);
}

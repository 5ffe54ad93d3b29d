import {
  contentBytes,
  contentOf,
  initSync,
  unpack,
  unpackUpToDamage,
} from '../../../wasm/pkg/hitmap_types.js';
import { assertNever } from '../base/assert';
import { memoryFileSource, type FileSource } from './fileSource';
import type { Reports } from './reports';

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

/** What its first bytes leave open: whether `source`, which is a text or may be one, holds a report of perf. */
export interface Undecided {
  readonly kind: 'undecided';
  readonly source: FileSource;
  /** What it is where it holds none. */
  readonly otherwise: FileContent;
}

/**
 * Tells by the first bytes, with the compiled module `wasm/pkg/hitmap_types_bg.wasm`. The module that reads reports is
 * nearly as large, and who opens a kernel needs none of it: `decided` asks it. Throws where reading fails.
 * `unpackArchive` unpacks a compressed archive up to where it was damaged; into memory where nothing else is said.
 */
export function contentOfFile(
  module: WebAssembly.Module,
  source: FileSource,
  unpackArchive: (packed: FileSource) => FileSource = (packed) =>
    unpacked(packed, unpackUpToDamage),
): FileContent | Undecided {
  initSync({ module });
  const content = contentOf(startOf(source));
  switch (content) {
    case 'types':
    case 'archive':
      return { kind: content, source };
    case 'recording':
      return { kind: 'profile', source };
    case 'packedRecording':
      return { kind: 'profile', source: unpacked(source, unpack) };
    case 'packedArchive':
      // What was cut still holds the parts before the cut.
      return { kind: 'archive', source: unpackArchive(source) };
    case 'text':
      return { kind: 'undecided', source, otherwise: { kind: 'text', source } };
    case 'perhapsText':
      return { kind: 'undecided', source, otherwise: { kind: 'types', source } };
    case 'packedText': {
      const text = unpacked(source, unpack);
      return { kind: 'undecided', source: text, otherwise: { kind: 'text', source: text } };
    }
    case 'packedPerhapsText': {
      const text = unpacked(source, unpack);
      return { kind: 'undecided', source: text, otherwise: { kind: 'types', source } };
    }
    default:
      return assertNever(content);
  }
}

/** What it is after all. Throws where reading fails. */
export function decided(content: FileContent | Undecided, reports: () => Reports): FileContent {
  if (content.kind !== 'undecided') return content;
  const { source, otherwise } = content;
  const kind = reports().profileIn(startOf(source));
  return kind === null ? otherwise : { kind, source };
}

/** Whether a file that begins so is a text, and neither packed nor a report or recording of perf. */
export function beginsAsText(
  module: WebAssembly.Module,
  start: Uint8Array,
  reports: () => Reports,
): boolean {
  initSync({ module });
  const telling = start.subarray(0, contentBytes());
  return contentOf(telling) === 'text' && reports().profileIn(telling) === null;
}

function startOf(source: FileSource): Uint8Array {
  return source.readAt(0, Math.min(source.size, contentBytes()));
}

function unpacked(source: FileSource, how: typeof unpack): FileSource {
  const read = (offset: number, length: number) => source.readAt(offset, length);
  const bytes = how(source.size, read, source.isTrusted === true);
  return memoryFileSource(source.name, bytes);
}

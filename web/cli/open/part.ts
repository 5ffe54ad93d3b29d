import { inputMessage } from '../messages';
import { about, sentence } from '../../core/base/messages';
import { existsSync } from 'node:fs';
import { attempt } from '../../core/ingest/attempt';
import type { AccessRow } from '../../core/facts/generated';
import { KERNEL_PART, profilePart, readBundle, type Bundle } from '../../core/ingest/bundle/bundle';
import { typesPart, typesParts } from '../../core/ingest/bundle/typesPart';
import type { Content } from '../../core/ingest/content';
import { memoryFileSource, type FileSource } from '../../core/ingest/fileSource';
import { Failure, orFail } from '../failure';
import { openNodeFileSource, type NodeFileSource } from './nodeFileSource';
import { contentOf } from './readWasm';

/** What a command line names: a file, a part of a bundle, or something within a text. */
export interface OpenPart {
  readonly source: NodeFileSource;
  /** Where to read it: the file, or what was packed in it. */
  readonly plain: FileSource;
  /** The file with its packing taken off: of a bundle the whole archive. */
  readonly unpacked: FileSource;
  readonly kind: Content;
  /** The bundle that it is of; null for a file of its own. */
  readonly bundle: Bundle | null;
  /** Name of the part in the bundle. */
  readonly part: string | null;
  /** What comes after the file's name, `#2` of `mail.txt#2`, where it is not the name of a part. */
  readonly within: string | null;
}

/**
 * Opens what a word of the command line names. Of a bundle that is the part after the `#`, as in
 * `web17.tar.gz#samples.txt`, or the one that is wanted.
 */
export function openPart(path: string, wanted: 'types' | 'profile'): OpenPart {
  const [file, within] = splitPath(path);
  const opened = openNodeFileSource(file);
  if (!opened.ok) throw new Failure(inputMessage('unreadable', opened.error));
  const source = opened.value;
  const content = orFail(
    file,
    attempt(() => contentOf(source)),
  );
  const plain = content.source;
  if (content.kind !== 'archive') {
    return { source, plain, unpacked: plain, kind: content.kind, bundle: null, part: null, within };
  }
  const bundle = bundleOf(file, plain);
  const name = within ?? (wanted === 'types' ? KERNEL_PART : profilePart(bundle));
  const bytes = name === null ? undefined : bundle.parts.get(name);
  if (name === null || bytes === undefined) {
    throw new Failure(inputMessage('no-part', file, lackOf(file, bundle, within, wanted)));
  }
  const part = { ...source, ...memoryFileSource(`${file}#${name}`, bytes) };
  const kind = name.endsWith('.txt') ? 'profile' : 'types';
  return { source: part, plain: part, unpacked: plain, kind, bundle, part: name, within: null };
}

/** Other parts of the same bundle that have types, as the command line names them; none of a file of its own. */
export function otherTypes(path: string): readonly string[] {
  const [file] = splitPath(path);
  const opened = openNodeFileSource(file);
  if (!opened.ok) return [];
  try {
    const read = attempt(() => contentOf(opened.value));
    if (!read.ok || read.value.kind !== 'archive') return [];
    const paths = typesParts(bundleOf(file, read.value.source)).map((part) =>
      pathOfPart(file, part),
    );
    return paths.filter((each) => each !== path);
  } finally {
    opened.value.close();
  }
}

/** The path of what in a bundle has the types that these rows of its report are of; null for a report of its own. */
export function typesBeside(path: string, rows: readonly AccessRow[]): string | null {
  const [file] = splitPath(path);
  const opened = openNodeFileSource(file);
  if (!opened.ok) return null;
  try {
    const read = attempt(() => contentOf(opened.value));
    if (!read.ok || read.value.kind !== 'archive') return null;
    const part = typesPart(bundleOf(file, read.value.source), rows);
    return part === null ? null : pathOfPart(file, part);
  } finally {
    opened.value.close();
  }
}

/** How a command line names the part of a bundle that has types; of the kernel's it need not be said. */
export function pathOfPart(file: string, part: string): string {
  return part === KERNEL_PART ? file : `${file}#${part}`;
}

/** A bundle by its path; a `Failure` for any other file. */
export function openBundle(path: string): Bundle {
  const opened = openNodeFileSource(path);
  if (!opened.ok) throw new Failure(inputMessage('unreadable', opened.error));
  try {
    const { kind, source } = orFail(
      path,
      attempt(() => contentOf(opened.value)),
    );
    if (kind === 'archive') return bundleOf(path, source);
    throw new Failure(inputMessage('no-bundle', path));
  } finally {
    opened.value.close();
  }
}

function bundleOf(path: string, archive: FileSource): Bundle {
  const bundle = readBundle(archive.readAt(0, archive.size));
  if (!bundle.ok) throw new Failure(about(path, bundle.error));
  return bundle.value;
}

/** What a bundle does not have, for a sentence that begins with its name. */
function lackOf(
  file: string,
  bundle: Bundle,
  named: string | null,
  wanted: 'types' | 'profile',
): string {
  const held = [...bundle.parts.keys()].join(', ');
  if (named !== null) return `has no part ${named}. Its parts: ${held}.`;
  const why = bundle.notes[0] === undefined ? '' : ` ${sentence(bundle.notes[0])}`;
  if (wanted === 'profile') return `holds no recording of perf.${why}`;
  const [program] = typesParts(bundle);
  const other = program === undefined ? '' : ` One that has types: ${pathOfPart(file, program)}.`;
  return `has no types of its kernel. Its parts: ${held}.${other}${why}`;
}

/** A file whose name has a `#` is itself. */
export function splitPath(path: string): readonly [string, string | null] {
  const at = path.lastIndexOf('#');
  if (at <= 0 || existsSync(path)) return [path, null];
  return [path.slice(0, at), path.slice(at + 1)];
}

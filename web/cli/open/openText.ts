import { inputMessage, usageMessage } from '../messages';
import type { CSource } from '../../core/facts/csource';
import type {
  HeaderDoc,
  PostedDiff,
  ScalarFact,
  StructDesc,
  Target,
} from '../../core/facts/generated';
import { TEXT_TARGETS, X86_64 } from '../../core/facts/targets';
import { once } from '../../core/base/once';
import { attempt } from '../../core/ingest/attempt';
import type { FileSource } from '../../core/ingest/fileSource';
import { csourceOf } from '../../core/ingest/texts';
import { holdsDiff, isPahole, isRust, RUST_UNREAD } from '../../core/ingest/recogniseText';
import { didYouMean } from '../../core/base/nearest';
import { itemAt } from '../../core/base/itemAt';
import {
  KERNEL_TYPEDEFS,
  namesOf,
  typesOf,
  type Choices,
  type KnownType,
  type OpenQuestion,
} from '../../core/layout/text/choices';
import { switchesLike } from '../../core/layout/text/conditions';
import { resolveStruct, type ResolvedStruct } from '../../core/layout/text/resolve';
import type { SourceText } from '../../core/layout/text/sourceText';
import { textOfBytes } from '../../core/patch/text';
import { Failure, orFail } from '../failure';
import { findNamed } from './findStruct';
import { openNodeFileSource, whileUnchanged } from './nodeFileSource';
import { splitPath } from './part';
import { openFile, type OpenFile } from './openFile';
import { contentOf, texts } from './readWasm';

/** What a command line says beside C source; see `TEXT_OPTIONS` of help. */
export interface TextOptions {
  readonly target: string | null;
  /** `NAME=BYTES` or `NAME=BYTES/ALIGN` */
  readonly sizes: readonly string[];
  /** `NAME` or `NAME=NUMBER` */
  readonly defined: readonly string[];
  readonly undefined: readonly string[];
  /** A binary that knows the types that the text only names. */
  readonly types: string | null;
}

/** A file with text in it, whole; null where the file is a binary. */
export function readTextFile(path: string): Uint8Array | null {
  // A part of a bundle is opened as types.
  if (splitPath(path)[1] !== null) return null;
  const source = openNodeFileSource(path);
  if (!source.ok) throw new Failure(inputMessage('unreadable', source.error));
  try {
    return whileUnchanged(source.value, () => textIn(path, source.value));
  } finally {
    source.value.close();
  }
}

/**
 * The header or source file that a command was given as one, whole; null where it is no text. Its name says what it is
 * for: what perf writes is not looked for in it.
 */
export function readSourceFile(path: string): Uint8Array | null {
  if (!SOURCE_NAME.test(path)) return readTextFile(path);
  const source = openNodeFileSource(path);
  if (!source.ok) throw new Failure(inputMessage('unreadable', source.error));
  try {
    const bytes = whileUnchanged(source.value, () => source.value.readAt(0, source.value.size));
    return bytes.subarray(0, START_BYTES).includes(0) ? readTextFile(path) : bytes;
  } finally {
    source.value.close();
  }
}

const SOURCE_NAME = /\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|inc)$/i;
/** A binary has a zero among them, UTF-16 too. */
const START_BYTES = 4096;

function textIn(path: string, source: FileSource): Uint8Array | null {
  if (source.size === 0) return null;
  const content = orFail(
    path,
    attempt(() => contentOf(source)),
  );
  if (content.kind !== 'text') return null;
  const bytes = content.source.readAt(0, content.source.size);
  const text = textOfBytes(bytes);
  // A posted patch may touch Rust, and is read all the same.
  if (isRust(text) && !holdsDiff(text)) throw new Failure(inputMessage('rust', path, RUST_UNREAD));
  return bytes;
}

export function readHeader(bytes: Uint8Array, included?: Uint8Array): HeaderDoc {
  return orFail('the text', texts().readHeader(bytes, included));
}

/** A posted patch. */
export function readPosted(bytes: Uint8Array): PostedDiff {
  return orFail('the patch', texts().readPosted(bytes));
}

/** C's scalar types on a target. */
export function scalarsOf(target: Target): readonly ScalarFact[] {
  return orFail(target.machine, texts().readScalars(target));
}

/** The reader of C source. */
export const csource: () => CSource = once(() =>
  csourceOf(texts(), (message) => new Failure(message)),
);

/** Names of the structs of C source or pahole's output; none where a text is something else. */
export function structsOfTextFile(bytes: Uint8Array): readonly string[] {
  if (isPahole(new TextDecoder().decode(bytes))) {
    const structs = texts().readPahole(bytes);
    return structs.ok ? structs.value.map(({ name }) => name) : [];
  }
  const doc = texts().readHeader(bytes);
  if (!doc.ok) return [];
  return doc.value.records.flatMap(({ tag, typedefName }) => tag ?? typedefName ?? []);
}

/** The struct of C source or pahole's output that a name means. */
export function structOfTextFile(
  path: string,
  bytes: Uint8Array,
  wanted: string,
  options: TextOptions,
): StructDesc {
  if (isPahole(new TextDecoder().decode(bytes))) {
    const structs = orFail(path, texts().readPahole(bytes));
    return itemAt(
      structs,
      pick(
        path,
        wanted,
        structs.map(({ name }) => ({ name, keyword: null })),
      ),
    );
  }
  const text: SourceText = {
    path,
    text: textOfBytes(bytes),
    doc: orFail(path, texts().readHeader(bytes)),
  };
  const named = [...text.doc.records.entries()].flatMap(
    ([record, { tag, typedefName, keyword }]) => {
      const name = tag ?? typedefName;
      return name === null ? [] : [{ record, name, keyword }];
    },
  );
  const { record } = itemAt(named, pick(path, wanted, named));
  const resolved = resolve(path, text, record, options);
  if (resolved.questions.length === 0) return resolved.desc;
  throw new Failure(inputMessage('open-questions', path, resolved.questions.map(howTo).join(' ')));
}

function pick(
  path: string,
  wanted: string,
  named: readonly { readonly name: string; readonly keyword: string | null }[],
): number {
  const [, keyword, name = '', variant] =
    /^(?:(struct|union|class)\s+)?(.*?)(?:#(\d+))?$/s.exec(wanted.trim()) ?? [];
  const found = [...named.entries()].filter(
    ([, each]) =>
      each.name === name &&
      (keyword === undefined || each.keyword === null || each.keyword === keyword),
  );
  const chosen = found[variant === undefined ? 0 : Number(variant) - 1];
  if (chosen !== undefined && (found.length === 1 || variant !== undefined)) return chosen[0];
  if (found.length > 1) {
    throw new Failure(inputMessage('declarations', name, found.length, name, name, found.length));
  }
  const hint = didYouMean(name, new Set(named.map((each) => each.name)));
  throw new Failure(inputMessage('not-declared', path, keyword ?? 'struct or union', name, hint));
}

function resolve(
  path: string,
  text: SourceText,
  record: number,
  options: TextOptions,
): ResolvedStruct {
  const binary = options.types === null ? null : openFile(options.types, 'best', false);
  const choices = choicesOf(options, binary?.session.facts.target ?? X86_64);
  const scalars = scalarsOf(choices.target);
  const known = new Map<string, KnownType>();
  const missing = new Set<string>();
  const { keyword, tag, typedefName } = itemAt(text.doc.records, record);
  const own = binary === null ? null : findNamed(binary, `${keyword} ${tag ?? typedefName ?? ''}`);
  const like = own === null ? {} : switchesLike(text.doc, record, namesOf(own));
  if (own !== null) for (const [name, type] of typesOf(own)) known.set(name, type);
  const whole = { ...choices, switches: { ...like, ...choices.switches } };
  for (;;) {
    const resolved = resolveStruct(text, record, whole, scalars, known);
    if (!resolved.ok) throw new Failure(inputMessage('c-not-understood', path, resolved.error));
    const found = resolved.value.questions.some((question) => {
      if (binary === null || question.kind !== 'size' || missing.has(question.typeName))
        return false;
      missing.add(question.typeName);
      return learn(binary, question.typeName, known);
    });
    if (found) continue;
    binary?.close();
    return resolved.value;
  }
}

function learn(binary: OpenFile, typeName: string, known: Map<string, KnownType>): boolean {
  const name = KERNEL_TYPEDEFS.get(typeName) ?? typeName;
  const desc = findNamed(binary, name);
  if (desc === null) return false;
  known.set(name, { desc, typeIndex: desc.root });
  return true;
}

function choicesOf(options: TextOptions, fallback: Target): Choices {
  const target =
    options.target === null
      ? fallback
      : TEXT_TARGETS.find(({ machine }) => machine === options.target);
  if (target === undefined) {
    const names = TEXT_TARGETS.map(({ machine }) => machine).join(', ');
    throw new Failure(usageMessage('target', names, options.target ?? ''));
  }
  const switches: Record<string, boolean> = {};
  const numbers: Record<string, number> = {};
  for (const each of options.defined) {
    const [name = '', value] = each.split('=');
    if (value !== undefined && !/^\d+$/.test(value)) {
      throw new Failure(usageMessage('define', each));
    }
    switches[name] = true;
    if (value !== undefined) numbers[name] = Number(value);
  }
  for (const name of options.undefined) switches[name] = false;
  const sizes = Object.fromEntries(options.sizes.map(sizeOf));
  return { target, switches, numbers, sizes };
}

function sizeOf(text: string) {
  const [, name = '', size, align] = /^(.+?)=(\d+)(?:\/(\d+))?$/.exec(text.trim()) ?? [];
  const sizeBytes = Number(size);
  const alignBytes =
    align === undefined ? Math.max(1, Math.min(8, sizeBytes & -sizeBytes)) : Number(align);
  const power = alignBytes > 0 && (alignBytes & (alignBytes - 1)) === 0;
  if (size === undefined || !power) {
    throw new Failure(usageMessage('size', text));
  }
  return [name, { sizeBytes, alignBytes }] as const;
}

function howTo(question: OpenQuestion): string {
  return question.kind === 'size'
    ? `\`${question.member}\` is ${question.typeName}: give --size '${question.typeName}=BYTES', or a binary that has it as --types FILE.`
    : `\`${question.member}\` asks for ${question.text}: give --define '${question.text}=NUMBER'.`;
}

import { openMessage } from './messages';
import type { Message } from '../base/messages';
import * as Comlink from 'comlink';
import { initSync, unpackInParts } from '../../../wasm/pkg/hitmap_types.js';
import { assert, assertNever } from '../base/assert';
import { fail, ok, type Result } from '../base/result';
import type { IndexStage, NamedProfile, StructIndex } from '../facts/generated';
import { attempt, refused, type SessionError } from './attempt';
import { blobSource, whyUnreadable } from './blobSource';
import { isBundle, readBundle } from './bundle/bundle';
import { contentOfFile, decided, type FileContent, type Undecided } from './content';
import { memoryFileSource, type FileSource } from './fileSource';
import type { HandedFile } from './handedFile';
import type { LaterModule, OpenedFile, WorkerApi } from './protocol';
import { inPieces, type InPieces } from './rowPieces';
import { servedSource, servedStream } from './servedFiles';
import { openSession, type ByteRange, type Half, type Session } from './session';
import { openReports, type Reports } from './reports';
import { MAX_TEXT_BYTES, openTexts, type Texts } from './texts';

/** What is asked for at once; a browser gives what it has, which is less as a rule. */
const PIECE_BYTES = 2 << 20;

/**
 * The stage `dwarf` of half of a file, read as a stream: while one piece is indexed the browser reads the
 * next, and one buffer serves for all of them. Pieces that are read one by one stay in memory until they
 * are collected, which for a kernel is a hundred megabytes. Null where the file cannot be divided.
 */
async function indexHalf(
  session: Session,
  file: HandedFile,
  half: Half,
  onProgress: (done: number, total: number) => void,
): Promise<Result<StructIndex | null, SessionError>> {
  const range = session.beginHalf(half);
  if (!range.ok) return range;
  if (range.value === null) return ok(null);
  const fed = await feed(session, file, range.value, onProgress);
  return fed.ok ? session.endHalf() : fed;
}

/** The stage `summaries`, for which half of a file is read again in the same way. */
async function summariesOf(
  session: Session,
  file: HandedFile,
  onProgress: (done: number, total: number) => void,
): Promise<Result<StructIndex, SessionError>> {
  const range = session.rewindHalf();
  if (!range.ok) return range;
  const fed = range.value && (await feed(session, file, range.value, onProgress));
  return fed?.ok === false ? fed : session.index('summaries');
}

/** Hands a session the bytes of a file that it asks for. */
async function feed(
  session: Session,
  file: HandedFile,
  { offset, length }: ByteRange,
  onProgress: (done: number, total: number) => void,
): Promise<Result<null, SessionError>> {
  let done = 0;
  try {
    for await (const piece of await rangeOf(file, offset, length)) {
      const fed = session.feed(piece);
      if (!fed.ok) return fed;
      done += piece.byteLength;
      onProgress(done, length);
    }
  } catch (error) {
    return refused(
      file instanceof File || !(error instanceof Error)
        ? whyUnreadable(error)
        : openMessage('unreadable', error.message),
    );
  }
  return ok(null);
}

/** Its bytes from `offset` on, in order; each piece is valid until the next is asked for. */
async function rangeOf(
  file: HandedFile,
  offset: number,
  length: number,
): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>> {
  if (file instanceof File) {
    const part = file.slice(offset, offset + length);
    return piecesOf(part.stream(), part);
  }
  if ('bytes' in file) return [file.bytes.subarray(offset, offset + length)];
  return piecesOf(await servedStream(file, offset, length));
}

/**
 * What is read as a stream just now. Else nobody holds it but the promise of its next piece, which nobody holds: Chromium
 * collects all of them in the middle of a read, in one of six openings of a kernel, and the wait has no end.
 */
const inReading = new Set<object>();

/** The bytes in order. Each piece is valid until the next is asked for. `part` is what is read. */
async function* piecesOf(
  stream: ReadableStream<Uint8Array>,
  part: Blob | null = null,
): AsyncGenerator<Uint8Array> {
  const held = { stream, part };
  inReading.add(held);
  try {
    yield* piecesIn(stream);
  } finally {
    inReading.delete(held);
  }
}

async function* piecesIn(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = byobReader(stream);
  if (reader === null) {
    for (const rest = stream.getReader(); ;) {
      const { value } = await rest.read();
      if (value === undefined) return;
      yield value;
    }
  }
  for (let buffer = new ArrayBuffer(PIECE_BYTES); ;) {
    const { value, done } = await reader.read(new Uint8Array(buffer));
    if (done || value === undefined) return;
    yield value;
    buffer = value.buffer;
  }
}

/** A reader that fills a buffer it is given; null where the browser has none for files. */
function byobReader(stream: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return stream.getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}

/**
 * Rows of a report that go to the page. The longest one that was posted anywhere has a few thousand; the command line
 * reads all of any.
 */
const MOST_ROWS = 30_000;

/** Progress goes to the page at most so often, in ms, and not before: each message is a repaint. */
const PROGRESS_MS = 60;

let wasm: WebAssembly.Module | null = null;
/** Modules that come with the first question that needs them. */
const later: Partial<Record<LaterModule, WebAssembly.Module>> = {};
let session: Session | null = null;
let reports: Reports | null = null;
let texts: Texts | null = null;
/** The file that is open, and who hears how far its reading is. */
let file: { readonly file: HandedFile; readonly report: Report } | null = null;
/** What it is, as far as that is known. */
let content: FileContent | Undecided | null = null;
/** The opened file where it is a profile, and who hears how far its reading is. */
let profile: { readonly source: FileSource; readonly onProgress: OnRead } | null = null;
/** Rows of that profile that are yet to be handed over. */
let waiting: InPieces['pieces'] = [];

type Report = (what: string, done: number, total: number) => void;
type OnRead = (done: number, total: number) => void;

const api: WorkerApi = {
  warm(module) {
    wasm = module;
    initSync({ module });
  },
  canRead(probe) {
    try {
      return blobSource(probe).readAt(0, 1).length === 1;
    } catch {
      return false;
    }
  },
  open(opened, onProgress, isTrusted) {
    assert(wasm, 'a file before the module');
    if (opened.size === 0) {
      return fail(openMessage('empty'));
    }
    let last = performance.now();
    const report: Report = (what, done, total) => {
      const now = performance.now();
      if (now - last < PROGRESS_MS) return;
      last = now;
      // The page's answer is not awaited: the running call cannot wait.
      onProgress({ what, done, total });
    };
    file = { file: opened, report };
    const module = wasm;
    const source = { ...sourceOf(opened), isTrusted };
    const found = attempt(() => contentOfFile(module, source, intoBlob));
    if (!found.ok) return unopened(found.error);
    content = found.value;
    return content.kind === 'undecided' ? ok({ kind: 'undecided' }) : openContent(content);
  },
  openUndecided() {
    const undecided = content;
    assert(undecided && reports, 'a text before its module');
    const reader = reports;
    const found = attempt(() => decided(undecided, () => reader));
    return found.ok ? openContent(found.value) : fail(found.error.message);
  },
  warmLater(name, module) {
    later[name] = module;
  },
  warmReports(module) {
    reports = openReports(module);
  },
  warmTexts(module) {
    texts = openTexts(module);
  },
  askText(query) {
    assert(texts, 'a text before its module');
    switch (query.kind) {
      case 'header':
        return answer(texts.readHeader(query.text));
      case 'pahole':
        return answer(texts.readPahole(query.text));
      case 'posted':
        return answer(texts.readPosted(query.text));
      case 'scalars':
        return answer(texts.readScalars(query.target));
      default:
        return assertNever(query);
    }
  },
  profiles() {
    assert(reports, 'a report before its module');
    const read = profilesOf(reports);
    if (!read.ok) return read;
    const { profiles, pieces } = inPieces(read.value);
    waiting = pieces;
    return ok({ profiles, pieces: pieces.length });
  },
  rows: (piece) => waiting[piece] ?? [],
  give: (companion, given) => answer(current().give(companion, sourceOf(given))),
  giveCode(companion, given) {
    current().giveCode(companion, sourceOf(given));
    return ok(null);
  },
  facts: () => current().facts,
  async index(stage) {
    if (stage !== 'summaries' || file === null) return answer(current().index(stage));
    const { file: input, report } = file;
    const onProgress = (done: number, total: number) => report(STAGES.summaries, done, total);
    return answer(await summariesOf(current(), input, onProgress));
  },
  async indexHalf(half) {
    assert(file, 'half of a file before the file');
    const { file: input, report } = file;
    return answer(
      await indexHalf(current(), input, half, (done, total) => report(STAGES.dwarf, done, total)),
    );
  },
  ask: (query) => answer(current().ask(query)),
};

function openContent({ kind, source }: FileContent): Result<OpenedFile<StructIndex>, Message> {
  assert(wasm && file, 'a file before the module');
  const { report } = file;
  switch (kind) {
    case 'profile':
      profile = { source, onProgress: (done, total) => report('samples', done, total) };
      return ok({ kind: 'profile' });
    case 'mail':
    case 'text': {
      if (source.size > MAX_TEXT_BYTES) {
        return fail(openMessage('large-text'));
      }
      const bytes = attempt(() => source.readAt(0, source.size));
      if (!bytes.ok) return fail(bytes.error.message);
      if (kind === 'mail') profile = { source, onProgress: () => undefined };
      // A mail's report is read again from the source.
      return kind === 'mail'
        ? ok({ kind, bytes: bytes.value })
        : Comlink.transfer(ok({ kind, bytes: bytes.value }), [bytes.value.buffer]);
    }
    case 'archive': {
      const start = attempt(() => source.readAt(0, Math.min(source.size, START_BYTES)));
      if (!start.ok) return fail(start.error.message);
      // Of an archive of source code, which may be larger than memory, only its place is handed over.
      if (!isBundle(start.value)) return ok({ kind: 'tree', archive: unpackedBlob });
      const archive = attempt(() => source.readAt(0, source.size));
      if (!archive.ok) return fail(archive.error.message);
      const bundle = readBundle(archive.value);
      if (!bundle.ok) return fail(bundle.error);
      // Its parts are views of the archive, which is handed over as it is.
      const { buffer } = archive.value;
      return Comlink.transfer(ok({ kind: 'bundle', bundle: bundle.value }), [buffer]);
    }
    case 'types': {
      const started = openSession(
        wasm,
        source,
        (stage, done, total) => report(STAGES[stage], done, total),
        { code: () => laterModule('code'), names: () => laterModule('names') },
      );
      if (!started.ok) return unopened(started.error);
      session = started.value;
      const { facts } = session;
      const index = facts.kind === 'btf' && !facts.needs ? session.index('btf') : ok(null);
      return index.ok
        ? ok({ kind: 'types', facts, index: index.value })
        : fail(index.error.message);
    }
    default:
      return assertNever(kind);
  }
}

/** An archive of `hitmap-capture.sh` has its manifest first. */
const START_BYTES = 1 << 20;
/** What a compressed archive holds, which the browser may keep on disk; null for one that is not compressed. */
let unpackedBlob: Blob | null = null;

function intoBlob(packed: FileSource): FileSource {
  const parts: Blob[] = [];
  let done = 0;
  const read = (offset: number, length: number) => {
    file?.report('unpacking', (done = Math.max(done, offset + length)), packed.size);
    return packed.readAt(offset, length);
  };
  try {
    unpackInParts(packed.size, read, (part) => parts.push(new Blob([part as BlobPart])));
  } catch (error) {
    // What was cut still holds the files before the cut.
    if (parts.length === 0 || error instanceof WebAssembly.RuntimeError) throw error;
  }
  unpackedBlob = new Blob(parts);
  return blobSource(new File([unpackedBlob], packed.name));
}

function laterModule(name: LaterModule): WebAssembly.Module {
  const module = later[name];
  assert(module, 'a question before its module');
  return module;
}

const STAGES: Readonly<Record<IndexStage, string>> = {
  btf: 'BTF types',
  dwarf: 'DWARF types',
  summaries: 'holes and padding',
  text: 'text',
};

function profilesOf(reader: Reports): Result<readonly NamedProfile[], Message> {
  assert(profile, 'a profile before its file');
  return answer(reader.readProfiles(profile.source, profile.onProgress, MOST_ROWS));
}

function sourceOf(input: HandedFile): FileSource {
  if (input instanceof File) return blobSource(input);
  return 'bytes' in input ? memoryFileSource(input.name, input.bytes) : servedSource(input);
}

function current(): Session {
  assert(session, 'a question before a file');
  return session;
}

function answer<T>(result: Result<T, SessionError>): Result<T, Message> {
  return result.ok ? result : fail(result.error.message);
}

/** What cannot be opened, unless somebody trusts it. */
function unopened(error: SessionError): Result<OpenedFile<StructIndex>, Message> {
  const { kind, message } = error;
  return kind === 'tooMuch' ? ok({ kind, message }) : fail(message);
}

Comlink.expose(api);

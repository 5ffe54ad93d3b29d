import { patchMessage } from './messages';
import { sentence } from '../base/messages';
import { formatReason, formatSentence } from '../figures/wireFormat';
import { assert } from '../base/assert';
import { itemAt } from '../base/itemAt';
import { fail, ok, type Result } from '../base/result';
import { formatEdit } from '../edit/words';
import type { CSource } from '../facts/csource';
import type {
  DirectiveText,
  HeaderDoc,
  LineRange,
  RecordText,
  ScalarFact,
  StructDesc,
} from '../facts/generated';
import { computeLayout } from '../layout/compute';
import type { MemberPath } from '../layout/ids';
import type { Layout } from '../layout/layout';
import type { OrderedAggregate } from '../layout/order';
import { orderedFrom } from '../layout/original';
import { includedBytes, type SourceText } from '../layout/text/sourceText';
import { includesIn, recordAt } from '../layout/text/textMembers';
import { leavesOf, membersOf } from '../layout/walk';
import type { Anchors } from './arrange';
import {
  arrangeBody,
  lineOf,
  signature,
  wallLines,
  type ArrangedBody,
  type BodySource,
} from './body';
import {
  boundaryChange,
  namesInOrder,
  sameButForBoundaries,
  withDocInOrder,
  withPaddingDescribed,
  withReasons,
} from './comments';
import { findRecord, notDeclared } from './findRecord';
import { isCplusplusFile } from './hazards/search';
import { elementsOf, linesOfNode } from './level';
import {
  crossedWall,
  memberOrderWarnings,
  orderCommentWarnings,
  usedBeforeDefined,
} from './orderRules';
import { refusal, type Fit, type Patch, type PatchRefusal, type TieVerdict } from './outcome';
import { alignments, inPlaceEdits, splitEdits, withRoom } from './ownLines';
import { sourceOf, type PatchRequest, type SpelledRequest } from './request';
import {
  bytesOfText,
  lineEndOf,
  lineEndsIn,
  linesOf,
  nextLine,
  readable,
  replaceAll,
  textOfFile,
  type Replacement,
} from './text';
import { isSameText, pathsByPiece, sameNames, tie, type Tie } from './tie';
import { fileDiff } from './unified';
import { differsByPunctuation, readAgain, verify, type ReadText, type Verified } from './verify';
import { statedWarnings } from './statedPlaces';
import { warningsOf, wordWarnings } from './warnings';
import { withInclude, SPELLED_WORDS, spellingOf } from './words/spelling';
import type { Applied } from '../edit/applied';
import { applyEdits } from '../edit/apply';
import type { LayoutDocument } from '../edit/document';
import { whyUnknown, type OpenAttribute } from '../layout/text/attributes';
import { followSource, type Assumed } from './words/followSource';

/** The verdict on a header before any edit: where it declares the struct, and how well that fits. */
export function fitOf(
  request: Pick<PatchRequest, 'header' | 'document' | 'csource'>,
): Result<Fit, PatchRefusal> {
  const tied = tieHeader(request);
  if (!tied.ok) return tied;
  const { verdict, changedTypes, renamed, record } = tied.value;
  const { line } = recordAt(request.header.doc, record).nameAt;
  return ok({ verdict, line, changedTypes, renamed });
}

function tieHeader(
  request: Pick<PatchRequest, 'header' | 'document' | 'csource'>,
): Result<Tie & { readonly record: number }, PatchRefusal> {
  const { header, document, csource } = request;
  const desc = document.struct;
  const record = findRecord(header.doc, desc);
  if (record === null) return fail(notDeclared(header, desc));
  const { unsupported, lines, template } = recordAt(header.doc, record);
  if (template) {
    return fail(
      refusal('template', patchMessage('template', desc.name, lines.first, header.path), {
        line: lines.first,
      }),
    );
  }
  if (unsupported !== null)
    return fail(
      refusal('notUnderstood', patchMessage('not-understood', unsupported), { line: lines.first }),
    );
  const isBuiltText = () => isSameText(csource, header.bytes, desc);
  const tied = tie({ doc: header.doc, isBuiltText }, record, desc, orderedFrom(desc).root);
  return ok({ ...tied, record });
}

/**
 * The edits of a document as a patch of the header that declares its struct, read again and compared
 * with what was meant before it is handed out; or why there is none, and the way out.
 */
export function planPatch(given: PatchRequest): Result<Patch, PatchRefusal> {
  const followed = followedRequest(asCompiled(given));
  if (!followed.ok) return followed;
  const { request: whole, unknown } = followed.value;
  const { document, applied } = whole;
  const original = orderedFrom(document.struct);
  if (original.root.readOnly !== null) {
    return fail(refusal('readOnly', patchMessage('read-only', original.root.readOnly)));
  }
  const foreign = document.edits.find(({ kind }) => kind === 'add' || kind === 'remove');
  if (foreign !== undefined)
    return fail(refusal('notUnderstood', patchMessage('members-stay', formatEdit(foreign))));
  const tiedWhole = tieHeader(whole);
  if (!tiedWhole.ok) return tiedWhole;
  const { verdict, record: wholeRecord } = tiedWhole.value;
  if (verdict.kind === 'mismatch') return fail(mismatch(whole, wholeRecord, verdict));
  const { request, wholeOf } = narrowed(whole, wholeRecord);
  const tied = request === whole ? tiedWhole : tieHeader(request);
  if (!tied.ok) return tied;
  const { header, text } = request;
  const { record } = tied.value;
  const prepared = prepare(request, text, tied.value, original.root);
  if (!prepared.ok) return prepared;
  const { read, texts, bodies } = prepared.value;
  const forced = alignments(applied.struct.root);
  const source: BodySource = {
    doc: read.doc,
    lines: linesOf(read.text),
    pathsOf: pathsByPiece(texts),
    bodies,
    original: original.root,
    anchors: anchorsOf(request),
    byte: request.spelling.byte,
    inTabs: request.dialect === 'kernel',
    attributeOf: (path) => {
      const bytes = forced.get(path) ?? null;
      return bytes === null ? '' : ` ${request.spelling.align(bytes)}`;
    },
  };
  const same = signature(applied.struct.root) === signature(original.root);
  const arranged = same ? null : arrangeBody(source, applied.struct.root);
  if (arranged !== null && !arranged.ok) return arranged;
  const limit = recordAt(whole.header.doc, wholeRecord).pack;
  const format =
    formatReason(document.struct, header.path) ?? packedByPragma(document.struct.name, limit);
  if (format !== null && !request.mayChangeFormat && changesLayout(request)) {
    return fail(changesFormat(format));
  }
  const body = arranged?.value ?? null;
  const arrangedText = body === null ? read.text : written(request, source, record, body);
  const ordered = verify(request, read, arrangedText, texts);
  if (!ordered.ok) return fail(notMeant(ordered.error));
  const verified = withReasons(request, ordered.value);
  if (!verified.ok) return fail(notMeant(verified.error));
  const { text: edited } = verified.value.read;
  if (edited === text) {
    return fail(refusal('nothingToDo', patchMessage('nothing-to-do')));
  }
  const untouched = { read: { text, doc: header.doc, record }, texts: tied.value.members };
  const tooEarly = usedBeforeDefined(untouched, verified.value);
  if (tooEarly !== null) return fail(tooEarly);
  const crossed = crossedWall(untouched, verified.value);
  if (crossed !== null) return fail(crossed);
  const boundaries = boundaryChange(request, untouched, verified.value);
  const bounded =
    request.boundaries && boundaries.corrected !== edited
      ? readAgain(request.csource, verified.value, boundaries.corrected)
      : verified.value;
  if (!sameButForBoundaries(verified.value.read, bounded.read)) {
    return fail(notMeant('a line was lost'));
  }
  const roomy = request.dialect === 'kernel' ? withRoom(untouched, bounded) : bounded.read.text;
  const included = includedWords(request, original.root);
  const documented = wholeOf(withPaddingInDoc(request, roomy, record));
  const after =
    included === null
      ? documented
      : withInclude(documented, request.csource.directives(bytesOfText(documented)), included);
  const afterBytes = bytesOfText(after);
  const diff = fileDiff(header.path, whole.text, after, {
    dragged: draggedLines(read, source.lines, body),
    bytes: [whole.header.bytes, afterBytes],
    ...(request.sha1 === undefined ? {} : { digest: request.sha1 }),
  });
  const before = elementsOf(recordAt(read.doc, record).body, {
    lines: source.lines,
    membersOf: (piece) => source.pathsOf.get(piece) ?? [],
    walls: wallLines(recordAt(read.doc, record).walls),
  });
  return ok({
    diff: bytesOfText(diff.text),
    path: header.path,
    dialect: request.dialect,
    added: diff.added,
    removed: diff.removed,
    after: afterBytes,
    verdict,
    warnings: [
      ...warningsOf({
        header: { path: header.path, ...read },
        desc: document.struct,
        versions: request.versions,
        tie: tied.value,
        before,
        after: body?.elements ?? before,
        moved: body?.moved ?? [],
        format,
      }),
      ...statedWarnings(before, body?.elements ?? before, document.struct, request.applied),
      ...memberOrderWarnings(untouched, verified.value, document.struct),
      ...orderCommentWarnings(untouched, verified.value),
      ...(request.boundaries ? [] : boundaries.warnings),
      ...wordWarnings(request, unknown, included),
    ],
    unchecked: 'Not yet checked against a rebuilt object.',
  });
}

/** A struct without padding by a `#pragma` is as much a format as one by an attribute. */
function packedByPragma(name: string, limit: RecordText['pack']): string | null {
  if (limit?.bytes !== 1) return null;
  return `\`${name}\` is packed by the \`#pragma pack\` at source line ${limit.line}`;
}

/** The request with the struct alone where its file is large, and how the file comes out of that again. */
function narrowed(
  request: SpelledRequest,
  record: number,
): { readonly request: SpelledRequest; readonly wholeOf: (after: string) => string } {
  const { header, text, csource } = request;
  const found = narrow({ text, doc: header.doc, record }, header.bytes, csource);
  if (found === null) return { request, wholeOf: (after) => after };
  const { text: alone, doc, whole: wholeOf } = found;
  return {
    request: { ...request, header: { ...header, bytes: bytesOfText(alone), doc }, text: alone },
    wholeOf,
  };
}

function mismatch(
  { header, document }: PatchRequest,
  record: number,
  { reason, line, sameText }: Extract<TieVerdict, { kind: 'mismatch' }>,
): PatchRefusal {
  const { struct } = document;
  if (recordAt(header.doc, record).randomized && sameNames(header.doc, record, struct)) {
    return refusal('randomized', patchMessage('randomized-build', struct.name, line), { line });
  }
  const [included] = includesIn(header.doc, record);
  if (included !== undefined) {
    return refusal('notUnderstood', patchMessage('includes-members', included.line, struct.name), {
      line: included.line,
    });
  }
  if (sameText) {
    const written = readable(linesOf(textOfFile(header.bytes))[line - 1]?.trim() ?? '');
    return refusal(
      'notUnderstood',
      patchMessage('one-line-not-understood', line, header.path, written),
      { line },
    );
  }
  return refusal('mismatch', patchMessage('other-version', reason), {
    line,
  });
}

function changesLayout({ document, applied }: PatchRequest): boolean {
  const places = (layout: Layout) =>
    [
      layout.sizeBits,
      ...Array.from(leavesOf(layout), ({ path, offsetBits }) => `${path} ${offsetBits}`),
    ].join();
  return (
    places(computeLayout(applied.struct)) !== places(computeLayout(orderedFrom(document.struct)))
  );
}

function changesFormat(reason: string): PatchRefusal {
  const action = { kind: 'changeFormat', label: 'Change this format' } as const;
  return refusal('format', patchMessage('changes-format', formatSentence(reason)), { action });
}

function notMeant(wrong: string): PatchRefusal {
  return refusal('selfCheck', patchMessage('self-check', wrong));
}

interface Prepared extends Verified {
  readonly bodies: Tie['bodies'];
}

/** The header with declarations split and members' own lines edited, read again: only the order is left to do. */
function prepare(
  request: SpelledRequest,
  text: string,
  tied: Tie & { readonly record: number },
  original: OrderedAggregate,
): Result<Prepared, PatchRefusal> {
  let now: Prepared = {
    read: { text, doc: request.header.doc, record: tied.record },
    texts: tied.members,
    bodies: tied.bodies,
  };
  const untouched = now.read;
  const splits = splitEdits(text, now.read.doc, now.texts, request.split);
  if (!splits.ok) return splits;
  now = changed(request, now, splits.value);
  const described = recordAt(now.read.doc, now.read.record).doc !== null;
  const edits = inPlaceEdits(request, now.read.text, now.texts, original, described);
  if (!edits.ok) return edits;
  now = changed(request, now, edits.value);
  const wrong =
    now.read === untouched ? null : differsByPunctuation(request.csource, untouched, now.read);
  return wrong === null ? ok(now) : fail(notMeant(wrong));
}

function changed(
  { csource }: SpelledRequest,
  from: Prepared,
  edits: readonly Replacement[],
): Prepared {
  if (edits.length === 0) return from;
  return { ...from, ...readAgain(csource, from, replaceAll(from.read.text, edits)) };
}

/** What the user dragged last, and to which side of what. */
function anchorsOf(request: PatchRequest): Anchors {
  const anchors = new Map<MemberPath, 'before' | 'after'>();
  for (const edit of request.document.edits) {
    if (edit.kind !== 'move' && edit.kind !== 'order') continue;
    const side = edit.kind === 'move' && edit.to.at === 'before' ? 'before' : 'after';
    for (const member of edit.members) anchors.set(member, side);
  }
  return anchors;
}

/** The file with the body in its new order, and the kernel-doc above it. */
function written(
  request: SpelledRequest,
  source: BodySource,
  record: number,
  body: ArrangedBody,
): string {
  const { doc, lines } = source;
  const { body: nodes, close } = recordAt(doc, record);
  const first = nodes[0] === undefined ? 0 : linesOfNode(nodes[0]).first;
  const end = lineOf(lines, close);
  const last = nodes.at(-1);
  // A member in the line of the closing brace is in the body's lines already.
  const rest = last !== undefined && linesOfNode(last).last >= end ? end + 1 : end;
  const result = [...lines.slice(0, first - 1), ...body.lines, ...lines.slice(rest - 1)];
  // Without descriptions there is nothing to put in order, and a large file is read no further time.
  if ((recordAt(doc, record).doc?.members.length ?? 0) < 2) return result.join('');
  const ordered = request.csource.header(bytesOfText(result.join('')));
  const names = namesInOrder({ text: '', doc: ordered, record });
  const documented = withDocInOrder(
    result,
    recordAt(doc, record),
    namesInOrder({ text: '', doc, record }),
    names,
  );
  return documented.join('');
}

/** The kernel-doc above the struct with a line for each padding that came, last of all. */
function withPaddingInDoc(request: SpelledRequest, text: string, record: number): string {
  const padding = [...membersOf(request.applied.struct.root)].flatMap(({ role, name }) =>
    role === 'padding' && name !== null ? [name] : [],
  );
  if (padding.length === 0) return text;
  const doc = request.csource.header(bytesOfText(text));
  // Outside the kernel a `/**` that describes no member yet is of another tool (Doxygen).
  const isOther = request.dialect === 'c' && recordAt(doc, record).doc?.members.length === 0;
  if (isOther) return text;
  const names = namesInOrder({ text: '', doc, record });
  return withPaddingDescribed(linesOf(text), recordAt(doc, record), names, padding).join('');
}

/** The lines of what moved, and of its descriptions above the struct; common ones (`*\/`) left out. */
function draggedLines(
  read: ReadText,
  lines: readonly string[],
  body: ArrangedBody | null,
): ReadonlySet<string> {
  const moved = body?.moved ?? [];
  const names = new Set<string>(moved.flatMap((unit) => unit.members));
  const described = (recordAt(read.doc, read.record).doc?.members ?? [])
    .filter((each) => names.has(each.name))
    .flatMap((each) => lines.slice(each.lines.first - 1, each.lines.last));
  const counts = new Map<string, number>();
  for (const line of [...moved.flatMap((unit) => unit.lines), ...described]) counts.set(line, 0);
  for (const line of lines) {
    const count = counts.get(line);
    if (count !== undefined) counts.set(line, count + 1);
  }
  return new Set([...counts].filter(([, count]) => count < 2).map(([line]) => line));
}

/**
 * The request with its header read as it is compiled: with what its tree defines, and as C++ where the debug information
 * of the struct or the file's name says so. A plain `.h` without a word of C++ alone looks like C.
 */
function asCompiled(request: PatchRequest): PatchRequest {
  const { header, document, csource, defined } = request;
  const cplusplus = document.struct.cplusplus === true || isCplusplusFile(header.path);
  const inLanguage = (doc: HeaderDoc): HeaderDoc => (cplusplus ? { ...doc, cplusplus } : doc);
  const included = includedBytes(defined ?? undefined);
  return {
    ...request,
    header: { ...header, doc: inLanguage(header.doc) },
    csource: { ...csource, header: (bytes) => inLanguage(csource.header(bytes, included)) },
  };
}

/** A shorter file is read again as a whole: that takes less than it saves. */
const LARGE_BYTES = 1 << 20;

/** A large file with all emptied that a patch of one struct does not touch; its own lines keep their numbers. */
export interface Narrow extends ReadText {
  /** The whole file with what became of this one. */
  readonly whole: (after: string) => string;
}

/**
 * What a patch of a struct is planned on, so that a large file (SQLite's 9 MB) is read once: the struct with what
 * describes it, the conditions around it, and empty lines. Null for a file that is not large, and where the struct
 * says something else without the rest of the file (a constant, a namespace).
 */
function narrow(
  { text, doc, record }: ReadText,
  bytes: Uint8Array,
  csource: CSource,
): Narrow | null {
  if (text.length < LARGE_BYTES) return null;
  const outermost = outermostOf(doc, record);
  const count = recordsIn(doc, outermost);
  const { start, end } = offsetsOf(text, linesOfRecord(doc, outermost));
  const directives = csource.directives(bytes).filter(({ kind }) => KEPT.has(kind));
  const head = emptied(text, directives, start);
  const tail = directivesAlone(text, directives, end);
  const narrowed = head + text.slice(start, end) + tail;
  const read = csource.header(bytesOfText(narrowed));
  const shift = { bytes: start - head.length, records: outermost };
  const isSame =
    read.cplusplus === doc.cplusplus &&
    read.records.length === count &&
    read.records.every((each, at) => same(itemAt(doc.records, outermost + at), each, shift));
  if (!isSame) return null;
  return {
    text: narrowed,
    doc: read,
    record: record - outermost,
    whole: (after) => {
      const isInside = after.startsWith(head) && after.endsWith(tail);
      assert(isInside, 'a patch changes lines outside of its struct');
      const inside = after.slice(head.length, after.length - tail.length);
      return text.slice(0, start) + inside + text.slice(end);
    },
  };
}

function outermostOf(doc: HeaderDoc, record: number): number {
  const { parent } = recordAt(doc, record);
  return parent === null ? record : outermostOf(doc, parent);
}

/** A record and those inside it, which follow it. */
function recordsIn(doc: HeaderDoc, outermost: number): number {
  const { close } = recordAt(doc, outermost);
  const after = doc.records.findIndex((each, at) => at > outermost && each.open > close);
  return (after < 0 ? doc.records.length : after) - outermost;
}

function linesOfRecord(doc: HeaderDoc, record: number): LineRange {
  const { lines, doc: described } = recordAt(doc, record);
  return { first: described?.lines.first ?? lines.first, last: lines.last };
}

/** Where whole lines begin and end. */
function offsetsOf(text: string, { first, last }: LineRange): { start: number; end: number } {
  let start = 0;
  for (let line = 1; line < first; line++) start = nextLine(text, start);
  let end = start;
  for (let line = first; line <= last; line++) end = nextLine(text, end);
  return { start, end };
}

/** What may hold for lines after it. A `#define` without a value may be an include guard's. */
const KEPT: ReadonlySet<DirectiveText['kind']> = new Set([
  'open',
  'branch',
  'close',
  'pragma',
  'once',
  'switch',
]);

/** The lines before a struct with nothing left of them but such directives: those after them keep their numbers. */
function emptied(text: string, directives: readonly DirectiveText[], to: number): string {
  const lineEnd = lineEndOf(text);
  const parts: string[] = [];
  let from = 0;
  for (const { span } of directives.filter(({ span: { end } }) => end <= to)) {
    parts.push(
      lineEnd.repeat(lineEndsIn(text, from, span.start)),
      text.slice(span.start, span.end),
    );
    from = span.end;
  }
  return parts.join('') + lineEnd.repeat(lineEndsIn(text, from, to));
}

/** Of the lines after a struct, of which nothing is said by its number, such directives alone. */
function directivesAlone(text: string, directives: readonly DirectiveText[], from: number): string {
  return directives
    .filter(({ span }) => span.start >= from)
    .map(({ span }) => `${text.slice(span.start, span.end)}\n`)
    .join('');
}

interface Shift {
  readonly bytes: number;
  readonly records: number;
}

/** Whether facts are the same but for where in the file and in the list of records they stand. */
function same(full: unknown, narrowed: unknown, shift: Shift): boolean {
  if (full === narrowed) return true;
  if (typeof full === 'number' && typeof narrowed === 'number') {
    return [shift.bytes, shift.records].includes(full - narrowed);
  }
  if (typeof full !== 'object' || typeof narrowed !== 'object') return false;
  if (full === null || narrowed === null) return false;
  const [ours, theirs] = [Object.entries(full), Object.entries(narrowed)];
  return (
    ours.length === theirs.length &&
    ours.every(([key, value], at) => theirs[at]?.[0] === key && same(value, theirs[at]?.[1], shift))
  );
}

/**
 * Why edits cannot be made into a patch while nobody knows what a word of the struct's declaration does: it may pack or
 * align, the file's layout is the same either way, and the one after the edits is not. Null where all that it may do
 * comes to the same. DWARF states alignments, so that there only packing is open; BTF states neither.
 *
 * @param applied the edits on the struct as it is without what the words may do
 */
function undecidedWord(
  source: SourceText,
  document: LayoutDocument,
  applied: Applied,
  unknown: readonly OpenAttribute[],
  scalars: readonly ScalarFact[],
): PatchRefusal | null {
  const { struct } = document;
  const meanings = struct.source === 'btf' ? (['pack', 'align'] as const) : (['pack'] as const);
  for (const each of unknown) {
    const { name: word, line } = each;
    for (const does of meanings) {
      const reading = readingOf(source, document, { word, does }, scalars);
      const difference = reading === null ? null : differs(applied, reading);
      if (difference === null) continue;
      return refusal(
        'unknownWord',
        patchMessage(
          each.packsPointer || each.elsewhere !== undefined ? 'unknown-word' : 'undefined-word',
          word,
          line,
          whyUnknown(each, `that ${source.path} includes here`),
          `${does}s`,
          difference,
        ),
        { line },
      );
    }
  }
  return null;
}

/** The edits on the struct as it is if the word does so; null where the file's own layout shows that it does not. */
function readingOf(
  source: SourceText,
  document: LayoutDocument,
  assumed: Assumed,
  scalars: readonly ScalarFact[],
): Applied | null {
  const followed = followSource(source, document.struct, scalars, assumed);
  if (followed.kind === 'disagrees') return null;
  const { desc } = followed;
  if (orderedFrom(desc).verdict.kind === 'readOnly') return null;
  return applyEdits({ ...document, struct: desc });
}

/** The first member, or the size, that two layouts have elsewhere; null for none. */
function differs(one: Applied, other: Applied): string | null {
  const [shown, would] = [computeLayout(one.struct), computeLayout(other.struct)];
  const offsets = new Map([...leavesOf(would)].map(({ path, offsetBits }) => [path, offsetBits]));
  for (const { path, offsetBits } of leavesOf(shown)) {
    const now = offsets.get(path);
    if (now === undefined || now === offsetBits) continue;
    return `\`${path}\` is at ${place(now)} after this change, not at ${place(offsetBits)}`;
  }
  if (shown.sizeBits === would.sizeBits) return null;
  return `the struct has ${would.sizeBits / 8} bytes after this change, not ${shown.sizeBits / 8}`;
}

function place(bits: number): string {
  return bits % 8 === 0 ? `byte ${bits / 8}` : `byte ${Math.floor(bits / 8)}, bit ${bits % 8}`;
}

/**
 * The request with what its header says of packing and alignments, and with the edits carried out on that. The document
 * may have been made before the header was read.
 */
function followedRequest(
  given: PatchRequest,
): Result<
  { readonly request: SpelledRequest; readonly unknown: readonly OpenAttribute[] },
  PatchRefusal
> {
  const { header, document, dialect, defined, scalars } = given;
  const source = sourceOf(given);
  const lineBytes = document.struct.target.lineBytes;
  const names = given.csource.names(header.bytes, SPELLED_WORDS, false);
  const spelling = spellingOf(dialect, { ...header, names }, defined, lineBytes);
  const followed = followSource(source, document.struct, scalars);
  if (followed.kind === 'disagrees') {
    const { reason, line } = followed;
    return fail(refusal('words', patchMessage('words-not-understood', reason), { line }));
  }
  const { desc, unknown } = followed;
  const request = { ...given, spelling, text: source.text };
  if (desc === document.struct && unknown.length === 0) return ok({ request, unknown });
  const struct = { ...document, struct: desc };
  const applied = applyEdits(struct);
  const lost =
    lostEdit(given, applied, desc) ?? undecidedWord(source, document, applied, unknown, scalars);
  if (lost !== null) return fail(lost);
  return ok({ request: { ...request, document: struct, applied }, unknown });
}

/** An edit that the struct as its source declares it does not take: a `#pragma pack` around it caps what it aligns. */
function lostEdit(
  { applied: shown, header }: PatchRequest,
  { skipped }: Applied,
  desc: StructDesc,
): PatchRefusal | null {
  const known = new Set(shown.skipped.map(({ index }) => index));
  const lost = skipped.find(({ index }) => !known.has(index));
  if (lost === undefined) return null;
  const { edit, reason } = lost;
  const record = findRecord(header.doc, desc);
  const line = record === null ? undefined : recordAt(header.doc, record).pack?.line;
  const member = 'member' in edit && edit.member !== undefined ? { member: edit.member } : {};
  return refusal('words', patchMessage('edit-refused', sentence(reason)), { ...member, line });
}

/** What a word of the kernel needs to be included that the header lacks; null for nothing. */
function includedWords(
  { spelling, applied }: SpelledRequest,
  original: OrderedAggregate,
): string | null {
  const before = alignments(original);
  for (const [path, bytes] of alignments(applied.struct.root)) {
    const needed = bytes === null || before.get(path) === bytes ? null : spelling.includeFor(bytes);
    if (needed !== null) return needed;
  }
  return null;
}

import { sentence } from '../../core/base/messages';
import { pageMessage } from '../state/messages';
import { derived, keptWith } from '../../core/base/derived';
import type { StructTable } from '../../core/facts/structTable';
import { filePairs, type FilePair, type ListedTypes } from '../../core/compare/filePairs';
import { insidePair, type InsidePair } from '../../core/compare/insidePair';
import { fail, ok, type Result } from '../../core/base/result';
import { newDocument } from '../../core/edit/document';
import { startHistory } from '../../core/edit/history';
import type { StructDesc } from '../../core/facts/generated';
import type { ReadFailure } from '../../core/ingest/client';
import type { FileId, StructId } from '../../core/layout/ids';
import type { AppQuestions } from '../state/app';
import { listedOf } from '../state/catalog';
import { viewOf, type InView } from '../state/inView';
import type { LoadedFile } from '../state/state';

/** Two loaded files that can be compared, with what they list now. */
export interface TwoFiles {
  readonly before: LoadedFile;
  readonly after: LoadedFile;
  readonly listed: { readonly before: ListedTypes; readonly after: ListedTypes };
}

/** Null where one of them is gone, or lists nothing yet. */
export function twoFilesOf(
  files: readonly LoadedFile[],
  ids: { readonly before: FileId; readonly after: FileId },
): TwoFiles | null {
  const [before, after] = [ids.before, ids.after].map((id) => files.find((file) => file.id === id));
  const [old, now] = [before && listedOf(before), after && listedOf(after)];
  if (!before || !after || !old || !now) return null;
  return { before, after, listed: { before: old, after: now } };
}

/** Every struct of the two, side by side. */
export function pairsOf({ listed: { before, after } }: TwoFiles): readonly FilePair[] {
  return pairsOfIndexes(before.index, before.lineBytes, after.index, after.lineBytes);
}

const pairsOfIndexes = derived(
  (before: StructTable, linesBefore: number, after: StructTable, linesAfter: number) =>
    filePairs({ index: before, lineBytes: linesBefore }, { index: after, lineBytes: linesAfter }),
);

/** Structs asked for at once: a few milliseconds of the page's time. */
const PART = 100;

/** What is known so far of the members of the pairs; it grows while `lookInside` runs. */
export function insidesOf(pairs: readonly FilePair[]): ReadonlyMap<FilePair, InsidePair> {
  return mutableInsides(pairs);
}

const mutableInsides = keptWith<readonly FilePair[], Map<FilePair, InsidePair>>(() => new Map());

/**
 * Looks at the members of every struct that both files have, a part at a time. `onPart` gets how many
 * are done. Ends early when `signal` says so; what was found stays, and the next call goes on from there.
 */
export async function lookInside(
  app: AppQuestions,
  two: TwoFiles,
  signal: AbortSignal,
  onPart: (done: number, total: number) => void,
): Promise<Result<null, string>> {
  const pairs = pairsOf(two);
  const found = mutableInsides(pairs);
  const both = pairs.filter(({ before, after }) => before !== null && after !== null);
  const rest = both.filter((pair) => !found.has(pair));
  for (let at = 0; at < rest.length && !signal.aborted; at += PART) {
    const part = rest.slice(at, at + PART);
    const [old, now] = await Promise.all([
      describeSide(app, two, 'before', part),
      describeSide(app, two, 'after', part),
    ]);
    if (!old.ok) return old;
    if (!now.ok) return now;
    if (signal.aborted) return ok(null);
    for (const [index, pair] of part.entries()) {
      const [before, after] = [old.value[index], now.value[index]];
      if (before && after) found.set(pair, insidePair(before, after));
    }
    onPart(both.length - rest.length + Math.min(rest.length, at + PART), both.length);
  }
  return ok(null);
}

/** A pair as two structs to look at; null on the side that has none. */
export async function describePair(
  app: AppQuestions,
  two: TwoFiles,
  pair: FilePair,
): Promise<Result<{ readonly before: InView | null; readonly after: InView | null }, string>> {
  const side = async (name: 'before' | 'after') => {
    if (pair[name] === null) return ok(null);
    const found = await describeSide(app, two, name, [pair]);
    if (!found.ok) return found;
    const [desc] = found.value;
    if (!desc) return fail(sentence(pageMessage('pair-unread', two[name].name)));
    return ok(lookAt(desc, two[name]));
  };
  const [before, after] = await Promise.all([side('before'), side('after')]);
  if (!before.ok) return before;
  if (!after.ok) return after;
  return ok({ before: before.value, after: after.value });
}

/** A struct as it was found, in no list of open ones. */
function lookAt(struct: StructDesc, file: LoadedFile): InView {
  return viewOf({
    id: `${file.id}/${struct.key}` as StructId,
    origin: { kind: 'file', file: file.id, fileName: file.name },
    history: startHistory(newDocument(struct)),
    selection: [],
    focus: null,
    preview: null,
  });
}

/** The structs of some pairs in one of the files, in their order; null for one that cannot be read. */
async function describeSide(
  app: AppQuestions,
  two: TwoFiles,
  side: 'before' | 'after',
  pairs: readonly FilePair[],
): Promise<Result<readonly (StructDesc | null)[], string>> {
  const { [side]: file, listed } = two;
  const rows = pairs.map((pair) => pair[side]?.row ?? 0);
  const { phase } = file;
  if (phase.kind === 'text' && phase.text.language === 'pahole') {
    const { structs } = phase.text;
    return ok(rows.map((row) => structs[row] ?? null));
  }
  const answer = await app.askFile(file.id, (index) => ({
    kind: 'describeAll',
    // A better list has come meanwhile: its rows are others, and whoever shows these asks again.
    rows: index === listed[side].index ? rows : [],
  }));
  return answer.ok ? answer : fail(failureText(file, answer.error));
}

function failureText({ name }: LoadedFile, error: ReadFailure): string {
  return error.kind === 'failed'
    ? `${name}: ${error.message}`
    : sentence(pageMessage('pair-closed', name));
}

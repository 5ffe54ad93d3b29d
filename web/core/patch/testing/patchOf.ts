import { sentence } from '../../base/messages';
import { applyEdits } from '../../edit/apply';
import { newDocument } from '../../edit/document';
import { parseEdit } from '../../edit/parse';
import type { Result } from '../../base/result';
import type { StructDesc } from '../../facts/generated';
import { computeLayout } from '../../layout/compute';
import type { Layout } from '../../layout/layout';
import { orderedFrom } from '../../layout/original';
import type { Patch, PatchRefusal } from '../outcome';
import { planPatch } from '../plan';
import type { PatchRequest } from '../request';
import { KERNEL_WORDS } from '../words/spelling';
import { csource, readHeader } from '../../layout/testing/readHeader';
import { structOfText, type Sizes } from './structOfText';

export interface Case {
  readonly text: string;
  readonly struct: string;
  /** In words. */
  readonly edits: readonly string[];
  readonly sizes?: Sizes;
  /** Conditions that do not hold. */
  readonly off?: readonly string[];
  readonly path?: string;
  /** What the struct is read from; DWARF where none is given. */
  readonly source?: StructDesc['source'];
  readonly options?: Partial<PatchRequest>;
}

export interface Planned {
  readonly result: Result<Patch, PatchRefusal>;
  readonly before: Layout;
  readonly after: Layout;
}

/** Plans the patch that edits in words make of a header, as the page would. */
export function patchOf(input: Case): Planned {
  const bytes = new TextEncoder().encode(input.text);
  const doc = readHeader(bytes);
  const record = doc.records.findIndex(
    (each) => each.tag === input.struct || each.typedefName === input.struct,
  );
  const off = new Set(input.off ?? []);
  const desc = {
    ...structOfText(doc, record, input.sizes ?? {}, (_, condition) => !off.has(condition)),
    source: input.source ?? 'dwarf',
  };
  const edits = input.edits.map((words) => {
    const edit = parseEdit(words);
    if (!edit.ok) throw new Error(sentence(edit.error));
    return edit.value;
  });
  const document = { ...newDocument(desc), edits };
  const applied = applyEdits(document);
  const skipped = applied.skipped[0];
  if (skipped !== undefined) throw new Error(sentence(skipped.reason));
  const result = planPatch({
    header: { path: input.path ?? 'include/linux/test.h', bytes, doc },
    document,
    applied,
    dialect: 'kernel',
    // As in a tree of the kernel where the header includes what defines them.
    defined: { included: new Map(KERNEL_WORDS.map((word) => [word, ''])), elsewhere: new Map() },
    scalars: [],
    split: [],
    comments: [],
    boundaries: false,
    mayChangeFormat: false,
    versions: { header: null, binary: null },
    csource,
    ...input.options,
  });
  return {
    result,
    before: computeLayout(orderedFrom(desc)),
    after: computeLayout(applied.struct),
  };
}

/** The patch as text; a refusal is a failed test. */
export function diffOf(input: Case): string {
  const { result } = patchOf(input);
  if (!result.ok) throw new Error(`${result.error.kind}: ${sentence(result.error)}`);
  return new TextDecoder().decode(result.value.diff);
}

/** The added and removed lines of a diff, white space aside, empty ones left out. */
export function changedLines(diff: string): readonly string[] {
  return diff
    .split('\n')
    .filter((line) => /^[-+](?![-+]{2})/.test(line))
    .map((line) => `${line[0]} ${line.slice(1).replace(/\s+/g, ' ').trim()}`)
    .filter((line) => line.length > 2);
}

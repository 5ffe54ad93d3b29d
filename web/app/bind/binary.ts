import { ok, type Result } from '../../base/result';
import type { Chosen } from '../../analysis/candidates/preselect';
import { statedStruct } from '../../analysis/candidates/rank';
import type { Binary } from '../../analysis/candidates/search';
import type { StructDesc, StructIndex } from '../../facts/generated';
import type { ReadFailure } from '../../ingest/client';
import type { FileId, StructId } from '../../layout/ids';
import type { App } from '../app';

/** Where a candidate can be opened. */
export type CandidateSource =
  | { readonly kind: 'file'; readonly file: FileId; readonly fileName: string }
  /** The struct that was looked at last, as it was found or as it is ordered now. */
  | { readonly kind: 'inView'; readonly id: StructId; readonly order: 'original' | 'edited' };

/** A loaded file as the ranking asks it. Answers of one file are kept until its list is replaced. */
export function binaryOf(
  app: App,
  source: Extract<CandidateSource, { kind: 'file' }>,
): Binary<CandidateSource> {
  const { file } = source;
  return {
    async prototypes(functions) {
      if (functions.length === 0) return [];
      const found = await app.askFile(file, (reader) => reader.code(functions, []));
      return found.ok ? found.value.prototypes : [];
    },
    async embeddings(inner) {
      if (inner.length === 0) return [];
      const found = await app.askFile(file, (reader) => reader.embeddings(inner));
      return found.ok ? found.value : [];
    },
    async describe(chosen) {
      const found = await app.askFile(
        file,
        async (reader, index): Promise<Result<readonly StructDesc[], ReadFailure>> => {
          const rows = rowsOf(index, chosen);
          if (rows.length === 0) return ok([]);
          return reader.describeAll(rows);
        },
      );
      if (!found.ok) return [];
      return found.value.map((desc) => ({ struct: statedStruct(desc), name: desc.name, source }));
    },
  };
}

const KINDS = ['struct', 'union', 'class'];
const tables = new WeakMap<StructIndex, ReadonlyMap<string, readonly number[]>>();

/** Rows of an index that answer; of several layouts of one name and size the first. */
export function rowsOf(index: StructIndex, chosen: readonly Chosen[]): readonly number[] {
  const byName = namesOf(index);
  const rows = new Set<number>();
  for (const { name, kind, sizeBytes } of chosen) {
    const row = (byName.get(name) ?? []).find(
      (each) =>
        (kind === null || KINDS[index.kinds[each] ?? 0] === kind) &&
        (sizeBytes === null || index.sizesBytes[each] === sizeBytes),
    );
    if (row !== undefined) rows.add(row);
  }
  return [...rows];
}

function namesOf(index: StructIndex): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(index);
  if (known !== undefined) return known;
  const byName = new Map<string, number[]>();
  for (const [row, name] of index.names.split('\n').entries()) {
    const rows = byName.get(name);
    if (rows) rows.push(row);
    else byName.set(name, [row]);
  }
  tables.set(index, byName);
  return byName;
}

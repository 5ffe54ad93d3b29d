import { statedStruct } from '../../analysis/candidates/rank';
import { rowsOf } from '../../analysis/candidates/rows';
import type { Binary } from '../../analysis/candidates/search';
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
      const found = await app.askFile(file, {
        kind: 'code',
        functions,
        variables: [],
      });
      return found.ok ? found.value.prototypes : [];
    },
    async embeddings(inner) {
      if (inner.length === 0) return [];
      const found = await app.askFile(file, { kind: 'embeddings', inner });
      return found.ok ? found.value : [];
    },
    async describe(chosen) {
      const found = await app.askFile(file, (index) => ({
        kind: 'describeAll',
        rows: rowsOf(index, chosen),
      }));
      if (!found.ok) return [];
      return found.value.flatMap((desc) =>
        desc === null ? [] : [{ struct: statedStruct(desc), name: desc.name, source }],
      );
    },
  };
}

import { statedStruct } from '../../core/bind/rank';
import { rowsOf } from '../../core/bind/rows';
import type { Binary } from '../../core/bind/search';
import type { FileId, StructId } from '../../core/layout/ids';
import { keptWith } from '../../core/base/derived';
import type { TouchedAnswer } from '../../core/facts/generated';
import { hasCode } from '../../core/facts/hasCode';
import type { AppQuestions, AppStore } from '../state/app';

/** Where a candidate can be opened. */
export type CandidateSource =
  | { readonly kind: 'file'; readonly file: FileId; readonly fileName: string }
  /** The struct that was looked at last, as it was found or as it is ordered now. */
  | { readonly kind: 'inView'; readonly id: StructId; readonly order: 'original' | 'edited' };

/** A loaded file as the ranking asks it. Answers of one file are kept until its list is replaced. */
export function binaryOf(
  app: AppStore & AppQuestions,
  source: Extract<CandidateSource, { kind: 'file' }>,
): Binary<CandidateSource> {
  const { file } = source;
  return {
    async heldCounts() {
      const found = await app.askFile(file, { kind: 'heldCounts' });
      return found.ok ? found.value : null;
    },
    touches: (place) =>
      fileHasCode(app, file) ? touchesOf(app, file, place) : Promise.resolve(null),
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

/** Whether a loaded file has code that can be followed: the reader for it is started for nothing else. */
export function fileHasCode(app: AppStore, file: FileId): boolean {
  const loaded = app.store.getState().files.find(({ id }) => id === file);
  return loaded?.phase.kind === 'ready' && hasCode(loaded.phase.facts);
}

/** What is known of places in the code of an app's files, by file and place. */
const knownTouches = keptWith<AppStore, Map<string, Promise<TouchedAnswer | null>>>(
  () => new Map<string, Promise<TouchedAnswer | null>>(),
);

/** Kept: the lines of a report share their functions. What failed or was ended is asked again. */
function touchesOf(
  app: AppStore & AppQuestions,
  file: FileId,
  place: string,
): Promise<TouchedAnswer | null> {
  const known = knownTouches(app);
  const key = `${file} ${place}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const reply = app
    .askFile(file, { kind: 'touches', places: [place], reasons: false })
    .then((answer) => {
      if (!answer.ok) known.delete(key);
      return answer.ok ? (answer.value[0] ?? null) : null;
    });
  known.set(key, reply);
  return reply;
}

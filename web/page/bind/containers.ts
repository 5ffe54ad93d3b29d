import type { FileId } from '../../core/layout/ids';
import type { AppQuestions } from '../state/app';

/** A struct that holds another by value. */
export interface Container {
  readonly name: string;
  readonly sizeBytes: number;
  /** Where the inner one begins in it; of several places the first. */
  readonly offsetBytes: number;
  readonly places: number;
  /** Not only inside another struct that it holds. */
  readonly direct: boolean;
}

/** What holds a struct, in its own file: direct containers first, small ones first. */
export async function containersOf(
  app: AppQuestions,
  file: FileId,
  name: string,
): Promise<readonly Container[]> {
  const found = await app.askFile(file, { kind: 'embeddings', inner: [name] });
  if (!found.ok) return [];
  return found.value
    .map(({ outer, sizeBytes, offsetsBytes, direct }) => ({
      name: outer,
      sizeBytes,
      offsetBytes: offsetsBytes[0] ?? 0,
      places: offsetsBytes.length,
      direct,
    }))
    .sort((a, b) => Number(b.direct) - Number(a.direct) || a.sizeBytes - b.sizeBytes);
}

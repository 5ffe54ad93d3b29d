import { rowNames } from '../../facts/rowNames';
import type { FileId } from '../../layout/ids';
import type { App } from '../app';
import { listedOf } from './catalog';

/** A struct that a pointer leads to, as its file lists it. */
export interface PointedStruct {
  readonly keyword: 'struct' | 'union' | 'class';
  readonly name: string;
  readonly sizeBytes: number;
}

const KEYWORDS = ['struct', 'union', 'class'] as const;

/**
 * What a pointer in a struct of a file leads to: a struct for each layout of its name. None for a pointer to anything
 * else, and where the file only declares the struct.
 */
export async function pointedStructs(
  app: App,
  file: FileId,
  key: string,
  typeIndex: number,
): Promise<readonly PointedStruct[]> {
  const answer = await app.askFile(file, { kind: 'pointsTo', key });
  const types = answer.ok ? (answer.value ?? []) : [];
  const pointed = types.find((each) => each.typeIndex === typeIndex);
  const loaded = app.store.getState().files.find(({ id }) => id === file);
  const index = loaded && listedOf(loaded)?.index;
  if (!pointed || !index) return [];
  const { name } = pointed;
  return rowNames(index).flatMap((each, row): readonly PointedStruct[] => {
    if (each !== name) return [];
    const keyword = KEYWORDS[index.kinds[row] ?? 0] ?? 'struct';
    return [{ keyword, name, sizeBytes: index.sizesBytes[row] ?? 0 }];
  });
}

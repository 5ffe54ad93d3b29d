import { derived } from '../base/derived';
import type { StructIndex } from './generated';

/** The names of an index's rows, which cross the boundary as one text; taken apart once. */
export const rowNames = derived((index: StructIndex): readonly string[] =>
  index.kinds.length === 0 ? [] : index.names.split('\n'),
);

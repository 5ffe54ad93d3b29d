import type { Result } from '../../base/result';
import type { StructDesc, StructIndex } from '../../facts/generated';
import type { ReadFailure } from '../../ingest/client';
import type { FileReading } from './fileReading';

type Described = Promise<Result<StructDesc, ReadFailure>>;

/** The row that will probably be opened next: its struct is asked for before it is wanted. */
export interface NextPick {
  readonly prepare: (reading: FileReading, index: StructIndex, row: number) => void;
  /** The struct of a row, which may be there already. */
  readonly describe: (reading: FileReading, index: StructIndex, row: number) => Described;
  readonly forget: (reading: FileReading) => void;
}

/** `onReady` is handed the struct that is there, unless another row is the next by then. */
export function createNextPick(onReady: (struct: StructDesc) => void): NextPick {
  let next: {
    readonly reading: FileReading;
    readonly index: StructIndex;
    readonly row: number;
    readonly struct: Described;
  } | null = null;

  const isNext = (reading: FileReading, index: StructIndex, row: number) =>
    next?.reading === reading && next.index === index && next.row === row;

  return {
    prepare(reading, index, row) {
      if (isNext(reading, index, row)) return;
      const struct = reading.describe(index, row);
      next = { reading, index, row, struct };
      void struct.then((described) => {
        if (described.ok && isNext(reading, index, row)) onReady(described.value);
      });
    },
    async describe(reading, index, row) {
      const prepared = isNext(reading, index, row) ? await next?.struct : undefined;
      // What failed ahead of time may have been in the way of a better list.
      return prepared?.ok ? prepared : reading.describe(index, row);
    },
    forget(reading) {
      if (next?.reading === reading) next = null;
    },
  };
}

import type { AccessProfile } from '../../facts/generated';
import type { DocumentLine } from '../../edit/profiles';
import { perCpuLine } from './perCpu';
import { hasOneSlide, type Belonging } from './slide';
import { symbolAt, symbolsIn, type SymbolPlace, type SymbolTable } from './symbolTable';

/** The variables that a line of a report holds. */
export interface LineVariables {
  /** Addresses of the CPUs' copies of the line; null where it is no per-CPU variable. */
  readonly copies: readonly string[] | null;
  /** Those that rows of the line touch, in the order of the rows. */
  readonly touched: readonly [SymbolPlace, ...SymbolPlace[]];
  /** Those on the line and on the ones beside it. */
  readonly around: readonly SymbolPlace[];
  /** The lines of the report that they are: of a per-CPU variable every CPU's. */
  readonly targets: readonly string[];
  /** The line's address, in the symbols' own addresses. */
  readonly lineAddress: bigint;
}

/** Null where the report is not of the symbols' file, or none of them lies on the line. */
export function lineVariables(
  { table, belonging }: { readonly table: SymbolTable | null; readonly belonging: Belonging },
  { lines, lineBytes }: Pick<AccessProfile, 'lines' | 'lineBytes'>,
  line: DocumentLine,
): LineVariables | null {
  const isPlaced = belonging.verdict === 'belongs' && hasOneSlide(belonging);
  if (!isPlaced || table === null || line.address === null) return null;
  const perCpu = perCpuLine(table, line, lines);
  const lineAddress = perCpu?.lineAddress ?? BigInt(line.address) - belonging.slide;
  const kinds = [perCpu ? 'perCpu' : 'data'] as const;
  const [first, ...others] = line.rows
    .map(({ offsetBytes }) => symbolAt(table, lineAddress + BigInt(offsetBytes), kinds))
    .filter((place) => place !== null);
  if (first === undefined) return null;
  return {
    copies: perCpu?.copies ?? null,
    touched: [first, ...others],
    around: symbolsIn(table, lineAddress - BigInt(lineBytes), 3 * lineBytes, kinds),
    targets: perCpu ? perCpu.copies.map((address) => address.toLowerCase()) : [line.id],
    lineAddress,
  };
}

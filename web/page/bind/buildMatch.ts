import { arrayLines } from '../../core/bind/arrays';
import type { FoldedArray } from '../../core/bind/fold';
import { lineSymbolsText, lineVariables, type LineVariables } from '../../core/bind/lineVariables';
import { buildMatchText, type BuildMatch } from '../../core/bind/loadBias';
import type { LocatedSymbol } from '../../core/bind/symbolTable';
import type { FileOrigin } from './symbolTables';
import type { DocumentLine } from '../../core/edit/profiles';
import type { AccessProfile, StructDesc, Variable } from '../../core/facts/generated';

/** A sentence on whether a report is of a file. */
export interface Verdict {
  readonly text: string;
  /** `unknown`: there is no evidence. */
  readonly says: 'yes' | 'no' | 'unknown';
}

const SAYS = { matches: 'yes', tooFew: 'unknown', other: 'no' } as const satisfies Readonly<
  Record<BuildMatch['verdict'], Verdict['says']>
>;

/** Whether the report is of a loaded kernel or program, by all that tells. */
export function verdictsOf(origin: FileOrigin): readonly Verdict[] {
  const { fileName, symbols, sameBuild, sameRelease } = origin;
  const verdicts: Verdict[] = [];
  if (symbols) {
    const { buildMatch } = symbols;
    verdicts.push({ text: buildMatchText(buildMatch, fileName), says: SAYS[buildMatch.verdict] });
  }
  if (sameBuild === false) {
    verdicts.push({ text: `Its build-id is not that of ${fileName}.`, says: 'no' });
  }
  if (sameBuild === true)
    verdicts.push({ text: `Its build-id is that of ${fileName}.`, says: 'yes' });
  if (sameRelease === false && sameBuild !== true) {
    const text = `Its kernel release is not that of ${fileName}: offsets may differ.`;
    verdicts.push({ text, says: 'no' });
  }
  return verdicts;
}

/** The variables that the rows of a line touch, with those around them. */
export interface VariableCard {
  readonly first: LocatedSymbol;
  readonly kind: string;
  /** What lies on the line, of which CPUs it is, and what lies beside it. Names stand in backquotes. */
  readonly note: string;
  readonly found: LineVariables;
}

/** Null where the report is not of the file, or no variable of it lies on the line. */
export function variableCard(
  { symbols }: FileOrigin,
  profile: AccessProfile,
  line: DocumentLine,
): VariableCard | null {
  const found = symbols && lineVariables(symbols, profile, line);
  if (!found) return null;
  const { copies, touched } = found;
  const copied = copies === null ? '' : `The report has ${copies.length} CPUs’ copies of it. `;
  return {
    first: touched[0],
    kind: copies === null ? 'variable' : 'per-CPU variable',
    note: `${lineSymbolsText(found, line.address ?? line.id)} ${copied}${besideText(found)}`.trim(),
    found,
  };
}

const MOST_BESIDE = 6;

function besideText({ onLine, around }: LineVariables): string {
  const own = new Set(onLine.map(({ name }) => name));
  const beside = around.filter(({ name }) => !own.has(name)).map(({ name }) => `\`${name}\``);
  return beside.length > 0
    ? `On the lines beside it: ${beside.slice(0, MOST_BESIDE).join(', ')}${beside.length > MOST_BESIDE ? ', …' : ''}.`
    : '';
}

/** What an array's elements do to each other, and how all of them can be seen as one. */
export interface ArrayCard {
  readonly sentence: string;
  /** Null where the struct of an element is not known. */
  readonly fold: { readonly element: StructDesc; readonly array: FoldedArray } | null;
}

/**
 * @param known what the loaded files know of the variable
 * @returns null for what is no array of objects
 */
export function arrayCard(
  variable: LocatedSymbol,
  known: { readonly variables: readonly Variable[]; readonly structs: readonly StructDesc[] },
  loadBias: bigint,
  lineBytes: number,
): ArrayCard | null {
  const of = known.variables[0]?.of;
  if (!of || of.count === null || of.count < 2 || of.pointers > 0) return null;
  const strideBytes = variable.sizeBytes / of.count;
  const address = variable.address + loadBias;
  const start = Number(address % BigInt(lineBytes));
  const { finding } = arrayLines(strideBytes, of.count, start, lineBytes);
  const [element] = known.structs;
  return {
    sentence: `\`${of.name}\`: ${of.count} elements of ${strideBytes} bytes. ${finding ?? 'No two elements share a line.'}`,
    fold:
      element && of.aggregate === element.name
        ? { element, array: { name: variable.name, address, strideBytes, count: of.count } }
        : null,
  };
}

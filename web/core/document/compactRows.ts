import type { Value } from './checkedJson';

export type Compact = { [key: string]: Value };

/** A value of a row, by the keys that lead to it. */
type Path = readonly string[];

/** The columns, in this order. Frozen with the form of links. */
const COLUMNS_1: readonly Path[] = [
  ['offsetBytes'],
  ['codeAddress'],
  ['symbol'],
  ['sourceLine'],
  ['cpuCount'],
  ['counts', 'hitmLocal'],
  ['counts', 'hitmRemote'],
  ['counts', 'peerLocal'],
  ['counts', 'peerRemote'],
  ['counts', 'storesL1Hit'],
  ['counts', 'storesL1Miss'],
  ['counts', 'storesNoLevel'],
  ['otherLoads'],
  ['latencies', 'hitmRemoteCycles'],
  ['latencies', 'hitmLocalCycles'],
  ['latencies', 'otherCycles'],
  // These three mostly follow from the others.
  ['counts', 'stores'],
  ['counts', 'loads'],
  ['counts', 'records'],
];

/** Counts of which a report that states them for the line has a share in every row, if only none. */
const KINDS_1 =
  'hitmLocal hitmRemote peerLocal peerRemote storesL1Hit storesL1Miss storesNoLevel'.split(' ');

/**
 * The rows of a line, column by column. In a column null stands for what is to be expected there and
 * false for null; a column of nothing but expected values is null itself. The last column is for all
 * else of a row. Addresses of code are written as their distance from the row before, places in the source
 * that are only a distance from the symbol by that. A row's own percentages are left out where its counts
 * were made from them; a line that has no counts keeps them.
 */
export function compactRows(
  rows: readonly Compact[],
  lineCounts: Compact,
  rowTable: Compact,
): Value {
  const expected = new Expected(lineCounts);
  const columns = [...COLUMNS_1.map((): Value[] => []), [] as Value[]];
  let rest: Value = {};
  const keepsShares = !rows.some((row) => hasCounts(row['counts']));
  for (const row of rows) {
    const partial = new PartialRow(expected);
    for (const [place, path] of COLUMNS_1.entries()) {
      const value = expected.toCompact(path, valueAt(row, path), partial.row);
      const usual = partial.usual(path);
      columns[place]?.push(isSame(value, usual) ? null : (value ?? false));
      partial.set(path, valueAt(row, path));
    }
    const others = restOf(row, rowTable, keepsShares);
    columns.at(-1)?.push(isSame(others, rest) ? null : others);
    rest = others;
    expected.next(partial.row);
  }
  return columns.map((column, place) =>
    place > 0 && column.every((each) => each === null) ? null : column,
  );
}

/** The rows that `compactRows` was given, less what it left out. What comes in is not trusted. */
export function expandRows(
  compact: Value,
  lineCounts: Compact,
  rowTable: Compact,
): readonly Compact[] {
  const columns = listOf(compact);
  const expected = new Expected(lineCounts);
  let rest: Compact = {};
  return listOf(columns[0]).map((_, place) => {
    const partial = new PartialRow(expected);
    for (const [column, path] of COLUMNS_1.entries()) {
      const given = listOf(columns[column])[place] ?? null;
      const value = given === null ? partial.usual(path) : given === false ? null : given;
      partial.set(path, expected.fromCompact(path, value, partial.row));
    }
    rest = objectOf(listOf(columns[COLUMNS_1.length])[place] ?? rest);
    expected.next(partial.row);
    return merged(rowTable, rest, partial.row);
  });
}

/** What is to be expected of the next row. */
class Expected {
  private before: Compact = {};
  private address = 0n;

  constructor(private readonly lineCounts: Compact) {}

  next(row: Compact): void {
    this.before = row;
  }

  usual(path: Path, row: Compact): Value {
    const key = path.at(-1) ?? '';
    if (key === 'symbol' || key === 'cpuCount') return this.before[key] ?? null;
    if (path[0] !== 'counts') return null;
    const counts = objectOf(row['counts']);
    if (KINDS_1.includes(key)) return (this.lineCounts[key] ?? null) === null ? null : 0;
    if (key === 'stores') return sum(counts, KINDS_1.slice(4));
    const hitm = sum(counts, KINDS_1.slice(0, 2));
    const other = row['otherLoads'];
    if (key === 'loads') return typeof other === 'number' && hitm !== null ? hitm + other : null;
    const [loads, stores] = [counts['loads'], counts['stores']];
    return typeof loads === 'number' && typeof stores === 'number' ? loads + stores : null;
  }

  toCompact(path: Path, value: Value, row: Compact): Value {
    if (path[0] === 'codeAddress' && typeof value === 'string') {
      const now = BigInt.asIntN(64, BigInt(value));
      const distance = now - this.address;
      if (!isNear(distance) || hexOf(now) !== value) return value;
      this.address = now;
      return Number(distance);
    }
    if (path[0] === 'sourceLine' && typeof value === 'string') {
      const offset = /^(.*)\+(\d{1,9})$/.exec(value);
      if (offset && offset[1] === row['symbol'] && String(Number(offset[2])) === offset[2]) {
        return Number(offset[2]);
      }
    }
    return value;
  }

  fromCompact(path: Path, value: Value, row: Compact): Value {
    if (typeof value !== 'number') return value;
    if (path[0] === 'codeAddress' && Number.isSafeInteger(value)) {
      this.address = BigInt.asIntN(64, this.address + BigInt(value));
      return hexOf(this.address);
    }
    if (path[0] === 'sourceLine') return `${textOf(row['symbol'])}+${value}`;
    return value;
  }
}

/** A row as far as it was read or written. */
class PartialRow {
  readonly row: Compact = { counts: {}, latencies: {} };

  constructor(private readonly expected: Expected) {}

  usual(path: Path): Value {
    return this.expected.usual(path, this.row);
  }

  set([key = '', inner]: Path, value: Value): void {
    if (inner === undefined) this.row[key] = value;
    else this.row[key] = { ...objectOf(this.row[key]), [inner]: value };
  }
}

/** What has no column of its own and is not as in every row. */
function restOf(row: Compact, table: Compact, keepsShares: boolean): Compact {
  const rest: Compact = {};
  for (const [key, value] of Object.entries(row)) {
    if (
      (key === 'shares' && !keepsShares) ||
      COLUMNS_1.some((path) => path.length === 1 && path[0] === key)
    )
      continue;
    if (key === 'nodes') {
      const nodes = listOf(value).map(compactNode);
      if (nodes.length > 0) rest[key] = nodes;
    } else if (key !== 'counts' && key !== 'latencies') {
      if (!isSame(value, table[key] ?? null)) rest[key] = value;
    } else {
      const inner = Object.entries(objectOf(value)).filter(
        ([own, each]) =>
          each !== null && !COLUMNS_1.some(([outer, column]) => outer === key && column === own),
      );
      if (inner.length > 0) rest[key] = Object.fromEntries(inner);
    }
  }
  return rest;
}

/** Whether the samples of a row are known, and not only its share of the line. */
function hasCounts(counts: Value | undefined): boolean {
  const known = objectOf(counts);
  return [...KINDS_1, 'stores'].some((key) => (known[key] ?? null) !== null);
}

function merged(table: Compact, rest: Compact, partial: Compact): Compact {
  const inner = (key: string) => ({
    ...objectOf(table[key]),
    ...objectOf(rest[key]),
    ...objectOf(partial[key]),
  });
  const nodes = listOf(rest['nodes']).map(expandNode);
  return {
    ...table,
    ...rest,
    nodes,
    ...partial,
    counts: inner('counts'),
    latencies: inner('latencies'),
  };
}

/** A node of which nothing but its number is known is that number. */
const NODE_1: Compact = { cpuCount: null, cpus: [], snoopPercent: null, storesPercent: null };

function compactNode(node: Value): Value {
  const { node: number = null, ...known } = objectOf(node);
  return isSame(known, NODE_1) ? number : node;
}

function expandNode(compact: Value): Value {
  return typeof compact === 'number' ? { node: compact, ...NODE_1 } : compact;
}

/** The sum of the counts that are known; null where none is. */
function sum(counts: Compact, keys: readonly string[]): number | null {
  const known = keys.flatMap((key) => {
    const value = counts[key];
    return typeof value === 'number' ? [value] : [];
  });
  return known.length === 0 ? null : known.reduce((total, each) => total + each, 0);
}

function isNear(distance: bigint): boolean {
  return distance > -(2n ** 48n) && distance < 2n ** 48n;
}

function hexOf(address: bigint): string {
  return `0x${BigInt.asUintN(64, address).toString(16)}`;
}

function valueAt(row: Compact, [key = '', inner]: Path): Value {
  const value = row[key] ?? null;
  return inner === undefined ? value : (objectOf(value)[inner] ?? null);
}

function isSame(a: Value, b: Value): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function objectOf(value: Value | undefined): Compact {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Compact)
    : {};
}

export function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [];
}

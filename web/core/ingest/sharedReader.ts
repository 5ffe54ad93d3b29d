import { assertNever } from '../base/assert';
import { ok } from '../base/result';
import type { AnswerTo } from '../facts/answerTo';
import type { IndexStage, PointedType, Query, StructDesc, Diagnostic } from '../facts/generated';
import type { StructTable } from '../facts/structTable';
import type { FileReader, Reply } from './client';
import type { ReadProgress } from './readProgress';

/**
 * Two readers that share the DWARF of one file and answer as one: each reads half, and a row is
 * described by the one that has it. Where the file cannot be divided, the first reads it alone. For files
 * that have BTF as well: it answers, in the first reader, what is asked of the file as a whole (a reader of half
 * a file without BTF refuses such a question).
 */
export function shareReader(first: FileReader, second: FileReader): FileReader {
  let merged: MergedIndex | null = null;
  let isShared = true;
  /** Those that were read so far. */
  const stages = new Set<IndexStage>();

  function keep(one: StructTable, other: StructTable): StructTable {
    merged = mergeHalves(one, other);
    return merged.index;
  }

  async function indexShared(stage: IndexStage): Reply<StructTable> {
    if (stage !== 'dwarf') {
      const [one, other] = await Promise.all([first.index(stage), second.index(stage)]);
      if (!one.ok) return one;
      return other.ok ? ok(keep(one.value, other.value)) : other;
    }
    const [one, other] = await Promise.all([first.indexHalf('first'), second.indexHalf('second')]);
    if (!one.ok) return one;
    if (!other.ok) return other;
    if (one.value && other.value) return ok(keep(one.value, other.value));
    readAlone();
    return first.index(stage);
  }

  function readAlone(): void {
    isShared = false;
    merged = null;
    second.stop();
  }

  async function describeAll(rows: readonly number[]): Reply<(StructDesc | null)[]> {
    const origins = rows.map((row) => merged?.origins[row] ?? row);
    const [own, others] = await Promise.all([
      first.ask({ kind: 'describeAll', rows: origins.filter((origin) => origin >= 0) }),
      second.ask({
        kind: 'describeAll',
        rows: origins.filter((origin) => origin < 0).map((origin) => -1 - origin),
      }),
    ]);
    if (!own.ok) return own;
    if (!others.ok) return others;
    const [ofFirst, ofSecond] = [own.value.values(), others.value.values()];
    return ok(origins.map((origin) => (origin >= 0 ? ofFirst : ofSecond).next().value ?? null));
  }

  function describe(row: number): Reply<StructDesc> {
    const origin = merged?.origins[row] ?? row;
    return origin >= 0
      ? first.ask({ kind: 'describe', row: origin })
      : second.ask({ kind: 'describe', row: -1 - origin });
  }

  async function find(key: string): Reply<number | null> {
    const found = await first.ask({ kind: 'find', key });
    if (!found.ok || found.value !== null) return found;
    const other = await second.ask({ kind: 'find', key });
    if (!other.ok || other.value === null) return other;
    const row = merged?.origins.indexOf(-1 - other.value) ?? -1;
    return ok(row < 0 ? null : row);
  }

  async function pointsTo(query: Query & { kind: 'pointsTo' }): Reply<PointedType[] | null> {
    const found = await first.ask(query);
    return found.ok && found.value === null ? second.ask(query) : found;
  }

  /** Rows and keys are those of both halves; whatever else is asked is about the whole file. */
  function answer(query: Query): Reply<AnswerTo<Query>> {
    switch (query.kind) {
      case 'describe':
        return describe(query.row);
      case 'describeAll':
        return describeAll(query.rows);
      case 'find':
        return find(query.key);
      case 'pointsTo':
        return pointsTo(query);
      case 'code':
      case 'embeddings':
      case 'heldCounts':
      case 'perCpu':
      case 'symbols':
      case 'mangled':
      case 'touches':
      case 'visits':
        return first.ask(query);
      default:
        return assertNever(query);
    }
  }

  return {
    ready: Promise.all([first.ready, second.ready]).then((ready) => ready.every(Boolean)),
    async open(file, onProgress, isTrusted) {
      const report = sumOfTwo(onProgress);
      const [opened, again] = await Promise.all([
        first.open(file, report(0), isTrusted),
        second.open(file, report(1), isTrusted),
      ]);
      return opened.ok && !again.ok ? again : opened;
    },
    async index(stage) {
      const read = isShared ? await indexShared(stage) : await first.index(stage);
      if (read.ok) stages.add(stage);
      return read;
    },
    // Half of a file is not divided again.
    indexHalf: () => Promise.resolve(ok(null)),
    async give(companion, file) {
      // Only a reader of the whole file sees whose types the companion has; its rows are those of the halves.
      if (isShared) {
        readAlone();
        for (const stage of stages) {
          const again = await first.index(stage);
          if (!again.ok) return again;
        }
      }
      return first.give(companion, file);
    },
    giveCode: (companion, file) => first.giveCode(companion, file),
    facts: () => first.facts(),
    ask: <Q extends Query>(query: Q) =>
      (merged ? answer(query) : first.ask(query)) as Reply<AnswerTo<Q>>,
    askText: (query) => first.askText(query),
    stop() {
      first.stop();
      second.stop();
    },
  };
}

/** The progress of both together, for the listener of each. */
function sumOfTwo(
  onProgress: (progress: ReadProgress) => void,
): (place: 0 | 1) => (progress: ReadProgress) => void {
  const latest: [ReadProgress | null, ReadProgress | null] = [null, null];
  return (place) => (progress) => {
    latest[place] = progress;
    const other = latest[1 - place];
    const isSame = other?.what === progress.what;
    onProgress({
      what: progress.what,
      done: progress.done + (isSame ? other.done : 0),
      // What the other has not begun is about as much.
      total: progress.total + (isSame ? other.total : progress.total),
    });
  };
}

/** The index of a file of which two readers have half each, and where each of its rows is described. */
interface MergedIndex {
  readonly index: StructTable;
  /** For each row the row in the first half's index, or `-1 - row` in the second's. */
  readonly origins: Int32Array;
}

/**
 * All columns except `memberHashes`, which only the merge needs. It is typed so that a new column, optional or not, fails to
 * compile here.
 */
type Merged = Omit<Required<StructTable>, 'splitFiles' | 'memberHashes'> &
  Pick<StructTable, 'splitFiles'>;
type Column = Uint8Array | Float64Array | Int32Array;

/**
 * The list of the whole file from the lists of its halves. A row is in both where name, kind and size
 * are the same, and the members too once they are known; it keeps the place that it has in the first
 * half. That is what one reader of the whole file lists.
 */
export function mergeHalves(first: StructTable, second: StructTable): MergedIndex {
  const known = new Set(first.names.map((name, row) => keyOf(first, name, row)));
  const added: number[] = [];
  for (const [row, name] of second.names.entries()) {
    if (!known.has(keyOf(second, name, row))) added.push(row);
  }
  const names = [...first.names, ...added.map((row) => second.names[row] ?? '')];
  const joined = <C extends Column>(into: C, own: C, other: C): C => {
    into.set(own);
    for (const [at, row] of added.entries()) into[own.length + at] = other[row] ?? 0;
    return into;
  };
  const counts = (of: (table: StructTable) => Int32Array): Int32Array => {
    const [own, other] = [of(first), of(second)];
    const areKnown = own.length > 0 || other.length > 0;
    return areKnown ? joined(new Int32Array(names.length), own, other) : new Int32Array(0);
  };
  const index: Merged = {
    stage: first.stage,
    names,
    kinds: joined(new Uint8Array(names.length), first.kinds, second.kinds),
    sizesBytes: joined(new Float64Array(names.length), first.sizesBytes, second.sizesBytes),
    variants: variantsOf(names),
    memberCounts: counts((table) => table.memberCounts),
    holeCounts: counts((table) => table.holeCounts),
    holeBytes: counts((table) => table.holeBytes),
    paddingBytes: counts((table) => table.paddingBytes),
    typedefs: new Map([...second.typedefs, ...first.typedefs]),
    ...splitFilesOf(first, second),
    diagnostics: mergeDiagnostics(first.diagnostics, second.diagnostics),
  };
  return {
    index,
    origins: Int32Array.from([...first.names.keys(), ...added.map((row) => -1 - row)]),
  };
}

function keyOf(index: StructTable, name: string, row: number): string {
  return `${index.kinds[row]} ${index.sizesBytes[row]} ${index.memberHashes?.[row]} ${name}`;
}

/** Which layout of its name each row is, from 1 on; 0 where there is only one. */
function variantsOf(names: readonly string[]): Uint16Array {
  const total = new Map<string, number>();
  for (const name of names) total.set(name, (total.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return Uint16Array.from(names, (name) => {
    if (total.get(name) === 1) return 0;
    const variant = (seen.get(name) ?? 0) + 1;
    seen.set(name, variant);
    return variant;
  });
}

/** The files that either half lacks, each once. */
function splitFilesOf(first: StructTable, second: StructTable): Pick<StructTable, 'splitFiles'> {
  const files = [...(first.splitFiles ?? []), ...(second.splitFiles ?? [])];
  const named = new Map(files.map((file) => [`${file.directory}\n${file.name}`, file]));
  return named.size === 0 ? {} : { splitFiles: [...named.values()] };
}

/** The same message is there once, with its first location. */
function mergeDiagnostics(
  first: readonly Diagnostic[],
  second: readonly Diagnostic[],
): Diagnostic[] {
  const merged = new Map<string, Diagnostic>();
  for (const diagnostic of [...first, ...second]) {
    const same = merged.get(diagnostic.text);
    const count = (same?.count ?? 0) + diagnostic.count;
    merged.set(diagnostic.text, { ...(same ?? diagnostic), count });
  }
  return [...merged.values()];
}

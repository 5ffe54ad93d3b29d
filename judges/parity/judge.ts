import { itemAt } from '../../web/core/base/itemAt';
import type { CompiledLayout } from '../../web/core/edit/testing/compiler';
import type { DumpedLayout } from '../../web/core/edit/testing/crossTargets';
import { formatEdit } from '../../web/core/edit/words';
import { computeLayout } from '../../web/core/layout/compute';
import type { MemberPath } from '../../web/core/layout/ids';
import { leavesOf } from '../../web/core/layout/walk';
import type { OrderedStruct } from '../../web/core/layout/order';
import type { Candidate } from './sample';

/** A layout to be judged: what it was made from, and the C that stands for it. */
export interface Case extends Candidate {
  /** As the compiler sees it; its members' names are those of `names`. */
  readonly emitted: OrderedStruct;
  readonly names: ReadonlyMap<MemberPath, string>;
}

/** The first figure in which a compiler differs from the engine. */
export function differsCompiled(each: Case, compiled: CompiledLayout): string | null {
  const layout = computeLayout(each.struct);
  const found = differsOutside(layout, compiled);
  if (found !== null) return found;
  for (const { path, offsetBits } of leavesOf(layout)) {
    const name = each.names.get(path);
    if (name === undefined) continue;
    const theirs = compiled.offsetsBits.get(name);
    if (theirs !== offsetBits) return `${path} at bit ${offsetBits}, the compiler's at ${theirs}`;
  }
  return null;
}

/** As `differsCompiled`, for what clang says of a record: its outermost members in their order. */
export function differsDumped(each: Case, dumped: DumpedLayout): string | null {
  const layout = computeLayout(each.struct);
  const found = differsOutside(layout, dumped);
  if (found !== null) return found;
  const fields = layout.items.filter((item) => item.kind === 'field');
  for (const [index, { path, offsetBits }] of fields.entries()) {
    const theirs = dumped.offsetsBits[index];
    if (theirs !== offsetBits) return `${path} at bit ${offsetBits}, the compiler's at ${theirs}`;
  }
  return fields.length === dumped.offsetsBits.length ? null : 'the number of members differs';
}

interface Outside {
  readonly sizeBits: number;
  readonly alignBits: number;
}

function differsOutside(ours: Outside, theirs: Outside): string | null {
  if (ours.sizeBits !== theirs.sizeBits) {
    return `${ours.sizeBits / 8} bytes, the compiler's ${theirs.sizeBits / 8}`;
  }
  return ours.alignBits === theirs.alignBits
    ? null
    : `aligned to ${ours.alignBits / 8}, the compiler's to ${theirs.alignBits / 8}`;
}

/**
 * Has a compiler judge every case, in batches; prints what differs and counts. Where a batch does not
 * compile its cases are compiled one by one, so that the one at fault is named.
 */
export function judge<Judged>(
  name: string,
  cases: readonly Case[],
  compile: (structs: readonly OrderedStruct[]) => readonly Judged[],
  differs: (each: Case, judged: Judged) => string | null,
): boolean {
  const failures: string[] = [];
  for (let start = 0; start < cases.length; start += BATCH) {
    const batch = cases.slice(start, start + BATCH);
    for (const [index, judged] of attempt(batch, compile).entries()) {
      const each = itemAt(batch, index);
      const difference = typeof judged === 'string' ? judged : differs(each, judged.layout);
      if (difference !== null) failures.push(`${titleOf(each)}: ${difference}`);
    }
  }
  for (const failure of failures.slice(0, 50)) console.log(`${name}: ${failure}`);
  const edited = cases.filter(({ edits }) => edits.length > 0).length;
  const edits = cases.reduce((sum, each) => sum + each.edits.length, 0);
  console.log(
    `${name}: ${cases.length - failures.length} of ${cases.length} layouts are the same (${edited} of them after ${edits} edits)`,
  );
  return failures.length === 0;
}

const BATCH = 100;

function attempt<Judged>(
  batch: readonly Case[],
  compile: (structs: readonly OrderedStruct[]) => readonly Judged[],
): readonly ({ readonly layout: Judged } | string)[] {
  try {
    return compile(batch.map(({ emitted }) => emitted)).map((layout) => ({ layout }));
  } catch (error) {
    if (batch.length === 1) return [error instanceof Error ? error.message : String(error)];
    return batch.flatMap((each) => attempt([each], compile));
  }
}

function titleOf({ struct, edits }: Case): string {
  const words = edits.map(formatEdit).join('; ');
  return `${struct.desc.name}${words === '' ? '' : ` [${words}]`}`;
}

import { holderDiff } from '../../core/compare/holderDiff';
import type { PerCpuType, StructDesc } from '../../core/facts/generated';
import type { LayoutDiff } from '../../core/layout/diff';
import { extentBytes } from '../../core/layout/extent';
import type { FileId } from '../../core/layout/ids';
import type { Layout } from '../../core/layout/layout';
import type { AppQuestions } from '../state/app';
import { holdersOf, type Holder } from '../bind/holders';
import { rowsOf } from '../../core/bind/rows';

/** A struct that holds the one in view, with its description. */
export interface DescribedHolder extends Holder {
  readonly desc: StructDesc;
  /** The per-CPU variables of it, where there are some. */
  readonly perCpu: PerCpuType | null;
}

/** What becomes of a holder; or why that cannot be said. */
export interface HolderChange {
  readonly holder: DescribedHolder;
  readonly diff: LayoutDiff | null;
  readonly refused: string | null;
}

/** More than so many are not described at once. */
const MOST = 200;

/** The structs of a file that hold one by value: direct holders first, small ones first. */
export async function describedHolders(
  app: AppQuestions,
  file: FileId,
  name: string,
): Promise<{ readonly holders: readonly DescribedHolder[]; readonly more: number }> {
  const holding = await holdersOf(app, file, name);
  const perCpuOf = await perCpuTypes(app, file);
  const asked = holding.slice(0, MOST);
  const answer = await app.askFile(file, (index) => ({
    kind: 'describeAll',
    rows: rowsOf(
      index,
      asked.map((each) => ({ name: each.name, kind: null, sizeBytes: each.sizeBytes })),
    ),
  }));
  const descs = new Map(
    (answer.ok ? answer.value : []).flatMap((desc) =>
      desc === null ? [] : [[`${desc.name} ${extentBytes(desc)}`, desc] as const],
    ),
  );
  const holders = asked.flatMap((each): DescribedHolder[] => {
    const desc = descs.get(`${each.name} ${each.sizeBytes}`);
    return desc === undefined
      ? []
      : [{ ...each, desc, perCpu: perCpuOf(each.name, each.sizeBytes) }];
  });
  return { holders, more: holding.length - asked.length };
}

/** How each holder changes. Holders of another layout of that name are left out. */
export function holderChanges(
  holders: readonly DescribedHolder[],
  inner: StructDesc,
  layout: Layout,
): readonly HolderChange[] {
  return holders.flatMap((holder): HolderChange[] => {
    const diff = holderDiff(holder.desc, inner, layout);
    if (diff.ok) return [{ holder, diff: diff.value, refused: null }];
    return diff.error === null ? [] : [{ holder, diff: null, refused: diff.error }];
  });
}

/** The structs of a file that each CPU has for itself. */
async function perCpuTypes(
  app: AppQuestions,
  file: FileId,
): Promise<(name: string, sizeBytes: number) => PerCpuType | null> {
  const found = await app.askFile(file, { kind: 'perCpu' });
  const types = new Map(
    (found.ok ? found.value : []).map((each) => [`${each.name} ${each.sizeBytes}`, each]),
  );
  return (name, sizeBytes) => types.get(`${name} ${sizeBytes}`) ?? null;
}

import { containerDiff, copiesIn } from '../../core/compare/containerDiff';
import type { PerCpuType, StructDesc } from '../../core/facts/generated';
import type { LayoutDiff } from '../../core/layout/diff';
import { extentBytes } from '../../core/layout/extent';
import type { FileId } from '../../core/layout/ids';
import type { Layout } from '../../core/layout/layout';
import type { AppQuestions } from '../state/app';
import { containersOf, type Container } from '../bind/containers';
import { rowsOf } from '../../core/bind/rows';

/** A struct that holds the one in view, with its description. */
export interface DescribedContainer extends Container {
  readonly desc: StructDesc;
  /** The per-CPU variables of it, where there are some. */
  readonly perCpu: PerCpuType | null;
}

/** What becomes of a container; or why that cannot be said. */
export interface ContainerChange {
  readonly container: DescribedContainer;
  readonly diff: LayoutDiff | null;
  readonly refused: string | null;
}

/** More than so many are not described at once. */
const MOST = 200;

/** The structs of a file that hold one by value: direct containers first, small ones first. */
export async function describedContainers(
  app: AppQuestions,
  file: FileId,
  name: string,
): Promise<{ readonly containers: readonly DescribedContainer[]; readonly more: number }> {
  const holding = await containersOf(app, file, name);
  const perCpuOf = await perCpuTypes(app, file);
  const listed = holding.slice(0, MOST);
  const answer = await app.askFile(file, (index) => ({
    kind: 'describeAll',
    rows: rowsOf(
      index,
      listed.map((each) => ({ name: each.name, kind: null, sizeBytes: each.sizeBytes })),
    ),
  }));
  const descs = new Map(
    (answer.ok ? answer.value : []).flatMap((desc) =>
      desc === null ? [] : [[`${desc.name} ${extentBytes(desc)}`, desc] as const],
    ),
  );
  const containers = listed.flatMap((each): DescribedContainer[] => {
    const desc = descs.get(`${each.name} ${each.sizeBytes}`);
    return desc === undefined
      ? []
      : [{ ...each, desc, perCpu: perCpuOf(each.name, each.sizeBytes) }];
  });
  return { containers, more: holding.length - listed.length };
}

/** How each container changes. Containers of another layout of that name are left out. */
export function containerChanges(
  containers: readonly DescribedContainer[],
  inner: StructDesc,
  layout: Layout,
): readonly ContainerChange[] {
  return containers.flatMap((described): ContainerChange[] => {
    const container = { ...described, places: copiesIn(described.desc, inner) };
    const diff = containerDiff(container.desc, inner, layout);
    if (diff.ok) return [{ container, diff: diff.value, refused: null }];
    return diff.error === null ? [] : [{ container, diff: null, refused: diff.error }];
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

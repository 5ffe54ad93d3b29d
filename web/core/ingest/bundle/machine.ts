import type { AccessProfile, FileFacts, MappedBuildId, NodeCpus } from '../../facts/generated';
import { partText, type Bundle } from './bundle';

/** What a bundle knows of its machine that no report of perf prints. */
export interface Machine {
  readonly release: string | null;
  readonly machine: string | null;
  readonly perfVersion: string | null;
  readonly kernelBuildId: string | null;
  /** Logical CPUs of each core. */
  readonly cores: readonly (readonly number[])[];
  readonly nodes: readonly NodeCpus[];
  readonly buildIds: readonly MappedBuildId[];
}

export function machineOf(bundle: Bundle): Machine {
  const { release, machine, perfVersion, kernelBuildId } = bundle.manifest;
  const listed = readBuildIds(partText(bundle, 'buildids.txt') ?? '');
  const hasKernel = listed.some(({ object }) => object.startsWith('[kernel'));
  const kernel =
    kernelBuildId === null || hasKernel
      ? []
      : [{ object: '[kernel.kallsyms]', buildId: kernelBuildId }];
  const topology = readTopology(partText(bundle, 'lscpu.txt') ?? '');
  return {
    release,
    machine,
    perfVersion,
    kernelBuildId,
    ...topology,
    buildIds: [...kernel, ...listed],
  };
}

/** A profile with what its machine knows; what the profile states itself stays. */
export function profileOn(machine: Machine, profile: AccessProfile): AccessProfile {
  const or = <T>(own: readonly T[], other: readonly T[]) => [...(own.length > 0 ? own : other)];
  return {
    ...profile,
    perfVersion: profile.perfVersion ?? machine.perfVersion,
    kernelRelease: profile.kernelRelease ?? machine.release,
    machine: profile.machine ?? machine.machine,
    buildIds: or(profile.buildIds, machine.buildIds),
    nodes: or(profile.nodes, machine.nodes),
    cores: profile.cores.length > 0 ? profile.cores : machine.cores.map((cpus) => [...cpus]),
  };
}

/** The facts of the kernel's BTF, which says itself of no kernel whose it is. */
export function factsOn(machine: Machine, facts: FileFacts): FileFacts {
  if (facts.kind !== 'btf') return facts;
  return {
    ...facts,
    buildId: facts.buildId ?? machine.kernelBuildId,
    kernelRelease: facts.kernelRelease ?? machine.release,
  };
}

/** `0123abcd… /usr/bin/db`, as `perf buildid-list` prints them. */
function readBuildIds(text: string): readonly MappedBuildId[] {
  return text.split('\n').flatMap((line) => {
    const [, buildId, object] = /^([0-9a-f]{8,64}) +(\S.*)$/.exec(line.trimEnd()) ?? [];
    return buildId === undefined || object === undefined ? [] : [{ object, buildId }];
  });
}

/**
 * The table of `lscpu -e`, by the names of its columns. A CPU that is offline has no core. Cores are counted over
 * the machine by lscpu and within a socket by the kernel, so that both numbers tell one.
 */
export function readTopology(text: string): Pick<Machine, 'cores' | 'nodes'> {
  const [head = '', ...rows] = text.split('\n');
  const columns = head.trim().split(/\s+/);
  const [cpuAt, nodeAt, socketAt, coreAt] = ['CPU', 'NODE', 'SOCKET', 'CORE'].map((name) =>
    columns.indexOf(name),
  );
  const cores = new Map<string, number[]>();
  const nodes = new Map<number, number[]>();
  for (const row of rows) {
    const cells = row.trim().split(/\s+/);
    const cell = (at: number | undefined) => (at === undefined ? undefined : cells[at]);
    const number = (at: number | undefined) =>
      /^\d+$/.test(cell(at) ?? '') ? Number(cell(at)) : null;
    const [cpu, core, node] = [number(cpuAt), number(coreAt), number(nodeAt)];
    if (cpu === null) continue;
    if (core !== null) add(cores, `${cell(socketAt) ?? ''} ${core}`, cpu);
    if (node !== null) add(nodes, node, cpu);
  }
  return {
    cores: [...cores.values()],
    nodes: [...nodes].sort(([a], [b]) => a - b).map(([node, cpus]) => ({ node, cpus })),
  };
}

function add<K>(groups: Map<K, number[]>, key: K, cpu: number): void {
  const group = groups.get(key);
  if (group) group.push(cpu);
  else groups.set(key, [cpu]);
}

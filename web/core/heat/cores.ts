import type { AccessRow } from '../facts/generated';
import { cpusOf } from './accessor';

/**
 * The core of a logical CPU: two threads of a core share their caches and make no HITM among them. Where
 * the topology is not known it is the CPU itself.
 */
export type CoreOf = (cpu: number) => number;

/** @param cores the logical CPUs of each core; empty where not stated */
export function coreFinder(cores: readonly (readonly number[])[]): CoreOf {
  const byCpu = new Map(cores.flatMap((cpus, core) => cpus.map((cpu) => [cpu, core] as const)));
  return (cpu) => byCpu.get(cpu) ?? cpu;
}

/** Cores that a row was seen on, where the report lists its CPUs; else its count of CPUs, or null. */
export function rowCores(row: AccessRow, coreOf: CoreOf): number | null {
  const cpus = cpusOf(row);
  return cpus.length > 0 ? new Set(cpus.map(coreOf)).size : row.cpuCount;
}

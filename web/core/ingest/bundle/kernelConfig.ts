import type { Message } from '../../base/messages';
import { bundleMessage } from '../messages';

/** A switch of a kernel's configuration that is on, or has a value. */
export interface KernelSwitch {
  /** Without `CONFIG_`. */
  readonly name: string;
  /** `y`, `m`, or another value. */
  readonly value: string;
}

/** Those that change where members lie, how large a line is or who shares one; in the order in which they are listed. */
const OF_LAYOUT = [
  'SMP',
  'NUMA',
  'NR_CPUS',
  'X86_L1_CACHE_SHIFT',
  'ARM64_L1_CACHE_SHIFT',
  'PREEMPT_RT',
  'PREEMPT_DYNAMIC',
  'PREEMPT',
  'PREEMPT_VOLUNTARY',
  'PREEMPT_NONE',
  'MEMCG',
  'SLUB_CPU_PARTIAL',
  'TRANSPARENT_HUGEPAGE',
  'READ_ONLY_THP_FOR_FS',
  'QUEUED_SPINLOCKS',
  'MUTEX_SPIN_ON_OWNER',
  'RWSEM_SPIN_ON_OWNER',
  'DEBUG_INFO_BTF',
] as const;

/** Debugging switches, which make locks and structs other than in a kernel without them. */
const OF_DEBUGGING = [
  'LOCKDEP',
  'DEBUG_LOCK_ALLOC',
  'DEBUG_SPINLOCK',
  'DEBUG_MUTEXES',
  'DEBUG_RWSEMS',
  'LOCK_STAT',
  'KASAN',
  'KCSAN',
  'KMSAN',
] as const;

/** Those that shuffle the members of some structs. */
const OF_SHUFFLING = ['RANDSTRUCT', 'GCC_PLUGIN_RANDSTRUCT'] as const;

/** The longest value that is read; nobody's number is longer. */
const MOST_CHARACTERS = 40;

/** The switches of a configuration (`CONFIG_SMP=y`) that bear on layouts; what is not set is left out. */
export function kernelSwitches(text: string): readonly KernelSwitch[] {
  const set = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/^CONFIG_(\w+)=(.+)$/gm)) {
    set.set(name, value.trim().slice(0, MOST_CHARACTERS));
  }
  return [...OF_LAYOUT, ...OF_DEBUGGING, ...OF_SHUFFLING].flatMap((name) => {
    const value = set.get(name);
    return value === undefined ? [] : [{ name, value }];
  });
}

/** As page and command line print them: `SMP NUMA NR_CPUS=8192`. */
export function switchesText(switches: readonly KernelSwitch[]): string {
  return switches.map(({ name, value }) => (value === 'y' ? name : `${name}=${value}`)).join(' ');
}

/** What a reader of the bundle's figures has to know of its kernel, a sentence each. */
export function configNotes(switches: readonly KernelSwitch[]): readonly Message[] {
  const named = (wanted: readonly string[]) =>
    switches.flatMap(({ name }) => (wanted.includes(name) ? [`CONFIG_${name}`] : []));
  const shuffling = named(OF_SHUFFLING);
  const debugging = named(OF_DEBUGGING);
  return [
    ...(shuffling.length > 0 ? [bundleMessage('shuffled', shuffling.join(', '))] : []),
    ...(debugging.length > 0 ? [bundleMessage('debugging', debugging.join(', '))] : []),
  ];
}

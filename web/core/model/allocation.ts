import type { Applied } from '../edit/applied';
import type { Allocation, SlabMachine } from '../figures/slab';

/** Ways to allocate that a person can choose from. */
export type AllocationChoice = 'lineAlignedCache' | 'cache' | 'kmalloc' | 'embedded';

export const ALLOCATION_NAMES: Readonly<Record<AllocationChoice, string>> = {
  lineAlignedCache: 'its own slab cache, line-aligned',
  cache: 'its own slab cache',
  kmalloc: 'kmalloc',
  embedded: 'inside another object',
};

/**
 * How objects of a struct are probably allocated, until somebody says: inside another object where they
 * begin off the line, by kmalloc where a flexible array makes their size vary, else in a cache with
 * SLAB_HWCACHE_ALIGN, as hot kernel structs are.
 */
export function usualAllocation({ struct, state }: Applied): AllocationChoice {
  if (state.wantedBaseBytes !== 0) return 'embedded';
  return struct.root.members.at(-1)?.flexible === true ? 'kmalloc' : 'lineAlignedCache';
}

export function allocationOf(choice: AllocationChoice, { struct }: Applied): Allocation {
  switch (choice) {
    case 'lineAlignedCache':
      return { kind: 'cache', hwcacheAlign: true };
    case 'cache':
      return { kind: 'cache', hwcacheAlign: false };
    case 'kmalloc':
      // One element of the array at least: an object without any is not allocated so.
      return {
        kind: 'kmalloc',
        tailBytes:
          struct.root.members.at(-1)?.flexible === true ? struct.desc.target.pointerBytes : 0,
      };
    case 'embedded':
      return { kind: 'embedded' };
  }
}

/** The machine that a struct is laid out for; 64 CPUs stand for "many" in SLUB's choice of orders. */
export function machineOf({ struct }: Applied): SlabMachine {
  const { lineBytes, pointerBytes } = struct.desc.target;
  return { lineBytes, pageBytes: 4096, pointerBytes, cpus: 64 };
}

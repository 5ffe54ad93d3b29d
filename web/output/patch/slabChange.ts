import {
  ALLOCATION_NAMES,
  allocationOf,
  machineOf,
  usualAllocation,
  type AllocationChoice,
} from '../../analysis/predict/allocation';
import { slabFit, strideBytes } from '../../analysis/slab';
import type { Applied } from '../../edit/applied';
import { computeLayout } from '../../layout/compute';
import { orderedFrom } from '../../layout/original';

/** What a change costs where objects come from slabs. */
export interface SlabChange {
  readonly before: number;
  readonly after: number;
  /** `its own slab cache, line-aligned` */
  readonly from: string;
  /** Nobody said how objects are allocated: it is what hot kernel structs usually have. */
  readonly assumed: boolean;
}

/**
 * Objects per slab (SLUB, 4 KiB pages) before and after. `choice` is what the user says of the
 * allocation; without it only a kernel's struct is taken to have a cache, and it is marked as assumed.
 * Null where objects come from no slab, or nothing says.
 */
export function slabChange(
  applied: Applied,
  choice: AllocationChoice | null,
  isKernel: boolean,
): SlabChange | null {
  const usual = usualAllocation(applied);
  const taken = choice ?? (isKernel && usual === 'lineAlignedCache' ? usual : null);
  if (taken === null || taken === 'embedded') return null;
  const machine = machineOf(applied);
  const objects = (struct: Applied['struct']) => {
    const { sizeBits, alignBits } = computeLayout(struct);
    const allocation = allocationOf(taken, applied);
    const stride = strideBytes(sizeBits / 8, alignBits / 8, allocation, machine);
    return stride === 0 ? 0 : slabFit(stride, machine).objectsPerSlab;
  };
  return {
    before: objects(orderedFrom(applied.struct.desc)),
    after: objects(applied.struct),
    from: ALLOCATION_NAMES[taken],
    assumed: choice === null,
  };
}

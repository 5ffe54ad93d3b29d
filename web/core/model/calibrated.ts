import type { MemberPath } from '../layout/ids';
import type { LockObject } from '../locks/objects';
import type { Flag } from './flags';
import type { CalibratedGroup } from './group';
import type { FieldPlacement } from './placement';

/** A baseline from which other orders are predicted. Made once per profile, used on every frame. */
export interface Calibrated {
  readonly kind: 'hitm' | 'tags';
  readonly lineBytes: number;
  readonly groups: readonly CalibratedGroup[];
  /** Total measured HITM on the struct's fields and lines; for tags the pseudo-HITM of the baseline. */
  readonly baselineHitm: number;
  readonly baselineTransactions: number;
  /** Flags that hold for every order. */
  readonly flags: readonly Flag[];
  /** Fields whose reads the profile could not have seen, and of which the user has said nothing. */
  readonly unobservable: ReadonlySet<MemberPath>;
  /** Share of misses that pull the adjacent line too; 0 where pairs are off. */
  readonly pairShare: number;
  /** Whether somebody said so. */
  readonly isPrefetchKnown: boolean;
  /** Where the fields lay when the profile was measured. */
  readonly baseline: FieldPlacement;
  /** See `AccessProfile`; what tags say is all that is said. */
  readonly isWhole: boolean;
  /** See `Situation`. */
  readonly waiting: number;
  readonly hasLineTable: boolean;
  /** Whether a word of a lock was sampled. */
  readonly hasSampledLock: boolean;
  /** Whether the recording says how often stores are sampled beside loads. */
  readonly isStoreRatioKnown: boolean;
  /** Those of the struct, and members that functions of locks work on. */
  readonly locks: readonly LockObject[];
}

import { TEXT_TARGETS } from '../../core/facts/targets';
import type { Target } from '../../core/facts/generated';

/** The targets that a text can be laid out for, and the present one where it came with a binary. */
export function targetChoices(present: Target): readonly Target[] {
  return TEXT_TARGETS.some(({ machine }) => machine === present.machine)
    ? TEXT_TARGETS
    : [present, ...TEXT_TARGETS];
}

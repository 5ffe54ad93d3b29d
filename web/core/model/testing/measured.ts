import { sentence } from '../../base/messages';
import { calibrate } from '../calibrate';
import type { Calibrated } from '../calibrated';
import { unpredictableMessage } from '../flags';
import type { AccessProfile, InstanceGroup } from '../profile';

/** HITM of one object at `baseBytes`, on lines of 64 bytes. */
export function hitmProfile(
  cpuCount: number,
  instance: Pick<InstanceGroup, 'atoms'> & Partial<InstanceGroup>,
): AccessProfile {
  return {
    kind: 'hitm',
    lineBytes: 64,
    cpuCount,
    storeRatio: null,
    instances: [{ baseBytes: 0, foreign: [], lines: [], ...instance }],
  };
}

/** For a profile that can be calibrated. */
export function calibrated(...args: Parameters<typeof calibrate>): Calibrated {
  const result = calibrate(...args);
  if (!result.ok) throw new Error(sentence(unpredictableMessage(result.error)));
  return result.value;
}

import { expect, test } from 'vitest';
import { SEED } from '../../web/core/base/testing/seed';
import { search, TARGETS } from './texts';

/** Above the seeds; `npm run fuzz` tries as many as its time allows. */
const RUNS = 800;

test.each(Object.keys(TARGETS))(
  '%s: whatever comes is read or refused with a sentence',
  async (name) => {
    const { outcomes } = await search(name, SEED, (runs) => runs > RUNS);
    expect(outcomes).toBeGreaterThan(20);
  },
);

import fc from 'fast-check';

/**
 * The seed of everything random in tests: the same in each run, so that a failure comes again, unless
 * `HITMAP_SEED` names another (`npm run test:random` takes a new one and prints it).
 */
export const SEED = Number(process.env.HITMAP_SEED ?? 20_260_101);

fc.configureGlobal({ seed: SEED });

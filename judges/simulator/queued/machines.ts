import type { Random } from '../random';
import type { Machine } from './program';
import type { Family } from './families';

const IDEAL: Machine = {
  cores: 16,
  smt: 1,
  nodes: 2,
  isIdeal: true,
  serviceNs: 0,
  storeBuffer: 0,
  loadsAhead: 1,
  prefetchShare: 0,
  evictShare: 0,
  migrateShare: 0,
};

export function drawMachine(family: Family, random: Random): Machine {
  const cores = random.pick([8, 16, 24, 32]);
  if (family === 'ideal') return { ...IDEAL, cores };
  const usual: Machine = {
    cores,
    smt: 1,
    nodes: random.pick([1, 2]),
    isIdeal: false,
    serviceNs: random.pick([2, 4, 8]),
    storeBuffer: random.pick([8, 24, 56]),
    loadsAhead: random.pick([4, 10]),
    prefetchShare: 0,
    evictShare: 0.002,
    migrateShare: 0,
  };
  switch (family) {
    case 'prefetch':
      return { ...usual, prefetchShare: random.pick([0.1, 0.3, 0.6]) };
    case 'machines':
      return {
        ...usual,
        nodes: random.pick([1, 4, 8]),
        smt: cores <= 16 ? random.pick([1, 2, 2]) : 1,
        evictShare: random.pick([0.002, 0.02]),
        migrateShare: random.pick([0, 0.001, 0.02]),
      };
    default:
      return usual;
  }
}

import { randomFrom, type Random } from '../random';
import { LOCK_KINDS, type LockKind } from './locks/lock';
import { baselineOf, editsOf, type EditedLayout } from './layouts';
import { drawObservation, type Observation } from './observation';
import { threadsOf, type Machine, type Program } from './program';
import { buildProgram, weightsOfTasks } from './programs';
import {
  coldMember,
  dataMember,
  lockMembers,
  type Member,
  type Offsets,
  type Role,
} from './struct';
import { FAMILIES, type Family } from './families';

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

function drawMachine(family: Family, random: Random): Machine {
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

export interface Scenario {
  readonly family: Family;
  readonly seed: number;
  readonly lockKind: LockKind | null;
  readonly machine: Machine;
  readonly members: readonly Member[];
  readonly program: Program;
  readonly thinkNs: number;
  readonly baseline: Offsets;
  readonly layouts: readonly EditedLayout[];
  readonly observation: Observation;
}

export function scenarioOf(family: Family, seed: number): Scenario {
  const random = randomFrom(seed * 16 + FAMILIES.indexOf(family));
  const machine = drawMachine(family, random);
  const lockKind = lockOf(family, seed);
  const members = drawMembers(random, lockKind, random.next() < 0.45);
  const phases = family === 'machines' && random.next() < 0.5 ? 3 : 1;
  const program = buildProgram({
    members,
    lockKind,
    isSingle: family === 'ideal',
    tasks: threadsOf(machine),
    phases,
    random,
  });
  const baseline = baselineOf(members, random);
  return {
    family,
    seed,
    lockKind,
    machine,
    members,
    program,
    thinkNs: thinkNsOf(family, weightsOfTasks(program, threadsOf(machine)), random),
    baseline,
    layouts: editsOf(members, baseline, random),
    observation: drawObservation(family, random),
  };
}

/** Kinds take turns, so that each has its share of any range of seeds. */
function lockOf(family: Family, seed: number): LockKind | null {
  const turn = <T>(kinds: readonly T[], number: number) => kinds[number % kinds.length] ?? null;
  switch (family) {
    case 'spinLocks':
      return turn(SPIN_LOCKS, seed);
    case 'sleepingLocks':
      return turn(SLEEPING_LOCKS, seed);
    case 'saturatedLocks':
      return turn([...SPIN_LOCKS, ...SLEEPING_LOCKS, ...SLEEPING_LOCKS], seed);
    case 'machines':
      return seed % 3 === 0 ? turn(LOCK_KINDS, seed / 3) : null;
    default:
      return null;
  }
}

const SPIN_LOCKS: readonly LockKind[] = ['testAndSet', 'testTestAndSet', 'ticket', 'queued'];
const SLEEPING_LOCKS: readonly LockKind[] = ['mutex', 'rwsem'];

/** Shortest mean time between the visits of the busiest task, where CPUs do not hammer. */
const LEAST_THINK_NS = 500;

function thinkNsOf(family: Family, taskWeights: Float64Array, random: Random): number {
  const most = Math.max(...taskWeights);
  const mean = taskWeights.reduce((sum, weight) => sum + weight, 0) / taskWeights.length;
  const drawn = drawThinkNs(family, random);
  if (family === 'saturated') return drawn * most;
  return Math.max(drawn * mean, LEAST_THINK_NS * most);
}

function drawThinkNs(family: Family, random: Random): number {
  const between = (least: number, times: number) =>
    least * Math.exp(random.next() * Math.log(times));
  switch (family) {
    case 'saturated':
      return between(60, 6);
    case 'saturatedLocks':
      return between(500, 6);
    case 'spinLocks':
      return between(1500, 10);
    case 'sleepingLocks':
      return between(1000, 8);
    case 'machines':
      return between(2000, 15);
    case 'ideal':
    case 'unsaturated':
    case 'prefetch':
    case 'hiddenRows':
    case 'noLineTable':
      return between(1000, 20);
  }
}

function drawMembers(random: Random, lockKind: LockKind | null, isOpen: boolean): Member[] {
  const size = () => random.pick([4, 8, 8] as const);
  const data = (count: number, role: Role) =>
    Array.from({ length: count }, (_, i) => dataMember(`${role}_${i}`, size(), role));
  const cold = (count: number) =>
    Array.from({ length: count }, (_, i) => coldMember(`cold_${i}`, 8 * (1 + random.below(4))));
  if (lockKind === null)
    return [...data(8 + random.below(6), 'other'), ...cold(4 + random.below(4))];
  return [
    ...lockMembers(lockKind, 'lock', isOpen),
    ...data(3 + random.below(3), 'protected'),
    ...data(3 + random.below(3), 'outside'),
    ...cold(4 + random.below(4)),
  ];
}
